package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;

/** Several sessions over one simulated network, driven by a clock that the test moves. */
final class Match {

    static final long MS = 1_000_000L;
    /** Ids there are in a match whose peers a test names: as many as its configurations may speak of. */
    private static final int SEATS = 4;

    final List<Session> sessions = new ArrayList<>();
    final List<TestGame> games = new ArrayList<>();
    final List<List<String>> events = new ArrayList<>();
    final List<TestTransport> transports = new ArrayList<>();
    final Set<Integer> killed = new HashSet<>();
    long nowNs = 1_000 * MS;
    /** Does the application of one of two agree to load the other's state? */
    boolean acceptsRepairs = true;
    /** From one poll of everybody to the next. */
    long stepNs;

    Match(final int peers, final long latencyMs, final BiConsumer<Integer, SessionConfig> adjust) {
        this(CoreCarrier.MEMORY, peers, latencyMs, adjust);
    }

    Match(final Carrier carrier, final int peers, final long latencyMs,
          final BiConsumer<Integer, SessionConfig> adjust) {
        this(carrier, network(peers, latencyMs), peers, adjust);
    }

    /** Peers with the given ids, whose configurations may say anything: nobody sits at the ids left out. */
    Match(final int[] ids, final long latencyMs, final BiConsumer<Integer, SessionConfig> adjust) {
        this(CoreCarrier.MEMORY, ids, latencyMs, adjust);
    }

    Match(final Carrier carrier, final int[] ids, final long latencyMs,
          final BiConsumer<Integer, SessionConfig> adjust) {
        stepNs = carrier.stepNs();
        final SimulatedNetwork network = network(SEATS, latencyMs);
        for (final int id : ids) {
            add(id, ids.length, carrier.open(network, id), adjust);
        }
    }

    /** Peers on a network that the test keeps hold of, to change it in mid-match. */
    Match(final SimulatedNetwork network, final int peers, final BiConsumer<Integer, SessionConfig> adjust) {
        this(CoreCarrier.MEMORY, network, peers, adjust);
    }

    Match(final Carrier carrier, final SimulatedNetwork network, final int peers,
          final BiConsumer<Integer, SessionConfig> adjust) {
        stepNs = carrier.stepNs();
        assumeTrue(peers <= carrier.maxPeers(), () -> peers + " peers are too many over " + carrier);
        for (int peer = 0; peer < peers; peer++) {
            add(peer, peers, carrier.open(network, peer), adjust);
        }
    }

    private static SimulatedNetwork network(final int peers, final long latencyMs) {
        return new SimulatedNetwork(Math.max(peers, SEATS), 0).conditions(LinkConditions.latency(latencyMs))
            .followPolls();
    }

    void add(final int peer, final int peers, final Transport transport,
             final BiConsumer<Integer, SessionConfig> adjust) {
        final TestGame game = new TestGame();
        final TestTransport tapped = new TestTransport(peer, transport);
        final SessionConfig config = Session.builder().simulation(game).transport(tapped).gameId("test")
            .sessionSeed(peer)
            .players(peers).localPlayer(peer)
            .input((frame, player, input) -> input.putShort((short) (frame / 7 * (player + 1))));
        adjust.accept(peer, config);
        games.add(game);
        events.add(new ArrayList<>());
        transports.add(tapped);
        sessions.add(config.build());
    }

    /** Polls everybody every half millisecond, for a bounded time. */
    void run(final long milliseconds) {
        runUntil(milliseconds, () -> false);
    }

    /** Polls everybody until something is so, for a bounded time; says whether it became so. */
    boolean runUntil(final long milliseconds, final BooleanSupplier condition) {
        final long endNs = nowNs + milliseconds * MS;
        while (nowNs < endNs) {
            if (condition.getAsBoolean()) {
                return true;
            }
            nowNs += stepNs;
            for (int index = 0; index < sessions.size(); index++) {
                if (!killed.contains(index)) {
                    poll(index);
                }
            }
        }
        return condition.getAsBoolean();
    }

    boolean runUntilEnded(final long milliseconds) {
        return runUntil(milliseconds, this::ended);
    }

    boolean ended() {
        for (int index = 0; index < sessions.size(); index++) {
            if (sessions.get(index).phase() != Phase.ENDED && !killed.contains(index)) {
                return false;
            }
        }
        return true;
    }

    boolean everybodyPast(final long frame) {
        for (final Session session : sessions) {
            if (session.frame() <= frame) {
                return false;
            }
        }
        return true;
    }

    void poll(final int index) {
        final Session session = sessions.get(index);
        session.poll(nowNs);
        while (session.step()) {
            // Everything that is due.
        }
        collect(index);
    }

    void collect(final int index) {
        final Session session = sessions.get(index);
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            events.get(index).add(event.toString());
            if (acceptsRepairs && event.type() == SessionEvent.Type.REPAIR_OFFERED) {
                session.acceptRepair();
            }
        }
    }

    /** How many events of one type a session gave. */
    long count(final int index, final SessionEvent.Type type) {
        return events.get(index).stream().filter(text -> text.startsWith(type.name() + ' ')).count();
    }

    /** Everybody played to the end, saw the same world and never a difference. */
    void assertFinishedAlike(final long endFrame, final String context) {
        for (int index = 0; index < sessions.size(); index++) {
            final Session session = sessions.get(index);
            final String text = context + ", session " + index + ": " + this;
            assertEquals(EndReason.FINISHED, session.endReason(), text);
            assertEquals(Phase.ENDED, session.phase(), text);
            assertEquals(endFrame, session.frame(), text);
            assertEquals(0, session.statistics().desyncs(), text);
            assertEquals(games.get(0).hash, games.get(index).hash, text);
            assertEquals(0, count(index, SessionEvent.Type.DESYNC), text);
        }
    }

    @Override
    public String toString() {
        final StringBuilder text = new StringBuilder();
        for (int i = 0; i < sessions.size(); i++) {
            final Session session = sessions.get(i);
            for (int peer = 0; peer < session.statistics().peers(); peer++) {
                final PeerStatistics peers = session.statistics().peer(peer);
                text.append(peers.datagramsReceived()).append(" received, ").append(peers.foreign())
                    .append(" foreign, ").append(peers.replayed()).append(" replayed, ").append(peers.malformed())
                    .append(" malformed, ").append(peers.refused()).append(" refused ");
            }
            text.append('[').append(session.phase()).append(' ').append(session.endReason()).append(" frame ")
                .append(session.frame()).append(", ").append(session.error()).append(", ").append(events.get(i))
                .append("] ");
        }
        return text.toString();
    }
}
