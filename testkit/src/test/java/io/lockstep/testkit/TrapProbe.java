package io.lockstep.testkit;

/** Plays the matches of one {@link Trap} until one of them breaks a promise. Also run with mutants. */
public final class TrapProbe {

    private TrapProbe() {
    }

    /**
     * Plays a trap's matches.
     *
     * @param trap which
     * @return "green", or how many matches it took and what was broken in the last of them
     */
    public static String run(final String trap) {
        final Trap set = Trap.valueOf(trap);
        for (int i = 0; i < set.matches; i++) {
            final String red = set.play(Trap.FIRST_SEED + i);
            if (red != null) {
                return i + 1 + " " + red;
            }
        }
        return "green";
    }
}
