package io.lockstep.core.simnet;

/** What the peers of a scenario do when two are left and lose each other. */
public enum TwoPeerPolicy {
    /** Both play on, each on its own. */
    CONTINUE_ALL,
    /** Only the lower id plays on. */
    CONTINUE_TIEBREAK,
    /** Neither plays on. */
    HALT
}
