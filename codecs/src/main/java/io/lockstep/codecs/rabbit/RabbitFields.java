package io.lockstep.codecs.rabbit;

/**
 * The kinds of field Rabbit has, in either direction: a writer writes the value it is given and returns it, a reader
 * ignores the value and returns the one it found. All are packed bit by bit, a field's least significant bit first; the
 * first bit of the stream is the highest of the first byte.
 *
 * <p>A field whose width is no whole number of bytes, {@code u1} or {@code i12}, is {@link #unsigned} or
 * {@link #signed}: that many bits. One of whole bytes, {@code u32} or {@code i16}, is of variable length:
 * {@link #varUnsigned} or {@link #varSigned}. For {@code u8} the two are the same.
 */
public interface RabbitFields {

    /** Bytes of a {@code u32}. */
    int U32_BYTES = 4;

    /**
     * An integer of exactly so many bits.
     *
     * @param value 0 to 2^bits − 1; all 32 bits are unsigned
     * @param bits  1 to 32
     * @return the value
     * @throws IllegalArgumentException if a value to write does not fit
     */
    int unsigned(int value, int bits);

    /**
     * An integer of exactly so many bits in two's complement.
     *
     * @param value −2^(bits − 1) to 2^(bits − 1) − 1
     * @param bits  1 to 32
     * @return the value
     * @throws IllegalArgumentException if a value to write does not fit
     */
    int signed(int value, int bits);

    /**
     * An integer of up to so many bytes: how many more than one it takes, in as many bits as the number
     * {@code bytes − 1} has, then its lowest bytes, the lowest first. Written as short as can be; another length is
     * refused.
     *
     * @param value 0 to 2^(8 · bytes) − 1; all 64 bits are unsigned
     * @param bytes 1 to 8
     * @return the value
     * @throws IllegalArgumentException if a value to write does not fit
     */
    long varUnsigned(long value, int bytes);

    /**
     * A value that must lie below a bound, to be checked after its field.
     *
     * @param value what the field held
     * @param bound at least 1
     * @return the value; 0 when a reader refuses it
     * @throws IllegalArgumentException if a value to write is not below the bound
     */
    int below(int value, int bound);

    /**
     * How many items follow, a {@code u32}. A reader refuses more items than the bits that follow can hold, so that
     * nobody makes room for what cannot come.
     *
     * @param value    0 to {@code most}
     * @param most     the limit
     * @param itemBits the fewest bits an item has, at least 1
     * @return the value; 0 when a reader refuses it
     * @throws IllegalArgumentException if a value to write is beyond the limit
     */
    int count(int value, int most, int itemBits);

    /**
     * Bytes, each a {@code u8}.
     *
     * @param array  where they are, or go to, from the start
     * @param length how many
     */
    void bytes(byte[] array, int length);

    /**
     * A condition on what was handed over so far.
     *
     * @param holds whether it does
     * @throws IllegalArgumentException if it does not hold for what is written
     */
    void require(boolean holds);

    /**
     * Has reading failed? All further fields are 0, and repetitions can stop.
     *
     * @return always false for a writer
     */
    boolean failed();

    /**
     * One bit.
     *
     * @param value true is 1
     * @return the value
     */
    default boolean flag(final boolean value) {
        return unsigned(value ? 1 : 0, 1) != 0;
    }

    /**
     * An integer of up to so many bytes, small numbers of either sign short: 0, −1, 1, −2, 2 … travel as
     * 0, 1, 2, 3, 4 …, as {@link #varUnsigned} does.
     *
     * @param value −2^(8 · bytes − 1) to 2^(8 · bytes − 1) − 1
     * @param bytes 1 to 8
     * @return the value
     * @throws IllegalArgumentException if a value to write does not fit
     */
    default long varSigned(final long value, final int bytes) {
        final long zigZag = varUnsigned(value << 1 ^ value >> Long.SIZE - 1, bytes);
        return zigZag >>> 1 ^ -(zigZag & 1);
    }

    /**
     * A {@code u32}: 10, 18, 26 or 34 bits.
     *
     * @param value all 32 bits are unsigned
     * @return the value
     */
    default int u32(final int value) {
        return (int) varUnsigned(Integer.toUnsignedLong(value), U32_BYTES);
    }

    /**
     * An {@code i32}: 10, 18, 26 or 34 bits.
     *
     * @param value any
     * @return the value
     */
    default int i32(final int value) {
        return (int) varSigned(value, U32_BYTES);
    }

    /**
     * An IEEE 754 number of 32 bits, the lowest bit of the fraction first.
     *
     * @param value any, also NaN
     * @return the value, bit for bit
     */
    default float f32(final float value) {
        return Float.intBitsToFloat(unsigned(Float.floatToRawIntBits(value), Integer.SIZE));
    }

    /**
     * An IEEE 754 number of 64 bits, the lowest bit of the fraction first.
     *
     * @param value any, also NaN
     * @return the value, bit for bit
     */
    default double f64(final double value) {
        final long bits = Double.doubleToRawLongBits(value);
        final long low = Integer.toUnsignedLong(unsigned((int) bits, Integer.SIZE));
        final long high = unsigned((int) (bits >>> Integer.SIZE), Integer.SIZE);
        return Double.longBitsToDouble(high << Integer.SIZE | low);
    }
}
