package io.lockstep.core.simnet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.election.Quorum;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CorePhaseTest {

    private static EpochTruth epoch(final int id, final EpochTruth parent, final int members, final int entered) {
        final EpochTruth epoch = new EpochTruth(id, parent, false, members, new SeatHistory(8, members));
        epoch.entered = entered;
        return epoch;
    }

    @Test
    void shouldDrawEveryQuorumAndNothingLess() {
        final EpochTruth first = epoch(0, null, 0b11111, 0b11111);
        final Set<Integer> drawn = new HashSet<>();
        for (int seed = 1; seed <= 1000; seed++) {
            final int core = CorePhase.draw(first, 0b11111, new Draws(seed));
            assertTrue(Quorum.reached(0b11111, core), "seed " + seed);
            drawn.add(core);
        }
        assertEquals(16, drawn.size());
    }

    @Test
    void shouldDrawOnlyFromThoseWhoAreLeft() {
        final EpochTruth first = epoch(0, null, 0b1111, 0b1111);
        for (int seed = 1; seed <= 100; seed++) {
            assertEquals(0b0101, CorePhase.draw(first, 0b0101, new Draws(seed)));
        }
        assertEquals(0, CorePhase.draw(first, 0b1010, new Draws(1)));
    }

    @Test
    void shouldAskForAQuorumOfWhatCameBeforeAnEpochThatFewHaveApplied() {
        final EpochTruth first = epoch(0, null, 0b11111, 0b11111);
        final EpochTruth cut = epoch(1, first, 0b00111, 0b00011);
        assertFalse(CorePhase.decides(cut, 0b00011));
        assertTrue(CorePhase.decides(cut, 0b00111));
        cut.entered = 0b00111;
        assertTrue(CorePhase.decides(cut, 0b00011));
        final EpochTruth second = epoch(2, cut, 0b00011, 0b00001);
        assertFalse(CorePhase.decides(second, 0b00001));
        second.entered = 0b00011;
        assertTrue(CorePhase.decides(second, 0b00001));
    }

    @Test
    void shouldLetABranchDecideAlone() {
        final EpochTruth first = epoch(0, null, 0b11, 0b11);
        final EpochTruth branch = new EpochTruth(1, first, true, 0b10, new SeatHistory(2, 0b11));
        branch.entered = 0b10;
        assertTrue(CorePhase.decides(branch, 0b10));
        assertTrue(branch.isOrFollows(first));
        assertFalse(first.isOrFollows(branch));
    }
}
