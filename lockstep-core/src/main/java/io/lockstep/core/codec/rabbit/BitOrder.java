package io.lockstep.core.codec.rabbit;

/**
 * Where the bits of the stream go in a byte: the first one is the highest, so that bytes in binary show the stream from
 * left to right. The first bit of a field is nevertheless its lowest; a byte is therefore mirrored on its way.
 */
final class BitOrder {

    private static final byte[] MIRRORED = table();

    private BitOrder() {
    }

    /** The lowest eight bits in opposite order. */
    static byte mirrored(final int bits) {
        return MIRRORED[bits & 0xFF];
    }

    private static byte[] table() {
        final byte[] table = new byte[1 << Byte.SIZE];
        for (int i = 0; i < table.length; i++) {
            table[i] = (byte) (Integer.reverse(i) >>> Integer.SIZE - Byte.SIZE);
        }
        return table;
    }
}
