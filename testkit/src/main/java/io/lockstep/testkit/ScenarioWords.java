package io.lockstep.testkit;

/** What a scenario file calls the constants of some settings; each in their order. */
final class ScenarioWords {

    static final String[] STACKS = {"memory", "udp"};
    static final String[] SAVES = {"each", "sparse"};

    static final String[] RECORDINGS = {"none", "each"};

    static final String[] BATCHING = {"off", "adaptive"};
    static final String[] REDUNDANCY = {"unacked", "none", "no-copies"};
    static final String[] DELAY_MODES = {"arrival", "rtt", "fixed"};

    private ScenarioWords() {
    }
}
