package io.lockstep.core.sync;

import java.util.zip.CRC32;

/** Takes the CRC32 of a state as it is written, through a small buffer; nothing is kept and nothing allocated. */
public final class ChecksumWriter extends StateWriter {

    /** Large enough that CRC32 runs at its full speed, small enough for the first-level cache. */
    private static final int BUFFER_BYTES = 4096;

    private final CRC32 crc = new CRC32();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private int position;

    /** A writer, ready to use. */
    public ChecksumWriter() {
    }

    /** Forgets what was written. */
    public void reset() {
        crc.reset();
        position = 0;
    }

    /**
     * The checksum of everything written since the last {@link #reset}.
     *
     * @return CRC32
     */
    public int checksum() {
        flush();
        return (int) crc.getValue();
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
        crc.update(source, offset, length);
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
        crc.update(buffer, 0, position);
        position = 0;
    }
}
