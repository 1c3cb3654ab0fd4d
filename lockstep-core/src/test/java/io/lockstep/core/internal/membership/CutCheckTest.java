package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.MembershipMessage;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which rounds a member promises, and which cuts it takes; this is peer 1, and peer 0 leads term 0. */
class CutCheckTest extends OneCut {

    private static final int LOST = 0b1000;
    private static final int ROUND_MS = (int) (CutCheck.ROUND_NS / MS);
    /** Fewer inputs than this are not told apart in a report. */
    private static final long MANY = CutReports.MANY_FEWER;

    @Test
    void shouldPromiseNoRoundOfAnyLeaderAboutItself() {
        start(1, 0b1111);
        electTwo();
        pass(0, 60_000);
        assertFalse(receive(2, prepare(TERM_1 | 1, 0b0100)));
        assertEquals(0, membership.promised());
    }

    /** All get on as far as the others say, so that only the leader can know for whom this peer waits. */
    @Test
    void shouldPromiseARoundOfTheLeaderAloneOnceItHasStalledForASecond() {
        start(1, 0b1111);
        hear(0);
        pass(0, 999);
        assertFalse(receive(0, prepare(1, LOST)));
        pass(0, 1000);
        assertTrue(receive(0, prepare(1, LOST)));
    }

    @Test
    void shouldPromiseARoundAboutWhomItHasLostItself() {
        start(1, 0b1111);
        hear(0);
        pass(LOST, 0);
        assertTrue(receive(0, prepare(1, LOST)));
    }

    @Test
    void shouldPromiseARoundAboutWhomItVotesOutItself() {
        start(1, 0b1111);
        hear(0);
        membership.voteOut(3);
        assertTrue(receive(0, prepare(1, LOST)));
    }

    @Test
    void shouldPromiseARoundAboutWhoSaidGoodbye() {
        start(1, 0b1111);
        hear(0);
        membership.left(3, membership.epoch().id(), nowNs);
        assertTrue(receive(0, prepare(1, LOST)));
    }

    @Test
    void shouldNotTakeTheWordOfALeaderForThatOfAnotherMember() {
        start(1, 0b1111);
        electTwo();
        receive(0, status());
        receive(3, status());
        receive(2, status().seat(2).leads(true).members(LOST));
        assertFalse(receive(2, prepare(TERM_1 | 1, LOST)));
        receive(0, status().members(LOST));
        assertTrue(receive(2, prepare(TERM_1 | 1, LOST)));
    }

    @Test
    void shouldNotTakeTheWordOfAMemberAboutItself() {
        start(1, 0b1111);
        hear(0);
        receive(3, status().members(LOST).mask(LOST));
        assertFalse(receive(0, prepare(1, LOST)));
    }

    /** Everybody has sent the last input of the match. The half with the lowest takes its leave. */
    @ParameterizedTest
    @ValueSource(ints = {0b0001, 0b0010, 0b1111})
    void shouldPromiseTheHalfWithoutTheLowestIfNobodyElseDecides(final int ended) {
        start(3, 0b1111);
        nowNs += 1_000 * MS;
        receive(0, status().seat(2).term(1));
        receive(1, status().seat(2).term(1));
        receive(2, status().seat(2).term(1).leads(true));
        pass(0, 60_000);
        host.ended = ended;
        if (ended != 0b1111) {
            assertFalse(receive(2, prepare(TERM_1 | 1, 0b0011)));
            membership.left(ended == 0b0001 ? 1 : 0, membership.epoch().id(), nowNs);
        }
        assertTrue(receive(2, prepare(TERM_1 | 1, 0b0011)));
    }

