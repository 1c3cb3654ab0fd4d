package io.lockstep.examples.benchmarks.peers;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.Transport;
import io.lockstep.examples.peer.Protection;
import io.lockstep.examples.peer.TransportKind;
import java.nio.ByteBuffer;
import java.util.Map;

/** Lockstep itself, with the defaults and the loop of the quick start. */
final class OurPeer implements Contestant {

    /** As the quick start waits: the session wakes earlier whenever there is something to do. */
    private static final long MAX_WAIT_NS = 100_000_000L;

    private final Transport transport;
    private final Session session;

    OurPeer(final PeerGame game, final Seat seat, final TransportKind kind) {
        final int other = 1 - seat.player();
        transport = kind.launch(seat.player(), seat.listen(), Map.of(other, seat.other()), Protection.NONE);
        final SessionConfig config = Session.builder().gameId("bench-peers-1").players(2).localPlayer(seat.player())
            .simulation(new Game(game)).transport(transport)
            .input((frame, player, input) -> input.putShort(game.sample((int) frame)));
        session = (seat.delay() == Contender.ADAPTIVE ? config : config.inputDelay(seat.delay())).build();
    }

    private record Game(PeerGame game) implements Simulation {
        @Override
        public void step(final long frame, final Inputs inputs) {
            game.step((short) inputs.bits(0), (short) inputs.bits(1));
        }

        @Override
        public void save(final StateWriter out) {
            out.writeLong("state", game.state());
        }

        @Override
        public void load(final ByteBuffer state) {
            game.load(state.getLong());
        }
    }

    @Override
    public void turn() {
        session.poll(System.nanoTime());
        while (session.step()) {
            // The game's state is its log.
        }
        session.await(MAX_WAIT_NS);
    }

    @Override
    public void close() {
        transport.close();
    }
}
