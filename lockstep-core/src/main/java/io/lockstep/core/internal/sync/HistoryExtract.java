package io.lockstep.core.internal.sync;

import io.lockstep.core.sync.FirstDifference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A part of a {@link StateHistory}, as peers send it to each other when their states differ:
 *
 * <pre>
 *  0-7  the first frame
 *  8-9  how many frames follow, 1 to 256
 *  then for each frame:
 *  0    bits 0-4 number of sections n, less one; bit 5 the state came from elsewhere and the inputs are not known;
 *       bit 6 paused; bit 7 the state after it is kept
 *  1-4  hash of the inputs
 *  4n   CRC32 of the state after it up to the end of each section
 * </pre>
 */
public final class HistoryExtract {

    /** Longest form. */
    public static final int MAX_BYTES = Long.BYTES + Short.BYTES
        + StateHistory.FRAMES * (1 + Integer.BYTES + ChecksumWriter.MAX_SECTIONS * Integer.BYTES);

    private static final int SECTIONS = ChecksumWriter.MAX_SECTIONS - 1;
    private static final int BASE = 1 << 5;
    private static final int PAUSED = 1 << 6;
    private static final int KEPT = 1 << 7;
    private static final int U8 = 0xFF;

    private final long first;
    private final int[] flags;
    private final int[] inputHashes;
    private final int[][] sums;

    private HistoryExtract(final long first, final int count) {
        this.first = first;
        flags = new int[count];
        inputHashes = new int[count];
        sums = new int[count][];
    }

    /**
     * Takes some frames out of a history, none before the last state that was not simulated here.
     *
     * @param history has the last one
     * @param from    the first frame wanted; later when the history does not reach so far back
     * @param to      the last one
     * @return a copy
     */
    public static HistoryExtract of(final StateHistory history, final long from, final long to) {
        long first = to;
        while (first > from && to - first < StateHistory.FRAMES - 1 && history.has(first - 1)
            && !history.isBase(first)) {
            first--;
        }
        final HistoryExtract extract = new HistoryExtract(first, (int) (to - first + 1));
        for (int i = 0; i < extract.flags.length; i++) {
            final long frame = first + i;
            final int sections = history.sections(frame);
            extract.flags[i] = sections - 1 | (history.isBase(frame) ? BASE : 0)
                | (history.isPaused(frame) ? PAUSED : 0)
                | (history.hasState(frame) ? KEPT : 0);
            extract.inputHashes[i] = history.inputHash(frame);
            extract.sums[i] = new int[sections];
            for (int section = 0; section < sections; section++) {
                extract.sums[i][section] = history.sum(frame, section);
            }
        }
        return extract;
    }

    /**
     * The form in which it travels.
     *
     * @return at most {@link #MAX_BYTES}
     */
    public byte[] write() {
        int length = Long.BYTES + Short.BYTES;
        for (final int[] each : sums) {
            length += 1 + Integer.BYTES + each.length * Integer.BYTES;
        }
        final ByteBuffer out = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(first).putShort((short) flags.length);
        for (int i = 0; i < flags.length; i++) {
            out.put((byte) flags[i]).putInt(inputHashes[i]);
            for (final int sum : sums[i]) {
                out.putInt(sum);
            }
        }
        return out.array();
    }

    /**
     * Reads what a peer sent.
     *
     * @param bytes all of it
     * @return null when it is malformed
     */
    public static HistoryExtract read(final byte[] bytes) {
        final ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (in.remaining() < Long.BYTES + Short.BYTES) {
            return null;
        }
        final long first = in.getLong();
        final int count = in.getShort();
        if (first < -1 || first > Long.MAX_VALUE - StateHistory.FRAMES || count < 1 || count > StateHistory.FRAMES) {
            // Before every frame, behind every frame, or not as many as it can be.
            return null;
        }
        final HistoryExtract extract = new HistoryExtract(first, count);
        for (int i = 0; i < count; i++) {
            if (in.remaining() < 1 + Integer.BYTES) {
                return null;
            }
            extract.flags[i] = in.get() & U8;
            extract.inputHashes[i] = in.getInt();
            final int sections = (extract.flags[i] & SECTIONS) + 1;
            if (in.remaining() < sections * Integer.BYTES) {
                return null;
            }
            extract.sums[i] = new int[sections];
            for (int section = 0; section < sections; section++) {
                extract.sums[i][section] = in.getInt();
            }
        }
        return in.hasRemaining() ? null : extract;
    }

