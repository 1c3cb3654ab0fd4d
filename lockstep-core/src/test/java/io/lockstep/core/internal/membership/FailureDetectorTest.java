package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which members a leader goes on without, and which answers it does not await. The lowest peer leads term 0. */
class FailureDetectorTest extends OneCut {

    private static final int LOST = 0b10000;
    private static final int STRANGER = 5;
    private static final int MUTE_MS = 500;
    private static final int ANSWER_MS = 500;

    private void says(final int peers, final int suspects, final int votes) {
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            receive(Integer.numberOfTrailingZeros(rest), status().members(suspects).mask(votes));
        }
    }

    private void pass(final int suspects, final int ms, final long slowNs) {
        for (int passed = 0; passed < ms; passed++) {
            nowNs += MS;
            membership.tick(nowNs, suspects, 0, slowNs);
        }
    }

    /** The suspects of the last round that a peer was asked about; −1 if it was asked about none. */
    private int asked(final int peer) {
        final List<MembershipMessage> rounds = host.sent(peer, Kind.PREPARE);
        return rounds.isEmpty() ? -1 : rounds.get(rounds.size() - 1).mask();
    }

    @Test
    void shouldGoOnWithoutAMemberThatAllVoteOut() {
        start(0, 0b1111);
        says(0b0110, 0, 0b1000);
        pass(0, 0);
        assertEquals(-1, asked(1), "the leader does not");
        membership.voteOut(3);
        pass(0, 0);
        assertEquals(0b1000, asked(1), "it does not vote itself");
    }

    @Test
    void shouldNotGoOnWithoutAMemberThatOneDoesNotVoteOut() {
        start(0, 0b1111);
        membership.voteOut(3);
        says(0b0010, 0, 0b1000);
        says(0b0100, 0, 0);
        pass(0, 0);
        assertEquals(-1, asked(1));
    }

    /** One of the others has to lead that round. */
    @Test
    void shouldBeginNoRoundAboutItself() {
        start(1, 0b11110);
        membership.voteOut(1);
        says(0b11100, 0, 0b00010);
        pass(0, 0);
        assertEquals(-1, asked(2));
        assertEquals(1, host.sent(2, Kind.TRANSFER).size());
    }

    /** A clock may be below zero. */
    @Test
    void shouldTakeNobodyForAnsweringThatNeverWasAsked() {
        nowNs = -60_000 * MS;
        start(0, 0b11111);
        says(0b01110, LOST, 0);
        pass(LOST, 0);
        assertEquals(LOST, asked(1));
    }

    /** It has lost nobody, so that it does not stand still because of others: its game hangs. */
    @Test
    void shouldGoOnWithoutAMemberThatAnswersButHasNoReasonToStandStill() {
        start(0, 0b11111);
        says(0b01100, 0b00010, 0);
        says(0b00010, 0, 0);
        pass(0b00010, 0);
        assertEquals(0b00010, asked(1), "it may be there");
        receive(1, report(0b00010));
        pass(0b00010, 0);
        receive(2, report(0b00010));
        receive(3, report(0b00010));
        pass(0b00010, 0);
        receive(4, report(0b00010));
        pass(0b00010, 0);
        assertEquals(0b11101, membership.epoch().members());
    }

    /** A round about peer 4 to which peer 3 has answered last, which has lost nobody itself. */
    private void threeAnswers() {
        start(0, 0b11111);
        says(0b00110, LOST, 0);
        says(0b01000, 0, 0);
        pass(LOST, 0);
        receive(3, report(LOST));
        says(0b00110, 0b11000, 0);
        says(0b01000, 0, 0);
    }

    @Test
    void shouldNotGoOnWithoutAMemberForHalfASecondAfterItsAnswer() {
        threeAnswers();
        pass(0b11000, ANSWER_MS - 1, 0);
        assertEquals(LOST, asked(1));
        says(0b00110, 0b11000, 0);
        pass(0b11000, 0);
        assertEquals(0b11000, asked(1));
    }

    @Test
    void shouldGoOnWithoutAMemberThatAnswersButIsWaitedForTooLong() {
        threeAnswers();
        host.late = 0b01000;
        pass(0b11000, 0);
        assertEquals(0b11000, asked(1));
    }

    /** A round about peer 4 that peer 3 does not answer, which is heard at first. */
    private void threeIsMute(final long slowNs) {
        start(0, 0b11111);
        says(0b01110, LOST, 0);
        nowNs += 1_900 * MS;
        says(0b00110, LOST, 0);
        pass(LOST, 1, slowNs);
        assertEquals(LOST, asked(1));
    }

    /** Nobody has answered yet, and the first answers take a round trip. */
    @ParameterizedTest
    @ValueSource(ints = {0, 800})
    void shouldNotAwaitWhoIsSilentHalfASecondAndARoundTripAfterTheFirstQuestion(final int slowMs) {
        threeIsMute(slowMs * MS);
        pass(LOST, MUTE_MS + slowMs / 4 - 1, slowMs * MS);
        assertEquals(LOST, asked(1));
        pass(LOST, 1, slowMs * MS);
        pass(LOST, 1, slowMs * MS);
        assertEquals(0b11000, asked(1));
    }

    @Test
    void shouldAskAgainAboutFewerWhenAMemberAnswersAfterAll() {
        threeIsMute(0);
        says(0b00110, LOST, 0);
        pass(LOST, MUTE_MS + 1, 0);
        assertEquals(0b11000, asked(3));
        says(0b01110, LOST, 0);
        assertTrue(receive(3, report(0b11000)));
        pass(LOST, 0);
        assertEquals(LOST, asked(1));
        for (int peer = 1; peer < 4; peer++) {
            assertTrue(receive(peer, report(LOST)));
        }
        pass(LOST, 0);
        assertEquals(0b01111, membership.epoch().members());
    }

    /** Three of five are lost, and only the one that has left is heard. */
    @Test
    void shouldLeaveOutWhoSaidGoodbyeThoughItIsStillHeard() {
        start(0, 0b11111);
        says(0b11110, 0, 0);
        membership.left(4, membership.epoch().id(), nowNs);
        says(0b00010, 0b01100, 0);
        pass(0b01100, 0);
        assertEquals(LOST, asked(1), "too few are left without the other two, which are heard");
    }

    /** It has promised to others what concerns nobody here. */
    @Test
    void shouldNotFreeAProcessThatIsNoMember() {
        start(0, 0b1111);
        says(0b1110, 0, 0);
        leadAnotherTerm();
        assertEquals(-1, asked(1));
        receive(STRANGER, new MembershipMessage().reset(Kind.STATUS).joining(true).ballot(TERM_1 | 1));
        pass(0, 0);
        assertEquals(-1, asked(1));
        receive(1, status().ballot(TERM_1 | 1));
        pass(0, 0);
        assertEquals(0, asked(1));
    }

    /** The others say that term 1 is over, and elect this peer for term 2. */
    private void leadAnotherTerm() {
        for (int peer = 1; peer < 4; peer++) {
            receive(peer, status().term(1).seat(peer));
        }
        for (int ms = 0; ms < 2000 && !membership.election().leads(); ms++) {
            pass(0, 0);
            vote(0b1110);
        }
        assertEquals(2, membership.election().term());
        for (int peer = 1; peer < 4; peer++) {
            receive(peer, status().term(2).seat(0));
        }
        host.sent.clear();
    }
}
