package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.Heartbeat;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HashSet;
import org.junit.jupiter.api.Test;

class DatagramNamesTest {

    private static final MessageCodec CODEC =
        new MessageCodec(new WireLimits(2, 1, 64, WireLimits.DEFAULT_STATE_BYTES));
    private static final int OFFSET = 7;

    private static ByteBuffer encoded(final Message message) {
        final ByteBuffer buffer = buffer();
        CODEC.encode(message, buffer);
        return buffer.flip().position(OFFSET);
    }

    private static ByteBuffer json(final Message message) {
        final ByteBuffer buffer = buffer();
        CODEC.encodeJson(message, buffer);
        return buffer.flip().position(OFFSET);
    }

    private static ByteBuffer buffer() {
        return ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN).position(OFFSET);
    }

    private static ByteBuffer bytes(final int... values) {
        final ByteBuffer buffer = ByteBuffer.allocate(values.length);
        for (final int value : values) {
            buffer.put((byte) value);
        }
        return buffer.flip();
    }

    @Test
    void shouldNameMessagesByTheirType() {
        assertEquals("Heartbeat", DatagramNames.of(encoded(new Heartbeat(MessageType.HEARTBEAT))));
        assertEquals("RequestVote", DatagramNames.of(encoded(new RequestVote())));
        assertEquals("VoteResponse", DatagramNames.of(encoded(new VoteResponse())));
        assertEquals("Transfer", DatagramNames.of(bytes(0x1E, 0)));
    }

    @Test
    void shouldNameMembershipByItsKind() {
        assertEquals("Status", DatagramNames.of(bytes(0x1D, 0)));
        assertEquals("Cut", DatagramNames.of(bytes(0x1D, 3)));
        assertEquals("Ready", DatagramNames.of(bytes(0x1D, 7)));
        assertEquals("Repair", DatagramNames.of(bytes(0x1D, 8)));
        assertEquals("Repaired", DatagramNames.of(bytes(0x1D, 9)));
        assertEquals("Signed", DatagramNames.of(bytes(0x1D, 10)));
        assertNull(DatagramNames.of(bytes(0x1D, 11)));
        assertNull(DatagramNames.of(bytes(0x1D)));
    }

    @Test
    void shouldTellVotesInAdvanceApart() {
        assertEquals("PreVote", DatagramNames.of(bytes(0x12, 0x83, 1, 0, 0, 0)));
        assertEquals("PreVoteResponse", DatagramNames.of(bytes(0x13, 0xC3, 1, 0)));
        assertEquals("RequestVote", DatagramNames.of(bytes(0x12, 0x03, 1, 0, 0, 0)));
    }

    @Test
    void shouldNameNothingElse() {
        assertNull(DatagramNames.of(bytes()));
        assertNull(DatagramNames.of(bytes(0x2D, 3)));
        assertNull(DatagramNames.of(json(new Heartbeat(MessageType.HEARTBEAT))));
    }

    @Test
    void shouldHaveEachNameOnce() {
        assertEquals(DatagramNames.ALL.size(), new HashSet<>(DatagramNames.ALL).size());
    }

    @Test
    void shouldSeeVotesAndTheirTerms() {
        final ByteBuffer granted =
            encoded(new VoteResponse().voter(3).term(0x12345).granted(true));
        assertTrue(DatagramNames.isVote(granted));
        assertFalse(DatagramNames.isOwnVote(granted));
        assertEquals(0x2345, DatagramNames.voteTerm(granted));
        assertFalse(DatagramNames.isVote(encoded(new VoteResponse().voter(3).term(5))));
        final ByteBuffer asked = encoded(new RequestVote().candidate(1).term(0xFFFF));
        assertTrue(DatagramNames.isVote(asked) && DatagramNames.isOwnVote(asked));
        assertEquals(0xFFFF, DatagramNames.voteTerm(asked));
        assertFalse(DatagramNames.isVote(bytes(0x12, 0x83, 1, 0, 0, 0)));
        assertFalse(DatagramNames.isVote(bytes(0x13, 0xC3, 1, 0)));
        assertFalse(DatagramNames.isVote(bytes(0x13, 0x83)));
    }
}
