package io.lockstep.examples.soak;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.game.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.testkit.FaultCounters;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.SimulatedUdp;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;

/**
 * A match of one {@link RateCase} in virtual time. All bytes of inputs and events are drawn, so that no datagram can
 * leave any out. The peers are polled at different times, like game loops that are not synchronized.
 */
final class RateMatch {

    private static final long NS_PER_MS = 1_000_000L;
    private static final long NS_PER_S = 1_000_000_000L;
    /** Longest time between two polls of a peer, in nanoseconds: that of a game loop that sleeps. */
    private static final long POLL_NS = 4 * NS_PER_MS;
    /** Longest time until all peers play, in nanoseconds: after it they never will. */
    private static final long CONNECT_NS = 30 * NS_PER_S;
    /** Time that the figures leave out, in nanoseconds: it suffices to find the input delay. */
    private static final long WARM_UP_NS = 10 * NS_PER_S;
    /** Longest wait that is recorded, in microseconds: a minute. */
    private static final long MAX_WAIT_US = 60_000_000L;
    private static final long NS_PER_US = 1000;
    private static final int DIGITS = 3;
    /** Number of events that wait at the beginning, so that there is one for each frame. */
    private static final int EVENTS_AHEAD = 2;
    private static final int PERCENT = 100;
    /** Size of the Aeron header that the network adds to each datagram, in bytes: plain UDP has none. */
    private static final int FRAME_BYTES = 32;

    private final RateCase what;
    private final long seed;
    private final boolean udp;
    private final SimulatedNetwork network;
    private final Session[] sessions;
    private final int[] owedEvents;
    private final SplittableRandom random;
    private final byte[] event;
    private final long pollNs;
    private final Histogram waits = new Histogram(MAX_WAIT_US, DIGITS);
    private boolean measures;
    private long nowNs;
    private int turn;

    /**
     * The result of a match.
     *
     * @param refused      the reason why {@code build()} refused the combination, or null
     * @param ended        the end of a match that no longer plays or never did, or null
     * @param rate         frames of the slowest peer, in per cent of the frames due in the time
     * @param stalled      ticks without a frame, in per cent of the due ticks
     * @param bytes        bytes a second sent by a peer, headers included
     * @param delay        input delay at the end, in ticks
     * @param dropped      datagrams that found the line's queue full, in per cent
     * @param waits        times that datagrams waited for the line, in microseconds
     */
    record Result(String refused, String ended, double rate, double stalled, double bytes, double delay,
                  double dropped, Histogram waits) {
    }

    /** Folds all inputs and events into one number. */
    private static final class Folded implements Simulation {

        private static final long FACTOR = 0x9E3779B97F4A7C15L;

        private long hash;

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                hash = (hash ^ inputs.bits(player)) * FACTOR + inputs.event(player).remaining();
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.section("game");
            out.writeLong("hash", hash);
        }

