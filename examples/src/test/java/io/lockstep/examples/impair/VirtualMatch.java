package io.lockstep.examples.impair;

import io.lockstep.core.session.EndReason;
import io.lockstep.core.session.Phase;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionEvent;
import io.lockstep.core.simnet.LinkConditions;
import io.lockstep.core.simnet.SimulatedNetwork;
import io.lockstep.core.simnet.VirtualClock;
import io.lockstep.core.transport.Transport;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.DogfightBot;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.zip.CRC32C;

/** A match of dogfight in virtual time, over whichever network. */
final class VirtualMatch {

    private static final long STEP_NS = 1_000_000L;
    /** A match that takes so many times as long as it should has frozen. */
    private static final int PATIENCE = 4;
    private static final int SEED = 7;

    final SimulatedNetwork network;
    final VirtualClock clock = new VirtualClock(0, 0);
    final List<Session> sessions = new ArrayList<>();
    final List<String> problems = new ArrayList<>();
    private final CRC32C trace = new CRC32C();
    private final long frames;

    private VirtualMatch(final int peers, final long frames, final LinkConditions conditions, final long seed) {
        this.frames = frames;
        network = new SimulatedNetwork(peers, seed).conditions(conditions);
    }

    /** Plays over the real stack. */
    static VirtualMatch overAeron(final int peers, final long frames, final LinkConditions conditions, final long seed) {
        final VirtualMatch match = new VirtualMatch(peers, frames, conditions, seed);
        try (VirtualAeron aeron = VirtualAeron.launch(match.network, peer -> match.clock, false)) {
            match.play(aeron::endpoint);
        }
        return match;
    }

    /** Plays over the model. */
    static VirtualMatch overModel(final int peers, final long frames, final LinkConditions conditions, final long seed) {
        final VirtualMatch match = new VirtualMatch(peers, frames, conditions, seed);
        match.play(match.network::endpoint);
        return match;
    }

    private void play(final IntFunction<Transport> transports) {
        for (int peer = 0; peer < network.peers(); peer++) {
            final Dogfight game = new Dogfight(network.peers(), SEED);
            sessions.add(Session.builder().gameId("virtual").matchId(SEED).seed(peer).players(network.peers())
                .localPlayer(peer).simulation(game).input(new DogfightBot(game, SEED + peer))
                .transport(transports.apply(peer)).endFrame(frames).build());
        }
        final long[] next = new long[sessions.size()];
        final long endNs = PATIENCE * frames * STEP_NS * 1000 / 60 + 10_000 * STEP_NS;
        while (!allEnded() && network.nowNs() < endNs) {
            network.advanceTo(network.nowNs() + STEP_NS);
            for (int peer = 0; peer < sessions.size(); peer++) {
                poll(peer, next);
            }
        }
        for (int peer = 0; peer < sessions.size(); peer++) {
            if (sessions.get(peer).endReason() != EndReason.FINISHED) {
                problems.add("peer " + peer + " ended with " + sessions.get(peer).endReason() + " at frame "
                    + sessions.get(peer).frame());
            }
        }
    }

    private void poll(final int peer, final long[] next) {
        final Session session = sessions.get(peer);
        session.poll(clock.localNs(network.nowNs()));
        while (session.step()) {
            if (session.frame() != ++next[peer]) {
                problems.add("peer " + peer + " at frame " + session.frame() + " after " + (next[peer] - 1));
            }
            add(peer);
            add(session.frame());
            add(network.nowNs());
            add(session.statistics().stateChecksum());
        }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            add(event.type().ordinal());
            if (event.type() == SessionEvent.Type.DESYNC) {
                problems.add("peer " + peer + ": desync at frame " + event.frame());
            }
        }
    }

    private void add(final long value) {
        for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
            trace.update((int) (value >>> shift));
        }
    }

    private boolean allEnded() {
        return sessions.stream().allMatch(session -> session.phase() == Phase.ENDED);
    }

    /** Of all that happened, and when. */
    long traceHash() {
        return trace.getValue();
    }

    /** Stalled ticks, latency, speed: one line. */
    String line() {
        long stalls = 0;
        double p50 = 0;
        double p99 = 0;
        for (final Session session : sessions) {
            stalls += session.statistics().stallTicks();
            p50 = Math.max(p50, session.statistics().inputLatencyMicros().getValueAtPercentile(50) / 1000.0);
            p99 = Math.max(p99, session.statistics().inputLatencyMicros().getValueAtPercentile(99) / 1000.0);
        }
        return "frames " + sessions.get(0).frame() + " stalls " + stalls + " latency " + p50 + " / " + p99
            + " ms, simulated " + network.nowNs() / 1_000_000 + " ms, crc "
            + Integer.toHexString(sessions.get(0).statistics().stateChecksum()) + " trace " + traceHash()
            + " " + problems;
    }
}
