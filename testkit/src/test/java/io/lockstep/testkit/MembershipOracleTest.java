package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every check of membership: what is right stays green, and a planted fault turns it red. */
class MembershipOracleTest {

    private Observations seen = new Observations(4);

    private void assertBroken(final String... promises) {
        assertEquals(List.of(promises), seen.broken(), seen.toString());
    }

    private void lead(final int peer, final long term) {
        follow(peer, peer, term);
    }

    private void follow(final int peer, final int leader, final long term) {
        seen.views[peer].leader = leader;
        seen.views[peer].term = term;
        seen.look(peer);
    }

    @Test
    void shouldSeeOtherMembersInTheSameEpoch() {
        seen.enter(0, 1, 7, 0b0111, 0).enter(1, 1, 7, 0b0111, 0);
        assertBroken();
        seen.enter(2, 1, 7, 0b1111, 0);
        assertBroken("S5");
    }

    @Test
    void shouldSeeOtherCutsInTheSameEpoch() {
        seen.enter(0, 1, 7, 0b0111, 0).enter(1, 1, 7, 0b0111, 0).enter(2, 1, 7, 0b0111, 0);
        seen.left(0, 3, 100).left(1, 3, 100);
        assertBroken();
        seen.left(2, 3, 101);
        assertBroken("S5");
        assertEquals(List.of(new MembershipOracle.Cut(3, 100), new MembershipOracle.Cut(3, 101)),
            seen.membership.cuts());
    }

    @Test
    void shouldLetEpochsThatNeverMeetCutDifferently() {
        seen.enter(0, 1, 7, 0b0011, 0).left(0, 3, 100);
        seen.enter(1, 1, 8, 0b0110, 1).left(1, 3, 105);
        assertBroken();
    }

    @Test
    void shouldSeeDifferentCutsWhenEpochsMeet() {
        seen.look(0).look(1);
        seen.enter(0, 1, 7, 0b0011, 0).left(0, 3, 100);
        seen.enter(1, 1, 8, 0b0110, 1).left(1, 3, 105);
        seen.enter(0, 2, 9, 0b0011, 1);
        assertBroken();
        seen.enter(1, 2, 9, 0b0011, 1);
        assertBroken("S5");
    }

    @Test
    void shouldTellTwoDeparturesApartByTheReturnBetweenThem() {
        seen.enter(0, 1, 7, 0b0111, 0).left(0, 3, 100);
        seen.membership.joined(0, 3, 150);
        seen.left(0, 3, 200);
        assertBroken();
        seen.left(0, 3, 210);
        assertBroken("S5");
    }

    @Test
    void shouldSeeTwoLeadersInOneTerm() {
        lead(0, 3);
        lead(1, 4);
        assertBroken();
        lead(2, 4);
        assertBroken("S6");
        assertEquals(new MembershipOracle.Leader(0, 0, 3), seen.membership.leaderChanges().get(0));
        assertEquals(3, seen.membership.leaderChanges().size());
    }

    @Test
    void shouldSeeTwoLeadersInOneTermOfSuccessiveEpochs() {
        lead(0, 3);
        seen.look(1).enter(1, 1, 7, 0b1110, 3);
        lead(1, 3);
        assertBroken("S6");
    }

    @Test
    void shouldTakeARestartedLeaderForAnother() {
        lead(0, 3);
        follow(1, 0, 3);
        seen.oracle.restarted(0);
        follow(0, MembershipView.NOBODY, 3);
        lead(0, 3);
        assertBroken("S6");
    }

    @Test
    void shouldSeeASecondLeaderWhileAVoterOfTheFirstLives() {
        lead(0, 3);
        seen.membership.voted(1, 3, 0, 0);
        seen.oracle.restarted(0);
        lead(2, 3);
        assertBroken("S6");
    }

    @Test
    void shouldLetATermDieWithAllWhomItsLeaderLed() {
        lead(1, 3);
        follow(0, 1, 3);
        seen.oracle.restarted(0);
        seen.oracle.restarted(1);
        // It comes to that term because somebody asks it for a vote, and has heard of no leader.
        follow(3, MembershipView.NOBODY, 3);
        lead(2, 3);
        assertBroken();
    }

    @Test
    void shouldLetTwoWhoLostEachOtherLeadTheirOwnBranchesByPolicyOnly() {
        for (final TwoPeerPolicy policy : TwoPeerPolicy.values()) {
            seen = new Observations(2, 0b11, policy);
            seen.look(0).look(1);
            seen.enter(0, 1, 7, 0b01, 1).enter(1, 1, 8, 0b10, 1);
            lead(0, 1);
            lead(1, 1);
            assertEquals(policy == TwoPeerPolicy.CONTINUE_ALL ? List.of() : List.of("S6"), seen.broken());
        }
    }

    @Test
    void shouldSeeATermGoDown() {
        lead(0, 3);
        seen.views[0].leader = MembershipView.NOBODY;
        seen.views[0].term = 2;
        seen.look(0);
        assertBroken("S7");
    }

    @Test
    void shouldSeeAnEpochGoBack() {
        seen.enter(0, 2, 7, 0b0111, 0).enter(0, 1, 8, 0b0111, 0);
        assertBroken("S7");
    }

    @Test
    void shouldLetWhoIsInNoEpochHearOfAnyInAnyOrder() {
        seen.enter(0, 2, 7, 0b1111, 0);
        seen.oracle.restarted(0);
        seen.enter(0, 4, 9, 0b0110, 0).enter(0, 3, 8, 0b1110, 0).enter(0, 2, 7, 0b1111, 0);
        assertBroken();
        seen.enter(0, 1, 6, 0b1111, 0);
        assertBroken("S7");
    }

    @Test
    void shouldLetANewProcessStartFromNothing() {
        seen.enter(0, 2, 7, 0b1111, 5);
        seen.oracle.restarted(0);
        seen.views[0].term = 0;
        seen.enter(0, 0, 0, 0b1111, 0);
        assertBroken();
    }

    @Test
    void shouldSeeASecondVoteInATerm() {
        seen.membership.voted(0, 5, 2, 0);
        seen.membership.voted(0, 5, 2, 0);
        seen.membership.voted(0, 6, 1, 0);
        seen.membership.voted(1, 5, 1, 0);
        assertBroken();
        seen.membership.voted(1, 5, 2, 0);
        assertBroken("S8");
    }

    @Test
    void shouldSeeAVoteForWhoHasMissedAnEpoch() {
        for (int peer = 0; peer < 3; peer++) {
            seen.look(peer);
        }
        seen.enter(0, 1, 7, 0b0111, 0).enter(1, 1, 7, 0b0111, 0);
        seen.membership.voted(0, 5, 1, 0);
        seen.membership.voted(2, 5, 1, 0);
        assertBroken();
        seen.membership.voted(0, 6, 2, 0);
        assertBroken("S8");
    }

    @Test
    void shouldLetANewProcessVoteAgain() {
        seen.membership.voted(0, 5, 2, 0);
        seen.oracle.restarted(0);
        seen.membership.voted(0, 5, 1, 0);
        assertBroken();
    }

    @Test
    void shouldSeeAnEpochOfADeposedLeader() {
        seen.look(0);
        seen.views[0].term = 4;
        seen.look(0);
        seen.enter(0, 1, 7, 0b0111, 4);
        assertBroken();
        seen.views[0].term = 6;
        seen.look(0);
        seen.enter(0, 2, 8, 0b0011, 5);
        assertBroken("S9");
    }
}