        @Override
        public void load(final ByteBuffer state) {
            hash = state.getLong();
        }
    }

    private RateMatch(final RateCase what, final long seed, final boolean udp) {
        this.what = what;
        this.seed = seed;
        this.udp = udp;
        random = new SplittableRandom(seed);
        event = new byte[what.eventBytes()];
        pollNs = Math.min(POLL_NS, NS_PER_S / what.tickRate() / 2);
        sessions = new Session[what.peers()];
        owedEvents = new int[what.peers() * what.local()];
        network = new SimulatedNetwork(what.peers(), seed).conditions(
            LinkConditions.latency(what.rttMs() / 2.0).withLoss(what.loss() / PERCENT));
        for (int peer = 0; what.uplink() > 0 && peer < sessions.length; peer++) {
            network.uplink(peer, what.uplinkBps(), RateCase.QUEUE_MS);
        }
        network.tap((from, to, lane, tag, payload) -> {
            if (measures) {
                waits.recordValue(Math.min(MAX_WAIT_US, network.uplinkWaitNs(from) / NS_PER_US));
            }
        });
    }

    /**
     * Plays a match.
     *
     * @param what    the combination
     * @param seed    the seed of network, sessions and inputs
     * @param udp     whether the peers speak plain UDP instead of the network's model of Aeron
     * @param seconds the measured time
     * @return the result
     */
    static Result play(final RateCase what, final long seed, final boolean udp, final int seconds) {
        final RateMatch match = new RateMatch(what, seed, udp);
        try {
            match.build();
        } catch (final IllegalArgumentException refused) {
            return new Result(refused.getMessage(), null, 0, 0, 0, 0, 0, match.waits);
        }
        return match.measure(seconds);
    }

    private void build() {
        for (int peer = 0; peer < sessions.length; peer++) {
            final SessionConfig config = Session.builder().simulation(new Folded()).input(this::sample)
                .transport(udp ? new SimulatedUdp(network, peer, seed * what.peers() + peer) : network.endpoint(peer))
                .gameId("rates").matchId(seed).sessionSeed(seed * what.peers() + peer)
                .players(what.peers() * what.local()).localPlayers(peer, what.others(peer))
                .tickRate(what.tickRate()).inputBytes(what.inputBytes()).maxEventBytes(what.eventBytes());
            for (int other = 0; other < sessions.length; other++) {
                config.peer(other, what.others(other));
            }
            sessions[peer] = config.build();
        }
    }

    private void sample(final long frame, final int player, final ByteBuffer input) {
        while (input.hasRemaining()) {
            input.put((byte) random.nextInt());
        }
        owedEvents[player]++;
    }

    private Result measure(final int seconds) {
        Arrays.fill(owedEvents, EVENTS_AHEAD);
        while (!isPlaying() && nowNs < CONNECT_NS) {
            pollNext();
        }
        if (!isPlaying()) {
            return ended();
        }
        playFor(WARM_UP_NS);
        measures = true;
        final long[] frames = new long[sessions.length];
        for (int peer = 0; peer < frames.length; peer++) {
            frames[peer] = sessions[peer].frame();
        }
        final long stalls = stalls();
        final long bytes = bytes();
        final long datagrams = datagrams();
        final long dropped = network.counters().queueDropped();
        playFor(seconds * NS_PER_S);
        if (!isPlaying()) {
            return ended();
        }
        final double due = (double) seconds * what.tickRate();
        long slowest = Long.MAX_VALUE;
        double delay = 0;
        for (int peer = 0; peer < frames.length; peer++) {
            slowest = Math.min(slowest, sessions[peer].frame() - frames[peer]);
            delay += (double) sessions[peer].inputDelay() / frames.length;
        }
        return new Result(null, null, PERCENT * slowest / due, PERCENT * (stalls() - stalls) / due / frames.length,
            (double) (bytes() - bytes) / seconds / frames.length, delay,
            PERCENT * (double) (network.counters().queueDropped() - dropped)
                / Math.max(1, datagrams() - datagrams), waits);
    }

    private Result ended() {
        for (final Session session : sessions) {
            if (session.phase() != Phase.PLAYING) {
                return new Result(null, session.phase() + " " + session.endReason(), 0, 0, 0, 0, 0, waits);
            }
        }
        throw new IllegalStateException("everybody plays");
    }

    private boolean isPlaying() {
        for (final Session session : sessions) {
            if (session.phase() != Phase.PLAYING) {
                return false;
            }
        }
        return true;
    }

    private long stalls() {
        long stalls = 0;
        for (final Session session : sessions) {
            stalls += session.statistics().stallTicks();
        }
        return stalls;
    }

    private long bytes() {
        return network.counters().wireBytes() - (udp ? FRAME_BYTES * network.counters().datagrams() : 0);
    }

    /** Returns the number of datagrams sent, including those that repaired a stream. */
    private long datagrams() {
        final FaultCounters counters = network.counters();
        return counters.datagrams() + counters.repaired();
    }

    private void playFor(final long durationNs) {
        final long endNs = nowNs + durationNs;
        while (nowNs < endNs) {
            pollNext();
        }
    }

    private void pollNext() {
        final Session session = sessions[turn];
        network.advanceTo(nowNs);
        session.poll(nowNs);
        while (session.step()) {
            // Executes every frame that is due.
        }
        while (session.nextEvent() != null) {
            // Events do not matter here.
        }
        if (event.length > 0 && session.phase() == Phase.PLAYING) {
            sendEvents(session);
        }
        turn = (turn + 1) % sessions.length;
        nowNs += pollNs / sessions.length;
    }

    /** Sends as many events as inputs were sampled, so that each frame has one. */
    private void sendEvents(final Session session) {
        for (int player = turn; player < owedEvents.length; player += sessions.length) {
            for (boolean isTaken = true; owedEvents[player] > 0 && isTaken;) {
                random.nextBytes(event);
                isTaken = session.sendEvent(player, ByteBuffer.wrap(event));
                owedEvents[player] -= isTaken ? 1 : 0;
            }
        }
    }
}
