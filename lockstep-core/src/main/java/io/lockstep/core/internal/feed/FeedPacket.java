package io.lockstep.core.internal.feed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/**
 * One datagram of a feed, little-endian:
 *
 * <pre>
 *  0-1    4C 46
 *  2      version, 1
 *  3      kind
 *  4-11   link: a number that the spectator draws for each attempt, of which nobody else knows
 *  12-    content
 *  last 4 CRC32 of all before
 *
 *  1 HELLO     spectator: its own number (8), cookie or 0 (8), frame it has next or -1 (8), match id (8), digest (8),
 *              both 0 if any will do, flags (1): bit 0 feeds others; then zeros to {@value #HELLO_BYTES} bytes in all
 *  2 CHALLENGE cookie (8)
 *  3 REFUSED   why (1), how many addresses (1), addresses to try instead
 *  4 STATUS    delay in ms (4), how many are above (1), the number of each (8) from the sender to the player, and but
 *              for the first its address
 *  5 DATA      number of the chunk (4), bytes of the recording
 *  6 ACK       chunks that have come without a gap (4), bit n: the one n + 1 after them has come, too (8)
 *  7 BYE       why (1)
 *
 *  address: 4 or 6 (1), IP (4 or 16), port (2)
 * </pre>
 *
 * Nothing is answered to who has not proven its address but a CHALLENGE, which is shorter than the HELLO.
 */
public final class FeedPacket {

    public static final int HELLO = 1;
    public static final int CHALLENGE = 2;
    public static final int REFUSED = 3;
    public static final int STATUS = 4;
    public static final int DATA = 5;
    public static final int ACK = 6;
    public static final int BYE = 7;

    /** Longer than any answer to who has no cookie. */
    public static final int HELLO_BYTES = 96;
    public static final int FEEDS_OTHERS = 1;
    /** Bytes of the recording in one datagram. */
    public static final int MAX_CHUNK_BYTES = FeedLimits.MAX_DATAGRAM_BYTES - 20;

    private static final int AT_LINK = 4;
    private static final int HEAD_BYTES = 12;
    private static final short MAGIC = 0x464C;
    private static final byte VERSION = 1;

    private final CRC32 crc = new CRC32();
    private final ByteBuffer out = ByteBuffer.allocate(FeedLimits.MAX_DATAGRAM_BYTES).order(ByteOrder.LITTLE_ENDIAN);

    /** Begins a datagram. */
    ByteBuffer begin(final int kind, final long link) {
        out.clear();
        return out.putShort(MAGIC).put(VERSION).put((byte) kind).putLong(link);
    }

    /** The datagram that was begun, ready to be sent. */
    ByteBuffer end() {
        out.putInt(crcOf(out.array(), out.position()));
        return out.flip();
    }

    private int crcOf(final byte[] bytes, final int length) {
        crc.reset();
        crc.update(bytes, 0, length);
        return (int) crc.getValue();
    }

    /** Is this a whole datagram of a feed? Leaves its content between position and limit. */
    boolean open(final ByteBuffer in) {
        final int length = in.remaining() - Integer.BYTES;
        if (length < HEAD_BYTES || in.getShort(0) != MAGIC || in.get(2) != VERSION
            || in.getInt(length) != crcOf(in.array(), length)) {
            return false;
        }
        in.limit(length).position(HEAD_BYTES);
        return true;
    }

    static int kind(final ByteBuffer in) {
        return in.get(AT_LINK - 1);
    }

    static long link(final ByteBuffer in) {
        return in.getLong(AT_LINK);
    }
}
