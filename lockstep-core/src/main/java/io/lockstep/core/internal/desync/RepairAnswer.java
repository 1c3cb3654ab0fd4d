package io.lockstep.core.internal.desync;

/** What became of an order at one peer. */
final class RepairAnswer {

    private int donor;
    private long frame;
    private long term;
    private boolean right;
    private long rightFrom;

    /** One object holds them all, one after the other. */
    RepairAnswer set(final int orderedDonor, final long orderedFrame, final long orderedTerm,
        final boolean isRight,
                     final long isRightFrom) {
        donor = orderedDonor;
        frame = orderedFrame;
        term = orderedTerm;
        right = isRight;
        rightFrom = isRight ? isRightFrom : orderedFrame;
        return this;
    }

    /** Who was to give its state, after which frame, by an order of which term. */
    int donor() {
        return donor;
    }

    long frame() {
        return frame;
    }

    long term() {
        return term;
    }

    /** Has this peer the right state? */
    boolean right() {
        return right;
    }

    /** From this frame on its state is one that was loaded; the order's frame if none was. */
    long rightFrom() {
        return rightFrom;
    }
}
