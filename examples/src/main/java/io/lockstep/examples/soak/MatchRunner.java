package io.lockstep.examples.soak;

import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Scenario;

/** Plays one match on one kind of network stack. Called by several threads at once. */
@FunctionalInterface
interface MatchRunner {

    /**
     * Plays a match.
     *
     * @param job what and with which seed
     * @return how it went
     */
    MatchResult run(Job job);

    /**
     * Whether a match has room on the stack.
     *
     * @param scenario what is to be played
     * @throws IllegalArgumentException when it has not; the text says why
     */
    default void requireRoom(final Scenario scenario) {
    }

    /**
     * What a command line that replays a match needs beside scenario and seed.
     *
     * @return options with a space before each
     */
    default String replayOptions() {
        return "";
    }
}
