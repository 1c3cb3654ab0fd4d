package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a cut was decided from: how much each member that promised its ballot has said that it has of each peer that is
 * left out. A mask of 4 bytes of those who are left out, one of those who have reported, and for each of the latter,
 * the lowest first, a byte for each of the former: how many inputs fewer it has than the cut counts.
 */
public final class CutReports {

    /** It has said that it has more, and has not handed it on. */
    public static final int UNSHOWN = 254;
    /** It has said that it has nothing that counts. */
    public static final int NOTHING = 255;
    /** It has so many inputs fewer than the cut counts, or still fewer. */
    public static final int MANY_FEWER = 253;

    /** Nobody reports in a round that is about it: half of all peers at most report about the other half. */
    static final int MAX_BYTES = 2 * Integer.BYTES + Message.MAX_PLAYERS / 2 * (Message.MAX_PLAYERS / 2);

    private final byte[] codes = new byte[Message.MAX_PLAYERS * Message.MAX_PLAYERS];
    private int suspects;
    private int reporters;

    /** Reports of nobody about nobody, to be filled. */
    public CutReports() {
    }

    /**
     * Begins anew.
     *
     * @param about who is left out, bit n for peer n
     * @param by    who has reported; none of them is left out
     */
    public void reset(final int about, final int by) {
        suspects = about;
        reporters = by;
        Arrays.fill(codes, (byte) NOTHING);
    }

    /**
     * Takes over what others say.
     *
     * @param from which
     */
    public void copy(final CutReports from) {
        suspects = from.suspects;
        reporters = from.reporters;
        System.arraycopy(from.codes, 0, codes, 0, codes.length);
    }

    /**
     * Says what one has reported.
     *
     * @param by       who
     * @param about    of whom
     * @param received the first input of it that is lacking; 0 for nothing that counts
     * @param cut      the first one that does not count
     */
    public void put(final int by, final int about, final long received, final long cut) {
        codes[by * Message.MAX_PLAYERS + about] = (byte) codeOf(received, cut);
    }

    /**
     * What stands for a report.
     *
     * @param received the first input that is lacking; 0 for nothing that counts
     * @param cut      the first one that does not count
     * @return 0 to 255
     */
    public static int codeOf(final long received, final long cut) {
        if (received == 0) {
            return NOTHING;
        }
        return received > cut ? UNSHOWN : (int) Math.min(cut - received, MANY_FEWER);
    }

    /**
     * What one has reported.
     *
     * @param by    who
     * @param about of whom
     * @return inputs fewer than the cut counts, or what else a code means
     */
    public int code(final int by, final int about) {
        return codes[by * Message.MAX_PLAYERS + about] & Message.U8;
    }

    /**
     * Who is left out.
     *
     * @return bit n for peer n
     */
    public int suspects() {
        return suspects;
    }

    /**
     * Who has reported.
     *
     * @return bit n for peer n
     */
    public int reporters() {
        return reporters;
    }

    /**
     * How many bytes the reports are, as {@link #bytes} gives them.
     *
     * @return 0 to 256
     */
    public int length() {
        return Integer.bitCount(suspects) * Integer.bitCount(reporters);
    }

    /**
     * Writes the codes alone, one after the other.
     *
     * @param out with room for {@link #length()}
     */
    public void bytes(final ByteBuffer out) {
        for (int by = reporters; by != 0; by &= by - 1) {
            for (int about = suspects; about != 0; about &= about - 1) {
                out.put((byte) code(Integer.numberOfTrailingZeros(by), Integer.numberOfTrailingZeros(about)));
            }
        }
    }

    /**
     * Reads what {@link #bytes} has written, for the masks that are set.
     *
     * @param in with {@link #length()} bytes left at least
     */
    public void take(final ByteBuffer in) {
        for (int by = reporters; by != 0; by &= by - 1) {
            for (int about = suspects; about != 0; about &= about - 1) {
                codes[Integer.numberOfTrailingZeros(by) * Message.MAX_PLAYERS + Integer.numberOfTrailingZeros(about)] =
                    in.get();
            }
        }
    }

    void encode(final ByteBuffer buffer) {
        buffer.putInt(suspects).putInt(reporters);
        bytes(buffer);
    }

    WireCode decode(final ByteBuffer buffer) {
        if (buffer.remaining() < 2 * Integer.BYTES) {
            return WireCode.TRUNCATED;
        }
        reset(buffer.getInt(), buffer.getInt());
        if ((suspects & reporters) != 0) {
            return WireCode.RANGE;
        }
        if (buffer.remaining() < length()) {
            return WireCode.TRUNCATED;
        }
        take(buffer);
        return WireCode.OK;
    }
}
