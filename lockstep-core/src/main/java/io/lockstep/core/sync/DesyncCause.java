package io.lockstep.core.sync;

/**
 * What simulating again the frames before a difference says about it, at one peer.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum DesyncCause {
    /** Nothing: there is no scratch game, or the states that are needed were not kept. */
    UNKNOWN,
    /** The two peers executed different inputs before their states differed, or in the same frame. */
    INPUT,
    /**
     * The last agreed state and the same inputs lead to this peer's state again. When that is so at both peers, the
     * game computes differently on their machines, or does not save all of its state.
     */
    REPRODUCED,
    /**
     * They lead to another state than this peer had: something else has changed it, or the game does not save all of
     * its state.
     */
    NOT_REPRODUCED
}
