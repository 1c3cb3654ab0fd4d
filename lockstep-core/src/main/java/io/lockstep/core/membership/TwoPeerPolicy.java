package io.lockstep.core.membership;

/**
 * What the two peers of an epoch of two do when they lose each other for the drop timeout. Neither can be outvoted, and
 * neither can know whether the other still plays, so it is settled before the match. Where the other one is proven dead
 * by its own return, or has left, there is nothing to settle: the survivor plays on under every policy.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum TwoPeerPolicy {
    /**
     * The peer with the lower id plays on. The other one stands still for up to a minute; when it hears that the match
     * has gone on without it, it ends with {@code EndReason.EVICTED}, and {@code Session.rejoin()} brings it back. If
     * it hears nothing it ends with {@code EndReason.MINORITY}. So there is one history, whoever sleeps or is cut off.
     */
    REJOIN,
    /** Both play on, each in an epoch of its own. The two histories never merge. */
    CONTINUE_ALL,
    /** The peer with the lower id plays on; the other ends with {@code EndReason.MINORITY}. */
    CONTINUE_TIEBREAK,
    /** Both end with {@code EndReason.HALTED}. */
    HALT
}
