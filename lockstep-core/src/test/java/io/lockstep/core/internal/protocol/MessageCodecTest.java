package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Without lockstep-codecs, as here, there is no JSON. */
class MessageCodecTest {

    private static final String CHALLENGE = "{\"type\":\"Challenge\",\"version\":1,\"salt\":1,\"pepper\":2}";

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);

    private static ByteBuffer ascii(final String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Test
    void shouldTakeJsonThatNobodyReadsForAnUnknownExtendedMessage() {
        assertFalse(MessageCodec.hasJson());
        assertEquals(WireCode.EXTENDED, codec.decode(ascii('\u001F' + CHALLENGE)));
        assertEquals(WireCode.EXTENDED, codec.decodeJson(ascii(CHALLENGE)));
        assertNull(codec.decoded());
        assertNull(codec.jsonDetail());
    }

    @Test
    void shouldSayWhatJsonNeeds() {
        final String said = assertThrows(IllegalStateException.class, () -> codec.toJson(new Challenge())).getMessage();
        assertEquals("JSON needs lockstep-codecs on the class path", said);
        assertThrows(IllegalStateException.class, () ->
            codec.encodeJson(new Challenge(), ByteBuffer.allocate(100)));
    }

    @Test
    void shouldNameTheMessageOfADatagram() {
        assertNull(MessageCodec.typeOf(ByteBuffer.allocate(0)));
        assertNull(MessageCodec.typeOf(ascii("\u001F{")));
        assertEquals(MessageType.TRANSFER, MessageCodec.typeOf(ByteBuffer.wrap(new byte[] {0x11, 0x1E}).position(1)));
    }

    @Test
    void shouldHoldOneMessageOfEachType() {
        final Message[] messages = {codec.frameInput(), codec.stateSync(), codec.requestVote(), codec.voteResponse(),
            codec.heartbeat(), codec.heartbeatAck(), codec.inputWindow(), codec.hello(), codec.challenge(),
            codec.challengeResponse(), codec.welcome(), codec.goodbye(), codec.relay(), codec.membership(),
            codec.transfer()};
        for (final MessageType type : MessageType.values()) {
            assertSame(messages[type.code()], codec.message(type));
            assertEquals(type, messages[type.code()].type());
        }
    }
}
