package io.lockstep.core;

/**
 * How much the tests play. The ordinary build has ten minutes of two cores. {@code .ci/run} plays more of some tests on
 * the second JDK ({@code -Dlockstep.fleet=landing}), and {@code -Pfleet} plays everything.
 */
public final class Tier {

    private static final String NAME = System.getProperty("lockstep.fleet", "");
    private static final boolean FULL = NAME.equals("full");
    private static final boolean LANDING = FULL || NAME.equals("landing");

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

    /**
     * Picks one of two, the second one for {@code .ci/run} as well.
     *
     * @param ordinary what the ordinary build plays, of each kind something
     * @param all      all of it
     * @param <T>      what it is
     * @return the one to play
     */
    public static <T> T ofLanding(final T ordinary, final T all) {
        return LANDING ? all : ordinary;
    }
}
