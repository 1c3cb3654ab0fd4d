package io.lockstep.core.session;

/**
 * Where the match stands: phase, frame, and the time of the poll that is going on. Parts read it, and may ask for the
 * end; everything else is the session's to write.
 */
final class MatchState {

    private Phase phase = Phase.CONNECTING;
    private long phaseNs;
    private EndReason endReason = EndReason.NONE;
    private String error;
    private long frame;
    private long endFrame;
    private long nowNs;

    MatchState(final long startFrame, final long endFrame) {
        frame = startFrame;
        this.endFrame = endFrame;
    }

    /** The one method that changes the phase. */
    void phase(final Phase next) {
        phase = next;
        phaseNs = nowNs;
    }

    Phase phase() {
        return phase;
    }

    /** Since when the match is in this phase. */
    long phaseNs() {
        return phaseNs;
    }

    /** Begins to end; only the first reason counts. */
    void end(final EndReason reason, final String text) {
        if (endReason == EndReason.NONE) {
            endReason = reason;
            error = text;
            phase(Phase.LEAVING);
        }
    }

    EndReason endReason() {
        return endReason;
    }

    /** What went wrong, for people; null if nothing did. */
    String error() {
        return error;
    }

    /** A poll begins. */
    void at(final long now) {
        nowNs = now;
    }

    long nowNs() {
        return nowNs;
    }

    /** The next frame to execute. */
    long frame() {
        return frame;
    }

    void frame(final long next) {
        frame = next;
    }

    /** The frame after the last one. */
    long endFrame() {
        return endFrame;
    }

    /** The match ends here, earlier than it was to. */
    void endsAt(final long next) {
        endFrame = next;
    }
}
