package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Without lockstep-codecs, as here, nobody can play in JSON. */
class JsonModeTest {

    private static final class NoGame implements Simulation {

        @Override
        public void step(final long frame, final Inputs inputs) {
            // Nothing to play.
        }

        @Override
        public void save(final StateWriter out) {
            // Nothing to keep.
        }

        @Override
        public void load(final ByteBuffer state) {
            // Nothing was kept.
        }
    }

    /** Goes nowhere. */
    private static final class NoTransport implements Transport {

        @Override
        public int maxPayloadBytes() {
            return 1200;
        }

        @Override
        public int wireBytes(final int payloadBytes) {
            return payloadBytes;
        }

        @Override
        public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
            return SendResult.NOT_CONNECTED;
        }

        @Override
        public int poll(final long nowNs, final DatagramHandler handler) {
            return 0;
        }

        @Override
        public String failure() {
            return null;
        }

        @Override
        public void close() {
            // Nothing is open.
        }
    }

    private static SessionConfig config(final ProtocolMode mode) {
        return Session.builder().gameId("no-json").players(2).localPlayer(0).sessionSeed(1).simulation(new NoGame())
            .transport(new NoTransport()).input((frame, player, input) -> { }).protocolMode(mode);
    }

    @Test
    void shouldRefuseJsonThatNobodyWrites() {
        final String said =
            assertThrows(IllegalArgumentException.class, config(ProtocolMode.JSON)::build).getMessage();
        assertEquals("lockstep-codecs on the class path, which protocolMode JSON needs, is missing", said);
        assertEquals(Phase.CONNECTING, config(ProtocolMode.BINARY).build().phase());
    }
}
