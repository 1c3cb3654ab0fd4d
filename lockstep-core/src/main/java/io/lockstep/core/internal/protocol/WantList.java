package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The part of an {@link InputWindow} in which its sender names third peers from whom it has heard nothing for a while,
 * and the first frame it lacks from each: whoever has those inputs relays them, and the third peer learns by the same
 * way what has arrived.
 *
 * <pre>
 *  0    number of entries, 1 to 31
 *  each: 1 byte peer (ascending), 2 bytes first frame lacking
 * </pre>
 */
public final class WantList {

    /** Everybody but the sender and the receiver, at most. */
    public static final int MAX_ENTRIES = Message.MAX_PLAYERS - 1;

    private static final int ENTRY_BYTES = 3;
    private static final int U8 = 0xFF;
    private static final int U16 = 0xFFFF;

    private final int[] peers = new int[MAX_ENTRIES];
    private final int[] frames = new int[MAX_ENTRIES];
    private int count;

    WantList() {
    }

    void clear() {
        count = 0;
    }

    /**
     * Adds an entry; peers are added in ascending order.
     *
     * @param peer  who is silent, 0 to 31, higher than the one before
     * @param frame first frame lacking; the lower 16 bits travel
     * @throws IllegalArgumentException if the peer is out of range or order
     */
    public void add(final int peer, final long frame) {
        Message.checked("peer", peer, count == 0 ? 0 : peers[count - 1] + 1, Message.MAX_PLAYERS - 1);
        Message.checked("entry", count, 0, MAX_ENTRIES - 1);
        peers[count] = peer;
        frames[count++] = (int) frame & U16;
    }

    /**
     * Adds an entry that arrived, if it can be one.
     *
     * @param peer  who is silent, 0 to 255
     * @param frame first frame lacking; the lower 16 bits travel
     * @return OK, or what is wrong: RANGE for no peer and for too many entries, NOT_CANONICAL for a peer out of order
     */
    public WireCode take(final int peer, final int frame) {
        if (peer >= Message.MAX_PLAYERS || count == MAX_ENTRIES) {
            return WireCode.RANGE;
        }
        if (count > 0 && peer <= peers[count - 1]) {
            return WireCode.NOT_CANONICAL;
        }
        add(peer, frame);
        return WireCode.OK;
    }

    /**
     * How many entries there are.
     *
     * @return 0 to {@link #MAX_ENTRIES}
     */
    public int count() {
        return count;
    }

    /**
     * Who is silent.
     *
     * @param index 0 to {@link #count()} − 1
     * @return a peer, 0 to 31
     */
    public int peer(final int index) {
        return peers[index];
    }

    /**
     * What is lacking from that peer.
     *
     * @param index 0 to {@link #count()} − 1
     * @return the lower 16 bits of the first frame
     */
    public int frame(final int index) {
        return frames[index];
    }

    int encodedBytes() {
        return count == 0 ? 0 : 1 + count * ENTRY_BYTES;
    }

    void encode(final ByteBuffer buffer) {
        buffer.put((byte) count);
        for (int i = 0; i < count; i++) {
            buffer.put((byte) peers[i]).putShort((short) frames[i]);
        }
    }

    WireCode decode(final ByteBuffer buffer) {
        if (!buffer.hasRemaining()) {
            return WireCode.TRUNCATED;
        }
        final int entries = buffer.get() & U8;
        if (entries == 0 || entries > MAX_ENTRIES) {
            return WireCode.RANGE;
        }
        if (buffer.remaining() < entries * ENTRY_BYTES) {
            return WireCode.TRUNCATED;
        }
        count = 0;
        for (int i = 0; i < entries; i++) {
            final WireCode code = take(buffer.get() & U8, buffer.getShort() & U16);
            if (code != WireCode.OK) {
                return code;
            }
        }
        return WireCode.OK;
    }
}
