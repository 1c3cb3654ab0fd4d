package io.lockstep.examples.demo;

import io.lockstep.testkit.FaultCounters;
import io.lockstep.testkit.ImpairedTransport;
import io.lockstep.testkit.LinkConditions;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The options that make the demo's network worse than the loopback interface. */
final class ImpairmentOptions {

    /** Fifteen seconds' silence end a match; what takes a second each way is still one that can be watched. */
    private static final double MAX_MS = 1000;
    /** Where nine of ten datagrams are lost, nothing is to be seen but waiting. */
    private static final double MAX_LOSS = 0.9;
    private static final double PERCENT = 100;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--latency-ms", paramLabel = "N", defaultValue = "0",
        description = "How long every datagram takes, one way, milliseconds, 0 to 1000 (default 0).")
    private double latencyMs;

    @Option(names = "--jitter-ms", paramLabel = "N", defaultValue = "0",
        description = "How much sooner or later than that it may arrive, milliseconds, 0 to 1000 "
            + "(default 0).")
    private double jitterMs;

    @Option(names = "--loss", paramLabel = "LOSS", defaultValue = "0", converter = Loss.class,
        description = "How many datagrams are lost, each way: 5%% or 5 for five in a hundred, or a fraction below 1 "
            + "such as 0.05; at most 90%% (default 0).")
    private double loss;

    /** What was asked for; null for the loopback interface as it is. */
    LinkConditions conditions() {
        require("--latency-ms", latencyMs);
        require("--jitter-ms", jitterMs);
        if (!(loss >= 0 && loss <= MAX_LOSS)) {
            throw new ParameterException(spec.commandLine(),
                "--loss is " + number(loss * PERCENT) + "%, allowed is 0% to " + number(MAX_LOSS * PERCENT) + "%");
        }
        return latencyMs == 0 && jitterMs == 0 && loss == 0 ? null
            : LinkConditions.latency(latencyMs).withJitter(jitterMs).withLoss(loss);
    }

    private void require(final String option, final double milliseconds) {
        if (!(milliseconds >= 0 && milliseconds <= MAX_MS)) {
            throw new ParameterException(spec.commandLine(),
                option + " is " + number(milliseconds) + ", allowed is 0 to " + number(MAX_MS));
        }
    }

    /** Conditions for people. */
    static String text(final LinkConditions conditions) {
        return number(conditions.latencyMs()) + " ms one way"
            + (conditions.jitterMs() == 0 ? "" : " +- " + number(conditions.jitterMs()) + " ms")
            + (conditions.loss() == 0 ? "" : ", " + number(conditions.loss() * PERCENT) + " % lost");
    }

    /** What a link is like and what became of all that one player sent to another: the end of a line. */
    static String ending(final ImpairedTransport sender, final int receiver) {
        final FaultCounters sent = sender.outboundCounters();
        return String.format(Locale.ROOT, "  link %s: dropped %d of %d", text(sender.outbound(receiver)),
            sent.dropped(), sent.datagrams());
    }

    private static String number(final double value) {
        return value == Math.rint(value) ? String.valueOf(Math.round(value))
            : String.format(Locale.ROOT, "%.2f", value);
    }

    /** Reads a percentage or a fraction. */
    static final class Loss implements ITypeConverter<Double> {
        @Override
        public Double convert(final String text) {
            final boolean percent = text.endsWith("%");
            try {
                final double value = Double.parseDouble(percent ? text.substring(0, text.length() - 1) : text);
                // A match without a single datagram is no match, so that 1 can only mean one per cent.
                return percent || value >= 1 ? value / PERCENT : value;
            } catch (final NumberFormatException none) {
                throw new TypeConversionException(
                    "'" + text + "' is neither a percentage such as 5% nor a fraction such as 0.05");
            }
        }
    }
}
