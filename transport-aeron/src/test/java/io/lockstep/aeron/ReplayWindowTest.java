package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ReplayWindowTest {

    private final ReplayWindow window = new ReplayWindow();

    @Test
    void shouldTakeEachNumberOnce() {
        for (long number = 1; number < 200; number++) {
            assertTrue(window.isNew(number));
            window.mark(number);
            assertFalse(window.isNew(number));
        }
    }

    @Test
    void shouldTakeNeighboursThatTheNetworkHasSwapped() {
        window.mark(100);

        for (long number = 99; number > 36; number -= 2) {
            assertTrue(window.isNew(number), "number " + number);
            window.mark(number);
            assertFalse(window.isNew(number), "number " + number);
        }
        assertTrue(window.isNew(98));
        assertFalse(window.isNew(36), "more than 64 behind");
    }

    @Test
    void shouldForgetNothingWhenItMovesFar() {
        window.mark(1);
        window.mark(64);
        assertFalse(window.isNew(1));
        window.mark(1000);

        assertFalse(window.isNew(64));
        assertTrue(window.isNew(999));
        window.mark(999);
        assertFalse(window.isNew(999));
        assertFalse(window.isNew(1000));
    }

    @Test
    void shouldTakeNoNumberBelowTheFirst() {
        assertFalse(window.isNew(0));
        assertFalse(window.isNew(-1));
        assertFalse(window.isNew(Long.MIN_VALUE));
        assertTrue(window.isNew(Long.MAX_VALUE));
        window.mark(Long.MAX_VALUE);
        assertFalse(window.isNew(Long.MAX_VALUE));
        assertFalse(window.isNew(-1));
    }

    @Test
    void shouldBeginAnewWhenCleared() {
        assertTrue(window.isEmpty());
        window.mark(5);
        assertFalse(window.isEmpty());

        window.clear();

        assertTrue(window.isEmpty());
        assertTrue(window.isNew(5));
    }
}
