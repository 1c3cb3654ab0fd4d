package io.lockstep.examples.soak;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.testkit.DelayMode;
import io.lockstep.testkit.Delivery;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Scenario;
import java.util.function.LongFunction;
import picocli.CommandLine.Mixin;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** What the command line can say about a match that no scenario file describes, and the stack of any match. */
final class Overrides {

    private static final String MEMORY = "memory";
    private static final String UDP = "udp";
    private static final String AERON = "aeron";

    /** Ten polls a second; below that nobody calls it a game. */
    private static final int MAX_POLL_MS = 100;

    @Option(names = "--input-delay", paramLabel = "POLICY",
        description = "Input delay of a --profile match: arrival, rtt or a fixed number of ticks.")
    private String inputDelay;

    @Option(names = "--batching", paramLabel = "MODE", description = "Batching of a --profile match: off or adaptive.")
    private String batching;

    @Option(names = "--redundancy", paramLabel = "MODE",
        description = "How often a --profile match sends an input: unacked; no-copies, which never sends a window a "
            + "second time, however much is lost; or none, which sends each input once.")
    private String redundancy;

    @Option(names = "--delivery", paramLabel = "MODE",
        description = "How inputs of a --profile match travel: datagram or aeron-reliable.")
    private String delivery;

    @Option(names = "--tick-rate", paramLabel = "HZ",
        description = "Frames a second of a --profile match (default 60).")
    private Integer tickRate;

    @Option(names = "--poll-ms", paramLabel = "MS",
        description = "How often the peers of a --profile match are polled, as by a game that draws: 17 for 60 times a "
            + "second (default every millisecond).")
    private Integer pollMs;

    @Mixin
    private PredictionOption prediction = new PredictionOption();

    @Option(names = "--stack", paramLabel = "NAME",
        description = "Network stack: memory; udp for the plain-UDP transport on it; or aeron for the real one, in "
            + "virtual time over loopback sockets, with up to 8 peers (default memory).")
    private String stack;

    @Option(names = KeysOption.NAME, paramLabel = "KIND", converter = KeysOption.class,
        description = "How the members know each other: none; match for a match key; or roster for keys of their own "
            + "as well, with which they sign their inputs (default none).")
    private PeerKeys keys;

    Overrides() {
    }

    /** Reads more of them, which come after these; the text of the exception names what is wrong. */
    static Overrides parse(final String options) {
        final Overrides parsed = new Overrides();
        try {
            new CommandLine(parsed).parseArgs(options.trim().split(" +"));
        } catch (final CommandLine.UnmatchedArgumentException unknown) {
            throw new IllegalArgumentException("--versus: '" + unknown.getUnmatched().get(0) + "' is no option for it");
        } catch (final CommandLine.ParameterException wrong) {
            throw new IllegalArgumentException("--versus: " + wrong.getMessage());
        }
        return parsed;
    }

    /** What is to be typed for them, with a space before each; what another one says comes first. */
    String text(final Overrides over) {
        return text("--input-delay", over.inputDelay, inputDelay) + text("--batching", over.batching, batching)
            + text("--redundancy", over.redundancy, redundancy) + text("--delivery", over.delivery, delivery)
            + text("--tick-rate", over.tickRate, tickRate) + text("--poll-ms", over.pollMs, pollMs)
            + prediction.text(over.prediction) + text("--stack", over.stack, stack)
            + text(KeysOption.NAME, over.keys, keys);
    }

    private static String text(final String name, final Object first, final Object second) {
        final Object value = first != null ? first : second;
        return value == null ? "" : " " + name + " " + value;
    }

    /** How the members know each other. */
    PeerKeys keys() {
        return keys == null ? PeerKeys.NONE : keys;
    }

    /** Plays on the stack that was named, by another one or here. */
    MatchRunner runner(final Overrides over) {
        final String name = over.stack != null ? over.stack : stack != null ? stack : MEMORY;
        return switch (name) {
            case MEMORY, UDP -> new MemoryRunner(name.equals(UDP), over.keys != null ? over.keys : keys());
            case AERON -> new AeronRunner(over.keys != null ? over.keys : keys());
            default -> throw new IllegalArgumentException("--stack " + name + " is not known, there are " + MEMORY
                + ", " + UDP + " and " + AERON);
        };
    }

    /**
     * Returns whether the peers of a simulated network use plain UDP. A real stack has no virtual line and is refused.
     */
    boolean speaksUdp() {
        if (AERON.equals(stack)) {
            throw new IllegalArgumentException("--rates are measured on --stack " + MEMORY + " or " + UDP);
        }
        return UDP.equals(stack);
    }

    /** Whether anything is said that a scenario file says, too. */
    boolean any() {
        return inputDelay != null || batching != null || redundancy != null || delivery != null || tickRate != null
            || pollMs != null;
    }

    /** Matches to which nothing else is applied, played ahead as was said. */
    LongFunction<Scenario> ahead(final LongFunction<Scenario> matches) {
        return prediction.over(matches);
    }

    /** Applies them; the text of the exception names what is wrong. */
    void applyTo(final Scenario scenario) {
        prediction.applyTo(scenario);
        if (batching != null) {
            scenario.batching = choose("--batching", batching, "off", Batching.OFF, "adaptive", Batching.ADAPTIVE);
        }
        if (redundancy != null) {
            scenario.redundancy =
                redundancy.equals("no-copies") ? Redundancy.NO_COPIES
                    : choose("--redundancy", redundancy, "unacked", Redundancy.UNACKED, "none", Redundancy.NONE);
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
        if (pollMs != null) {
            poll(scenario);
        }
        if (inputDelay != null) {
            delay(scenario);
        }
    }

    private void poll(final Scenario scenario) {
        if (pollMs < 1 || pollMs > MAX_POLL_MS) {
            throw new IllegalArgumentException("--poll-ms " + pollMs + " is not in 1 to " + MAX_POLL_MS);
        }
        scenario.polls.clear();
        for (int peer = 0; peer < scenario.peers; peer++) {
            scenario.polls.add(new Scenario.Poll(peer, pollMs));
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
