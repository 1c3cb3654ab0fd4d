package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RelayTest {

    /** Header, kind, peer, flags, players, first frame and number of frames. */
    private static final int INPUTS_HEAD = 8;

    private final Relay sent = new Relay(2, 4, 8);

    private void inputs(final int frames) {
        sent.inputs(30, 1, 65_539);
        for (int frame = 0; frame < frames; frame++) {
            sent.frames().input(0, new byte[2], 0);
            assertTrue(sent.endFrame(100));
        }
    }

    @Test
    void shouldCarryWhatIsSealed() {
        inputs(3);
        final ByteBuffer sealed = ByteBuffer.wrap(new byte[] {1, 2, 3, 4}, 1, 2);
        sent.carry(31, 1L << 40 | 5, sealed);
        assertEquals(2, sealed.remaining());
        final Relay received = new Relay(2, 4, 8);
        received.inputs(1, 4, 9);
        MessageFieldsTest.arrived(sent, received);
        for (final Relay relay : new Relay[] {sent, received}) {
            assertEquals(Relay.Kind.CARRY, relay.kind());
            assertEquals(31, relay.peer());
            assertEquals(1L << 40 | 5, relay.tag());
            assertArrayEquals(new byte[] {2, 3}, Arrays.copyOf(relay.sealed(), relay.length()));
            assertEquals(ByteBuffer.wrap(new byte[] {2, 3}), relay.payload());
            assertEquals(0, relay.firstFrame());
            assertEquals(0, relay.frames().count());
            assertEquals(1, relay.frames().players());
        }
        received.carriedFrom(7);
        MessageFieldsTest.arrived(received, sent);
        assertEquals(Relay.Kind.CARRIED, sent.kind());
        assertEquals(7, sent.peer());
        assertEquals(2, sent.length());
        assertThrows(IllegalArgumentException.class, () -> sent.carriedFrom(32));
        assertThrows(IllegalArgumentException.class, () -> sent.carry(1, 0, ByteBuffer.allocate(0)));
        assertThrows(IllegalArgumentException.class, () -> sent.carry(1, 0, ByteBuffer.allocate(1401)));
    }

    @Test
    void shouldShowInputsInTheClear() {
        sent.carry(1, 2, ByteBuffer.allocate(9));
        inputs(2);
        final Relay received = MessageFieldsTest.arrived(sent, new Relay(2, 4, 8));
        for (final Relay relay : new Relay[] {sent, received}) {
            assertEquals(Relay.Kind.INPUTS, relay.kind());
            assertEquals(30, relay.peer());
            assertEquals(3, relay.firstFrame());
            assertEquals(2, relay.frames().count());
            assertEquals(0, relay.tag());
            assertEquals(0, relay.length());
        }
        sent.inputs(30, 1, 0);
        assertEquals(0, sent.frames().count());
        assertThrows(IllegalArgumentException.class, () -> sent.inputs(30, 5, 0));
    }

    /** Each frame is one bit here, so that the ninth one is the first of the second byte. */
    @Test
    void shouldTakeWhatFitsToTheBit() {
        inputs(0);
        for (int frame = 0; frame < 9; frame++) {
            sent.frames().input(0, new byte[2], 0);
            assertEquals(frame < 8, sent.endFrame(INPUTS_HEAD + 1), "frame " + frame);
        }
        assertEquals(INPUTS_HEAD + 1, sent.encode(ByteBuffer.allocate(100)));
        assertTrue(sent.endFrame(INPUTS_HEAD + 2));
    }

    @Test
    void shouldTakeNoMoreFramesThanAWindow() {
        inputs(InputWindow.MAX_FRAMES);
        sent.frames().input(0, new byte[2], 0);
        assertFalse(sent.endFrame(1000));
        assertEquals(InputWindow.MAX_FRAMES, sent.frames().count());
    }

    /** Another peer can carry a window of one frame, however long it is. */
    @Test
    void shouldHoldTheLongestWindow() {
        assertEquals(1400, sent.maxLength());
        assertSame(sent.sealed(), sent.payload().array());
        final int longest = InputWindow.worstCaseBytes(32, 64, 255);
        assertEquals(longest - Relay.OVERHEAD_BYTES, new Relay(64, 32, 255).maxLength());
        assertEquals(11, Relay.OVERHEAD_BYTES);
    }
}
