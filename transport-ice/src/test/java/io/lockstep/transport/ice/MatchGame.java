package io.lockstep.transport.ice;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.nio.ByteBuffer;
import java.util.concurrent.ThreadLocalRandom;

/** A game whose state is a number that every input changes, and one player's session of it over ways of a mesh. */
final class MatchGame implements Simulation, AutoCloseable {

    final DatagramTransport transport;
    final Session session;
    private static final MatchKey KEY = MatchKey.of(new byte[MatchKey.BYTES]);

    private long score;
    private long steppedNs;
    private long longestGapNs;

    MatchGame(final int self, final int players, final int endFrame, final PathMesh mesh) {
        final DatagramTransportConfig config = new DatagramTransportConfig().localPeer(self)
            .keys(LinkKeys.of(KEY)).seed(ThreadLocalRandom.current().nextLong());
        for (int peer = 0; peer < players; peer++) {
            if (peer != self) {
                config.peer(peer, PathAddress.of(peer));
            }
        }
        transport = DatagramTransport.over(config, mesh.socket());
        session = Session.builder().gameId("paths-1").players(players).localPlayer(self).simulation(this)
            .transport(transport).sessionSeed(ThreadLocalRandom.current().nextLong()).endFrame(endFrame)
            .input((frame, player, input) -> input.putShort((short) (frame * 7 + player))).build();
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        score = score * 31 + inputs.bits(0) - inputs.bits(1);
    }

    @Override
    public void save(final StateWriter out) {
        out.writeLong("score", score);
    }

    @Override
    public void load(final ByteBuffer state) {
        score = state.getLong();
    }

    long score() {
        return score;
    }

    boolean hasEnded() {
        return session.phase() == Phase.ENDED;
    }

    /** Plays what can be played now. */
    void turn() {
        session.poll(System.nanoTime());
        while (session.step()) {
            final long nowNs = System.nanoTime();
            longestGapNs = steppedNs == 0 ? 0 : Math.max(longestGapNs, nowNs - steppedNs);
            steppedNs = nowNs;
        }
    }

    /** The longest time between two frames. */
    long longestGapMs() {
        return longestGapNs / 1_000_000;
    }

    /** Plays on this thread until the end. */
    void play(final Runnable afterEachTurn) {
        while (!hasEnded()) {
            turn();
            afterEachTurn.run();
            session.await(100_000_000);
        }
    }

    @Override
    public void close() {
        transport.close();
    }
}
