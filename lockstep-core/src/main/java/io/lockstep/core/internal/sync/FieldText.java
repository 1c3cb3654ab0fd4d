package io.lockstep.core.internal.sync;

import java.util.Arrays;
import java.util.HexFormat;

/** A field's bytes for people. */
public final class FieldText {

    /** Up to so many bytes of a field that is long, so that a line stays a line. */
    private static final int SHOWN_BYTES = 16;
    private static final int U8 = 0xFF;

    private FieldText() {
    }

    /**
     * A number, or hexadecimal digits when there are more bytes than a number has.
     *
     * @param bytes  where the field is
     * @param from   its first byte
     * @param length how many it has
     * @return such as {@code -3} or {@code 0x00ff…}
     */
    public static String of(final byte[] bytes, final int from, final int length) {
        if (length > Long.BYTES) {
            return hex(bytes, from, length);
        }
        long value = length == 0 ? 0 : bytes[from + length - 1];
        for (int i = length - 2; i >= 0; i--) {
            value = value << Byte.SIZE | bytes[from + i] & U8;
        }
        return String.valueOf(value);
    }

    /**
     * A number, or hexadecimal digits of the bytes in which two fields begin to differ.
     *
     * @param bytes  where the field is
     * @param from   its first byte
     * @param length how many it has
     * @param skip   how many of them are the same in the other field; counts where there are more than a number has
     * @return such as {@code -3}, or {@code byte 40: 0x00ff…}
     */
    public static String of(final byte[] bytes, final int from, final int length, final int skip) {
        return length <= Long.BYTES || skip == 0 ? of(bytes, from, length)
            : "byte " + skip + ": " + hex(bytes, from + skip, length - skip);
    }

    /**
     * In how many bytes two fields of the same length begin alike.
     *
     * @param a      where one is
     * @param aFrom  its first byte
     * @param b      where the other is
     * @param bFrom  its first byte
     * @param length how many they have
     * @return 0 when they do not, or are the same
     */
    public static int same(final byte[] a, final int aFrom, final byte[] b, final int bFrom, final int length) {
        return Math.max(0, Arrays.mismatch(a, aFrom, aFrom + length, b, bFrom, bFrom + length));
    }

    /**
     * Hexadecimal digits, of the first bytes when there are many.
     *
     * @param bytes  where they are
     * @param from   the first one
     * @param length how many
     * @return such as {@code 0x00ff…}
     */
    public static String hex(final byte[] bytes, final int from, final int length) {
        return "0x" + HexFormat.of().formatHex(bytes, from, from + Math.min(length, SHOWN_BYTES))
            + (length > SHOWN_BYTES ? "…" : "");
    }
}
