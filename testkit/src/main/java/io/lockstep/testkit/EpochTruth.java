package io.lockstep.testkit;

import java.util.Arrays;

/** What all sessions of one epoch have in common, as far back as the oracle remembers. */
final class EpochTruth {

    /** What tells this epoch from others. */
    final long id;
    /** The first epoch of this epoch's branch: two peers who lost each other may each begin one of their own. */
    final EpochTruth branch;
    /** The epoch before this one, null for the first one. */
    final EpochTruth parent;
    /** Members, bit n for peer n. */
    final int members;
    /** Who has been in it, bit n for peer n. */
    int entered;
    /** Who sat where. */
    final SeatHistory seats;
    /** Whether that is known from the first frame on: a joiner does not know what was before it. */
    boolean complete;

    private final long[] frames = new long[FrameWindow.FRAMES];
    private final long[] inputs = new long[FrameWindow.FRAMES];
    private final int[] states = new int[FrameWindow.FRAMES];
    private final int[] peers = new int[FrameWindow.FRAMES];

    EpochTruth(final long id, final EpochTruth parent, final boolean branches, final int members,
               final SeatHistory seats) {
        this.id = id;
        this.parent = parent;
        this.members = members;
        this.seats = seats;
        branch = branches || parent == null ? this : parent.branch;
        Arrays.fill(frames, FrameWindow.NEVER);
    }

    /** Is it that epoch, or does it come after it? */
    boolean isOrFollows(final EpochTruth other) {
        for (EpochTruth epoch = this; epoch != null; epoch = epoch.parent) {
            if (epoch == other) {
                return true;
            }
        }
        return false;
    }

    /** Learns what a frame was like, unless that is known: then nothing is learnt. */
    boolean learn(final int peer, final long frame, final long inputHash, final int stateCrc) {
        final int slot = (int) (frame & FrameWindow.MASK);
        if (frames[slot] >= frame) {
            return false;
        }
        frames[slot] = frame;
        inputs[slot] = inputHash;
        states[slot] = stateCrc;
        peers[slot] = peer;
        return true;
    }

    /** Is it known what a frame was like? */
    boolean knows(final long frame) {
        return frames[(int) (frame & FrameWindow.MASK)] == frame;
    }

    long inputs(final long frame) {
        return inputs[(int) (frame & FrameWindow.MASK)];
    }

    int state(final long frame) {
        return states[(int) (frame & FrameWindow.MASK)];
    }

    /** Who simulated it first. */
    int peer(final long frame) {
        return peers[(int) (frame & FrameWindow.MASK)];
    }
}
