package io.lockstep.codecs.rabbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.CodecCode;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class RabbitFieldsTest {

    private final RabbitWriter writer = new RabbitWriter();
    private final RabbitReader reader = new RabbitReader();

    private byte[] written(final Consumer<RabbitFields> fields) {
        final ByteBuffer buffer = ByteBuffer.allocate(64);
        writer.wrap(buffer);
        fields.accept(writer);
        writer.flush();
        final byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }

    /** The stream as it is pushed, from left to right, padding included. */
    private String bits(final Consumer<RabbitFields> fields) {
        return HexFormat.of().formatHex(written(fields)).chars()
            .mapToObj(digit -> String.format("%4s", Integer.toBinaryString(Character.digit(digit, 16)))
                .replace(' ', '0')).collect(Collectors.joining());
    }

    private CodecCode read(final String hex, final Consumer<RabbitFields> fields) {
        reader.wrap(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
        fields.accept(reader);
        return reader.finish();
    }

    @Test
    void shouldPackTheWorkedExampleAsPrinted() {
        final Consumer<RabbitFields> example = fields -> {
            assertEquals(15, fields.unsigned(15, 5));
            assertEquals(81, fields.unsigned(81, 7));
            assertEquals(1, fields.unsigned(1, 2));
        };
        assertEquals("1111010001011000", bits(example));
        assertEquals("f458", HexFormat.of().formatHex(written(example)));
        assertEquals(CodecCode.OK, read("f458", example));
    }

    @Test
    void shouldPackFourteenIntoFiveBits() {
        assertEquals("01110" + "000", bits(fields -> fields.unsigned(14, 5)));
    }

    @Test
    void shouldPackSignedFieldsInTwosComplement() {
        assertEquals("1" + "111111111111" + "000", bits(fields -> {
            fields.unsigned(1, 1);
            fields.signed(-1, 12);
        }));
        final Consumer<RabbitFields> extremes = fields -> {
            assertEquals(-2048, fields.signed(-2048, 12));
            assertEquals(2047, fields.signed(2047, 12));
            assertEquals(Integer.MIN_VALUE, fields.signed(Integer.MIN_VALUE, 32));
            assertEquals(0, fields.signed(0, 1));
            assertEquals(-1, fields.signed(-1, 1));
        };
        assertEquals(CodecCode.OK, read(HexFormat.of().formatHex(written(extremes)), extremes));
    }

    @Test
    void shouldPrefixAnIntegerWithItsExtraBytes() {
        assertEquals("00" + "00000000" + "000000", bits(fields -> fields.u32(0)));
        assertEquals("00" + "01010100" + "000000", bits(fields -> fields.u32(42)));
        assertEquals("10" + "00000000" + "10000000" + "000000", bits(fields -> fields.u32(256)));
        assertEquals("01" + "00000000" + "00000000" + "10000000" + "000000", bits(fields -> fields.u32(1 << 16)));
        assertEquals("11" + "1".repeat(32) + "000000", bits(fields -> fields.u32(-1)));
        assertEquals("01010100", bits(fields -> fields.varUnsigned(42, 1)));
        assertEquals("0" + "01010100" + "0000000", bits(fields -> fields.varUnsigned(42, 2)));
        assertEquals("111" + "1".repeat(64) + "00000", bits(fields -> fields.varUnsigned(-1, 8)));
    }

    @Test
    void shouldReadEveryLengthOfEveryWidth() {
        for (int bytes = 1; bytes <= Long.BYTES; bytes++) {
            final int width = bytes;
            for (int shift = 0; shift < width * Byte.SIZE; shift++) {
                final long value = (1L << shift) + (shift > 9 ? 0xFF : 0);
                final Consumer<RabbitFields> field = fields ->
                    assertEquals(value, fields.varUnsigned(fields == writer ? value : 0, width));
                assertEquals(CodecCode.OK, read(HexFormat.of().formatHex(written(field)), field));
            }
        }
    }

    @Test
    void shouldInterleaveTheSigns() {
        final int[] decoded = {0, -1, 1, -2, 2, -3};
        for (int i = 0; i < decoded.length; i++) {
            final int value = decoded[i];
            final int encoded = i;
            assertEquals(bits(fields -> fields.u32(encoded)), bits(fields -> fields.i32(value)));
        }
        assertEquals(bits(fields -> fields.u32(-2)), bits(fields -> fields.i32(Integer.MAX_VALUE)));
        assertEquals(bits(fields -> fields.u32(-1)), bits(fields -> fields.i32(Integer.MIN_VALUE)));
        final Consumer<RabbitFields> extremes = fields -> {
            assertEquals(Integer.MIN_VALUE, fields.i32(fields == writer ? Integer.MIN_VALUE : 0));
            assertEquals(Long.MIN_VALUE, fields.varSigned(fields == writer ? Long.MIN_VALUE : 0, 8));
            assertEquals(Long.MAX_VALUE, fields.varSigned(fields == writer ? Long.MAX_VALUE : 0, 8));
            assertEquals(-128, fields.varSigned(fields == writer ? -128 : 0, 1));
        };
        assertEquals(CodecCode.OK, read(HexFormat.of().formatHex(written(extremes)), extremes));
    }

    @Test
    void shouldCarryNumbersBitForBit() {
        assertEquals(new StringBuilder(Integer.toBinaryString(Float.floatToRawIntBits(-1.5f))).reverse().toString(),
            bits(fields -> fields.f32(-1.5f)));
        assertEquals(new StringBuilder(Long.toBinaryString(Double.doubleToRawLongBits(-Math.PI))).reverse().toString(),
            bits(fields -> fields.f64(-Math.PI)));
        final Consumer<RabbitFields> odd = fields -> {
            assertEquals(0x7FC0_1234, Float.floatToRawIntBits(fields.f32(Float.intBitsToFloat(0x7FC0_1234))));
            assertEquals(-0.0f, fields.f32(-0.0f));
            assertEquals(Double.NEGATIVE_INFINITY, fields.f64(Double.NEGATIVE_INFINITY));
            assertEquals(Double.MIN_VALUE, fields.f64(Double.MIN_VALUE));
        };
        assertEquals(CodecCode.OK, read(HexFormat.of().formatHex(written(odd)), odd));
    }

    @Test
    void shouldRefuseWhatIsNotTheShortestForm() {
        // prefix 1, bytes 2A 00
        assertEquals(CodecCode.NOT_CANONICAL, read("950000", RabbitFieldsTest::u32));
        assertEquals(CodecCode.OK, read("1500", RabbitFieldsTest::u32));
        assertEquals(CodecCode.RANGE, read("ffffffffff", fields -> fields.varUnsigned(0, 3)));
    }

    private static void u32(final RabbitFields fields) {
        fields.u32(0);
    }

    @Test
    void shouldRefuseWhatIsTooShortTooLongOrBadlyPadded() {
        assertEquals(CodecCode.TRUNCATED, read("", RabbitFieldsTest::u32));
        assertEquals(CodecCode.TRUNCATED, read("15", RabbitFieldsTest::u32));
        assertEquals(CodecCode.TRAILING, read("150000", RabbitFieldsTest::u32));
        assertEquals(CodecCode.PADDING, read("1501", RabbitFieldsTest::u32));
    }

    @Test
    void shouldKeepTheFirstThingThatWasWrong() {
        assertEquals(CodecCode.RANGE, read("ff", fields -> {
            fields.below(fields.unsigned(0, 2), 3);
            assertTrue(fields.failed());
            assertEquals(0, fields.unsigned(0, 32));
            assertEquals(0, fields.u32(0));
            fields.require(false);
        }));
    }

    @Test
    void shouldNotCountWhatCannotFollow() {
        // 3 items of 8 bits, of which two are there
        assertEquals(CodecCode.TRUNCATED, read("300000", fields -> assertEquals(0, fields.count(0, 10, 8))));
        assertEquals(CodecCode.TOO_LARGE, read("3000000000", fields -> assertEquals(0, fields.count(0, 2, 8))));
        assertEquals(CodecCode.TRUNCATED, read("ffffffffffffff", fields -> fields.count(0, Integer.MAX_VALUE, 1)));
    }

    @Test
    void shouldThrowForValuesWithoutAForm() {
        writer.wrap(ByteBuffer.allocate(64));
        assertThrows(IllegalArgumentException.class, () -> writer.unsigned(32, 5));
        assertThrows(IllegalArgumentException.class, () -> writer.unsigned(-1, 31));
        assertThrows(IllegalArgumentException.class, () -> writer.signed(8, 4));
        assertThrows(IllegalArgumentException.class, () -> writer.signed(-9, 4));
        assertThrows(IllegalArgumentException.class, () -> writer.varUnsigned(256, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.varSigned(128, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.below(3, 3));
        assertThrows(IllegalArgumentException.class, () -> writer.count(3, 2, 1));
        assertThrows(IllegalArgumentException.class, () -> writer.require(false));
        writer.wrap(ByteBuffer.allocate(1));
        writer.u32(256);
        assertThrows(BufferOverflowException.class, writer::flush);
    }
}
