package io.lockstep.examples.soak;

import io.lockstep.testkit.Scenario;

/**
 * One match to be played.
 *
 * @param scenario what happens in it
 * @param seed     where its random numbers start
 * @param options  how it is played and measured
 */
record Job(Scenario scenario, long seed, Options options) {

    /** What is the same for all matches of a fleet.
     *
     * @param liveness   whether the LIVENESS phase is added
     * @param statsFromMs milliseconds of play that are left out of the figures
     * @param calm       whether nothing may happen but play: no leader but the first, nobody lost
     */
    record Options(boolean liveness, long statsFromMs, boolean calm) {
    }

    Job with(final Scenario other) {
        return new Job(other, seed, options);
    }
}