    /** The time runs from the first promise since an epoch was applied. */
    @Test
    void shouldGiveALeaderFiveSecondsForEachEpoch() {
        start(1, 0b11111);
        assertTaken(without(1, 0b10000, 100), 0b10000);
        passLed(ROUND_MS - 1000, 0);
        assertTrue(receive(0, prepare(2, LOST)));
        passLed(ROUND_MS - 1, ROUND_MS);
        assertEquals(0, membership.election().leader());
        passLed(1, ROUND_MS);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    @Test
    void shouldHoldNoPromiseAgainstALeaderWhileItsMatchGetsOn() {
        start(1, 0b1111);
        assertTrue(receive(0, prepare(1, LOST)));
        passLed(3 * ROUND_MS / 2, ROUND_MS - 1);
        assertEquals(0, membership.election().leader());
        passLed(1, ROUND_MS);
        assertEquals(Membership.NOBODY, membership.election().leader());
    }

    @Test
    void shouldHoldNoPromiseAgainstALeaderWhoseEpochCame() {
        start(1, 0b11111);
        assertTaken(without(1, 0b10000, 100), 0b10000);
        passLed(3 * ROUND_MS / 2, 2 * ROUND_MS);
        assertEquals(0, membership.election().leader());
    }

    @Test
    void shouldNameNobodyForATrueCut() {
        start(1, 0b1111);
        host.received[3] = 107;
        assertTaken(without(1, LOST, 107), LOST);
    }

    /** The leader may have an earlier answer of this peer than its last. */
    @Test
    void shouldNameNobodyForACutThatQuotesAnyOfItsAnswers() {
        for (int quoted = 104; quoted <= 106; quoted++) {
            host.received[3] = 104;
            start(1, 0b1111);
            final EpochRecord next = without(1, LOST, 107);
            assertTrue(receive(0, prepare(1, LOST)));
            host.received[3] = 106;
            assertTrue(receive(0, prepare(1, LOST)));
            host.calls.clear();
            next.reports().put(1, 3, quoted, 107);
            assertTrue(receive(0, cut(next)));
            assertEquals(List.of(), host.calls);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {103, 105})
    void shouldNameALeaderForACutThatQuotesNoneOfItsAnswers(final long quoted) {
        start(1, 0b1111);
        host.received[3] = 104;
        final EpochRecord next = without(1, LOST, 107);
        next.reports().put(1, 3, quoted, 107);
        assertTrue(decided(next, LOST));
        assertEquals(NAMED, host.calls);
    }

    /** All that it can say of the number is that it is not higher. */
    @Test
    void shouldNameNobodyForQuotingThatItHasManyFewer() {
        start(1, 0b1111);
        host.received[3] = 300 - MANY;
        final EpochRecord next = without(1, LOST, 300);
        assertEquals(MANY, next.reports().code(1, 3));
        assertTrue(decided(next, LOST));
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldNameALeaderForQuotingThatItHasManyFewerIfItHasNot() {
        start(1, 0b1111);
        host.received[3] = 300 - MANY + 1;
        final EpochRecord next = without(1, LOST, 300);
        next.reports().put(1, 3, 300 - MANY, 300);
        assertTrue(decided(next, LOST));
        assertEquals(NAMED, host.calls);
    }

    @Test
    void shouldTakeACutWhereNotTheFirstReportHasTheMost() {
        start(1, 0b1111);
        host.received[3] = 104;
        final EpochRecord next = without(1, LOST, 107);
        next.reports().put(0, 3, 100, 107);
        next.reports().put(2, 3, 107, 107);
        assertTrue(decided(next, LOST));
        assertEquals(List.of(), host.calls);
    }

    @Test
    void shouldNameALeaderWhoCountsManyMoreThanAnybodyReported() {
        start(1, 0b1111);
        final EpochRecord next = without(1, LOST, 100 + MANY);
        next.reports().put(0, 3, 100, 100 + MANY);
        assertRefused(next, LOST);
    }

    /** The epoch after ours without peer 3, of which no report has an input that counts. */
    private EpochRecord withoutAnyInput() {
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), 1, 0b0111, membership.voters().active());
        next.conclude(true);
        next.reports().reset(LOST, 0b0111);
        return next;
    }

    @Test
    void shouldTakeACutThatCountsNoInputOfWhomNobodyHasOne() {
        start(1, 0b1111);
        membership.opened(3, host.received[3]);
        assertTaken(withoutAnyInput(), LOST);
    }

    @Test
    void shouldNameNobodyForQuotingThatItHasAllOfNoInputs() {
        start(1, 0b1111);
        membership.opened(3, host.received[3]);
        final EpochRecord next = withoutAnyInput();
        next.reports().put(1, 3, 1, 1);
        assertTaken(next, LOST);
    }

    @Test
    void shouldNameALeaderWhoCountsNoInputOfWhomItHasOne() {
        start(1, 0b1111);
        assertRefused(withoutAnyInput(), LOST);
    }

    @Test
    void shouldNameALeaderWhoCountsNoInputOfWhomAnotherHasOne() {
        start(1, 0b1111);
        membership.opened(3, host.received[3]);
        final EpochRecord next = withoutAnyInput();
        next.reports().put(2, 3, 100, 107);
        assertRefused(next, LOST);
    }

    @Test
    void shouldNameALeaderWhoEndsTheInputsOfWhomItDidNotAskAbout() {
        start(1, 0b1111);
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), 1, 0b0111, membership.voters().active());
        next.close(3, 100);
        next.close(2, 0);
        next.conclude(true);
        host.report(next, 0b1111, LOST);
        assertRefused(next, LOST);
    }

    private EpochRecord admitting(final int... joiners) {
        final EpochRecord next = new EpochRecord();
        next.follow(membership.epoch(), 1, membership.epoch().members(), membership.voters().active());
        for (final int joiner : joiners) {
            next.admit(joiner, host.incarnations[joiner]);
        }
        next.conclude(false);
        next.reports().reset(0, membership.epoch().members());
        return next;
    }

    @Test
    void shouldTakeACutThatAdmitsOneProcess() {
        start(1, 0b0111);
        assertTaken(admitting(3), 0);
    }

    @Test
    void shouldNameALeaderWhoAdmitsTwoProcessesAtOnce() {
        start(1, 0b0111);
        assertRefused(admitting(3, 4), 0);
    }

    /** This peer has promised a round about the last of five, whose epoch it cannot apply without more inputs. */
    private MembershipMessage promisedCut() {
        start(1, 0b11111);
        host.received[4] = 90;
        assertTrue(receive(0, prepare(1, 0b10000)));
        receive(0, status());
        return cut(without(1, 0b10000, 100));
    }

    @Test
    void shouldTakeAForwardedEpochAtTheSecondMembersFirstWord() {
        final MembershipMessage cut = promisedCut();
        assertFalse(receive(2, cut));
        assertTrue(receive(3, cut));
    }

    @Test
    void shouldTakeAForwardedEpochAgainFromBothWhoForwardIt() {
        final MembershipMessage cut = promisedCut();
        receive(2, cut);
        assertTrue(receive(3, cut));
        assertTrue(receive(2, cut));
        assertTrue(receive(3, cut));
        assertNull(host.applied, "it waits for inputs");
    }

    @Test
    void shouldNotTakeAForwardedEpochBecauseAnotherWasForwarded() {
        final MembershipMessage cut = promisedCut();
        final MembershipMessage other = cut(without(1, 0b10000, 101));
        assertFalse(receive(2, other));
        assertFalse(receive(3, cut));
        assertFalse(receive(3, cut), "one member repeats itself");
        assertTrue(receive(2, cut));
    }

    @Test
    void shouldTakeAForwardedEpochIfItHasLostTheProposer() {
        start(1, 0b1111);
        electTwo();
        final EpochRecord next = without(TERM_1 | 1, LOST, 100);
        receive(0, status().members(LOST));
        assertTrue(receive(2, prepare(TERM_1 | 1, LOST)));
        receive(2, status().seat(2).leads(true));
        assertFalse(receive(0, cut(next)));
        pass(0b0100, 0);
        assertTrue(receive(0, cut(next)));
        assertEquals(next.id(), host.applied.id());
    }
}
