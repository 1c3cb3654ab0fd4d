package io.lockstep.core.internal.foresight;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class SavedStateTest {

    private static final int MOST_BYTES = 5000;

    @Test
    void shouldBeReadAsItWasWrittenWhenItGrows() {
        final SavedState state = new SavedState();
        for (int length = 1; length <= MOST_BYTES; length = 2 * length + 1) {
            final byte[] written = new byte[length];
            written[0] = (byte) length;
            written[length - 1] = 7;
            state.of(length).writeBytes("bytes", written, 0, length);
            assertEquals(ByteBuffer.wrap(written), state.read(), length + " bytes");
        }
    }
}
