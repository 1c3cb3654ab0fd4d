package io.lockstep.core.input;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class InputPredictorTest {

    private static final byte[] LAST = {(byte) 0xFF, 0x7E, 0x3C, 0x18, 0x55};

    private static byte[] guess(final InputPredictor predictor, final int ago) {
        final ByteBuffer guess = ByteBuffer.allocate(LAST.length);
        predictor.predict(0, ago, ByteBuffer.wrap(LAST), guess);
        return guess.array();
    }

    @Test
    void shouldRepeatTheLastInputForAsManyFramesAsItIsToldTo() {
        final InputPredictor predictor = InputPredictor.repeatFor(1);
        assertArrayEquals(LAST, guess(predictor, 1));
        assertArrayEquals(new byte[LAST.length], guess(predictor, 2));
        assertArrayEquals(LAST, guess(InputPredictor.repeatFor(3), 3));
    }

    @Test
    void shouldRefuseToRepeatForLessThanOneFrame() {
        assertThrows(IllegalArgumentException.class, () -> InputPredictor.repeatFor(0));
    }

    @Test
    void shouldHoldTheBitsOfEachByteAndAllBytesAfterTheFourth() {
        assertArrayEquals(new byte[] {0x0F, 0x70, 0, 0x10, 0x55}, guess(InputPredictor.hold(0x1000F00F), 1));
    }
}
