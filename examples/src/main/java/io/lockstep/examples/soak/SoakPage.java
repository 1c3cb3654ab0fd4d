package io.lockstep.examples.soak;

import io.lockstep.examples.report.Charts;
import io.lockstep.examples.report.ReportOption;
import io.lockstep.examples.report.ReportPage;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Profile;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A report about many matches: what a person looks at first, and then the figures of each. */
final class SoakPage {

    private static final List<String> MATCHES = List.of("match", "seed", "kept", "peers", "frames", "stalled ticks",
        "longest stall ms", "delay ticks", "p50 ms", "p99 ms", "max ms", "B/s of a peer");
    private static final int DIGITS = 3;
    private static final long MAX_LATENCY_US = 600_000_000L;
    /** Lines that one can tell apart; all further matches are in one. */
    private static final int MAX_LINES = 11;
    /** Rows of a time line that fit on a screen. */
    private static final int MAX_ROWS = 24;
    /** Matches that get a row of a table; those that failed get theirs all the same. */
    private static final int MAX_MATCHES = 500;
    private static final double MS_PER_S = 1000;
    private static final double NS_PER_S = 1e9;
    private static final double NS_PER_MS = 1e6;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double P100 = 100;

    private final ReportOption option;
    private final Map<String, Histogram> latencies = new LinkedHashMap<>();
    private final Map<String, List<Charts.Span>> stalls = new LinkedHashMap<>();
    private final List<List<String>> matches = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();
    private final List<String> failed = new ArrayList<>();
    private double seconds;
    private long played;

    SoakPage(final ReportOption option) {
        this.option = option;
    }

    /** A match was played; of some one wants to see when they stalled. */
    synchronized void match(final Fleet.Outcome outcome, final boolean drawn) {
        final MatchResult result = outcome.result();
        final String name = result.scenario.name;
        played++;
        final String line = latencies.containsKey(name) || latencies.size() < MAX_LINES ? name : "all others";
        result.addLatenciesTo(latencies.computeIfAbsent(line, key -> new Histogram(MAX_LATENCY_US, DIGITS)));
        seconds = Math.max(seconds, result.simulatedNs / NS_PER_S);
        for (int peer = 0; drawn && peer < result.frames.length && stalls.size() < MAX_ROWS; peer++) {
            final int whose = peer;
            stalls.put(name + " " + result.seed + ", peer " + peer, result.stalls.stream()
                .filter(stall -> stall.peer() == whose).map(stall -> new Charts.Span(stall.atMs() / MS_PER_S,
                    (stall.atMs() + stall.ms()) / MS_PER_S)).toList());
        }
        if (!outcome.ok()) {
            failed.add(result.summary());
        }
        if (matches.size() < MAX_MATCHES || !outcome.ok()) {
            matches.add(cells(name, result, outcome.ok()));
        }
    }

    private static List<String> cells(final String name, final MatchResult result, final boolean ok) {
        return List.of(name, String.valueOf(result.seed), ok ? "yes" : "NO", String.valueOf(result.frames.length),
            String.valueOf(Arrays.stream(result.frames).min().orElse(0)),
            String.valueOf(Arrays.stream(result.stallTicks).sum()),
            number(Arrays.stream(result.longestStallNs).max().orElse(0) / NS_PER_MS), number(result.meanInputDelay()),
            number(result.inputLatencyMs(P50)), number(result.inputLatencyMs(P99)), number(result.inputLatencyMs(P100)),
            number(Arrays.stream(result.bytesPerSecond).average().orElse(0)));
    }

    /** A row of a table was made. */
    synchronized void row(final Profile profile, final String text, final ProfileRow row) {
        final List<String> cells = new ArrayList<>(List.of(profile.key() + text));
        cells.addAll(List.of(row.cells()));
        rows.add(cells);
    }

    /** Writes what was played so far. */
    synchronized void write() {
        final ReportPage page = option.page("Simulated matches: " + played + " played, "
            + (failed.isEmpty() ? "every promise kept" : failed.size() + " failed"));
        if (!failed.isEmpty()) {
            page.table("Failed", List.of(), failed.stream().map(List::of).toList());
        }
        if (!rows.isEmpty()) {
            final List<String> names = new ArrayList<>(List.of("profile"));
            names.addAll(List.of(ProfileRow.NAMES));
            page.table("Profiles", names, rows);
        }
        if (played > 0) {
            page.figure("Input latency", "From sampling an input to simulating it at another peer; read: so many"
                + " percent of all inputs took no longer than this.", Charts.distribution(latencies));
            page.figure("Stalls", "When a frame was overdue, of " + stalls.size() + " peers.",
                Charts.timeLine(stalls, seconds));
        }
        page.table("Matches" + (played > matches.size() ? ", the first " + MAX_MATCHES + " and those that failed" : ""),
            MATCHES, matches);
        latencies.forEach((name, histogram) -> page.folded(name + ": input latency as .hgrm, ms",
            ReportOption.hgrm(histogram)));
        option.write(page);
    }

    private static String number(final double value) {
        return String.format(Locale.ROOT, "%.2f", value);
    }
}
