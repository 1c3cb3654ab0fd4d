package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Inputs that are sent once each, as FrameInput. */
class FrameInputTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldPlayAMatchOnFrameInputsAlone(final int inputBytes) {
        assertNull(FrameInputProbe.plays(inputBytes));
    }

    @Test
    void shouldSendAPauseInAWindow() {
        assertNull(FrameInputProbe.pauses());
    }

    @Test
    void shouldStopWhereAnInputIsLost() {
        assertNull(FrameInputProbe.gap());
    }

    @Test
    void shouldSendWiderInputsInWindows() {
        assertNull(FrameInputProbe.wideInputs());
    }

    @Test
    void shouldSendWindowsToWhoRepeatsInputsAndReadNoFrameInputThere() {
        assertNull(FrameInputProbe.oneSided());
    }

    @Test
    void shouldRefuseAWholeStateUnread() {
        assertNull(FrameInputProbe.wholeState());
    }
}
