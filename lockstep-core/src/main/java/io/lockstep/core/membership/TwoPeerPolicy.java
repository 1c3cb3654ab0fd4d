package io.lockstep.core.membership;

/**
 * What the two peers of an epoch of two do when they lose each other for the drop timeout. Neither can be outvoted, and
 * neither can know whether the other still plays, so it is settled before the match. Where the other one is proven dead
 * by its own return, or has left, there is nothing to settle: the survivor plays on under every policy.
 */
public enum TwoPeerPolicy {
    /** Both play on, each in an epoch of its own. The two histories never merge. */
    CONTINUE_ALL,
    /** The peer with the lower id plays on; the other ends with {@code EndReason.MINORITY}. */
    CONTINUE_TIEBREAK,
    /** Both end with {@code EndReason.HALTED}. */
    HALT
}
