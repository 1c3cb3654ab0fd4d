package io.lockstep.aeron;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.aeron.logbuffer.FrameDescriptor;
import io.aeron.protocol.DataHeaderFlyweight;
import io.aeron.protocol.HeaderFlyweight;
import org.agrona.BitUtil;
import org.agrona.DirectBuffer;

/** Where the fields of Aeron's frames stand that are read without a flyweight, and what is made of them. */
final class Frames {

    /** The one value of the flags of data and padding: first and last part of its message. */
    static final short WHOLE = DataHeaderFlyweight.BEGIN_AND_END_FLAGS;

    private Frames() {
    }

    static int length(final DirectBuffer packet, final int offset) {
        return packet.getInt(offset + HeaderFlyweight.FRAME_LENGTH_FIELD_OFFSET, LITTLE_ENDIAN);
    }

    /** What a frame takes of a term, and data of a datagram. */
    static int aligned(final int length) {
        return BitUtil.align(length, FrameDescriptor.FRAME_ALIGNMENT);
    }

    static boolean isOfThisVersion(final DirectBuffer packet, final int offset) {
        return packet.getByte(offset + HeaderFlyweight.VERSION_FIELD_OFFSET) == HeaderFlyweight.CURRENT_VERSION;
    }

    static short flags(final DirectBuffer packet, final int offset) {
        return (short) (packet.getByte(offset + HeaderFlyweight.FLAGS_FIELD_OFFSET) & 0xFF);
    }

    static int type(final DirectBuffer packet, final int offset) {
        return packet.getShort(offset + HeaderFlyweight.TYPE_FIELD_OFFSET, LITTLE_ENDIAN) & 0xFFFF;
    }

    static int termOffset(final DirectBuffer packet, final int offset) {
        return packet.getInt(offset + DataHeaderFlyweight.TERM_OFFSET_FIELD_OFFSET, LITTLE_ENDIAN);
    }

    static int session(final DirectBuffer packet, final int offset) {
        return packet.getInt(offset + DataHeaderFlyweight.SESSION_ID_FIELD_OFFSET, LITTLE_ENDIAN);
    }

    static int stream(final DirectBuffer packet, final int offset) {
        return packet.getInt(offset + DataHeaderFlyweight.STREAM_ID_FIELD_OFFSET, LITTLE_ENDIAN);
    }

    static int term(final DirectBuffer packet, final int offset) {
        return packet.getInt(offset + DataHeaderFlyweight.TERM_ID_FIELD_OFFSET, LITTLE_ENDIAN);
    }

    static long reserved(final DirectBuffer packet, final int offset) {
        return packet.getLong(offset + DataHeaderFlyweight.RESERVED_VALUE_OFFSET, LITTLE_ENDIAN);
    }

    /** Where a datagram travels. */
    static long path(final int session, final int stream) {
        return pair(session, stream);
    }

    /** Where it stands there. */
    static long place(final int term, final int termOffset) {
        return pair(term, termOffset);
    }

    static long path(final DirectBuffer packet, final int offset) {
        return path(session(packet, offset), stream(packet, offset));
    }

    static long place(final DirectBuffer packet, final int offset) {
        return place(term(packet, offset), termOffset(packet, offset));
    }

    private static long pair(final int upper, final int lower) {
        return (long) upper << Integer.SIZE | lower & 0xFFFF_FFFFL;
    }
}
