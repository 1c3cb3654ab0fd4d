package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests the rounds of a leader, and what the cuts say that come of them. The lowest peer leads term 0. */
class CutProposerTest extends OneCut {

    private static final int STRANGER = 5;
    private static final int REPEAT_MS = (int) (StatusSender.REPEAT_NS / MS);

    private MembershipMessage last(final int to, final Kind kind) {
        final List<MembershipMessage> sent = host.sent(to, kind);
        return sent.get(sent.size() - 1);
    }

    /** Some members say that they have lost others, and so has the leader. */
    private void lose(final int peers, final int suspects) {
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            receive(Integer.numberOfTrailingZeros(rest), status().members(suspects));
        }
        pass(suspects, 0);
    }

    /** Some members answer the round, and say that they have so many inputs of each suspect. */
    private void answer(final int peers, final int suspects, final long received) {
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            final MembershipMessage report = report(suspects);
            for (int some = suspects; some != 0; some &= some - 1) {
                report.frame(Integer.numberOfTrailingZeros(some), received);
            }
            assertTrue(receive(Integer.numberOfTrailingZeros(rest), report));
        }
    }

    /** Some members say that they have applied our epoch; then what they answered last is no word of now any more. */
    private void apply(final int peers) {
        for (int ms = 0; ms < 600; ms++) {
            for (int rest = peers; rest != 0 && ms % 100 == 0; rest &= rest - 1) {
                receive(Integer.numberOfTrailingZeros(rest), status());
            }
            pass(0, 0);
        }
        assertTrue(membership.epoch().isEstablished());
    }

    @Test
    void shouldAskOnlyTheOtherMembersSixteenTimesASecond() {
        start(1, 0b11110);
        membership.left(2, membership.epoch().id(), nowNs);
        receive(STRANGER, status().joining(true));
        lose(0b01000, 0b10000);
        for (int ms = 1; ms < REPEAT_MS; ms++) {
            pass(0b10000, 0);
        }
        assertEquals(1, host.sent(3, Kind.PREPARE).size());
        pass(0b10000, 0);
        assertEquals(2, host.sent(3, Kind.PREPARE).size());
        assertEquals(2, host.sent(4, Kind.PREPARE).size(), "it may be there again");
        for (final int peer : new int[] {0, 1, 2, STRANGER}) {
            assertEquals(List.of(), host.sent(peer, Kind.PREPARE), "peer " + peer);
        }
    }

    /** Three of five are lost, and none of them is heard. */
    @Test
    void shouldBeginNoRoundThatLeavesNoQuorum() {
        start(0, 0b11111);
        lose(0b00010, 0b11100);
        assertEquals(List.of(), host.sent(1, Kind.PREPARE));
        assertEquals(0, membership.promised());
    }

    /** The datagrams of the others come, and no word of theirs. */
    @Test
    void shouldGiveARoundUpThatLeavesNoQuorumAnyMore() {
        start(0, 0b11111);
        lose(0b00010, 0b10000);
        receive(1, status().members(0b10000));
        receive(2, status().members(0b10000));
        receive(3, status().members(0b10000));
        pass(0b10000, 0);
        assertEquals(100, membership.awaitedUntil(4));
        for (int ms = 0; ms < 2_500; ms++) {
            for (int peer = 1; peer < 4; peer++) {
                membership.heard(peer, nowNs);
            }
            pass(0b10000, 0);
        }
        receive(1, status().members(0b11100));
        pass(0b11100, 0);
        assertTrue(membership.election().leads());
        assertEquals(0, membership.awaitedUntil(4));
    }

    private MembershipMessage ready() {
        return new MembershipMessage().reset(Kind.READY).joining(true).established(true)
            .epochId(membership.epoch().id()).frame(3, 130);
    }

    /** Peer 3 wants to be taken in, and has caught up. */
    private void ready(final int lineUp) {
        start(0, lineUp);
        receive(3, status().joining(true).epochId(0));
        pass(0, 0);
        pass(0, 0);
        assertTrue(receive(3, ready()));
        host.sent.clear();
        pass(0, 0);
    }

    @Test
    void shouldSayAtOnceWhatItHasPromisedItself() {
        ready(0b111);
        assertNotEquals(0, membership.promised());
        assertEquals(1, host.sent(1, Kind.STATUS).size());
        assertEquals(membership.promised(), last(1, Kind.STATUS).ballot());
    }

    @Test
    void shouldAwaitAJoinerForASecondAtMost() {
        ready(0b111);
        answer(0b110, 0, 0);
        for (int ms = 1; ms < 1000; ms++) {
            if (ms % 100 == 0) {
                receive(1, status());
                receive(2, status());
                receive(3, status().joining(true).epochId(0));
                receive(3, ready());
            }
            pass(0, 0);
        }
        assertNull(host.applied);
        pass(0, 0);
        assertEquals(0b111, host.applied.members());
    }

    @Test
    void shouldHandOnOnlyTheInputsThatAMemberNamesToIt() {
        start(1, 0b111111);
        assertTaken(without(1, 0b100000, 100), 0b100000);
        assertTaken(without(2, 0b010000, 100), 0b010000);
        assertEquals(0b110000, membership.epoch().closed());
        assertTrue(receive(0, report(2, 4, 90).frame(3, 10)));
        assertEquals(List.of("forward 4 to 0 from 90"), host.calls);
    }

    /** It may be held back by a promise from the epoch that the round follows. */
    @Test
    void shouldTakeAnAnswerOfAMemberInAnOlderEpochButNotOfOneInAnotherEpoch() {
        start(0, 0b11111);
        lose(0b01110, 0b10000);
        answer(0b01110, 0b10000, 100);
        pass(0b10000, 0);
        apply(0b01110);
        lose(0b00110, 0b01000);
        assertFalse(receive(1, report(0b01000).epochId(7)), "a branch of the same number");
        assertFalse(receive(1, report(0b01000).epoch(2).epochId(7)));
        assertTrue(receive(1, report(0b01000).epoch(0).epochId(7)));
        assertTrue(receive(2, report(0b01000)));
        pass(0b01000, 0);
        assertEquals(0b00111, membership.epoch().members());
    }

    @Test
    void shouldQuoteTheAnswersOfThoseWhoStay() {
        start(1, 0b11110);
        host.received[4] = 107;
        lose(0b01100, 0b10000);
        answer(0b00100, 0b10000, 104);
        answer(0b01000, 0b10000, 103);
        answer(0b10000, 0b10000, 107);
        pass(0b10000, 0);
        assertEquals(107, host.applied.closedAt(4));
        final CutReports reports = last(2, Kind.CUT).reports();
        assertEquals(0b10000, reports.suspects());
        assertEquals(0b01110, reports.reporters());
        assertEquals(0, reports.code(1, 4));
        assertEquals(3, reports.code(2, 4));
        assertEquals(4, reports.code(3, 4));
    }

    /** Peer 1 leads; peer 2 says that it has inputs which nobody else has. */
    @Test
    void shouldAskThoseForInputsWhoSayThatTheyHaveThem() {
        start(1, 0b11110);
        lose(0b01100, 0b10000);
        assertEquals(0b01100, membership.witnessesOf(4));
        assertEquals(0b01000, membership.witnessesOf(2), "nobody is a witness of its own inputs");
        answer(0b00100, 0b10000, 107);
        answer(0b01000, 0b10000, 103);
        assertEquals(0b01100, membership.witnessesOf(4));
        host.received[4] = 103;
        assertEquals(0b00100, membership.witnessesOf(4));
    }

    @Test
    void shouldChangeTheSealIfItLeavesOutWhoMaySend() {
        start(0, 0b1111);
        lose(0b0110, 0b1000);
        answer(0b0110, 0b1000, 100);
        pass(0b1000, 0);
        assertEquals(0b0111, host.applied.members());
        assertNotEquals(0, host.applied.seal());
    }

    @Test
    void shouldKeepTheSealIfItLeavesOutWhoSaidGoodbye() {
        start(0, 0b1111);
        membership.left(3, membership.epoch().id(), nowNs);
        pass(0, 0);
        answer(0b0110, 0b1000, 100);
        pass(0, 0);
        assertEquals(0b0111, host.applied.members());
        assertEquals(0, host.applied.seal());
    }

    @Test
    void shouldSendItsEpochAgainToWhomHasNotAppliedIt() {
        start(0, 0b1111);
        lose(0b0110, 0b1000);
        answer(0b0110, 0b1000, 100);
        pass(0b1000, 0);
        receive(1, status());
        for (int ms = 1; ms < 2 * REPEAT_MS; ms++) {
            pass(0, 0);
        }
        assertEquals(1, host.sent(1, Kind.CUT).size());
        assertEquals(2, host.sent(2, Kind.CUT).size());
        pass(0, 0);
        assertEquals(3, host.sent(2, Kind.CUT).size());
    }

    @Test
    void shouldSendNoCutOfTheFirstEpoch() {
        start(0, 0b1111);
        for (int ms = 0; ms < 200; ms++) {
            pass(0, 0);
        }
        assertEquals(List.of(), host.sent(1, Kind.CUT));
    }

    /** A clock may be below zero. */
    @Test
    void shouldSendItsFirstCutByAnyClock() {
        nowNs = -60_000 * MS;
        start(0, 0b1111);
        lose(0b0110, 0b1000);
        answer(0b0110, 0b1000, 100);
        pass(0b1000, 0);
        assertEquals(1, host.sent(1, Kind.CUT).size());
    }

    /** Peer 3 was cut at frame 100, and another process on its seat is taken in. */
    private void takeInAgain() {
        start(0, 0b11111);
        lose(0b10110, 0b01000);
        answer(0b10110, 0b01000, 100);
        pass(0b01000, 0);
        assertEquals(100, membership.epoch().closedAt(3));
        host.incarnations[3]++;
        membership.reborn(3, nowNs);
        apply(0b10110);
        receive(3, status().joining(true).epoch(0).epochId(0));
        pass(0, 0);
        assertTrue(receive(3, ready()));
        pass(0, 0);
        assertTrue(receive(3, report(0).joining(true).epoch(0)));
        answer(0b10110, 0, 0);
        pass(0, 0);
        assertEquals(0b11111, membership.epoch().members());
        assertEquals(0b01000, membership.epoch().closed());
        assertEquals(0, membership.voters().dead());
        apply(0b11110);
    }

    @Test
    void shouldKeepAnOlderCutNoLongerOfWhoseInputsCountAgain() {
        takeInAgain();
        lose(0b01110, 0b10000);
        answer(0b01110, 0b10000, 120);
        host.received[4] = 120;
        pass(0b10000, 0);
        assertEquals(0b01111, membership.epoch().members());
        assertEquals(0b10000, membership.epoch().closed());
    }

    @Test
    void shouldKeepAnOlderCutOfWhoseInputsDoNotCountYet() {
        takeInAgain();
        host.inactive = 0b01000;
        lose(0b01110, 0b10000);
        answer(0b01110, 0b10000, 120);
        host.received[4] = 120;
        pass(0b10000, 0);
        assertEquals(0b01111, membership.epoch().members());
        assertEquals(0b11000, membership.epoch().closed());
        assertEquals(100, membership.epoch().closedAt(3));
    }

    /** Its inputs count, and none has come to anybody: the older cut is all that is known. */
    @Test
    void shouldKeepAnOlderCutOfWhoHasSentNothingSinceItCountsAgain() {
        takeInAgain();
        membership.opened(3, host.received[3]);
        lose(0b10110, 0b01000);
        answer(0b10110, 0b01000, 0);
        pass(0b01000, 0);
        assertEquals(0b10111, membership.epoch().members());
        assertEquals(0b01000, membership.epoch().closed());
        assertEquals(100, membership.epoch().closedAt(3));
    }

    /** A round was given up, as another process took a seat; what comes as an answer to it gives no more time. */
    @Test
    void shouldGiveNoMoreTimeForAnAnswerToARoundThatWasGivenUp() {
        start(0, 0b11111);
        lose(0b01110, 0b10000);
        final MembershipMessage late = report(0b10000);
        answer(0b00110, 0b10000, 100);
        stay(1500);
        host.incarnations[4]++;
        membership.reborn(4, nowNs);
        assertFalse(receive(3, late));
        stay(1);
        answer(0b00110, 0b10000, 100);
        final long ballot = membership.promised();
        stay(490);
        assertEquals(ballot, membership.promised());
        stay(20);
        assertEquals(ballot + 1, membership.promised(), "a round without peer 3 begins after two seconds");
    }

    private void stay(final int ms) {
        for (int passed = 0; passed < ms; passed++) {
            for (int peer = 1; peer < 4 && passed % 100 == 0; peer++) {
                receive(peer, status().members(0b10000));
            }
            pass(0b10000, 0);
        }
    }
}
