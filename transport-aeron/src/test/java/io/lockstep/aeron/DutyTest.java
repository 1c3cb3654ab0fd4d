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
            rounds += round(1) ? 1 : 0;
        }
        return rounds;
    }

    private boolean round(final int afterMs) {
        nowNs += afterMs * MS;
        final boolean due = duty.isDue();
        if (due) {
            duty.done(false);
        }
        return due;
    }

    private void notice() {
        duty.hurry();
        duty.done(false);
    }

    @Test
    void shouldRestBetweenTheTimersOfTheDriver() {
        assertEquals(1, rounds(1));

        assertEquals(50, rounds(1_000));
    }

    /** Until a NAK is out, and when it would be repeated; what is filled or repeated by then needs no more rounds. */
    @Test
    void shouldNotRestUntilWhatIsMissingWasAskedForAndAskedForAgain() {
        rounds(10);
        notice();

        assertEquals(4, rounds(4));
        assertEquals(1, rounds(26), "as ever");
        assertEquals(4, rounds(4), "31 to 34 ms after it was noticed");
        assertEquals(5, rounds(100), "as ever");
    }

    @Test
    void shouldHurryWithEachPollOfAGameThatPollsOnceAFrame() {
        rounds(10);
        notice();

        for (int frame = 0; frame < 5; frame++) {
            assertTrue(round(16), "after " + frame + " frames");
        }
        assertFalse(round(16), "twice in three frames, as ever");
    }

    @Test
    void shouldBeginAnewWhenMoreIsMissing() {
        rounds(10);
        notice();
        rounds(25);
        notice();

        assertEquals(4, rounds(4));
        assertEquals(1, rounds(26));
        assertEquals(4, rounds(4));
    }

    /** Of many peers something comes all the time: that is no round after which a NAK would be due. */
    @Test
    void shouldNotTakeRoundsForDatagramsForThoseThatSomethingMissingNeeds() {
        rounds(10);
        notice();
        for (int i = 0; i < 20; i++) {
            nowNs += MS / 50;
            duty.isDue();
            duty.done(false);
        }

        nowNs += MS - 20 * (MS / 50);
        assertTrue(duty.isDue(), "a millisecond after it was noticed");
        duty.done(false);
        assertEquals(3, rounds(3));
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
        rounds(4);
        assertFalse(duty.goesOn());
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
