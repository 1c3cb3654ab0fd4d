package io.lockstep.core.internal.link;

import io.lockstep.core.internal.input.InputLog;
import java.util.Arrays;

/**
 * What the echoes of one peer tell beyond its acknowledgements: which frames behind a gap it has, and when the latest
 * window was sent that has arrived. A peer echoes each window that brought such frames. Most links never send
 * single frames, so the first window that carries some makes the room for them.
 */
final class KeptFrames {

    private static final int MASK = InputLog.REACH - 1;
    private static final long NEVER = Long.MIN_VALUE / 2;

    private final int windows;
    /** Sequence of each recent window that carried single frames; below, its frames and the time it was sent. */
    private int[] sequences = {};
    private long[] firsts = {};
    private long[] ends = {};
    private long[] leftNs = {};
    private boolean[] kept = {};
    private long end;
    private long provenNs = NEVER;

    KeptFrames(final int tickRate) {
        windows = InFlight.windows(tickRate);
    }

    private void makeRoom() {
        sequences = new int[windows];
        firsts = new long[windows];
        ends = new long[windows];
        leftNs = new long[windows];
        kept = new boolean[InputLog.REACH];
    }

    private boolean isUnused() {
        return kept.length == 0;
    }

    /** Forgets all windows: those that follow carry other frames. */
    void restart() {
        Arrays.fill(ends, 0);
        end = 0;
        provenNs = NEVER;
    }

    /** Records that a window was sent with the frames from the first one on, below a last one. */
    void left(final int sequence, final long first, final long behind, final long nowNs) {
        if (isUnused()) {
            makeRoom();
        }
        final int at = sequence & windows - 1;
        sequences[at] = sequence;
        firsts[at] = first;
        ends[at] = behind;
        leftNs[at] = nowNs;
        end = Math.max(end, behind);
    }

    /** Takes the echo of a recent window. */
    void arrived(final int sequence) {
        final int at = sequence & windows - 1;
        if (isUnused() || sequences[at] != sequence) {
            return;
        }
        provenNs = Math.max(provenNs, leftNs[at]);
        // An older frame has given its place to one that was sent since.
        for (long frame = Math.max(firsts[at], end - InputLog.REACH); frame < ends[at]; frame++) {
            kept[(int) frame & MASK] = true;
        }
    }

    /** Records that a frame was sent: whether it arrives is not known yet. */
    void sent(final long frame) {
        if (!isUnused()) {
            kept[(int) frame & MASK] = false;
        }
    }

    /** Returns whether a window with this frame has arrived. */
    boolean isKept(final long frame) {
        return !isUnused() && kept[(int) frame & MASK];
    }

    /** Returns how long ago the latest window was sent that has arrived, in nanoseconds. */
    long sinceProvenNs(final long nowNs) {
        return nowNs - provenNs;
    }
}
