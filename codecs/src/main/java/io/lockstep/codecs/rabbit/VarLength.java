package io.lockstep.codecs.rabbit;

/** The two numbers a variable-length integer is laid out by. */
final class VarLength {

    private VarLength() {
    }

    /** Bits of the prefix of an integer of up to so many bytes: as many as the greatest prefix takes, 0 to 3. */
    static int prefixBits(final int bytes) {
        return Integer.SIZE - Integer.numberOfLeadingZeros(bytes - 1);
    }

    /** Fewest bytes a value takes, 1 to 8; zero takes one. */
    static int bytes(final long value) {
        return Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(value) + Byte.SIZE - 1) / Byte.SIZE);
    }
}
