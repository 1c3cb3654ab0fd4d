package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.desync.Majority;
import org.junit.jupiter.api.Test;

/** Which state counts as the right one. */
class MajorityTest {

    private final Majority majority = new Majority();

    private void say(final int... checksums) {
        majority.clear();
        for (int peer = 0; peer < checksums.length; peer++) {
            if (checksums[peer] != 0) {
                majority.add(peer, checksums[peer]);
            }
        }
    }

    @Test
    void shouldDecideAsSoonAsMoreThanHalfAgree() {
        say(5, 0, 5);
        assertTrue(majority.decide(0b111, 1));
        assertEquals(5, majority.winner());
        assertEquals(0b101, majority.winners());
        assertEquals(0, majority.losers(0b111));
    }

    @Test
    void shouldWaitWhileItDependsOnWhoHasNotSpoken() {
        say(5, 0, 6);
        assertFalse(majority.decide(0b111, 0));
        say(5, 5, 0, 0);
        assertFalse(majority.decide(0b1111, 0));
        say();
        assertFalse(majority.decide(0b11, 0));
    }

    @Test
    void shouldOutvoteTheLeader() {
        say(9, 5, 5);
        assertTrue(majority.decide(0b111, 0));
        assertEquals(5, majority.winner());
        assertEquals(0b001, majority.losers(0b111));
    }

    @Test
    void shouldFollowTheLeaderBetweenEquals() {
        say(5, 6);
        assertTrue(majority.decide(0b11, 1));
        assertEquals(6, majority.winner());
        say(5, 5, 6, 6);
        assertTrue(majority.decide(0b1111, 2));
        assertEquals(0b0011, majority.losers(0b1111));
        assertTrue(majority.decide(0b1111, 0));
        assertEquals(0b1100, majority.losers(0b1111));
    }

    @Test
    void shouldFollowTheLowestPeerWhereTheLeaderIsAlone() {
        say(9, 6, 6, 5, 5);
        assertTrue(majority.decide(0b11111, 0));
        assertEquals(6, majority.winner());
    }

    @Test
    void shouldTakeTheMostWhereNobodyHasMoreThanHalf() {
        say(9, 6, 5, 6, 7);
        assertTrue(majority.decide(0b11111, 0));
        assertEquals(6, majority.winner());
        assertEquals(0b10101, majority.losers(0b11111));
    }

    @Test
    void shouldCountMembersOnlyAndEachOneOnce() {
        say(5, 6, 6);
        majority.add(0, 6);
        assertEquals(5, majority.checksumOf(0));
        assertTrue(majority.decide(0b001, 0));
        assertEquals(5, majority.winner());
    }
}
