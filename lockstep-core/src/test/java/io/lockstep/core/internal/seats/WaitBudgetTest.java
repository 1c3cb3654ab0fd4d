package io.lockstep.core.internal.seats;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WaitBudgetTest {

    private static final long MS = 1_000_000L;
    private static final long POLL_MS = 10;

    private final WaitBudget budget = new WaitBudget(10_000, WaitBudget.OTHER_PER_FREE);

    private void played(final long ms) {
        for (long passed = 0; passed < ms; passed += POLL_MS) {
            budget.played(POLL_MS * MS);
        }
    }

    private void waited(final long ms) {
        for (long passed = 0; passed < ms; passed += POLL_MS) {
            budget.waited(POLL_MS * MS, false);
        }
    }

    @Test
    void shouldGiveAFullBudgetAtTheStart() {
        assertEquals(10_000 * MS, budget.leftNs());
        assertFalse(budget.isSpent());
    }

    @Test
    void shouldNotCountWhatABadLineTakes() {
        for (int second = 0; second < 600; second++) {
            played(800);
            waited(400);
        }
        assertEquals(10_000 * MS, budget.leftNs());
    }

    @Test
    void shouldCountWhatGoesBeyondThat() {
        waited(3000);
        // It fills up while it is drawn on, too.
        assertEquals((10_000 - 2000 + 2000.0 / 30) * MS, budget.leftNs(), MS);
    }

    @Test
    void shouldFillUpEvenlyInFiveMinutes() {
        waited(11_500);
        assertEquals(0, budget.leftNs());
        played(150_000);
        assertEquals(5000.0 * MS, budget.leftNs(), MS);
        played(160_000);
        assertEquals(10_000 * MS, budget.leftNs());
    }

    @Test
    void shouldBeSpentByWhoIsSilentForMostOfTheTime() {
        int silences = 0;
        while (!budget.isSpent()) {
            played(100);
            waited(4900);
            silences++;
        }
        assertEquals(3, silences);
    }

    @Test
    void shouldBeSpentForASecondLongerThanItsLastWait() {
        waited(11_500);
        played(990);
        assertTrue(budget.isSpent());
        played(10);
        assertFalse(budget.isSpent());
    }

    @Test
    void shouldNotBeSpentByWhatIsFreeWhenTheBankIsEmpty() {
        waited(11_500);
        played(2000);
        waited(500);
        assertFalse(budget.isSpent());
        waited(2000);
        assertTrue(budget.isSpent());
    }

    @Test
    void shouldLeaveEachFrameToTheLineWhereTheDelayIsChosenByHand() {
        for (int frame = 0; frame < 1000; frame++) {
            budget.begins(600 * MS, 10 * MS);
            played(10);
            waited(600);
        }
        assertEquals(10_000 * MS, budget.leftNs());
    }

    @Test
    void shouldNotCountWhatALineTakesThatTheDelayIsTooShortFor() {
        for (int frame = 0; frame < 6000; frame++) {
            budget.begins(10 * MS, 20 * MS);
            played(20);
            waited(20);
        }
        assertEquals(10_000 * MS, budget.leftNs());
    }

    @Test
    void shouldLeaveNoMoreThanTheLineTakesToIt() {
        int frames = 0;
        while (!budget.isSpent()) {
            budget.begins(100 * MS, 10 * MS);
            played(10);
            waited(600);
            frames++;
        }
        assertTrue(frames < 25, () -> "spent after 25 frames at most, and there is a bank");
        assertTrue(frames > 15);
    }

    @Test
    void shouldLeaveATwentyFourthToALineWithAMeasuredDelay() {
        final WaitBudget measured = new WaitBudget(10_000, WaitBudget.ARRIVAL_PER_FREE);
        int seconds = 0;
        while (!measured.isSpent()) {
            measured.played(750 * MS);
            measured.waited(250 * MS, false);
            seconds++;
        }
        assertEquals(60, seconds, 5);
    }

    @Test
    void shouldKeepHalfOfTheBankIfThePlayerBlamesAnother() {
        for (int second = 0; second < 30; second++) {
            budget.waited(1000 * MS, true);
        }
        assertEquals(5000 * MS, budget.leftNs());
        assertFalse(budget.isSpent());
        waited(6000);
        assertTrue(budget.isSpent());
        budget.waited(1000 * MS, true);
        assertTrue(budget.leftNs() < 500 * MS);
    }
}
