package io.lockstep.core.game;

/**
 * Whether inputs wait for each other to travel in one datagram.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum Batching {
    /** Every input leaves as soon as it is sampled. */
    OFF,
    /** The longer the round trip, the more inputs wait for each other. */
    ADAPTIVE
}
