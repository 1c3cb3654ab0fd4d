package io.lockstep.core.session;

import java.util.zip.CRC32;

/** Makes a state that has the CRC32 of another one: four bytes of it are chosen for that. */
final class Crc32Twin {

    private Crc32Twin() {
    }

    private static int crc(final byte[] bytes) {
        final CRC32 crc = new CRC32();
        crc.update(bytes);
        return (int) crc.getValue();
    }

    /** Changes the four bytes from an index on so that the whole has this CRC32, which depends linearly on each bit. */
    static void make(final byte[] bytes, final int at, final int wanted) {
        final int[] effect = new int[Integer.SIZE];
        final int[] bits = new int[Integer.SIZE];
        final int plain = crc(bytes);
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            bytes[at + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            effect[bit] = crc(bytes) ^ plain;
            bits[bit] = 1 << bit;
            bytes[at + bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
        final int rest = wanted ^ plain;
        int chosen = 0;
        for (int column = 0; column < Integer.SIZE; column++) {
            int pivot = column;
            while ((effect[pivot] & 1 << column) == 0) {
                pivot++;
            }
            swap(effect, column, pivot);
            swap(bits, column, pivot);
            for (int row = 0; row < Integer.SIZE; row++) {
                if (row != column && (effect[row] & 1 << column) != 0) {
                    effect[row] ^= effect[column];
                    bits[row] ^= bits[column];
                }
            }
        }
        for (int column = 0; column < Integer.SIZE; column++) {
            chosen ^= (rest & 1 << column) != 0 ? bits[column] : 0;
        }
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            bytes[at + bit / Byte.SIZE] ^= (byte) ((chosen & 1 << bit) != 0 ? 1 << bit % Byte.SIZE : 0);
        }
        if (crc(bytes) != wanted) {
            throw new IllegalStateException("no twin");
        }
    }

    private static void swap(final int[] values, final int one, final int other) {
        final int first = values[one];
        values[one] = values[other];
        values[other] = first;
    }
}
