package io.lockstep.testkit;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.core.input.IdSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How a simulated match went. Arrays have an element for each peer. Everything but {@link #wallMillis} is a function of
 * scenario and seed.
 */
public final class MatchResult {

    /** Above every number of an epoch: an epoch that led nowhere is not the result. */
    private static final long FINISHED_RANK = 1L << 40;
    private static final double US_PER_MS = 1000;
    private static final double NS_PER_MS = 1_000_000;
    private static final double NS_PER_S = 1_000_000_000;
    private static final double S_PER_MINUTE = 60;
    private static final double P50 = 50;
    private static final double P99 = 99;
    private static final double ROUNDING = 1000;

    /**
     * A peer begins to lead.
     *
     * @param atMs virtual milliseconds since the beginning
     * @param peer which
     * @param term the term it leads in
     */
    public record Leader(long atMs, int peer, long term) {
    }

    /**
     * A player is gone.
     *
     * @param peer  which
     * @param frame the first frame of which its input does not count
     */
    public record Cut(int peer, long frame) {
    }

    /**
     * A peer's game was made to go wrong.
     *
     * @param peer    whose
     * @param frame   in which frame
     * @param kind    how
     * @param section where its state first differed from what it should have been
     * @param field   the first field there that did
     * @param lasting whether it still differed from another peer's after the next check frame, so that it was to be
     *                reported
     */
    public record Divergence(int peer, long frame, DivergenceKind kind, String section, String field,
                             boolean lasting) {
    }

    /**
     * A time in which a frame of a peer was overdue.
     *
     * @param peer whose
     * @param atMs virtual milliseconds since the beginning at which the frame was due
     * @param ms   for how long it was overdue
     */
    public record Stall(int peer, double atMs, double ms) {
    }

    /** What was played. */
    public final Scenario scenario;
    /** The seed it was played with. */
    public final long seed;
    /** Promises that were broken; none if all is well. */
    public final List<Violation> violations;
    /** Frames simulated. */
    public final long[] frames;
    /** CRC32 of the state after the last of them. */
    public final int[] stateCrc;
    /** Virtual time the match took, nanoseconds. */
    public final long simulatedNs;
    /** Due ticks in which no frame was simulated. */
    public final long[] stallTicks;
    /** The longest time for which a frame was overdue, nanoseconds. */
    public final long[] longestStallNs;
    /** When frames were overdue, of each peer the first 512 times. */
    public final List<Stall> stalls;
    /** Frames simulated for each tick of time: 1 is the nominal rate. */
    public final double[] rate;
    /** Sent, all headers included, while statistics were taken. */
    public final double[] bytesPerSecond;
    /** Sent while statistics were taken. */
    public final double[] datagramsPerSecond;
    /** Longest payload anybody sent. */
    public final int maxPayloadBytes;
    /** What happened to the datagrams. */
    public final MatchWorld.Faults faults;
    /** Who came to lead, in the order of time. */
    public final List<Leader> leaders;
    /** Members at the end of the match. */
    public final IdSet members;
    /** Who went, in the order in which the first one said so. */
    public final List<Cut> cuts;
    /** What was made to go wrong with anybody's game, in the order of frames at each peer. */
    public final List<Divergence> divergences;
    /** Reports that named the field of a difference. */
    public final int namedDivergences;
    /** Datagrams of former processes and epochs that were sent again. */
    public final long replays;
    /** Whether there was anybody of whom LIVENESS could be asked: enough to decide were left, and it was asked. */
    public final boolean judged;
    /** Quiet seconds of one direction of a line, whose datagrams and bytes were compared with the formula. */
    public final long quietSeconds;
    /** Hash of everything that happened, in its order. */
    public final long traceHash;
    /** Real time the run took, milliseconds; filled in by whoever has a clock. */
    public long wallMillis;

    private final MatchMeter meter;

    MatchResult(final MatchPlan match, final MatchMeter meter, final Processes processes, final Trace trace,
                final MatchWorld.Faults faults, final long nowNs, final long measuredNs) {
        final ObservedPeer[] peers = processes.peers;
        final MembershipOracle membership = processes.oracle.membership();
        this.meter = meter;
        this.faults = faults;
        violations = List.copyOf(processes.oracle.violations());
        leaders = membership.leaderChanges().stream()
            .map(one -> new Leader(one.atMs(), one.peer(), one.term())).toList();
        divergences = processes.divergences == null ? List.of() : processes.divergences.all().stream()
            .map(one -> new Divergence(one.peer(), one.frame(), one.kind(), one.section(), one.field(), one.lasting()))
            .toList();
        cuts = membership.cuts().stream().map(one -> new Cut(one.peer(), one.frame())).toList();
        namedDivergences = processes.divergences == null ? 0 : processes.divergences.reports().named();
        replays = processes.attack == null ? 0 : processes.attack.count();
        judged = meter.judged();
        quietSeconds = processes.costs.quietSeconds();
        scenario = match.scenario();
        seed = match.seed();
        simulatedNs = nowNs;
        frames = new long[peers.length];
        stateCrc = new int[peers.length];
        stallTicks = new long[peers.length];
        longestStallNs = new long[peers.length];
        rate = new double[peers.length];
        bytesPerSecond = new double[peers.length];
        datagramsPerSecond = new double[peers.length];
        final List<Stall> overdue = new ArrayList<>();
        int longest = 0;
        for (int peer = 0; peer < peers.length; peer++) {
            final ObservedPeer one = peers[peer];
            for (final StallAccount.Span span : one.stalls.spans()) {
                overdue.add(new Stall(peer, span.fromNs() / NS_PER_MS, (span.toNs() - span.fromNs()) / NS_PER_MS));
            }
            frames[peer] = one.frame(scenario.startFrame) - scenario.startFrame;
            stateCrc[peer] = one.session == null ? 0 : one.session.statistics().stateChecksum();
            stallTicks[peer] = one.stalls.stalledTicks();
            rate[peer] = one.stalls.rate();
            longestStallNs[peer] = one.stalls.longestNs();
            bytesPerSecond[peer] = one.transport.bytes() * NS_PER_S / Math.max(1, measuredNs);
            datagramsPerSecond[peer] = one.transport.datagrams() * NS_PER_S / Math.max(1, measuredNs);
            longest = Math.max(longest, one.transport.maxPayload());
        }
        stalls = List.copyOf(overdue);
        maxPayloadBytes = longest;
        for (int peer = 0; peer < peers.length; peer++) {
            trace.add(frames[peer], stateCrc[peer]);
        }
        traceHash = trace.value();
        members = IdSet.peers(finalMembers(peers));
    }

    /** Members of the newest epoch of those who came to the end, or of all when nobody did. */
    private int finalMembers(final ObservedPeer[] peers) {
        int newest = scenario.seatedAtStart();
        long best = FrameWindow.NEVER;
        for (final ObservedPeer peer : peers) {
            if (peer.playedEpoch != FrameWindow.NEVER) {
                final long rank = peer.playedEpoch + (peer.finished() ? FINISHED_RANK : 0);
                newest = rank > best ? peer.playedMembers : newest;
                best = Math.max(best, rank);
            }
        }
        return newest;
    }

    /**
     * Was every promise kept?
     *
     * @return true if no violation was found
     */
    public boolean ok() {
        return violations.isEmpty();
    }

    /**
     * From sampling an input at its owner to simulating it at another peer.
     *
     * @param percentile 0 to 100
     * @return milliseconds
     */
    public double inputLatencyMs(final double percentile) {
        return meter.latencyMicros().getValueAtPercentile(percentile) / US_PER_MS;
    }

    /**
     * Adds the input latencies of this match to those of others.
     *
     * @param sum a histogram of microseconds
     */
    public void addLatenciesTo(final Histogram sum) {
        sum.add(meter.latencyMicros());
    }

    /**
     * From sampling an input to showing it at its owner.
     *
     * @param percentile 0 to 100
     * @return milliseconds
     */
    public double localLatencyMs(final double percentile) {
        return meter.localMicros().getValueAtPercentile(percentile) / US_PER_MS;
    }

    /**
     * Adds the latencies at the owners of inputs to those of other matches.
     *
     * @param sum a histogram of microseconds
     */
    public void addLocalLatenciesTo(final Histogram sum) {
        sum.add(meter.localMicros());
    }

    /**
     * What playing ahead has brought and cost.
     *
     * @return sums over all peers
     */
    public Foreseen foreseen() {
        return meter.foreseen();
    }

    /**
     * The input delay in use, averaged over all inputs sampled.
     *
     * @return ticks
     */
    public double meanInputDelay() {
        return meter.meanDelay();
    }

    /**
     * The highest input delay of anybody at any time.
     *
     * @return ticks
     */
    public long maxInputDelay() {
        return meter.maxDelay();
    }

    /**
     * One line, as people read it.
     *
     * @return scenario, seed, outcome and figures
     */
    public String summary() {
        final StringBuilder line = new StringBuilder(scenario.name).append(" seed ").append(seed).append(": ");
        if (!ok()) {
            line.append("FAILED ").append(violations.get(0)).append("; ");
        } else {
            line.append("ok, ");
        }
        long stalled = 0;
        long longest = 0;
        for (int peer = 0; peer < frames.length; peer++) {
            stalled += stallTicks[peer];
            longest = Math.max(longest, longestStallNs[peer]);
        }
        final double minutes = (double) meter.foreseen().settled() / scenario.tickRate / S_PER_MINUTE;
        final long least = Arrays.stream(frames).min().orElse(0);
        return line.append(frames.length).append(" peers, ").append(least).append(" frames, ").append(stalled)
            .append(" stalled ticks, longest ").append(round(longest / NS_PER_MS)).append(" ms, delay ")
            .append(round(meter.meanDelay())).append(" ticks, latency p99 ").append(inputLatencyMs(P99))
            .append(" ms")
            .append(meter.foreseen().saves() == 0 ? ""
                : ", " + round(meter.foreseen().rollbacks() / minutes) + " corrections/min")
            .append(", trace ").append(HexFormat.of().toHexDigits(traceHash)).toString();
    }

    /** Returns the {@link #summary}, which names the first broken promise, so that a failed assertion shows it. */
    @Override
    public String toString() {
        return summary();
    }

    /**
     * The result as one line of JSON.
     *
     * @return an object with the keys of the result format, in its order
     */
    public String toJson() {
        final JsonWriter out = new JsonWriter();
        out.beginObject().name("scenario").string(scenario.name).name("seed").signed(seed).name("ok").bool(ok())
            .name("violations").beginArray();
        for (final Violation violation : violations) {
            out.beginObject().name("promise").string(violation.promise()).name("frame").signed(violation.frame())
                .name("peers").beginArray();
            for (final int peer : violation.peers()) {
                out.signed(peer);
            }
            out.endArray().name("detail").string(violation.detail()).endObject();
        }
        out.endArray();
        longs(out.name("frames"), frames);
        out.name("stateCrc").beginArray();
        for (final int crc : stateCrc) {
            out.string(HexFormat.of().toHexDigits(crc));
        }
        out.endArray().name("simulatedSeconds").number(round(simulatedNs / NS_PER_S)).name("wallMillis")
            .signed(wallMillis);
        figures(out);
        membership(out);
        out.name("desyncs").beginArray();
        for (final MatchMeter.Desync desync : meter.desyncs()) {
            out.beginObject().name("frame").signed(desync.frame()).name("peer").signed(desync.peer())
                .name("section");
            text(out, desync.section());
            text(out.name("field"), desync.field());
            out.endObject();
        }
        out.endArray().name("faults").beginObject().name("dropped").signed(faults.dropped())
            .name("duplicated").signed(faults.duplicated()).name("reordered").signed(faults.reordered())
            .name("corrupted").signed(faults.corrupted()).name("partitioned").signed(faults.partitioned()).endObject();
        return out.name("traceHash").string(HexFormat.of().toHexDigits(traceHash)).endObject().toString();
    }

    private void membership(final JsonWriter out) {
        out.name("leaders").beginArray();
        for (final Leader leader : leaders) {
            out.beginObject().name("atMs").signed(leader.atMs()).name("peer").signed(leader.peer()).name("term")
                .signed(leader.term()).endObject();
        }
        out.endArray().name("members").beginArray();
        for (int peer = 0; peer < frames.length; peer++) {
            if (members.contains(peer)) {
                out.signed(peer);
            }
        }
        out.endArray().name("cuts").beginArray();
        for (final Cut cut : cuts) {
            out.beginObject().name("peer").signed(cut.peer()).name("frame").signed(cut.frame()).endObject();
        }
        out.endArray();
    }

    private void figures(final JsonWriter out) {
        longs(out.name("stallTicks"), stallTicks);
        out.name("longestStallMs").beginArray();
        for (final long longest : longestStallNs) {
            out.number(round(longest / NS_PER_MS));
        }
        out.endArray().name("inputDelayTicks").beginObject().name("min").signed(meter.minDelay())
            .name("mean").number(round(meter.meanDelay())).name("max").signed(meter.maxDelay()).endObject()
            .name("inputLatencyMs").beginObject().name("p50").number(inputLatencyMs(P50))
            .name("p99").number(inputLatencyMs(P99))
            .name("max").number(meter.latencyMicros().getMaxValue() / US_PER_MS).endObject();
        doubles(out.name("bytesPerSecond"), bytesPerSecond);
        doubles(out.name("datagramsPerSecond"), datagramsPerSecond);
        out.name("maxPayloadBytes").signed(maxPayloadBytes);
    }

    private static void text(final JsonWriter out, final String text) {
        if (text == null) {
            out.nothing();
        } else {
            out.string(text);
        }
    }

    private static void longs(final JsonWriter out, final long[] values) {
        out.beginArray();
        for (final long value : values) {
            out.signed(value);
        }
        out.endArray();
    }

    private static void doubles(final JsonWriter out, final double[] values) {
        out.beginArray();
        for (final double value : values) {
            out.number(round(value));
        }
        out.endArray();
    }

    private static double round(final double value) {
        return Math.round(value * ROUNDING) / ROUNDING;
    }
}
