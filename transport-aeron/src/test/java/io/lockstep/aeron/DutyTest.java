package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When a driver is invoked that hears nothing, in a time that is moved by hand. */
class DutyTest {

    private static final long MS = TimeUnit.MILLISECONDS.toNanos(1);

    private long nowNs = -MS;
    private final Duty duty = new Duty(() -> nowNs, false);

    @AfterEach
    void close() {
        duty.close();
    }

    private int rounds(final int ms) {
        int rounds = 0;
        for (int i = 0; i < ms; i++) {
            nowNs += MS;
            if (duty.isDue()) {
                duty.done(false);
                rounds++;
            }
        }
        return rounds;
    }

    @Test
    void shouldRestBetweenTheTimersOfTheDriver() {
        assertEquals(1, rounds(1));

        assertEquals(50, rounds(1_000));
    }

    @Test
    void shouldNotRestWhileSomethingIsMissing() {
        rounds(10);
        duty.hurry();

        assertTrue(rounds(40) >= 39);
        assertTrue(rounds(100) <= 6);
    }

    @Test
    void shouldTakeUpWhatAPollHasLeft() {
        rounds(10);

        duty.done(true);
        assertTrue(duty.isDue());
        duty.done(false);
        assertFalse(duty.isDue());
    }

    @Test
    void shouldGoOnAtOnceOnlyWhileSomethingIsMissing() {
        rounds(10);
        assertFalse(duty.goesOn());

        duty.hurry();
        assertTrue(duty.goesOn());
    }

    @Test
    void shouldNeverRestWhereRunsMustRepeat() {
        try (Duty virtual = new Duty(() -> nowNs, true)) {
            virtual.done(false);

            assertTrue(virtual.isDue());
            virtual.await(Long.MAX_VALUE, null);
        }
    }
}