    /**
     * Compares two histories.
     *
     * @param local  of one peer
     * @param remote of the other
     * @param agreed the newest frame known to have led both to the same state, {@link FirstDifference#NONE} if none is
     * @param start  the frame before the first of the match
     * @return where they part
     */
    public static FirstDifference compare(final HistoryExtract local, final HistoryExtract remote,
                                          final long agreed, final long start) {
        final long from = Math.max(Math.max(local.first(), remote.first()), agreed + 1);
        final long to = Math.min(local.last(), remote.last());
        long input = FirstDifference.NONE;
        for (long frame = from; frame <= to; frame++) {
            if (input == FirstDifference.NONE && !local.isBase(frame) && !remote.isBase(frame)
                && local.inputHash(frame) != remote.inputHash(frame)) {
                input = frame;
            }
            if (local.checksum(frame) != remote.checksum(frame)) {
                return new FirstDifference(frame == from ? agreed : frame - 1, frame,
                    frame > from || frame == agreed + 1 || frame == start,
                    section(local, remote, frame), input);
            }
        }
        return new FirstDifference(agreed, FirstDifference.NONE, false, 0, FirstDifference.NONE);
    }

    private static int section(final HistoryExtract local, final HistoryExtract remote, final long frame) {
        final int common = Math.min(local.sections(frame), remote.sections(frame));
        for (int i = 0; i < common; i++) {
            if (local.sum(frame, i) != remote.sum(frame, i)) {
                return i;
            }
        }
        return common;
    }

    /**
     * The first frame.
     *
     * @return a frame
     */
    public long first() {
        return first;
    }

    /**
     * The last frame.
     *
     * @return a frame
     */
    public long last() {
        return first + flags.length - 1;
    }

    private int index(final long frame) {
        return (int) (frame - first);
    }

    /**
     * The hash of a frame's inputs.
     *
     * @param frame from {@link #first} to {@link #last}
     * @return 32 bits
     */
    public int inputHash(final long frame) {
        return inputHashes[index(frame)];
    }

    /**
     * Is the state after this frame one that its owner did not simulate?
     *
     * @param frame from {@link #first} to {@link #last}
     * @return true when the hash of the inputs means nothing
     */
    public boolean isBase(final long frame) {
        return (flags[index(frame)] & BASE) != 0;
    }

    /**
     * Did the game stand still in this frame?
     *
     * @param frame from {@link #first} to {@link #last}
     * @return true when the match was paused
     */
    public boolean isPaused(final long frame) {
        return (flags[index(frame)] & PAUSED) != 0;
    }

    /**
     * Is the state after a frame kept by whose history this is?
     *
     * @param frame from {@link #first} to {@link #last}
     * @return true when it can be had
     */
    public boolean hasState(final long frame) {
        return (flags[index(frame)] & KEPT) != 0;
    }

    /**
     * How many sections the state after a frame has.
     *
     * @param frame from {@link #first} to {@link #last}
     * @return 1 to {@value ChecksumWriter#MAX_SECTIONS}
     */
    public int sections(final long frame) {
        return sums[index(frame)].length;
    }

    /**
     * The checksum of the state after a frame up to the end of a section.
     *
     * @param frame   from {@link #first} to {@link #last}
     * @param section 0 to {@link #sections} − 1
     * @return CRC32
     */
    public int sum(final long frame, final int section) {
        return sums[index(frame)][section];
    }

    /**
     * The checksum of the whole state after a frame.
     *
     * @param frame from {@link #first} to {@link #last}
     * @return CRC32
     */
    public int checksum(final long frame) {
        final int[] all = sums[index(frame)];
        return all[all.length - 1];
    }
}
