package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeatHistoryTest {

    private final SeatHistory seats = new SeatHistory(2, 0b01);

    @Test
    void shouldKnowWhoIsAbsentFromWhenToWhen() {
        assertFalse(seats.isAbsent(0, 0));
        assertTrue(seats.isAbsent(1, 0));
        seats.joined(1, 10);
        assertEquals(FrameWindow.NEVER, seats.left(1, 20));
        seats.joined(1, 30);
        final boolean[] absent = new boolean[40];
        for (int frame = 0; frame < 40; frame++) {
            absent[frame] = seats.isAbsent(1, frame);
            assertEquals(frame < 10 || frame >= 20 && frame < 30, absent[frame], "frame " + frame);
        }
        assertEquals(10, seats.presentSince(1, 15));
        assertEquals(0, seats.presentSince(0, 15));
    }

    @Test
    void shouldKnowThatWhoWasDroppedWhenItWasToBeginNeverWasThere() {
        seats.joined(1, 10);
        seats.left(1, 10);
        assertTrue(seats.isAbsent(1, 9));
        assertTrue(seats.isAbsent(1, 10));
        assertTrue(seats.isAbsent(1, 11));
    }

    @Test
    void shouldSayWhichOtherFrameWasGivenForTheSameDeparture() {
        assertEquals(FrameWindow.NEVER, seats.left(0, 20));
        assertEquals(FrameWindow.NEVER, seats.left(0, 20));
        assertEquals(20, seats.left(0, 21));
        seats.joined(0, 30);
        assertEquals(FrameWindow.NEVER, seats.left(0, 40));
        assertEquals(40, seats.left(0, 35));
        assertEquals(20, seats.left(0, 19));
    }

    @Test
    void shouldSeeWhereTwoHistoriesDiffer() {
        final SeatHistory other = new SeatHistory(2, 0b01);
        seats.left(0, 20);
        seats.joined(0, 30);
        other.left(0, 40);
        assertEquals(-1, seats.merge(other, 40));
        assertFalse(seats.isAbsent(0, 40));
        assertEquals(-1, seats.merge(other, 41));
        assertFalse(seats.isAbsent(0, 39));
        assertTrue(seats.isAbsent(0, 40));
        final SeatHistory wrong = new SeatHistory(2, 0b01);
        wrong.left(0, 41);
        assertEquals(0, seats.merge(wrong, 100));
    }

    @Test
    void shouldKnowWhenTheGameStoodStill() {
        seats.paused(10);
        assertFalse(seats.isPaused(9));
        assertTrue(seats.isPaused(10));
        seats.resumed(15);
        assertTrue(seats.isPaused(14));
        assertFalse(seats.isPaused(15));
        seats.paused(20);
        assertTrue(seats.isPaused(25));
    }

    @Test
    void shouldKnowThatOnePauseFollowsTheOther() {
        assertFalse(seats.isPaused(10));
        seats.paused(10);
        seats.resumed(11);
        seats.paused(11);
        assertTrue(seats.isPaused(11));
        seats.resumed(12);
        assertTrue(seats.isPaused(11));
        assertFalse(seats.isPaused(12));
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldKnowWhoIsAbsentFromAnyFrame(final long start) {
        seats.joined(1, start + 10);
        assertEquals(FrameWindow.NEVER, seats.left(1, start + 20));
        seats.joined(1, start + 30);
        for (long frame = start; frame < start + 40; frame++) {
            assertEquals(frame < start + 10 || frame >= start + 20 && frame < start + 30, seats.isAbsent(1, frame),
                "frame " + frame);
        }
        assertEquals(start + 10, seats.presentSince(1, start + 15));
    }

    @Test
    void shouldKnowThatAPauseThatEndsInItsFirstFrameIsNone() {
        seats.paused(10);
        seats.resumed(10);
        assertFalse(seats.isPaused(10));
        assertFalse(seats.isPaused(11));
        seats.resumed(10);
        seats.paused(10);
        assertTrue(seats.isPaused(10), "the events say that another pause begins");
    }
}
