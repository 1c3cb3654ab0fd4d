package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class MessageSettersTest {

    @Test
    void shouldRefuseValuesThatCannotTravel() {
        final Greeting hello = new Greeting(MessageType.HELLO);
        final Goodbye goodbye = new Goodbye();
        refuses("player 32 is not in 0 to 31", () -> new FrameInput().player(32));
        refuses("player -1 is not in 0 to 31", () -> new Heartbeat(MessageType.HEARTBEAT).player(-1));
        refuses("candidate 32 is not in 0 to 31", () -> new RequestVote().candidate(32));
        refuses("voter 32 is not in 0 to 31", () -> new VoteResponse().voter(32));
        refuses("tickRate 1001 is not in 1 to 1000", () -> hello.tickRate(1001));
        refuses("playerCount 0 is not in 1 to 32", () -> hello.playerCount(0));
        refuses("inputBytes 65 is not in 1 to 64", () -> hello.inputBytes(65));
        refuses("checksumInterval 65536 is not in 1 to 65535", () -> hello.checksumInterval(65_536));
        refuses("maxEventBytes 256 is not in 0 to 255", () -> hello.maxEventBytes(256));
        refuses("game id \"\" is not 1 to 32 printable ASCII characters", () -> hello.gameId(""));
        refuses("game id \"é\" is not 1 to 32 printable ASCII characters", () -> hello.gameId("é"));
        refuses("field 0 is not in 1 to 255", () -> goodbye.mismatch(0, 0, 0, "x"));
        refuses("field 256 is not in 1 to 255", () -> goodbye.mismatch(0, 0, 256, "x"));
        refuses("value \"\" is not 1 to 40 printable ASCII characters", () -> goodbye.mismatch(0, 0, 1, ""));
        refuses("a mismatch needs a field and a value", () -> goodbye.set(GoodbyeReason.MISMATCH, 0, 0));
        refuses("not a greeting: GOODBYE", () -> new Greeting(MessageType.GOODBYE));
        refuses("not a heartbeat: HELLO", () -> new Heartbeat(MessageType.HELLO));
        refuses("0x6 is no command", () -> Command.checked(6));
        refuses("seat 32 is not in 0 to 31", () -> Command.of(Command.Kind.ACTIVATE, 32, 0));
        refuses("frames 65536 is not in 0 to 65535", () -> Command.of(Command.Kind.ACTIVATE, 0, 65_536));
        final MembershipMessage cut = new MembershipMessage().reset(MembershipMessage.Kind.CUT);
        refuses("epoch 4294967296 is not in 0 to 4294967295", () -> cut.epoch(1L << 32));
        refuses("seat -1 is not in 0 to 31", () -> cut.seat(-1));
        refuses("an epoch without members", () -> cut.addChain(0));
        refuses("player 32 is not in 0 to 31", () -> cut.frame(32, 0));
        refuses("frame -1 of player 3 is negative", () -> cut.frame(3, -1));
        refuses("peer 32 is not in 0 to 31", () -> cut.incarnation(32, 0));
        refuses("chunk length 0 is not in 1 to 1024",
            () -> new TransferMessage().chunk(1, 0, new byte[1], 0, 0, false));
        refuses("chunk length 1025 is not in 0 to 1024",
            () -> new TransferMessage().chunk(1, 0, new byte[1025], 0, 1025, true));
        refuses("maxPayloadBytes 13 is not in 14 to 2147483647", () -> TransferMessage.maxChunkBytes(13));
        refuses("maxStateBytes 0 is not in 1 to 268435456", () -> new WireLimits(2, 2, 2, 0));
        refuses("inputBytes 0 is not in 1 to 64", () -> new WireLimits(0, 2, 2, 1));
        refuses("maxLinkPlayers 33 is not in 1 to 32", () -> new WireLimits(2, 33, 2, 1));
        refuses("maxEventBytes -1 is not in 0 to 255", () -> new WireLimits(2, 2, -1, 1));
    }

    private static void refuses(final String text, final Executable call) {
        assertEquals(text, assertThrows(IllegalArgumentException.class, call).getMessage());
    }

    @Test
    void shouldLetTheLowerBitsOfFramesAndTermsTravel() {
        assertEquals(1, new FrameInput().frame(65_537).frame());
        assertEquals(65_535, new RequestVote().term(-1).term());
        assertEquals(0, new RequestVote().lastFrame(1L << 40).lastFrame());
        assertEquals(2, new VoteResponse().term(65_538).term());
        assertEquals((1L << 48) - 1, new Heartbeat(MessageType.HEARTBEAT).timestamp((1L << 60) - 1).timestamp());
    }

    @Test
    void shouldForgetTheMismatchOfAReusedGoodbye() {
        final Goodbye goodbye = new Goodbye().mismatch(1, 2, 3, "four").set(GoodbyeReason.ERROR, 5, 6);
        final ByteBuffer buffer = ByteBuffer.allocate(100);
        goodbye.encode(buffer);
        assertEquals(WireCode.OK, goodbye.decode(buffer.flip()));
        assertEquals("", goodbye.value());
        assertEquals(0, goodbye.field());
        assertEquals(6, goodbye.frame());
    }

    @Test
    void shouldForgetTheChunkOfAReusedTransfer() {
        final TransferMessage transfer = new TransferMessage().chunk(1, 2, new byte[] {3, 4}, 1, 1, true).ack(5, 6, 7);
        assertEquals(0, transfer.length());
        assertEquals(0, transfer.index());
        assertFalse(transfer.last());
        assertEquals(TransferMessage.Kind.ACK, transfer.kind());
        assertEquals(0, transfer.chunk(8, 2, new byte[] {3}, 0, 1, true).next() | transfer.bitmap());
        assertEquals(467, TransferMessage.maxChunkBytes(480));
        assertEquals(1024, TransferMessage.maxChunkBytes(1400));
    }

    @Test
    void shouldThrowWhenTheBufferIsTooSmall() {
        assertThrows(BufferOverflowException.class, () -> new Challenge().encode(ByteBuffer.allocate(8)));
    }
}
