package io.lockstep.testkit;

/** How the peers of a scenario choose their input delay. */
public enum DelayMode {
    /** From measured arrival slack. */
    ARRIVAL,
    /** From the round trip and its jitter, by a formula. */
    RTT,
    /** Always the same. */
    FIXED
}
