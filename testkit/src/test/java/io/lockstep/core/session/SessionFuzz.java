package io.lockstep.core.session;

/** Plays drawn matches with a liar one after the other, and says of the first that fails what it takes. */
public final class SessionFuzz {

    private final FuzzCounts counts = new FuzzCounts();
    private volatile long playing;

    FuzzCounts counts() {
        return counts;
    }

    /** The seed of the match that is going on. */
    long playing() {
        return playing;
    }

    /** Plays some seeds; null when nothing was wrong. */
    String play(final long first, final int matches) {
        for (long seed = first; seed < first + matches; seed++) {
            playing = seed;
            final FuzzMatch match = new FuzzMatch(seed, 0, counts);
            if (match.play() != null) {
                return shrunk(seed, match.liar.count);
            }
        }
        return null;
    }

    /** As many of the first lies as can be are left out. */
    private static String shrunk(final long seed, final int lies) {
        FuzzMatch last = null;
        String wrong = null;
        for (int kept = 1; wrong == null; kept = Math.min(2 * kept, lies)) {
            last = new FuzzMatch(seed, lies - kept, new FuzzCounts());
            wrong = last.play();
            if (kept >= lies) {
                break;
            }
        }
        return last + "\n  " + wrong + "\n  replay: mvn test -pl testkit -am -Dtest=SessionFuzzTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dlockstep.fuzz.matches=1 -Dlockstep.fuzz.first=" + seed
            + "\n  the last lies:\n    " + last.liar.told();
    }
}
