package io.lockstep.core.session;

import io.lockstep.core.transport.MemoryNetwork;
import io.lockstep.core.transport.Transport;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;

/** Several sessions over one in-memory network, driven by a clock that the test moves. */
final class Match {

    static final long MS = 1_000_000L;

    final List<Session> sessions = new ArrayList<>();
    final List<TestGame> games = new ArrayList<>();
    final List<List<String>> events = new ArrayList<>();
    long nowNs = 1_000 * MS;

    Match(final int peers, final long latencyMs, final BiConsumer<Integer, SessionConfig> adjust) {
        final MemoryNetwork network = new MemoryNetwork(peers, latencyMs * MS);
        for (int peer = 0; peer < peers; peer++) {
            add(peer, peers, network.endpoint(peer), adjust);
        }
    }

    void add(final int peer, final int peers, final Transport transport,
             final BiConsumer<Integer, SessionConfig> adjust) {
        final TestGame game = new TestGame();
        final SessionConfig config = Session.builder().simulation(game).transport(transport).gameId("test").seed(peer)
            .players(peers).localPlayer(peer)
            .input((frame, player, input) -> input.putShort((short) (frame / 7 * (player + 1))));
        adjust.accept(peer, config);
        games.add(game);
        events.add(new ArrayList<>());
        sessions.add(config.build());
    }

    /** Polls everybody every half millisecond, for a bounded time. */
    void run(final long milliseconds) {
        for (long i = 0; i < 2 * milliseconds; i++) {
            nowNs += MS / 2;
            for (int peer = 0; peer < sessions.size(); peer++) {
                poll(peer);
            }
        }
    }

    void poll(final int peer) {
        final Session session = sessions.get(peer);
        session.poll(nowNs);
        while (session.step()) {
            // Everything that is due.
        }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            events.get(peer).add(event.toString());
        }
    }
}
