package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InputWindowJsonTest {

    private static final long SEED = 0x5EED_0002L;
    private static final int MAX_BYTES = 2 << 20;

    private final SplittableRandom random = new SplittableRandom(SEED);

    @Test
    void shouldTakeTheLargestWindowThereCanBe() {
        final InputWindow window =
            new InputWindow(WireLimits.MAX_INPUT_BYTES, Message.MAX_PLAYERS, WireLimits.MAX_EVENT_BYTES);
        window.reset(Message.MAX_PLAYERS, 0, 0);
        final byte[] bytes = new byte[WireLimits.MAX_EVENT_BYTES];
        for (int frame = 0; frame < InputWindow.MAX_FRAMES; frame++) {
            for (int player = 0; player < Message.MAX_PLAYERS; player++) {
                random.nextBytes(bytes);
                window.frames().input(player, bytes, 0);
                window.frames().event(player, bytes, 0, bytes.length);
            }
            assertTrue(window.endFrame(MAX_BYTES));
        }
        final MessageCodec codec = new MessageCodec(new WireLimits(64, 32, 255, 1));
        assertEquals(WireCode.OK, codec.decodeJson(ByteBuffer.wrap(
            codec.toJson(window).toString().getBytes(StandardCharsets.US_ASCII))));
    }
}
