package io.lockstep.core.internal.play;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;

/**
 * Where the match stands: phase, frame, and the time of the poll that is going on. Parts read it, and may ask for the
 * end; everything else is the session's to write.
 */
public final class MatchState {

    private Phase phase = Phase.CONNECTING;
    private long phaseNs;
    private EndReason endReason = EndReason.NONE;
    private String error;
    private long frame;
    private long endFrame;
    private long nowNs;

    public MatchState(final long startFrame, final long endFrame) {
        frame = startFrame;
        this.endFrame = endFrame;
    }

    /** The one method that changes the phase. */
    public void phase(final Phase next) {
        phase = next;
        phaseNs = nowNs;
    }

    public Phase phase() {
        return phase;
    }

    /** Since when the match is in this phase. */
    public long phaseNs() {
        return phaseNs;
    }

    /** Begins to end; only the first reason counts. */
    public void end(final EndReason reason, final String text) {
        if (endReason == EndReason.NONE) {
            endReason = reason;
            error = text;
            phase(Phase.LEAVING);
        }
    }

    public EndReason endReason() {
        return endReason;
    }

    /** What went wrong, for people; null if nothing did. */
    public String error() {
        return error;
    }

    /** A poll begins. */
    public void at(final long now) {
        nowNs = now;
    }

    public long nowNs() {
        return nowNs;
    }

    /** The next frame to execute. */
    public long frame() {
        return frame;
    }

    public void frame(final long next) {
        frame = next;
    }

    /** The frame after the last one. */
    public long endFrame() {
        return endFrame;
    }

    /** The match ends here, earlier than it was to. */
    public void endsAt(final long next) {
        endFrame = next;
    }
}
