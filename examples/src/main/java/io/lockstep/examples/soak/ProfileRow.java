package io.lockstep.examples.soak;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.testkit.Foreseen;
import io.lockstep.testkit.MatchResult;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Sums up many matches that were played in the same way. */
final class ProfileRow {

    /** Columns of a table beside the name of the profile. */
    static final String[] NAMES = {"finished", "rate %", "stalled %", "longest stall ms", "delay ticks",
        "latency p50 ms", "p99 ms", "max ms", "B/s per link", "datagrams/s per link"};
    static final int CELLS = NAMES.length;
    /** Further ones where a game is played ahead. */
    static final int CELLS_AHEAD = 5;

    private static final long MAX_LATENCY_US = 600_000_000L;
    private static final int DIGITS = 3;
    private static final double US_PER_MS = 1000;
    private static final double MS_PER_S = 1000;
    private static final double S_PER_MINUTE = 60;
    private static final double NS_PER_MS = 1e6;
    private static final double PERCENT = 100;
    private static final double P50 = 50;
    private static final double P99 = 99;
    /** What a person or a program can use: three digits behind the point. */
    private static final double ROUNDING = 1000;

    private final Histogram latencies = new Histogram(MAX_LATENCY_US, DIGITS);
    private final Histogram local = new Histogram(MAX_LATENCY_US, DIGITS);
    private Foreseen foreseen = Foreseen.NOTHING;
    private double minutes;
    private long matches;
    private long finished;
    private double rate;
    private double stalled;
    private double ticks;
    private double longestMs;
    private double delay;
    private double bytes;
    private double datagrams;
    private Fleet.Outcome failed;

    void add(final Fleet.Outcome outcome) {
        final MatchResult result = outcome.result();
        matches++;
        finished += outcome.ok() ? 1 : 0;
        failed = failed == null && !outcome.ok() ? outcome : failed;
        result.addLatenciesTo(latencies);
        result.addLocalLatenciesTo(local);
        foreseen = foreseen.plus(result.foreseen());
        minutes += (double) result.foreseen().settled() / result.scenario.tickRate / S_PER_MINUTE;
        delay += result.meanInputDelay();
        final int peers = result.frames.length;
        final double measured = result.scenario.tickRate * outcome.job().options().statsFromMs() / MS_PER_S;
        for (int peer = 0; peer < peers; peer++) {
            rate += result.rate[peer] / peers;
            stalled += result.stallTicks[peer];
            ticks += Math.max(1, result.stallTicks[peer] + result.frames[peer] - measured);
            longestMs = Math.max(longestMs, result.longestStallNs[peer] / NS_PER_MS);
            bytes += result.bytesPerSecond[peer] / peers / (peers - 1);
            datagrams += result.datagramsPerSecond[peer] / peers / (peers - 1);
        }
    }

    long matches() {
        return matches;
    }

    /** Matches that kept every promise and came to their end. */
    long finished() {
        return finished;
    }

    /** The first match that failed; null when none did. */
    Fleet.Outcome failed() {
        return failed;
    }

    /** Why it did. */
    String why() {
        return failed.result().ok() ? "two runs that differ" : failed.result().violations.get(0).toString();
    }

    double stalledPercent() {
        return PERCENT * stalled / ticks;
    }

    double delayTicks() {
        return delay / matches;
    }

    double medianLatencyMs() {
        return latencyMs(P50);
    }

    /** The cells of a table behind the name of the profile. */
    String[] cells() {
        return String.format(Locale.ROOT, "%d of %d|%.2f|%.3f|%.0f|%.2f|%.0f|%.0f|%.0f|%.0f|%.0f", finished, matches,
            PERCENT * rate / matches, stalledPercent(), longestMs, delayTicks(), medianLatencyMs(),
            latencyMs(P99), maxMs(), bytes / matches, datagrams / matches).split("\\|");
    }

    /** The cells behind these where a game is played ahead; steps and saves are those of a settled frame. */
    String[] cellsAhead() {
        final double frames = Math.max(1, foreseen.settled());
        return String.format(Locale.ROOT, "%.0f|%.1f|%.1f|%.2f|%.2f", local.getValueAtPercentile(P50) / US_PER_MS,
            PERCENT * foreseen.foreseen() / frames, foreseen.rollbacks() / Math.max(1 / frames, minutes),
            foreseen.steps() / frames, foreseen.saves() / frames).split("\\|");
    }

    /** The same figures as an object. */
    String toJson(final String profile, final String options) {
        return new JsonWriter().beginObject().name("profile").string(profile).name("options").string(options)
            .name("matches").signed(matches).name("finished").signed(finished)
            .name("ratePercent").number(round(PERCENT * rate / matches))
            .name("stalledPercent").number(round(stalledPercent()))
            .name("longestStallMs").number(round(longestMs)).name("inputDelayTicks").number(round(delayTicks()))
            .name("inputLatencyMs").beginObject().name("p50").number(latencyMs(P50)).name("p99").number(latencyMs(P99))
            .name("max").number(maxMs()).endObject()
            .name("localLatencyMs").number(local.getValueAtPercentile(P50) / US_PER_MS)
            .name("settledFrames").signed(foreseen.settled()).name("foreseenFrames").signed(foreseen.foreseen())
            .name("rollbacks").signed(foreseen.rollbacks()).name("steps").signed(foreseen.steps())
            .name("saves").signed(foreseen.saves())
            .name("bytesPerSecond").number(round(bytes / matches))
            .name("datagramsPerSecond").number(round(datagrams / matches)).endObject().toString();
    }

    private double latencyMs(final double percentile) {
        return latencies.getValueAtPercentile(percentile) / US_PER_MS;
    }

    private double maxMs() {
        return latencies.getMaxValue() / US_PER_MS;
    }

    private static double round(final double value) {
        return Math.round(value * ROUNDING) / ROUNDING;
    }
}
