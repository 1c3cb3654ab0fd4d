package io.lockstep.core.internal.codec;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BitCodecTest {

    private static final long SEED = 0x5EED_0007L;
    private static final int FIELDS = 500;

    private final ByteBuffer buffer = ByteBuffer.allocate(4 * FIELDS);
    private final BitWriter writer = new BitWriter();
    private final BitReader reader = new BitReader();

    @Test
    void shouldReadWhatWasWritten() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int round = 0; round < 1000; round++) {
            final int[] values = new int[FIELDS];
            final int[] bits = new int[FIELDS];
            writer.wrap(buffer.clear());
            for (int i = 0; i < FIELDS; i++) {
                bits[i] = random.nextInt(Integer.SIZE + 1);
                values[i] = random.nextInt();
                writer.write(values[i], bits[i]);
            }
            writer.flush();
            reader.wrap(buffer.flip());
            for (int i = 0; i < FIELDS; i++) {
                assertEquals(values[i] & (1L << bits[i]) - 1, reader.read(bits[i]) & 0xFFFF_FFFFL, "seed " + SEED);
            }
            assertFalse(reader.overrun());
            assertTrue(reader.paddingIsZero());
            assertFalse(buffer.hasRemaining());
        }
    }

    @Test
    void shouldFillTheLowestBitsFirst() {
        writer.wrap(buffer);
        writer.write(1, 1);
        writer.write(0b10, 2);
        writer.write(0xFF, 8);
        writer.flush();
        assertEquals(2, buffer.position());
        assertEquals((byte) 0b1111_1101, buffer.get(0));
        assertEquals(0b111, buffer.get(1));
    }

    @Test
    void shouldWriteEachByteAsSoonAsItIsFull() {
        assertSame(writer, writer.wrap(buffer));
        writer.write(0x5, 4);
        assertEquals(0, buffer.position());
        writer.write(0xA, 4);
        assertEquals(1, buffer.position());
        assertEquals((byte) 0xA5, buffer.get(0));
        writer.flush();
        assertEquals(1, buffer.position(), "nothing is left to pad");
    }

    @Test
    void shouldReturnTheReaderThatWrapsABuffer() {
        assertSame(reader, reader.wrap(buffer));
    }

    @Test
    void shouldGiveZerosPastTheEndAndRemember() {
        reader.wrap(ByteBuffer.wrap(new byte[] {(byte) 0x81}));
        assertEquals(1, reader.read(7));
        assertFalse(reader.paddingIsZero());
        assertEquals(0, reader.read(2));
        assertTrue(reader.overrun());
    }
}
