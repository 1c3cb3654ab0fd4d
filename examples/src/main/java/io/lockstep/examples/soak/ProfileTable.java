package io.lockstep.examples.soak;

import io.lockstep.core.simnet.MatchResult;
import java.io.PrintStream;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Sums up many matches as one row of a table in Markdown. */
final class ProfileTable {

    private static final long MAX_LATENCY_US = 600_000_000L;
    private static final int DIGITS = 3;
    private static final double US_PER_MS = 1000;
    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;
    private static final double P50 = 50;
    private static final double P99 = 99;

    private final PrintStream out;

    ProfileTable(final PrintStream out) {
        this.out = out;
    }

    void head() {
        out.println("| profile | finished | rate % | stalled % | longest stall ms | delay ticks | latency p50 ms "
            + "| p99 ms "
            + "| max ms | B/s per link | datagrams/s per link |");
        out.println("|---|---|---|---|---|---|---|---|---|---|---|");
    }

    /** One row that is being summed up. */
    final class Row {
        private final Histogram latencies = new Histogram(MAX_LATENCY_US, DIGITS);
        private final String name;
        private long matches;
        private long finished;
        private double rate;
        private double stalled;
        private double ticks;
        private double longestMs;
        private double delay;
        private double bytes;
        private double datagrams;

        Row(final String name) {
            this.name = name;
        }

        void add(final Fleet.Outcome outcome) {
            final MatchResult result = outcome.result();
            matches++;
            finished += outcome.ok() ? 1 : 0;
            result.addLatenciesTo(latencies);
            delay += result.meanInputDelay();
            final int peers = result.frames.length;
            final double measured = result.scenario.tickRate * outcome.job().options().statsFromMs() / US_PER_MS;
            for (int peer = 0; peer < peers; peer++) {
                rate += result.rate[peer] / peers;
                stalled += result.stallTicks[peer];
                ticks += Math.max(1, result.stallTicks[peer] + result.frames[peer] - measured);
                longestMs = Math.max(longestMs, result.longestStallNs[peer] / NS_PER_MS);
                bytes += result.bytesPerSecond[peer] / peers / (peers - 1);
                datagrams += result.datagramsPerSecond[peer] / peers / (peers - 1);
            }
        }

        void print() {
            out.println(String.format(Locale.ROOT,
                "| %s | %d of %d | %.2f | %.3f | %.0f | %.2f | %.0f | %.0f | %.0f | %.0f | %.0f |", name, finished,
                matches, PERCENT * rate / matches, PERCENT * stalled / ticks, longestMs, delay / matches,
                latencies.getValueAtPercentile(P50) / US_PER_MS, latencies.getValueAtPercentile(P99) / US_PER_MS,
                latencies.getMaxValue() / US_PER_MS, bytes / matches, datagrams / matches));
            out.flush();
        }
    }
}
