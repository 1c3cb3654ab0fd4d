package io.lockstep.core.game;

/**
 * Why a session ended.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum EndReason {
    /** It has not ended. */
    NONE,
    /** The last frame was simulated by everybody. */
    FINISHED,
    /** The application left. */
    LEFT,
    /** A peer left before the first frame. */
    PEER_LEFT,
    /**
     * A peer was not there within the silence timeout; or nobody answered a peer that wanted to join, or the match was
     * over before it was in.
     */
    PEER_TIMED_OUT,
    /** The others agreed to go on without this peer; it may come back by joining. */
    EVICTED,
    /** Too few peers are left on this side to decide anything. */
    MINORITY,
    /** An epoch of two lost a peer, under {@link io.lockstep.core.membership.TwoPeerPolicy#HALT}. */
    HALTED,
    /** Two peers' states differ, under {@link DesyncPolicy#HALT}. */
    DESYNC,
    /** A peer's configuration differs from ours, or the game does not take the state of a match that it enters. */
    MISMATCH,
    /** The transport failed for good. */
    TRANSPORT,
    /**
     * Every peer of the match is there and joins, so there is no match to join. A session that does not join begins a
     * new one; its game must be as before the first frame.
     */
    NO_MATCH;

    /**
     * Can {@code Session.rejoin} bring this peer back, as far as it can know? The others may play on.
     *
     * @return true for a peer that left, was left out, or had too few others beside it
     */
    public boolean mayRejoin() {
        return this == EVICTED || this == MINORITY || this == LEFT || this == PEER_TIMED_OUT;
    }
}
