package io.lockstep.examples.soak;

import io.lockstep.core.session.Batching;
import io.lockstep.core.session.Redundancy;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.simnet.Delivery;
import io.lockstep.core.simnet.DelayMode;
import io.lockstep.core.simnet.Scenario;
import picocli.CommandLine.Option;

/** What the command line can say about a match that no scenario file describes. */
final class Overrides {

    @Option(names = "--input-delay", paramLabel = "POLICY",
        description = "Input delay of a --profile match: arrival, rtt or a fixed number of ticks.")
    private String inputDelay;

    @Option(names = "--batching", paramLabel = "MODE", description = "Batching of a --profile match: off or adaptive.")
    private String batching;

    @Option(names = "--redundancy", paramLabel = "MODE",
        description = "How often a --profile match sends an input: unacked or none.")
    private String redundancy;

    @Option(names = "--delivery", paramLabel = "MODE",
        description = "How inputs of a --profile match travel: datagram or aeron-reliable.")
    private String delivery;

    @Option(names = "--tick-rate", paramLabel = "HZ",
        description = "Frames a second of a --profile match (default 60).")
    private Integer tickRate;

    Overrides() {
    }

    boolean any() {
        return inputDelay != null || batching != null || redundancy != null || delivery != null || tickRate != null;
    }

    /** Applies them; the text of the exception names what is wrong. */
    void applyTo(final Scenario scenario) {
        if (batching != null) {
            scenario.batching = choose("--batching", batching, "off", Batching.OFF, "adaptive", Batching.ADAPTIVE);
        }
        if (redundancy != null) {
            scenario.redundancy =
                choose("--redundancy", redundancy, "unacked", Redundancy.UNACKED, "none", Redundancy.NONE);
        }
        if (delivery != null) {
            scenario.delivery = choose("--delivery", delivery, "datagram", Delivery.AERON_DATAGRAM, "aeron-reliable",
                Delivery.AERON_RELIABLE);
        }
        if (tickRate != null) {
            if (tickRate < 1 || tickRate > SessionConfig.MAX_TICK_RATE) {
                throw new IllegalArgumentException("--tick-rate " + tickRate + " is not in 1 to "
                    + SessionConfig.MAX_TICK_RATE);
            }
            scenario.tickRate = tickRate;
        }
        if (inputDelay != null) {
            delay(scenario);
        }
    }

    private void delay(final Scenario scenario) {
        if (inputDelay.equals("arrival") || inputDelay.equals("rtt")) {
            scenario.delayMode = inputDelay.equals("rtt") ? DelayMode.RTT : DelayMode.ARRIVAL;
            return;
        }
        scenario.delayMode = DelayMode.FIXED;
        try {
            scenario.delayTicks = Integer.parseInt(inputDelay);
        } catch (final NumberFormatException wrong) {
            scenario.delayTicks = -1;
        }
        if (scenario.delayTicks < 0 || scenario.delayTicks > SessionConfig.MAX_INPUT_DELAY) {
            throw new IllegalArgumentException("--input-delay " + inputDelay + " is not arrival, rtt or 0 to "
                + SessionConfig.MAX_INPUT_DELAY);
        }
    }

    private static <T> T choose(final String option, final String word, final String one, final T ofOne,
                                final String other, final T ofOther) {
        if (word.equals(one)) {
            return ofOne;
        }
        if (word.equals(other)) {
            return ofOther;
        }
        throw new IllegalArgumentException(option + " " + word + " is not " + one + " or " + other);
    }
}
