package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The part of an {@link InputWindow} that holds checksums of its sender's state, each one checksum interval after the
 * one before. They are repeated until the receiver acknowledges them. For a while after a difference every second
 * window holds those of the newest frames instead, each one frame after the one before.
 *
 * <pre>
 *  0-1  frame of the first
 *  2    bits 0-5 how many, 1 to 14; bit 6 the first is the oldest that the sender has; bit 7 each frame
 *  4n   CRC32 of each
 * </pre>
 */
public final class ChecksumList {

    /**
     * Most checksums in one window. At 240 Hz with an interval of one frame eight did not keep up with losses; the
     * largest frame leaves room for 14 in one datagram.
     */
    public static final int MAX_ENTRIES = 14;

    static final int MAX_BYTES = Short.BYTES + 1 + MAX_ENTRIES * Integer.BYTES;

    private static final int FLAG_EACH = 1 << 7;
    private static final int FLAG_OLDEST = 1 << 6;
    private static final int U8 = 0xFF;
    private static final int U16 = 0xFFFF;

    private final int[] values = new int[MAX_ENTRIES];
    private int frame;
    private int count;
    private boolean each;
    private boolean oldest;

    ChecksumList() {
    }

    void clear() {
        count = 0;
        each = false;
        oldest = false;
    }

    /** Says that the sender has no older checksum that the receiver may wait for. */
    public void beginsWithOldest() {
        oldest = true;
    }

    /**
     * Returns whether the receiver waits for none before the first.
     *
     * @return never true of frames in a row
     */
    public boolean isOldestFirst() {
        return oldest;
    }

    /**
     * Says that the checksums are those of frames in a row, not of check frames.
     */
    public void eachFrame() {
        each = true;
    }

    /**
     * Are the checksums those of frames in a row?
     *
     * @return false when they are one checksum interval apart
     */
    public boolean isEachFrame() {
        return each;
    }

    /**
     * Adds a checksum.
     *
     * @param ofFrame the frame it is of; the lower 16 bits of the first one's travel
     * @param crc     CRC32 of the state after that frame
     * @return false when the list is full
     */
    public boolean add(final long ofFrame, final int crc) {
        if (count == MAX_ENTRIES) {
            return false;
        }
        if (count == 0) {
            frame = (int) ofFrame & U16;
        }
        values[count++] = crc;
        return true;
    }

    /**
     * How many checksums there are.
     *
     * @return 0 to {@link #MAX_ENTRIES}
     */
    public int count() {
        return count;
    }

    /**
     * The frame the first one is of.
     *
     * @return its lower 16 bits
     */
    public int frame() {
        return frame;
    }

    /**
     * One of the checksums.
     *
     * @param index 0 to {@link #count()} − 1
     * @return CRC32
     */
    public int value(final int index) {
        return values[index];
    }

    int encodedBytes() {
        return count == 0 ? 0 : Short.BYTES + 1 + count * Integer.BYTES;
    }

    void encode(final ByteBuffer buffer) {
        buffer.putShort((short) frame).put((byte) (count | (each ? FLAG_EACH : 0) | (oldest ? FLAG_OLDEST : 0)));
        for (int i = 0; i < count; i++) {
            buffer.putInt(values[i]);
        }
    }

    WireCode decode(final ByteBuffer buffer) {
        if (buffer.remaining() < Short.BYTES + 1) {
            return WireCode.TRUNCATED;
        }
        frame = buffer.getShort() & U16;
        final int number = buffer.get() & U8;
        final int entries = number & ~(FLAG_EACH | FLAG_OLDEST);
        each = (number & FLAG_EACH) != 0;
        oldest = (number & FLAG_OLDEST) != 0;
        if (entries == 0 || entries > MAX_ENTRIES || each && oldest) {
            return WireCode.RANGE;
        }
        if (buffer.remaining() < entries * Integer.BYTES) {
            return WireCode.TRUNCATED;
        }
        for (int i = 0; i < entries; i++) {
            values[i] = buffer.getInt();
        }
        count = entries;
        return WireCode.OK;
    }
}
