package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.StateSync;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Anybody can compute the seal of the handshake. Under it nothing is decoded but the handshake. */
class PublicSealTest {

    private static final int BODY_BYTES = 50;
    /** Inflated; some hundred bytes on the wire. */
    private static final int BOMB_BYTES = 100_000;
    private static final int END = 300;
    private static final int HELLO = MessageType.HELLO.code();
    private static final int GOODBYE = MessageType.GOODBYE.code();
    private static final int EXTENDED = MessageType.EXTENDED_CODE;

    private final Match match = new Match(2, 10, (peer, config) -> config.endFrame(END));

    private PeerStatistics stranger() {
        return match.sessions.get(0).statistics().peer(0);
    }

    private void tell(final byte[] bytes) {
        final long tag = Forger.handshake(1, 0, bytes);
        match.transports.get(0).injected.add(new TestTransport.Datagram(1, 0, Lane.CONTROL, tag, bytes));
    }

    /** Every type with a body that no decoder takes: what is decoded counts as malformed, what is not as refused. */
    private void tellEveryType() {
        for (int type = 0; type <= EXTENDED; type++) {
            final byte[] bytes = new byte[1 + BODY_BYTES];
            Arrays.fill(bytes, (byte) -1);
            bytes[0] = (byte) (0x10 | type);
            if (type == EXTENDED) {
                bytes[1] = '{';
            }
            tell(bytes);
        }
        tell(new byte[0]);
    }

    private void assertThatOnlyTheHandshakeIsDecoded() {
        final long malformed = stranger().malformed();
        final long refused = stranger().refused();
        tellEveryType();
        match.poll(0);
        assertEquals(GOODBYE - HELLO + 1, stranger().malformed() - malformed, match::toString);
        assertEquals(EXTENDED + 1 - (GOODBYE - HELLO + 1) + 1, stranger().refused() - refused, match::toString);
    }

    @Test
    void shouldDecodeNothingElseBeforeTheLinkIsOpen() {
        match.poll(0);
        assertThatOnlyTheHandshakeIsDecoded();
    }

    @Test
    void shouldDecodeNothingElseWhilePlaying() {
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        assertThatOnlyTheHandshakeIsDecoded();
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(END, "after everything under the public seal");
    }

    /** A greeting in JSON would be parsed before it is known who sent it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseGreetingInJsonUnread(final boolean playing) {
        final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
        final ByteBuffer buffer = ByteBuffer.allocate(1 << 10);
        codec.encodeJson(new Greeting(MessageType.HELLO).matchId(0).incarnation(7).salt(9).players(2).tickRate(60)
            .playerCount(2).inputBytes(2).checksumInterval(30).gameId("test"), buffer);
        assertEquals(1, refusedOf(Arrays.copyOf(buffer.array(), buffer.position()), playing));
        assertEquals(playing ? Phase.PLAYING : Phase.CONNECTING, match.sessions.get(0).phase());
    }

    /** A bomb is refused by its type; its size in memory is never asked for. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldInflateNoState(final boolean playing) {
        final Deflater deflater = new Deflater();
        deflater.setInput(new byte[BOMB_BYTES]);
        deflater.finish();
        final byte[] packed = new byte[BOMB_BYTES];
        final int length = deflater.deflate(packed);
        deflater.end();
        final ByteBuffer buffer = ByteBuffer.allocate(1 << 10);
        new StateSync(BOMB_BYTES).frame(1).payload(packed, 0, length).encode(buffer);
        assertEquals(1, refusedOf(Arrays.copyOf(buffer.array(), buffer.position()), playing));
    }

    private long refusedOf(final byte[] bytes, final boolean playing) {
        if (playing) {
            assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        }
        final long refused = stranger().refused();
        final long malformed = stranger().malformed();
        tell(bytes);
        match.poll(0);
        assertEquals(0, stranger().malformed() - malformed, match::toString);
        return stranger().refused() - refused;
    }
}
