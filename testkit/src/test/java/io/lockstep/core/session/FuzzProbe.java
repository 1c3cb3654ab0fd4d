package io.lockstep.core.session;

import io.lockstep.testkit.Tier;

/** A fleet of matches with a liar, for planted faults; run in class loaders that hold a mutant. */
public final class FuzzProbe {

    /** Each planted fault shows in one of the first 300; where none is, twice as many show nothing. */
    private static final int MATCHES = Tier.of(600, 800);

    private FuzzProbe() {
    }

    /**
     * Plays until something is wrong.
     *
     * @return what, or "green"
     */
    public static String run() {
        return play(1, MATCHES);
    }

    /**
     * Plays one match, and all when nothing is wrong in it.
     *
     * @param first its seed
     * @return what is wrong, or "green"
     */
    public static String run(final String first) {
        final String wrong = play(Long.parseLong(first), 1);
        return wrong.equals("green") ? run() : wrong;
    }

    /**
     * Plays what {@link SessionFuzzTest} does not play, of a library that is as it should be.
     *
     * @return what is wrong, or "green"
     */
    public static String rest() {
        return play(SessionFuzzTest.USUAL + 1, MATCHES - SessionFuzzTest.USUAL);
    }

    private static String play(final long first, final int matches) {
        final String wrong = new SessionFuzz().play(first, matches);
        return wrong == null ? "green" : wrong;
    }
}
