package io.lockstep.core.session;

/** Why a session ended. */
public enum EndReason {
    /** It has not ended. */
    NONE,
    /** The last frame was simulated by everybody. */
    FINISHED,
    /** The application left. */
    LEFT,
    /** A peer left before the last frame. */
    PEER_LEFT,
    /** A peer was silent for too long. */
    PEER_TIMED_OUT,
    /** A peer's configuration differs from ours. */
    MISMATCH,
    /** The transport failed for good. */
    TRANSPORT
}
