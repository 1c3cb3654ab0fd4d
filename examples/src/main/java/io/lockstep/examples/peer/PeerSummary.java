package io.lockstep.examples.peer;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.session.SessionStatistics;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** What one peer has measured, for people and for machines. A copy: it does not change when the match goes on. */
public final class PeerSummary {

    private static final double US_PER_MS = 1000;
    private static final long NS_PER_US = 1000;
    private static final double NS_PER_SECOND = 1e9;
    private static final double MEDIAN = 50;
    private static final double P99 = 99;

    private final int player;
    private final long frames;
    private final int stateCrc;
    private final long checkedFrames;
    private final long desyncs;
    private final long repairs;
    private final long stallTicks;
    private final int leader;
    private final long term;
    private final long epoch;
    private final int[] members;
    private final List<LineUp.Change> dropped;
    private final List<LineUp.Change> left;
    private final List<LineUp.Change> joined;
    private final long aloneFrom;
    private final EndReason endReason;
    private final int inputDelay;
    private final boolean differs;
    private final boolean killed;
    /** For whom the match stands still, and how long; null while it is played. */
    private final String waiting;
    private final long farthestNs;
    private final Histogram rtt;
    private final Histogram latency;
    private final Histogram payload;
    private final long bytesPerSecond;
    private final AheadSummary ahead;

    /**
     * Takes the numbers of a peer.
     *
     * @param peer  on its thread
     * @param nowNs monotonic nanoseconds
     */
    public PeerSummary(final MatchPeer peer, final long nowNs) {
        final SessionStatistics statistics = peer.session().statistics();
        player = peer.player();
        frames = peer.session().frame();
        stateCrc = statistics.stateChecksum();
        checkedFrames = statistics.checkedFrames();
        desyncs = statistics.desyncs();
        repairs = statistics.repairs();
        stallTicks = statistics.stallTicks();
        leader = peer.lineUp().leader();
        term = peer.lineUp().term();
        epoch = peer.lineUp().epoch();
        inputDelay = peer.session().inputDelay();
        differs = peer.differs();
        killed = peer.killed();
        waiting = peer.waiting(nowNs);
        members = peer.lineUp().members();
        dropped = peer.lineUp().dropped();
        left = peer.lineUp().left();
        joined = peer.lineUp().joined();
        aloneFrom = peer.aloneFrom();
        endReason = peer.session().endReason();
        ahead = peer.ahead();
        farthestNs = farthestNs(peer);
        final Measures measures = peer.measures();
        rtt = measures.rttMicros().copy();
        payload = measures.payloadBytes().copy();
        latency = measures.latencyMicros().copy();
        final double seconds = peer.playedNs(nowNs) / NS_PER_SECOND;
        bytesPerSecond = seconds == 0 ? 0 : Math.round(bytesSent(statistics) / seconds);
    }

    /** The round trip of now to whoever is farthest of those in the match. */
    private static long farthestNs(final MatchPeer peer) {
        final SessionStatistics statistics = peer.session().statistics();
        long most = 0;
        for (int i = 0; i < statistics.peers(); i++) {
            if (peer.session().epoch().has(statistics.peer(i).peer())) {
                most = Math.max(most, statistics.peer(i).rttNs());
            }
        }
        return most;
    }

    private static long bytesSent(final SessionStatistics statistics) {
        long sum = 0;
        for (int i = 0; i < statistics.peers(); i++) {
            sum += statistics.peer(i).bytesSent();
        }
        return sum;
    }

    /**
     * Writes the summary as one JSON object; the keys and their order are part of the command line's contract.
     *
     * @param json where to write
     * @return the same writer
     */
    public JsonWriter writeTo(final JsonWriter json) {
        json.beginObject().name("player").signed(player).name("frames").signed(frames)
            .name("stateCrc").string(hex8(stateCrc)).name("checkedFrames").signed(checkedFrames)
            .name("desyncs").signed(desyncs).name("repairs").signed(repairs).name("stallTicks").signed(stallTicks)
            .name("members").beginArray();
        for (final int member : members) {
            json.signed(member);
        }
        json.endArray().name("leader").signed(leader).name("term").signed(term).name("epoch").signed(epoch);
        write(json.name("dropped"), dropped);
        write(json.name("left"), left);
        write(json.name("joined"), joined);
        json.name("aloneFrom").signed(aloneFrom).name("endReason").string(endReason.name())
            .name("rttMs").beginObject().name("p50").number(millis(rtt, MEDIAN)).name("p99").number(millis(rtt, P99))
            .endObject()
            .name("inputLatencyMs").beginObject().name("p50").number(millis(latency, MEDIAN))
            .name("p99").number(millis(latency, P99)).name("max").number(latency.getMaxValue() / US_PER_MS).endObject()
            .name("bytesPerSecond").signed(bytesPerSecond)
            .name("medianPayloadBytes").signed(payload.getValueAtPercentile(MEDIAN))
            .name("maxPayloadBytes").signed(payload.getMaxValue());
        if (ahead.isAny()) {
            ahead.writeTo(json.name("prediction"));
        }
        return json.endObject();
    }

