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
    private long head;
    private final int window;
    private long endFrame;
    private long nowNs;

    /**
     * Before the match.
     *
     * @param startFrame the first frame
     * @param endFrame   the frame after the last one
     * @param window     by how many frames the clock may be ahead of what is settled
     */
    public MatchState(final long startFrame, final long endFrame, final int window) {
        frame = startFrame;
        head = startFrame;
        this.window = window;
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

    /** The next frame to execute: all before it are settled. */
    public long frame() {
        return frame;
    }

    public void frame(final long next) {
        frame = next;
        head = Math.max(head, next);
    }

    /** The frame that is due next by the clock: in lockstep the next one to execute, else perhaps one after it. */
    public long head() {
        return head;
    }

    /** A frame is due before it can be executed, and the one after it is due next. */
    public void ahead() {
        head++;
    }

    /** May the next frame be due before the one to be executed is? */
    public boolean mayBeAhead() {
        return head - frame < window;
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
