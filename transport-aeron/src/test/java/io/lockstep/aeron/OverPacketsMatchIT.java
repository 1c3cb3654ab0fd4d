package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole matches over sockets that are not the system's and lose packets, in virtual time. */
class OverPacketsMatchIT {

    private static final long STEP_NS = TimeUnit.MILLISECONDS.toNanos(2);
    private static final int FRAMES = 300;
    private static final int MAX_STEPS = 60_000;
    private static final int LOSS_PER_MILLE = 50;

    private final MatchKey key = MatchKey.generate();
    private long nowNs = TimeUnit.SECONDS.toNanos(1000);

    /** A player whose state is a number that every input changes. */
    private final class Player implements Simulation, AutoCloseable {
        private final int players;
        private final int twist;
        private final AeronTransport transport;
        private final Session session;
        private long state;

        Player(final PacketHub hub, final int self, final int players, final int twist) {
            this.players = players;
            this.twist = twist;
            final AeronTransportConfig config = new AeronTransportConfig().localPeer(self).keys(LinkKeys.of(key))
                .clock(() -> nowNs, () -> TimeUnit.NANOSECONDS.toMillis(nowNs)).fixedSessions(10_000 * (self + 1));
            for (int peer = 0; peer < players; peer++) {
                if (peer != self) {
                    config.peer(peer, new PacketHub.Place(peer));
                }
            }
            transport = AeronTransport.over(config, hub.open(self));
            session = Session.builder().gameId("packets-1").players(players).localPlayer(self).simulation(this)
                .transport(transport).sessionSeed(self).endFrame(FRAMES)
                .input((frame, player, input) -> input.putShort((short) (frame * 7 + player))).build();
        }

        @Override
        public void step(final long frame, final Inputs inputs) {
            for (int player = 0; player < players; player++) {
                state = state * 31 + inputs.bits(player) + twist;
            }
        }

        @Override
        public void save(final StateWriter out) {
            out.writeLong("state", state);
        }

        @Override
        public void load(final ByteBuffer saved) {
            state = saved.getLong();
        }

        void turn() {
            session.poll(nowNs);
            while (session.step()) {
                continue;
            }
        }

        @Override
        public void close() {
            transport.close();
        }
    }

    /** To the end; one player counts something else if it is told to. */
    private List<Player> play(final int players, final int twistOfTheLast) {
        final PacketHub hub = new PacketHub(players, LOSS_PER_MILLE);
        final List<Player> all = new ArrayList<>();
        try {
            for (int self = 0; self < players; self++) {
                all.add(new Player(hub, self, players, self == players - 1 ? twistOfTheLast : 0));
            }
            for (int i = 0; i < MAX_STEPS && all.stream().anyMatch(one -> one.session.phase() != Phase.ENDED); i++) {
                nowNs += STEP_NS;
                all.forEach(Player::turn);
            }
        } finally {
            all.forEach(Player::close);
        }
        return all;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 4})
    void shouldEndWithEqualStates(final int players) {
        final List<Player> all = play(players, 0);
        for (final Player player : all) {
            assertEquals(EndReason.FINISHED, player.session.endReason());
            assertEquals(FRAMES, player.session.frame());
            assertEquals(all.get(0).state, player.state);
        }
        assertNotEquals(0, all.get(0).state);
    }

    /** Planted: who counts something else is found out, so the states above were compared. */
    @Test
    void shouldNotEndWellWithAPlayerThatCountsSomethingElse() {
        final List<Player> all = play(2, 1);
        assertNotEquals(all.get(0).state, all.get(1).state);
    }
}
