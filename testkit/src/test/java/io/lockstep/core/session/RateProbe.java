package io.lockstep.core.session;

import io.lockstep.core.game.Phase;
import io.lockstep.core.transport.Lane;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Plays matches with large inputs, many events, high tick rates and long or narrow lines, and reports the first that
 * did not keep its tick rate.
 */
public final class RateProbe {

    /** Time until the clocks agree and the input delay fits the line. */
    private static final long WARM_MS = 12_000;
    private static final long MEASURED_MS = 10_000;
    private static final long MS_PER_S = 1000;

    private RateProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        matches.put("large inputs", RateProbe::largeInputs);
        matches.put("large events", RateProbe::largeEvents);
        matches.put("narrow line", RateProbe::narrowLine);
        matches.put("lossy line", RateProbe::lossyLine);
        matches.put("gaps", RateProbe::gaps);
        return matches;
    }

    /** A match and its line. */
    static final class Play {
        int peers = 2;
        int locals = 1;
        int inputBytes = 2;
        int eventBytes;
        int tickRate = 60;
        LinkConditions line = LinkConditions.PERFECT;
        /** Interval of lost datagrams with inputs of the first peer: 20 loses each twentieth one, 0 none. */
        int losesEach;
        long seed = 1;

        Play line(final LinkConditions conditions) {
            line = conditions;
            return this;
        }

        Play inputs(final int bytes) {
            inputBytes = bytes;
            return this;
        }

        Play events(final int bytes) {
            eventBytes = bytes;
            return this;
        }

        Play rate(final int hertz) {
            tickRate = hertz;
            return this;
        }

        Play locals(final int players) {
            locals = players;
            return this;
        }

        Play peers(final int count) {
            peers = count;
            return this;
        }

        Play seed(final long number) {
            seed = number;
            return this;
        }

        Play losesEach(final int datagrams) {
            losesEach = datagrams;
            return this;
        }
    }

    /** The result of a match. */
    static final class Outcome {
        /** Frames of the slowest peer for each tick of true time. */
        double rate;
        /** Bytes a second from one peer to one other. */
        double bytesPerSecond;
        /** The longest smoothed round trip during the measurement. */
        long longestRttMs;
        long stalls;
        int delay;
        boolean alike;

        @Override
        public String toString() {
            return "rate " + rate + ", " + bytesPerSecond + " B/s, longest round trip " + longestRttMs + " ms, "
                + stalls + " stalls, delay " + delay + (alike ? "" : ", states differ");
        }
    }

    static Outcome play(final Play play) {
        final SimulatedNetwork network = new SimulatedNetwork(Math.max(2, play.peers), play.seed).conditions(play.line)
            .followPolls();
        final Match match = new Match(network, play.peers, (peer, config) -> configure(play, peer, config));
        match.stepNs = play.tickRate > 100 ? Match.MS : 2 * Match.MS;
        if (play.losesEach > 0) {
            final int[] sent = new int[1];
            match.transports.get(0).outgoing = datagram -> datagram.lane != Lane.INPUT
                || ++sent[0] % play.losesEach != 0;
        }
        final byte[] event = new byte[play.eventBytes];
        Arrays.fill(event, (byte) 1);
        final Outcome outcome = new Outcome();
        runFor(match, WARM_MS, event, play, null);
        final long[] from = match.sessions.stream().mapToLong(Session::frame).toArray();
        final long stalls = stalls(match);
        final long bytes = bytes(match);
        runFor(match, MEASURED_MS, event, play, outcome);
        outcome.rate = Double.MAX_VALUE;
        for (int peer = 0; peer < play.peers; peer++) {
            outcome.rate = Math.min(outcome.rate, (match.sessions.get(peer).frame() - from[peer])
                / (double) (play.tickRate * MEASURED_MS / MS_PER_S));
        }
        outcome.stalls = stalls(match) - stalls;
        outcome.delay = match.sessions.get(0).inputDelay();
        outcome.bytesPerSecond = (bytes(match) - bytes) * MS_PER_S / (double) MEASURED_MS
            / (play.peers * Math.max(1, play.peers - 1));
        outcome.alike = match.sessions.stream().allMatch(session -> session.statistics().desyncs() == 0
            && session.phase() == Phase.PLAYING);
        return outcome;
    }

    private static void configure(final Play play, final int peer, final SessionConfig config) {
        final Random random = new Random(peer);
        final byte[] bytes = new byte[play.inputBytes];
        config.inputBytes(play.inputBytes).tickRate(play.tickRate).maxEventBytes(play.eventBytes)
            .players(play.peers * play.locals)
            .input((frame, player, input) -> {
                random.nextBytes(bytes);
                input.put(bytes);
            });
        if (play.locals > 1) {
            for (int other = 0; other < play.peers; other++) {
                seat(play, peer, other, config);
            }
        }
    }

    private static void seat(final Play play, final int peer, final int other, final SessionConfig config) {
        final int[] players = new int[play.locals - 1];
        for (int i = 1; i < play.locals; i++) {
            players[i - 1] = play.peers + other * (play.locals - 1) + i - 1;
        }
        if (other == peer) {
            config.localPlayers(other, players);
        } else {
            config.peer(other, players);
        }
    }

    private static void runFor(final Match match, final long milliseconds, final byte[] event, final Play play,
                               final Outcome outcome) {
        match.runUntil(milliseconds, () -> {
            for (int peer = 0; peer < play.peers; peer++) {
                final Session session = match.sessions.get(peer);
                if (event.length > 0 && session.phase() == Phase.PLAYING) {
                    session.sendEvent(peer, ByteBuffer.wrap(event));
                }
                if (outcome != null) {
                    final long rttNs = session.statistics().peer(0).rttNs();
                    outcome.longestRttMs = Math.max(outcome.longestRttMs, rttNs / Match.MS);
                }
            }
            return false;
        });
    }

    private static long stalls(final Match match) {
        return match.sessions.stream().mapToLong(session -> session.statistics().stallTicks()).sum();
    }

    private static long bytes(final Match match) {
        long sum = 0;
        for (final Session session : match.sessions) {
            for (int link = 0; link < session.statistics().peers(); link++) {
                sum += session.statistics().peer(link).bytesSent();
            }
        }
        return sum;
    }

    private static String atLeast(final double rate, final Outcome outcome) {
        return outcome.alike && outcome.rate >= rate ? null : outcome.toString();
    }

    /** An event of 255 bytes in each frame, 200 ms one way. */
    static String largeEvents() {
        return atLeast(0.99167, play(new Play().events(255).line(LinkConditions.latency(200))));
    }

    /** Inputs of 64 bytes, 300 ms one way, each sent about once: 60 of them with their headers take 9 KB/s. */
    static String largeInputs() {
        final Outcome outcome = play(new Play().inputs(64).line(LinkConditions.latency(300)));
        return outcome.bytesPerSecond > 12_000 ? outcome.toString() : atLeast(0.99167, outcome);
    }

    /** A line that is wide enough to send each input once, but not all unacknowledged inputs each time. */
    static String narrowLine() {
        final Outcome outcome = play(new Play().inputs(8)
            .line(LinkConditions.latency(100).withBandwidth(80_000, 100)));
        return outcome.longestRttMs > 250 ? outcome.toString() : atLeast(0.99, outcome);
    }

    /** A line that loses one datagram in twenty. */
    static String lossyLine() {
        return atLeast(0.97, play(new Play().inputs(64).line(LinkConditions.latency(60).withLoss(0.05))));
    }

    /** One datagram in 200 is lost: the later ones wait only for it. */
    static String gaps() {
        return atLeast(0.96, play(new Play().inputs(64).line(LinkConditions.latency(150)).losesEach(200)));
    }
}
