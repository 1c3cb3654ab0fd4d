package io.lockstep.examples.peer;

import io.lockstep.core.session.SessionStatistics;
import io.lockstep.examples.report.Charts;
import io.lockstep.examples.report.ReportOption;
import io.lockstep.examples.report.ReportPage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/** A report about a match as one peer played it. Looks at the peer once a second. */
final class PeerPage {

    /** A day of play; what comes later is in the table alone. */
    private static final int MAX_SECONDS = 86_400;

    private final ReportOption option;
    private final MatchPeer peer;
    private final int tickRate;
    private final List<Charts.Span> stalls = new ArrayList<>();
    private int second;
    private long before;

    PeerPage(final ReportOption option, final MatchPeer peer, final int tickRate) {
        this.option = option;
        this.tickRate = tickRate;
        this.peer = peer;
    }

    /** A second is over. */
    void second() {
        final SessionStatistics statistics = peer.session().statistics();
        final long now = statistics.stallTicks();
        final double lasted = Math.min(1, (double) Math.max(0, now - before) / tickRate);
        if (lasted > 0 && second < MAX_SECONDS) {
            stalls.add(new Charts.Span(second, second + lasted));
        }
        before = now;
        second++;
    }

    void write(final PeerSummary summary) {
        final Measures measures = peer.measures();
        final ReportPage page = option.page("A match: " + summary.ending());
        page.table("In all", List.of(), Arrays.stream(summary.rows()).map(List::of).toList());
        final Map<String, Histogram> times = new LinkedHashMap<>();
        times.put("input latency", measures.latencyMicros());
        times.put("round trip", measures.rttMicros());
        page.figure("Input latency and round trips", "From sampling an input to simulating it, and to the others and"
            + " back; read: so many percent took no longer than this.", Charts.distribution(times));
        page.figure("Stalls", "How much of each second the match stood still, by this peer's clock.",
            Charts.timeLine(Map.of("player " + peer.player(), stalls), Math.max(1, second)));
        times.forEach((name, histogram) -> page.folded(name + " as .hgrm, ms", ReportOption.hgrm(histogram)));
        option.write(page);
    }
}
