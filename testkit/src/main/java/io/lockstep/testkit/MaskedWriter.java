package io.lockstep.testkit;

import io.lockstep.core.sync.StateWriter;

/** Passes a state on with one bit of one field turned over. */
final class MaskedWriter extends StateWriter {

    private final StateWriter out;
    private final int masked;
    private final int bit;
    private int field;

    /**
     * A writer for one state.
     *
     * @param out    where it goes
     * @param masked which field, counted from 0
     * @param bit    which of its bits; one beyond its length stands for one within
     */
    MaskedWriter(final StateWriter out, final int masked, final int bit) {
        this.out = out;
        this.masked = masked;
        this.bit = bit;
    }

    private long mask(final int bits) {
        return field++ == masked ? 1L << bit % bits : 0;
    }

    @Override
    public void section(final String name) {
        out.section(name);
    }

    @Override
    public void enter(final String part) {
        out.enter(part);
    }

    @Override
    public void leave() {
        out.leave();
    }

    @Override
    public void writeByte(final String name, final int value) {
        out.writeByte(name, value ^ (int) mask(Byte.SIZE));
    }

    @Override
    public void writeShort(final String name, final int value) {
        out.writeShort(name, value ^ (int) mask(Short.SIZE));
    }

    @Override
    public void writeInt(final String name, final int value) {
        out.writeInt(name, value ^ (int) mask(Integer.SIZE));
    }

    @Override
    public void writeLong(final String name, final long value) {
        out.writeLong(name, value ^ mask(Long.SIZE));
    }

    @Override
    public void writeBytes(final String name, final byte[] source, final int offset, final int length) {
        if (field++ == masked && length > 0) {
            final byte[] copy = new byte[length];
            System.arraycopy(source, offset, copy, 0, length);
            copy[bit / Byte.SIZE % length] ^= (byte) (1 << bit % Byte.SIZE);
            out.writeBytes(name, copy, 0, length);
        } else {
            out.writeBytes(name, source, offset, length);
        }
    }
}
