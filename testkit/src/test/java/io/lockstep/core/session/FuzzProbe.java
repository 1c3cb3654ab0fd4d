package io.lockstep.core.session;

/** A fleet of matches with a liar, for planted faults; run in class loaders that hold a mutant. */
public final class FuzzProbe {

    /** The rarest planted fault shows in one of some 500. */
    private static final int MATCHES = 800;

    private FuzzProbe() {
    }

    /**
     * Plays until something is wrong.
     *
     * @return what, or "green"
     */
    public static String run() {
        final String wrong = new SessionFuzz().play(1, MATCHES);
        return wrong == null ? "green" : wrong;
    }
}
