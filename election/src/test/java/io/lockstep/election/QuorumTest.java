package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class QuorumTest {

    private static final int ALL_SETS_OF_SIX = 1 << 6;

    @Test
    void shouldNeedMoreThanHalf() {
        assertFalse(Quorum.reached(0b11111, 0b00011));
        assertTrue(Quorum.reached(0b11111, 0b10101));
        assertTrue(Quorum.reached(0b1, 0b1));
    }

    @Test
    void shouldLetTheLowestMemberBreakATie() {
        assertTrue(Quorum.reached(0b111100, 0b001100));
        assertFalse(Quorum.reached(0b111100, 0b110000));
        assertTrue(Quorum.reached(0b11, 0b01));
        assertFalse(Quorum.reached(0b11, 0b10));
    }

    @Test
    void shouldNotCountWhoIsNoMember() {
        assertFalse(Quorum.reached(0b0111, 0b1001));
        assertFalse(Quorum.reached(0b1110, 0b0011));
        assertFalse(Quorum.reached(0, 0b1111));
    }

    @Test
    void shouldAlwaysShareAMemberBetweenTwoQuorums() {
        for (int members = 1; members < ALL_SETS_OF_SIX; members++) {
            for (int a = 0; a < ALL_SETS_OF_SIX; a++) {
                for (int b = 0; b < ALL_SETS_OF_SIX; b++) {
                    if (Quorum.reached(members, a) && Quorum.reached(members, b)) {
                        assertNotEquals(0, members & a & b, members + ": " + a + " and " + b);
                    }
                }
            }
        }
    }

    @Test
    void shouldLetExactlyOneSideOfAnyPartitionDecide() {
        for (int members = 1; members < ALL_SETS_OF_SIX; members++) {
            for (int side = 0; side < ALL_SETS_OF_SIX; side++) {
                assertEquals(1, (Quorum.reached(members, side) ? 1 : 0) + (Quorum.reached(members, ~side) ? 1 : 0),
                    members + " parted by " + side);
            }
        }
    }

    @Test
    void shouldLetAllWhoAreNotProvenDeadDecide() {
        assertTrue(Quorum.reached(0b111, 0b010, 0b101));
        assertTrue(Quorum.reached(0b11, 0b10, 0b01));
        assertFalse(Quorum.reached(0b11, 0b11, 0b11) && !Quorum.reached(0b11, 0b11));
        assertFalse(Quorum.reached(0b11, 0b00, 0b11));
        assertFalse(Quorum.reached(0, 0b1, 0));
    }

    @Test
    void shouldNotLetTheDeadLeaveTheDenominator() {
        // 0 is dead, and 1 would be the tie-breaker of the two who are left; but 0 and 2 may have decided without it.
        assertFalse(Quorum.reached(0b111, 0b010, 0b001));
    }

    @Test
    void shouldShareALivingMemberWithAnyQuorumThatHasOne() {
        final int members = ALL_SETS_OF_SIX - 1;
        for (int dead = 0; dead < members; dead++) {
            for (int a = 0; a < ALL_SETS_OF_SIX; a++) {
                for (int b = 0; b < ALL_SETS_OF_SIX; b++) {
                    if ((a & dead) == 0 && (b & ~dead) != 0 && Quorum.reached(members, a, dead)
                            && Quorum.reached(members, b)) {
                        assertNotEquals(0, a & b, "dead " + dead + ": " + a + " and " + b);
                    }
                }
            }
        }
    }
}
