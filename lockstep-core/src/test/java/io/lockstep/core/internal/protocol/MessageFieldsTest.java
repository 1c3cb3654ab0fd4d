package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each field of the short messages is read as the value that was set. */
class MessageFieldsTest {

    private static final int OFFSET = 3;

    /** The second message after it has read the first one, which does not stand at the start of its buffer. */
    static <M extends Message> M arrived(final Message sent, final M received) {
        final ByteBuffer buffer = ByteBuffer.allocate(4096).position(OFFSET);
        assertEquals(sent.encode(buffer), buffer.position() - OFFSET);
        assertEquals(WireCode.OK, received.decode(buffer.flip().position(OFFSET)));
        return received;
    }

    @Test
    void shouldCarryAnInputWithAndWithoutItsExtras() {
        final FrameInput sent = new FrameInput().player(9).inputs(0x5_8001).frame(65_538).checksum(-7)
            .events(new byte[] {1, 2, 3, 4}, 1, 2);
        final FrameInput received = arrived(sent, new FrameInput());
        assertEquals(9, received.player());
        assertEquals(0x8001, received.inputs());
        assertEquals(0x8001, sent.inputs());
        assertEquals(2, received.frame());
        assertTrue(received.hasChecksum());
        assertEquals(-7, received.checksum());
        assertArrayEquals(new byte[] {2, 3}, Arrays.copyOf(received.events(), received.eventLength()));
        arrived(sent.noChecksum().events(new byte[0], 0, 0), received);
        assertFalse(received.hasChecksum());
        assertEquals(0, received.eventLength());
    }

    @ParameterizedTest
    @EnumSource(names = {"HEARTBEAT", "HEARTBEAT_ACK"})
    void shouldCarryAHeartbeatWithAndWithoutItsTime(final MessageType type) {
        final Heartbeat sent = new Heartbeat(type).player(31).term(65_543).frame(65_544).timestamp(1L << 40 | 9);
        final Heartbeat received = arrived(sent, new Heartbeat(type));
        assertEquals(31, received.player());
        assertEquals(7, received.term());
        assertEquals(8, received.frame());
        assertTrue(received.hasTimestamp());
        assertEquals(1L << 40 | 9, received.timestamp());
        assertFalse(arrived(sent.noTimestamp(), received).hasTimestamp());
    }

    @Test
    void shouldCarryAChallenge() {
        final Challenge received = arrived(new Challenge().salt(-5).pepper(-6), new Challenge());
        assertEquals(-5, received.salt());
        assertEquals(-6, received.pepper());
        assertEquals(WireCode.OK, received.check());
    }

    @Test
    void shouldCarryWhatACandidateHas() {
        final RequestVote received =
            arrived(new RequestVote().candidate(31).term(6).lastFrame(65_543).preVote(true), new RequestVote());
        assertEquals(31, received.candidate());
        assertEquals(6, received.term());
        assertEquals(7, received.lastFrame());
        assertTrue(received.isPreVote());
    }

    @Test
    void shouldCarryAGoodbyeOfEachKind() {
        final Goodbye left = arrived(new Goodbye().set(GoodbyeReason.DESYNC, 1L << 40, 1L << 41), new Goodbye());
        assertEquals(GoodbyeReason.DESYNC, left.reason());
        assertEquals(0, left.salt());
        assertEquals(1L << 40, left.epochId());
        assertEquals(1L << 41, left.frame());
        assertEquals(0, left.field());
        assertEquals("", left.value());
        for (final int field : new int[] {1, 255}) {
            final Goodbye differs = arrived(new Goodbye().mismatch(-8, 9, field, " ~"), left);
            assertEquals(GoodbyeReason.MISMATCH, differs.reason());
            assertEquals(-8, differs.salt());
            assertEquals(0, differs.epochId());
            assertEquals(9, differs.frame());
            assertEquals(field, differs.field());
            assertEquals(" ~", differs.value());
        }
    }

    @Test
    void shouldCarryAChunk() {
        final TransferMessage sent = new TransferMessage().chunk(-3, -4, new byte[] {1, 2, 3, 4}, 1, 2, true);
        final TransferMessage received = arrived(sent, new TransferMessage());
        assertEquals(TransferMessage.Kind.CHUNK, received.kind());
        assertEquals(-3, received.transferId());
        assertEquals(-4, received.index());
        assertTrue(received.last());
        assertArrayEquals(new byte[] {2, 3}, Arrays.copyOf(received.bytes(), received.length()));
        assertFalse(arrived(new TransferMessage().chunk(1, 2, new byte[1], 0, 1, false), received).last());
    }

    @Test
    void shouldCarryWhatHasArrivedOfAStream() {
        final TransferMessage received = arrived(new TransferMessage().ack(-3, -4, -5), new TransferMessage());
        assertEquals(TransferMessage.Kind.ACK, received.kind());
        assertEquals(-3, received.transferId());
        assertEquals(-4, received.next());
        assertEquals(-5, received.bitmap());
    }

    @Test
    void shouldKnowHowLongAChunkMayBe() {
        assertTrue(TransferMessage.isLength(1, false));
        assertTrue(TransferMessage.isLength(TransferMessage.MAX_CHUNK_BYTES, false));
        assertTrue(TransferMessage.isLength(0, true));
        assertFalse(TransferMessage.isLength(0, false));
        assertFalse(TransferMessage.isLength(TransferMessage.MAX_CHUNK_BYTES + 1, true));
    }

    /** Only these are read before a version is agreed on. */
    @ParameterizedTest
    @EnumSource
    void shouldKnowTheMessagesOfEveryVersion(final MessageType type) {
        final boolean greets = switch (type) {
            case HELLO, CHALLENGE, CHALLENGE_RESPONSE, WELCOME, GOODBYE -> true;
            default -> false;
        };
        assertEquals(greets, type.isOfEveryVersion());
        assertEquals(type, MessageType.byCode(type.code()));
        assertNotNull(type.jsonName());
    }
}
