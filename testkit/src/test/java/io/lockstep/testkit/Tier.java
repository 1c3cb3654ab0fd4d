package io.lockstep.testkit;

import java.util.List;
import java.util.stream.IntStream;

/** How much the tests play: the ordinary build has ten minutes of two cores, and leaves the rest to {@code -Pfleet}. */
public final class Tier {

    /** One of so many elements of a list is played: all planted faults take more than half of the ten minutes. */
    private static final int PART = 3;
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

    /**
     * Returns every third of a list in the ordinary build, beginning with the first, and all of it with
     * {@code -Pfleet}.
     *
     * @param all the whole list
     * @param <T> type of its elements
     * @return the part to play, in the same order
     */
    public static <T> List<T> some(final List<T> all) {
        return FULL ? all : IntStream.range(0, all.size()).filter(i -> i % PART == 0).mapToObj(all::get).toList();
    }
}
