package io.lockstep.aeron;

import static java.nio.ByteOrder.LITTLE_ENDIAN;

import io.aeron.protocol.NakFlyweight;
import io.aeron.protocol.SetupFlyweight;
import io.aeron.protocol.StatusMessageFlyweight;
import org.agrona.DirectBuffer;
import org.agrona.MutableDirectBuffer;

/**
 * Aeron's control frames as they travel with keys: the frame, a number, and a signature of both.
 * <pre>
 *   0                        length           length + 8       length + 16
 *   +------------------ - - -+----------------+----------------+
 *   | SETUP, SM or NAK       | number (64 bit)| MAC (64 bit)   |      length: 40, 36, 28
 *   +------------------ - - -+----------------+----------------+
 * </pre>
 */
final class ControlFrames {

    static final int TRAILER_BYTES = 2 * Long.BYTES;
    /** The longest is a SETUP. */
    static final int MAX_BYTES = SetupFlyweight.HEADER_LENGTH + TRAILER_BYTES;
    /** In a request for a SETUP, where a status message says how far it has read. */
    private static final int CHALLENGE_OFFSET = 16;
    private static final int RECEIVER_OFFSET = 28;
    private static final int SESSION_OFFSET = 8;
    private static final int STREAM_OFFSET = 12;

    private ControlFrames() {
    }

    static int session(final DirectBuffer frame) {
        return frame.getInt(SESSION_OFFSET, LITTLE_ENDIAN);
    }

    static int stream(final DirectBuffer frame) {
        return frame.getInt(STREAM_OFFSET, LITTLE_ENDIAN);
    }

    static long receiver(final DirectBuffer status) {
        return status.getLong(RECEIVER_OFFSET, LITTLE_ENDIAN);
    }

    static int challenge(final DirectBuffer request) {
        return request.getInt(CHALLENGE_OFFSET, LITTLE_ENDIAN);
    }

    static void challenge(final MutableDirectBuffer request, final int challenge) {
        request.putInt(CHALLENGE_OFFSET, challenge, LITTLE_ENDIAN);
    }

    /** Whether a status message asks for a SETUP. */
    static boolean isRequest(final DirectBuffer status) {
        return (Frames.flags(status, 0) & StatusMessageFlyweight.SEND_SETUP_FLAG) != 0;
    }

    /** Whether a datagram is a status message or a NAK with its trailer and nothing else. */
    static boolean isWhole(final DirectBuffer packet, final int length, final int frameLength) {
        return length == frameLength + TRAILER_BYTES && Frames.length(packet, 0) == frameLength
            && Frames.isOfThisVersion(packet, 0);
    }

    static boolean isStatus(final DirectBuffer packet, final int length) {
        return isWhole(packet, length, StatusMessageFlyweight.HEADER_LENGTH);
    }

    static boolean isNak(final DirectBuffer packet, final int length) {
        return isWhole(packet, length, NakFlyweight.HEADER_LENGTH);
    }

    static long number(final DirectBuffer packet, final int frameLength) {
        return packet.getLong(frameLength, LITTLE_ENDIAN);
    }

    static long signature(final DirectBuffer packet, final int frameLength) {
        return packet.getLong(frameLength + Long.BYTES, LITTLE_ENDIAN);
    }

    static void trailer(final MutableDirectBuffer packet, final int frameLength, final long number, final long mac) {
        packet.putLong(frameLength, number, LITTLE_ENDIAN);
        packet.putLong(frameLength + Long.BYTES, mac, LITTLE_ENDIAN);
    }
}
