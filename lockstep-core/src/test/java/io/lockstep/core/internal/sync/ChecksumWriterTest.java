package io.lockstep.core.internal.sync;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

/** The checksum is the CRC32 of the canonical bytes, however they were written. */
class ChecksumWriterTest {

    private static int crc(final byte[] bytes, final int length) {
        final CRC32 crc = new CRC32();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    @Test
    void shouldGiveTheKnownCheckValue() {
        final ChecksumWriter writer = new ChecksumWriter();
        final byte[] digits = "123456789".getBytes(StandardCharsets.US_ASCII);
        writer.writeBytes("digits", digits, 0, digits.length);
        assertEquals(0xCBF43926, writer.checksum());
        writer.reset();
        for (final byte digit : digits) {
            writer.writeByte("digit", digit);
        }
        assertEquals(0xCBF43926, writer.checksum());
        writer.reset();
        assertEquals(0, writer.checksum());
    }

    @Test
    void shouldEqualTheCrcOfTheCanonicalBytesForAnySequenceOfWrites() {
        final ChecksumWriter writer = new ChecksumWriter();
        for (int seed = 1; seed <= 40; seed++) {
            final Random random = new Random(seed);
            final ByteBuffer expected = ByteBuffer.allocate(60_000).order(ByteOrder.LITTLE_ENDIAN);
            writer.reset();
            for (int i = 0; i < seed * 100; i++) {
                write(writer, expected, random);
            }
            assertEquals(crc(expected.array(), expected.position()), writer.checksum(), "seed " + seed);
            assertEquals(crc(expected.array(), expected.position()), writer.checksum(), "again, seed " + seed);
        }
    }

    private static void write(final StateWriter writer, final ByteBuffer expected, final Random random) {
        switch (random.nextInt(9)) {
            case 0 -> {
                final int value = random.nextInt();
                writer.writeByte("a", value);
                expected.put((byte) value);
            }
            case 1 -> {
                final int value = random.nextInt();
                writer.writeShort("b", value);
                expected.putShort((short) value);
            }
            case 2 -> {
                final int value = random.nextInt();
                writer.writeInt("c", value);
                expected.putInt(value);
            }
            case 3 -> {
                final long value = random.nextLong();
                writer.writeLong("d", value);
                expected.putLong(value);
            }
            case 4 -> {
                final boolean value = random.nextBoolean();
                writer.writeBoolean("e", value);
                expected.put((byte) (value ? 1 : 0));
            }
            case 5 -> {
                final float value = random.nextFloat();
                writer.writeFloat("f", value);
                expected.putFloat(value);
            }
            case 6 -> {
                final double value = random.nextGaussian();
                writer.writeDouble("g", value);
                expected.putDouble(value);
            }
            case 7 -> writer.section("section " + random.nextInt());
            default -> {
                final byte[] bytes = new byte[random.nextInt(40)];
                random.nextBytes(bytes);
                final int offset = random.nextInt(bytes.length + 1);
                writer.writeBytes("h", bytes, offset, bytes.length - offset);
                expected.put(bytes, offset, bytes.length - offset);
            }
        }
    }

    @Test
    void shouldWriteEveryNanAlikeAndTellTheZerosApart() {
        final ChecksumWriter writer = new ChecksumWriter();
        writer.writeFloat("x", Float.intBitsToFloat(0x7FC0_0001));
        writer.writeDouble("y", Double.longBitsToDouble(0x7FF8_0000_0000_0001L));
        final int other = writer.checksum();
        writer.reset();
        writer.writeFloat("x", Float.NaN);
        writer.writeDouble("y", Double.NaN);
        assertEquals(other, writer.checksum());
        writer.reset();
        writer.writeFloat("x", 0f);
        final int zero = writer.checksum();
        writer.reset();
        writer.writeFloat("x", -0f);
        assertNotEquals(zero, writer.checksum());
    }
}
