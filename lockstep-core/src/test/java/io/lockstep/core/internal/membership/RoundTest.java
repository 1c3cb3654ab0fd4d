package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.protocol.MembershipMessage;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Member 1 reports that it has inputs of peer 2 that the leader lacks, and never hands them on. */
class RoundTest {

    private static final int SUSPECT = 2;
    private static final int SUSPECTS = 1 << SUSPECT;
    private static final long HELD = 10;
    private static final long REPORTED = 20;
    private static final long MS = 1_000_000L;
    /** Longer than a member has to hand on what it reports, in milliseconds. */
    private static final long LONG_MS = 3000;

    private final Round round = new Round();
    private final MembershipMessage report = new MembershipMessage().reset(MembershipMessage.Kind.REPORT)
        .frame(SUSPECT, REPORTED);

    /** Plays a round for some time, in which member 1 answers sixteen times a second. */
    private void play(final long ballot, final long beginMs, final long forMs) {
        round.start(ballot, SUSPECTS, beginMs * MS);
        for (long ms = beginMs; ms < beginMs + forMs; ms += 60) {
            round.holds(SUSPECT, HELD, ms * MS);
            round.report(1, report, ms * MS);
        }
    }

    @BeforeEach
    void waitInVain() {
        play(1, 0, LONG_MS);
        assertEquals(0b10, round.unshown(0, LONG_MS * MS));
    }

    @Test
    void shouldGiveARoundAboutOtherProcessesItsFullTime() {
        round.forget();
        play(2, LONG_MS, 1000);
        assertEquals(0, round.unshown(0, (LONG_MS + 1000) * MS));
    }

    @Test
    void shouldNotBeginTheTimeAnewWhereARoundAboutTheSamePeersBeginsAgain() {
        play(2, LONG_MS, 0);
        round.holds(SUSPECT, HELD, LONG_MS * MS);
        round.report(1, report, LONG_MS * MS);
        assertEquals(0b10, round.unshown(0, LONG_MS * MS));
    }

    private MembershipMessage report(final long frame) {
        return new MembershipMessage().reset(MembershipMessage.Kind.REPORT).frame(SUSPECT, frame);
    }

    /** Member 1 has answered once, and its answers go on until one instant before it counts as late. */
    @Test
    void shouldDisbelieveAtTheEndOfTheTimeAndOfARoundTrip() {
        final long trip = 300 * MS;
        round.forget();
        round.start(2, SUSPECTS, 0);
        round.holds(SUSPECT, HELD, 0);
        for (int answers = 0; answers < 20; answers++) {
            round.report(1, report, 0);
        }
        assertEquals(0, round.unshown(trip, 2000 * MS + trip - 1));
        assertEquals(0b10, round.unshown(trip, 2000 * MS + trip));
    }

    @Test
    void shouldDisbelieveWhoHasAnsweredSixteenTimes() {
        round.forget();
        round.start(2, SUSPECTS, 0);
        round.holds(SUSPECT, HELD, 0);
        for (int answers = 0; answers < 15; answers++) {
            round.report(1, report, 0);
        }
        assertEquals(0, round.unshown(0, LONG_MS * MS));
        round.report(1, report, 0);
        assertEquals(0b10, round.unshown(0, LONG_MS * MS));
    }

    @Test
    void shouldForgetTheAnswersOfTheRoundBefore() {
        assertEquals(REPORTED, round.cutOf(SUSPECT));
        round.start(2, SUSPECTS, LONG_MS * MS);
        assertEquals(0, round.cutOf(SUSPECT));
        round.report(1, report(15), LONG_MS * MS);
        assertEquals(15, round.cutOf(SUSPECT));
        assertEquals(0, round.claimants(SUSPECT, 15));
        assertEquals(0b10, round.claimants(SUSPECT, 14));
    }

    @Test
    void shouldCountNoInputOfWhomTheRoundIsNotAbout() {
        round.report(1, report(REPORTED).frame(3, 50), LONG_MS * MS);
        assertEquals(0, round.cutOf(3));
        assertEquals(0, round.claimants(3, 0));
    }

    @Test
    void shouldCountNothingThatASuspectReports() {
        round.report(SUSPECT, report(90), LONG_MS * MS);
        assertEquals(REPORTED, round.cutOf(SUSPECT));
    }

    @Test
    void shouldCountNothingThatADisbelievedMemberReports() {
        round.report(3, report(12), LONG_MS * MS);
        round.disbelieve(1 << 1);
        assertEquals(12, round.cutOf(SUSPECT));
        round.report(1, report, LONG_MS * MS);
        assertEquals(12, round.cutOf(SUSPECT));
    }

    /** Nobody is waited for from an answer that only repeats another one. */
    @Test
    void shouldKnowWhenTheLastOneAnsweredForTheFirstTime() {
        round.start(2, SUSPECTS, 0);
        round.report(1, report, 10);
        round.report(3, report, 20);
        round.report(1, report, 30);
        round.report(3, report, 40);
        assertEquals(20, round.reportedNs());
    }
}
