package io.lockstep.election;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ElectorateTest {

    private static final int[] NONE = {};

    private final Electorate electorate = new Electorate();

    @Test
    void shouldLetNobodyDecideBeforeItIsSet() {
        assertFalse(electorate.decides(-1));
        assertEquals(0, electorate.members());
    }

    @Test
    void shouldNeedAQuorumOfEveryUnestablishedPredecessor() {
        electorate.set(0b00011, new int[] {0b00111, 0b11111}, 2);
        assertFalse(electorate.decides(0b00001));
        // Both of the newest epoch are two of three before it, but two of five before that.
        assertFalse(electorate.decides(0b00011));
        electorate.set(0b00011, new int[] {0b00111, 0b11111}, 1);
        assertTrue(electorate.decides(0b00011));
    }

    @Test
    void shouldLetAllWhoAreLeftDecideButNotFewer() {
        electorate.set(0b111, NONE, 0);
        electorate.dead(0b001);
        assertFalse(electorate.decides(0b010));
        assertFalse(electorate.decides(0b100));
        assertTrue(electorate.decides(0b110));
        electorate.dead(0b101);
        assertTrue(electorate.decides(0b010));
        electorate.dead(0b111);
        assertFalse(electorate.decides(0b111));
    }

    @Test
    void shouldNotCountTheVoteOfASeatProvenDead() {
        electorate.set(0b11111, NONE, 0);
        electorate.dead(0b00001);
        assertFalse(electorate.decides(0b00111));
        assertTrue(electorate.decides(0b01110));
        assertEquals(0b11110, electorate.living());
    }

    @Test
    void shouldForgetTheDeadWithTheirEpoch() {
        electorate.set(0b111, NONE, 0);
        electorate.dead(0b101);
        electorate.set(0b111, NONE, 0);
        assertFalse(electorate.decides(0b010));
    }

    @Test
    void shouldNotLetANewIncarnationVoteForTheOldOneInAPredecessor() {
        // 0 to 2 were the members, 2 restarted and was admitted again before that epoch was established.
        electorate.set(0b111, new int[] {0b111}, 1);
        assertTrue(electorate.decides(0b101));
        electorate.deadIn(0, 0b100);
        assertFalse(electorate.decides(0b101));
        assertFalse(electorate.decides(0b110));
        assertTrue(electorate.decides(0b011));
    }

    @Test
    void shouldRefuseEpochsThatCannotBe() {
        assertThrows(IllegalArgumentException.class, () -> electorate.set(0, NONE, 0));
        assertThrows(IllegalArgumentException.class, () -> electorate.set(1, new int[] {0}, 1));
        assertThrows(IllegalArgumentException.class, () -> electorate.set(1, new int[5], 5));
        assertThrows(IllegalArgumentException.class, () -> electorate.set(1, NONE, -1));
        assertThrows(IllegalArgumentException.class, () -> electorate.deadIn(0, 1));
    }
}
