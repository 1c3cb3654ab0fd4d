package io.lockstep.core.internal.sync;

import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import java.util.zip.CRC32;

/**
 * Takes the CRC32 of a state as it is written, through a small buffer, and the CRC32 of all up to the end of each
 * section on the way: the first of these in which two states differ names the first section that does. They cost no
 * second pass. On demand the bytes are kept too. Nothing is allocated.
 *
 * <p>What is written before the first section, if anything, counts as a section without a name.
 */
public final class ChecksumWriter extends StateWriter {

    /**
     * Most sections told apart; what follows counts as part of the last one. More would make the history of a few
     * seconds large, and a game has a dozen.
     */
    public static final int MAX_SECTIONS = 32;

    /** Large enough that CRC32 runs at its full speed, small enough for the first-level cache. */
    private static final int BUFFER_BYTES = 4096;

    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;
    private int flushed;
    private StateBuffer kept;
    private final String[] names = new String[MAX_SECTIONS];
    private final int[] sums = new int[MAX_SECTIONS];
    private final int[] ends = new int[MAX_SECTIONS];
    /** The section that is being written. */
    private int current;

    /** A writer, ready to use. */
    public ChecksumWriter() {
        reset();
    }

    /** Forgets what was written. */
    public void reset() {
        reset(null);
    }

    /**
     * Forgets what was written, and keeps what is going to be.
     *
     * @param keep is emptied and takes the bytes of the next state, null when nobody wants them
     */
    public void reset(final StateBuffer keep) {
        crc.reset();
        position = 0;
        flushed = 0;
        current = 0;
        names[0] = "";
        kept = keep;
        if (keep != null) {
            keep.clear();
        }
    }

    /**
     * The checksum of everything written since the last {@link #reset}.
     *
     * @return CRC32
     */
    public int checksum() {
        endSection();
        return sums[current];
    }

    /**
     * How many sections were written; to be asked after {@link #checksum}.
     *
     * @return 1 to {@value #MAX_SECTIONS}
     */
    public int sections() {
        return current + 1;
    }

    /**
     * The name of a section.
     *
     * @param index 0 to {@link #sections()} − 1
     * @return as the game calls it; empty for what was written before the first one
     */
    public String sectionName(final int index) {
        return names[index];
    }

    /**
     * The checksum of everything up to the end of a section.
     *
     * @param index 0 to {@link #sections()} − 1
     * @return CRC32; that of the last section is the checksum of the state
     */
    public int sectionSum(final int index) {
        return sums[index];
    }

    /**
     * Where a section ends.
     *
     * @param index 0 to {@link #sections()} − 1
     * @return bytes from the start of the state
     */
    public int sectionEnd(final int index) {
        return ends[index];
    }

    @Override
    public void section(final String name) {
        if (flushed + position > 0 && current < MAX_SECTIONS - 1) {
            endSection();
            current++;
            names[current] = name;
        } else if (flushed + position == 0) {
            names[0] = name;
        }
    }

    private void endSection() {
        flush();
        sums[current] = (int) crc.getValue();
        ends[current] = flushed;
    }

    @Override
    public void writeByte(final String field, final int value) {
        reserve(Byte.BYTES);
        buffer[position++] = (byte) value;
    }

    @Override
    public void writeShort(final String field, final int value) {
        reserve(Short.BYTES);
        buffer[position++] = (byte) value;
        buffer[position++] = (byte) (value >>> 8);
    }

    @Override
    public void writeInt(final String field, final int value) {
        reserve(Integer.BYTES);
        put(value);
    }

    @Override
    public void writeLong(final String field, final long value) {
        reserve(Long.BYTES);
        put((int) value);
        put((int) (value >>> Integer.SIZE));
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int length) {
        flush();
        take(source, offset, length);
    }

    private void put(final int value) {
        buffer[position] = (byte) value;
        buffer[position + 1] = (byte) (value >>> 8);
        buffer[position + 2] = (byte) (value >>> 16);
        buffer[position + 3] = (byte) (value >>> 24);
        position += Integer.BYTES;
    }

    private void reserve(final int bytes) {
        if (position + bytes > BUFFER_BYTES) {
            flush();
        }
    }

    private void flush() {
        take(buffer, 0, position);
        position = 0;
    }

    private void take(final byte[] source, final int offset, final int length) {
        crc.update(source, offset, length);
        if (kept != null) {
            kept.writeBytes("", source, offset, length);
        }
        flushed += length;
    }
}