    private static void write(final JsonWriter json, final List<LineUp.Change> changes) {
        json.beginArray();
        for (final LineUp.Change change : changes) {
            json.beginObject().name("peer").signed(change.peer()).name("frame").signed(change.frame()).endObject();
        }
        json.endArray();
    }

    /**
     * The state of things in one line, for once a second; while the match stands still it says for whom, and how long.
     *
     * @return such as {@code frame 120, 4 checked, 0 desyncs, rtt 0.2 ms, 0 stalls, 5760 B/s}
     */
    public String line() {
        return String.format(Locale.ROOT, "frame %d, %d checked, %d desyncs, rtt %s ms, input latency %s ms, "
            + "%d stalls, %d B/s%s", frames, checkedFrames, desyncs, text(rtt, MEDIAN), text(latency, MEDIAN),
            stallTicks, bytesPerSecond, waiting == null ? "" : ", " + waiting.replace('\n', ' '));
    }

    /**
     * The state of things now for where room is short; the round trip is that to the farthest.
     *
     * @return such as {@code frame 120  delay 2  rtt 0.2 ms  stalls 0  P0 leads  in step}
     */
    public String shortLine() {
        return String.format(Locale.ROOT, "frame %d  delay %d  rtt %s ms  stalls %d  %s  %s", frames, inputDelay,
            farthestNs == 0 ? "-" : text(farthestNs / NS_PER_US), stallTicks,
            leader < 0 ? "no leader" : "P" + leader + " leads", state());
    }

    /** Nobody is in step with players who are waited for, nor alone. */
    private String state() {
        if (differs) {
            return "DESYNC";
        }
        if (waiting != null) {
            return "waiting";
        }
        if (members.length < 2) {
            return "alone";
        }
        return desyncs == 0 ? "in step" : "in step again";
    }

    /**
     * Where the match ended here.
     *
     * @return such as {@code player 0 on frame 600 in state 1234abcd}
     */
    public String ending() {
        return "player " + player + " on frame " + frames + " in state " + hex8(stateCrc);
    }

    /**
     * Names and values, in the order to be shown.
     *
     * @return rows of two
     */
    public String[][] rows() {
        final String[][] rows = {
            {"frames simulated", String.valueOf(frames)},
            {"CRC32 of the last state", hex8(stateCrc)},
            {"frames compared", String.valueOf(checkedFrames)},
            {"desyncs", String.valueOf(desyncs)},
            {"states loaded to repair ours", String.valueOf(repairs)},
            {"stalled ticks", String.valueOf(stallTicks)},
            {"members", text(members)},
            {"last frame: leader, term, epoch", name(leader) + ", " + term + ", " + epoch},
            {"dropped, at frame", text(dropped)},
            {"left, at frame", text(left)},
            {"joined, at frame", text(joined)},
            {"alone, from frame on", aloneFrom < 0 ? "never" : String.valueOf(aloneFrom)},
            {"ended", killed ? "KILLED" : endReason.name()},
            {"round trip p50 / p99, ms", text(rtt, MEDIAN) + " / " + text(rtt, P99)},
            {"input latency p50 / p99 / max, ms", text(latency, MEDIAN) + " / " + text(latency, P99) + " / "
                + text(latency.getMaxValue())},
            {"payload median / max, bytes", payload.getValueAtPercentile(MEDIAN) + " / " + payload.getMaxValue()},
            {"sent, headers included, bytes/s", String.valueOf(bytesPerSecond)},
        };
        return ahead.isAny() ? Stream.concat(Arrays.stream(rows), Arrays.stream(ahead.rows())).toArray(String[][]::new)
            : rows;
    }

    /**
     * How many frames were simulated.
     *
     * @return a count
     */
    public long frames() {
        return frames;
    }

    /**
     * CRC32 of the state after the last of them.
     *
     * @return the checksum
     */
    public int stateCrc() {
        return stateCrc;
    }

    /**
     * How many comparisons of states failed.
     *
     * @return a count
     */
    public long desyncs() {
        return desyncs;
    }

    private static String name(final int player) {
        return player < 0 ? "nobody" : "player " + player;
    }

    private static String text(final int[] players) {
        return Arrays.stream(players).mapToObj(String::valueOf).collect(Collectors.joining(" "));
    }

    private static String text(final List<LineUp.Change> changes) {
        return changes.isEmpty() ? "nobody" : changes.stream()
            .map(change -> "player " + change.peer() + " at " + change.frame()).collect(Collectors.joining(", "));
    }

    private static String hex8(final int checksum) {
        return HexFormat.of().toHexDigits(checksum);
    }

    private static double millis(final Histogram micros, final double percentile) {
        return micros.getValueAtPercentile(percentile) / US_PER_MS;
    }

    private static String text(final Histogram micros, final double percentile) {
        return text(micros.getValueAtPercentile(percentile));
    }

    private static String text(final long micros) {
        return String.format(Locale.ROOT, "%.2f", micros / US_PER_MS);
    }
}
