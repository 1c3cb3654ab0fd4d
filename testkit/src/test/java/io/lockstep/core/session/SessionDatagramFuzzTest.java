package io.lockstep.core.session;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.GoldenVector;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.liars.LyingTransport;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any datagrams that a member seals, into two sessions that play with it. Each stands behind three bytes: bit 0 of the
 * first says to whom, bit 1 on which lane, bit 2 under which seal, the rest how many turns later; the others how long
 * it is. {@link SessionFuzz} draws what means something; here the fuzzer looks for what it does not draw.
 */
class SessionDatagramFuzzTest {

    private static final int PEERS = 3;
    private static final long TURN_NS = 8_000_000L;
    private static final int WARM_UP_TURNS = 60;
    private static final int AFTERWARDS = 20;
    private static final int DELAY_SHIFT = 3;
    private static final int HEAD = 3;
    private static final int MOST_BYTES = 1184;

    private static Stream<byte[]> datagrams() {
        return GoldenVector.all().stream().map(GoldenVector::datagram).filter(one -> one.length <= MOST_BYTES)
            .map(one -> {
                final ByteBuffer bytes = ByteBuffer.allocate(2 * (HEAD + one.length));
                for (int to = 0; to < 2; to++) {
                    bytes.put((byte) (to | (one[0] & 1) << 1 | 1 << DELAY_SHIFT)).putShort((short) one.length).put(one);
                }
                return bytes.array();
            });
    }

    private static final LyingTransport.Hook HONEST = new LyingTransport.Hook() {
        @Override
        public byte[] outgoing(final int to, final Lane lane, final boolean handshake, final byte[] payload) {
            return payload;
        }

        @Override
        public void incoming(final int from, final Lane lane, final byte[] payload) {
            // What is said does not depend on it.
        }
    };

    /** Three who play, of whom peer 0 also sends what it is told to. */
    private static final class Trio {

        private final Session[] sessions = new Session[PEERS];
        private final LyingTransport liar;
        private long nowNs = TURN_NS;

        Trio() {
            final SimulatedNetwork network = new SimulatedNetwork(PEERS, 0).conditions(LinkConditions.latency(5))
                .followPolls();
            liar = new LyingTransport(0, network.endpoint(0), HONEST);
            for (int peer = 0; peer < PEERS; peer++) {
                final Transport transport = peer == 0 ? liar : network.endpoint(peer);
                final TestGame game = new TestGame();
                game.pauses = true;
                sessions[peer] = Session.builder().simulation(game).transport(transport).gameId("fuzz")
                    .sessionSeed(peer)
                    .players(PEERS).localPlayer(peer).inputDelay(3)
                    .input((frame, player, input) -> input.putShort((short) frame)).build();
            }
        }

        void turns(final int count) {
            for (int i = 0; i < count; i++) {
                nowNs += TURN_NS;
                for (final Session session : sessions) {
                    session.poll(nowNs);
                    while (session.step()) {
                        // Everything that is due.
                    }
                    while (session.nextEvent() != null) {
                        // Nobody looks at it.
                    }
                }
            }
        }

        void say(final int how, final byte[] bytes) {
            final Lane lane = Lane.values()[how >> 1 & 1];
            final int to = 1 + (how & 1);
            if ((how & 1 << 2) == 0) {
                liar.inject(to, lane, bytes);
            } else {
                liar.injectHandshake(to, lane, bytes);
            }
        }
    }

    @MethodSource("datagrams")
    @FuzzTest(maxDuration = "60s")
    void shouldThrowNothingWhateverAMemberSeals(final byte[] input) {
        final Trio trio = new Trio();
        trio.turns(WARM_UP_TURNS);
        final ByteBuffer bytes = ByteBuffer.wrap(input);
        while (bytes.remaining() >= HEAD) {
            final int how = bytes.get() & 0xFF;
            final int length = Math.min(bytes.getShort() & 0xFFFF, Math.min(bytes.remaining(), MOST_BYTES));
            final byte[] said = Arrays.copyOfRange(input, bytes.position(), bytes.position() + length);
            bytes.position(bytes.position() + length);
            trio.say(how, said);
            trio.turns(how >> DELAY_SHIFT);
        }
        trio.turns(AFTERWARDS);
        for (final Session session : trio.sessions) {
            if (session.phase() == Phase.CONNECTING) {
                throw new AssertionError("the match never began");
            }
        }
    }
}
