package io.lockstep.core.game;

/**
 * Where a session is in its life. It only ever moves downwards in this list.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum Phase {
    /** Shaking hands with every peer; no frame is simulated. */
    CONNECTING,
    /** Taking the state of a match that is being played, and catching up with it; only a newcomer does. */
    JOINING,
    /** Frames are simulated as their inputs arrive. */
    PLAYING,
    /** The last frame is simulated; we stay until every peer has what it needs from us. */
    DRAINING,
    /** Saying goodbye, several times because it may be lost. */
    LEAVING,
    /** Over; polling does nothing any more. */
    ENDED
}
