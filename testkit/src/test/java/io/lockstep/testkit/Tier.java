package io.lockstep.testkit;

/** How much the tests play: the ordinary build has ten minutes of two cores, and leaves the rest to {@code -Pfleet}. */
public final class Tier {

    private static final boolean FULL = "full".equals(System.getProperty("lockstep.fleet"));

    private Tier() {
    }

    /**
     * Picks one of two.
     *
     * @param ordinary what the ordinary build plays, of each kind something
     * @param full     all of it
     * @param <T>      what it is
     * @return the one to play
     */
    public static <T> T of(final T ordinary, final T full) {
        return FULL ? full : ordinary;
    }
}
