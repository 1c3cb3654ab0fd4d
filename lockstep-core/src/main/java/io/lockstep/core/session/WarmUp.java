package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.nio.ByteBuffer;

/**
 * A short match of two in memory, in a time of its own, played while the real one waits for its peers: what runs in
 * each tick is compiled when its first frame is due. At 60 calls a second it would be interpreted for the first seconds
 * of play, at many times the cost. Takes and changes nothing of the session, and sends nothing.
 */
final class WarmUp {

    /** The JVM compiles what was called 200 times, and what is called in a call of it somewhat later. */
    static final long FRAMES = 120;
    /** More than the match takes: 120 ticks to shake hands, and one for each frame. What has gone wrong is given up. */
    static final int MOST_TICKS = 600;
    private static final int PEERS = 2;
    private static final long TICK_NS = 1_000_000_000L / SessionConfig.DEFAULT_TICK_RATE;
    /** Polls in a tick: what arrives meanwhile is taken before the next frame is due. */
    private static final int POLLS = 2;

    private final Session[] peers = new Session[PEERS];
    private long nowNs;
    private int ticks;

    WarmUp() {
        final MemorySocket first = new MemorySocket();
        final MemorySocket[] sockets = {first, first.other()};
        for (int peer = 0; peer < PEERS; peer++) {
            final int other = PEERS - 1 - peer;
            peers[peer] = Session.builder().gameId("warm-up").localPlayer(peer).sessionSeed(peer).endFrame(FRAMES)
                .simulation(new Game()).input((frame, player, input) -> input.putShort((short) (frame / PEERS)))
                .transport(DatagramTransport.over(new DatagramTransportConfig().localPeer(peer).seed(peer)
                    .peer(other, sockets[other].address()), sockets[peer])).build();
        }
    }

    /** Is there nothing left to play? */
    boolean isOver() {
        return ticks >= MOST_TICKS || peers[0].phase() == Phase.ENDED && peers[1].phase() == Phase.ENDED;
    }

    /** Why it ended. */
    EndReason endReason() {
        return peers[0].endReason();
    }

    /** Plays a tick of both peers, which takes less than a millisecond even while it is interpreted. */
    void tick() {
        ticks++;
        for (int poll = 0; poll < POLLS; poll++) {
            nowNs += TICK_NS / POLLS;
            for (final Session peer : peers) {
                peer.poll(nowNs);
                while (peer.step()) {
                    peer.alpha(nowNs);
                }
                while (peer.nextEvent() != null) {
                    // Nobody is interested.
                }
            }
        }
    }

    /** A game as small as can be: the session is what is to be compiled. */
    private static final class Game implements Simulation {

        private long state;

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < inputs.players(); player++) {
                state = Long.rotateLeft(state, 1) + inputs.bits(player);
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.writeLong("state", state);
        }

        @Override
        public void load(final ByteBuffer from) {
            state = from.getLong();
        }
    }
}
