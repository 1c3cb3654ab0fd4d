package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteOrder;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;

/** Whether a datagram stands where the one before it has ended. */
class PlacesTest {

    private static final int SESSION = -5;
    private static final int STREAM = 26;

    private final Places places = new Places();
    private final UnsafeBuffer packet = new UnsafeBuffer(new byte[128]);

    private boolean follows(final int stream, final int termOffset, final int frame, final int length) {
        packet.putInt(0, frame, ByteOrder.LITTLE_ENDIAN);
        packet.putInt(8, termOffset, ByteOrder.LITTLE_ENDIAN);
        packet.putInt(12, SESSION, ByteOrder.LITTLE_ENDIAN);
        packet.putInt(16, stream, ByteOrder.LITTLE_ENDIAN);
        return places.follows(packet, length);
    }

    @Test
    void shouldSeeDataThatFollows() {
        assertTrue(follows(STREAM, 640, 40, 64));
        assertTrue(follows(STREAM, 704, 32, 32));
        assertTrue(follows(STREAM + 1, 0, 40, 64));
        assertTrue(follows(STREAM, 736, 40, 64));
    }

    @Test
    void shouldNoticeAGap() {
        follows(STREAM, 640, 40, 64);

        assertFalse(follows(STREAM, 768, 40, 64));
        assertTrue(follows(STREAM, 832, 40, 64));
    }

    @Test
    void shouldNoticeByAHeartbeatThatTheLastOneIsMissing() {
        follows(STREAM, 640, 40, 64);

        assertTrue(follows(STREAM, 704, 0, 32));
        assertFalse(follows(STREAM, 768, 0, 32));
    }

    @Test
    void shouldNotCareForStreamsOfNobody() {
        assertTrue(follows(-1, 640, 40, 64));
        assertTrue(follows(StreamIds.LIMIT, 0, 40, 64));
    }
}
