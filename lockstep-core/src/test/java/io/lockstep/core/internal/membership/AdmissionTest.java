package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.ElectionConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Whom a leader orders to send a state to peer 3, and when it orders another one. Peers 0 to 2 play, 0 leads. */
class AdmissionTest {

    private static final long MS = 1_000_000L;
    private static final int JOINER = 3;
    private static final int STATUS_MS = 500;
    private static final int BEGIN_MS = 3000;
    /** Time, in milliseconds, after which who joined does so no more unless it has repeated it. */
    private static final int SILENT_MS = 2500;
    /** Forty seconds, and sixty-four for a MiB at 16 KiB a second. */
    private static final int PATIENCE_MS = 104_000;
    private static final long SLOW_TRIP_NS = 450 * MS;
    private static final int TRIPS_PER_SUSPICION = 4;

    private final FakeHost host = new FakeHost();
    private Membership membership;
    private long nowNs = 5_000_000_000L;
    private long slowNs;

    private void lead() {
        membership = new Membership(0, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, 0b0111, host.incarnations, nowNs);
    }

    private void join() {
        membership = new Membership(JOINER, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.join();
    }

    /** Time goes by, while others are heard of: peer 3 says that it joins, and whether a state arrives. */
    private void pass(final int milliseconds, final boolean arrives) {
        pass(milliseconds, true, arrives);
    }

    private void pass(final int milliseconds, final boolean joins, final boolean arrives) {
        for (int ms = 0; ms < milliseconds; ms++) {
            if (ms % STATUS_MS == 0) {
                membership.receive(1, status().epochId(membership.epoch().id()), nowNs);
                membership.receive(2, status().epochId(membership.epoch().id()), nowNs);
            }
            if (ms % STATUS_MS == 0 && joins) {
                membership.receive(JOINER, status().joining(true).established(arrives), nowNs);
            }
            nowNs += MS;
            membership.tick(nowNs, 0, 0, slowNs);
        }
    }

    private static MembershipMessage status() {
        return new MembershipMessage().reset(Kind.STATUS);
    }

    /** The donors that were named to peer 3 one after the other, and the frames whose states they are to send. */
    private List<String> orders() {
        return host.sent(JOINER, Kind.JOIN).stream()
            .map(order -> Integer.numberOfTrailingZeros(order.mask()) + " after " + order.frame(JOINER)).distinct()
            .toList();
    }

    private MembershipMessage told() {
        final List<MembershipMessage> statuses = host.sent(0, Kind.STATUS);
        return statuses.get(statuses.size() - 1);
    }

    @Test
    void shouldOrderAnotherStateSoonWhereNothingOfTheFirstArrives() {
        lead();
        pass(100, false);
        host.frame = 31;
        pass(BEGIN_MS - 2, false);
        assertEquals(List.of("1 after 30"), orders());
        pass(2, false);
        assertEquals(List.of("1 after 30", "2 after 61"), orders());
    }

    @Test
    void shouldWaitLongForAStateThatArrives() {
        lead();
        pass(100, false);
        host.frame = 31;
        pass(PATIENCE_MS - 2, true);
        assertEquals(List.of("1 after 30"), orders());
        pass(2, true);
        assertEquals(List.of("1 after 30", "2 after 61"), orders());
    }

    @Test
    void shouldNotCallAStateLateWhoseFrameIsStillToCome() {
        lead();
        pass(2 * BEGIN_MS, false);
        host.frame = 30;
        pass(2 * BEGIN_MS, false);
        assertEquals(List.of("1 after 30"), orders());
    }

    /** The leader catches up on all frames up to that of the second state at once. */
    @Test
    void shouldWaitAsLongForTheSecondState() {
        lead();
        pass(100, false);
        host.frame = 31;
        pass(BEGIN_MS, false);
        assertEquals(List.of("1 after 30", "2 after 61"), orders());
        host.frame = 62;
        pass(BEGIN_MS - 1, false);
        assertEquals(List.of("1 after 30", "2 after 61"), orders());
        pass(1, false);
        assertEquals(List.of("1 after 30", "2 after 61", "0 after 92"), orders());
    }

    /** Nothing comes of so many states, the first of which was ordered already; their frames come at once. */
    private void waitInVain(final int orders) {
        for (int order = 0; order < orders; order++) {
            host.frame += 31;
            pass(BEGIN_MS, false);
        }
    }

    /** Another process sits there, and begins to say that it joins once the one before is forgotten. */
    private void begin() {
        pass(SILENT_MS, false, false);
        host.incarnations[JOINER]++;
        membership.reborn(JOINER, nowNs);
        host.sent.clear();
        pass(1, false);
    }

    /** A member that withholds its states delays the first newcomer alone. */
    @Test
    void shouldOrderNoStateForTheNextNewcomerFromWhoSentTheOneBeforeNothing() {
        lead();
        pass(100, false);
        waitInVain(1);
        begin();
        assertEquals(List.of("2 after 61"), orders());
    }

    /** Nothing of the states of all came to the newcomer before, which may have been its own fault. */
    @Test
    void shouldAskEveryDonorForTheNextNewcomerThoughNoneGotOnWithTheOneBefore() {
        lead();
        pass(100, false);
        waitInVain(2);
        assertEquals(List.of("1 after 30", "2 after 61", "0 after 92"), orders());
        begin();
        assertEquals(List.of("0 after 92"), orders());
        waitInVain(4);
        assertEquals(List.of("0 after 92", "0 after 123", "1 after 154", "2 after 185", "0 after 216"), orders());
    }

    /** It knows the epoch from the order to send it a state; that says nothing of the state. */
    @Test
    void shouldNotSayThatAStateArrivesBecauseItWasOrdered() {
        join();
        final EpochRecord epoch = new EpochRecord();
        epoch.first(99, 0b0111);
        assertTrue(membership.receive(0, new MembershipMessage().reset(Kind.JOIN).epochId(epoch.id()).members(0b0111)
            .mask(0b0010).seat(JOINER).frame(JOINER, 30).incarnation(JOINER, host.incarnations[JOINER]), nowNs));
        pass(STATUS_MS + 1, false);
        assertTrue(told().joining());
        assertFalse(told().established());
    }

    @Test
    void shouldSayAtOnceThatAStateArrivesAndWhenItDoesNoMore() {
        join();
        pass(1, false);
        assertEquals(1, host.sent(0, Kind.STATUS).size());
        assertFalse(told().established());
        host.givenAState = true;
        pass(1, false);
        assertEquals(2, host.sent(0, Kind.STATUS).size());
        assertTrue(told().established());
        host.givenAState = false;
        pass(1, false);
        assertEquals(3, host.sent(0, Kind.STATUS).size());
        assertFalse(told().established());
    }

    /** What is lost on that lane is repaired one after the other, and a cut waits behind all of it. */
    @Test
    void shouldRepeatItselfOnceARoundTripWhereThatIsLongWhileSomebodyJoins() {
        slowNs = TRIPS_PER_SUSPICION * SLOW_TRIP_NS;
        lead();
        pass(1, false);
        host.sent.clear();
        pass(BEGIN_MS - 2, false);
        final int trips = (int) (BEGIN_MS * MS / SLOW_TRIP_NS);
        assertEquals(trips, host.sent(JOINER, Kind.JOIN).size());
        assertEquals(trips, host.sent(1, Kind.STATUS).size());
    }

    @Test
    void shouldRepeatItselfOftenOnFastLinesWhileSomebodyJoins() {
        lead();
        pass(1, false);
        host.sent.clear();
        pass(1000, false);
        assertEquals(5, host.sent(JOINER, Kind.JOIN).size());
        assertEquals(10, host.sent(1, Kind.STATUS).size());
    }

    @Test
    void shouldOrderItOfTheMembersAndOfTheNewcomerOnly() {
        lead();
        pass(1, false);
        assertEquals(1, host.sent(1, Kind.JOIN).size());
        assertEquals(1, host.sent(2, Kind.JOIN).size());
        assertEquals(1, host.sent(JOINER, Kind.JOIN).size());
        assertEquals(List.of(), host.sent(0, Kind.JOIN));
        assertEquals(List.of(), host.sent(4, Kind.JOIN));
    }

    private void tick(final int suspects) {
        nowNs += MS;
        membership.tick(nowNs, suspects, 0, slowNs);
    }

    @Test
    void shouldOrderAnotherStateWhereTheDonorIsLost() {
        lead();
        pass(100, false);
        assertEquals(List.of("1 after 30"), orders());
        host.frame = 10;
        tick(0b0010);
        assertEquals(List.of("1 after 30", "2 after 40"), orders());
    }

    /** Peer 1 is back when peer 2 has not got on with it. */
    @Test
    void shouldAskTheMembersOneAfterTheOther() {
        host.seats = 0b11111;
        membership = new Membership(0, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, 0b10111, host.incarnations, nowNs);
        membership.receive(JOINER, status().joining(true), nowNs);
        tick(0b00010);
        assertEquals(List.of("2 after 30"), orders());
        host.frame = 10;
        tick(0);
        tick(0b00100);
        assertEquals(List.of("2 after 30", "4 after 40"), orders());
        host.frame = 20;
        tick(0b10000);
        assertEquals(List.of("2 after 30", "4 after 40", "0 after 50"), orders());
    }

    /** Peer 1 leads, as the lowest; peer 2 is the only other member. */
    @Test
    void shouldGiveAStateItselfWhereAllOthersDidNot() {
        membership = new Membership(1, 7, ElectionConfig.defaults(), TwoPeerPolicy.CONTINUE_ALL, host);
        membership.start(99, 0b0110, host.incarnations, nowNs);
        pass(100, false);
        waitInVain(4);
        assertEquals(List.of("2 after 30", "1 after 61", "1 after 92", "2 after 123", "1 after 154"), orders());
    }

    /** The leader leaves, and then it does not. */
    @Test
    void shouldTakeTheWordOfANewcomerThatItIsReadyForASecond() {
        for (final int ms : new int[] {999, 1000}) {
            host.beside.clear();
            host.ended = 0;
            lead();
            pass(1, true);
            host.ended = 0b0001;
            assertTrue(membership.receive(JOINER, new MembershipMessage().reset(Kind.READY).joining(true)
                .established(true).epochId(membership.epoch().id()).frame(JOINER, 100), nowNs));
            pass(ms - 1, true);
            host.ended = 0;
            pass(1, true);
            assertEquals(ms == 999, host.beside.contains(Kind.PREPARE), ms + " ms");
        }
    }

    /** In another term nothing is known of how far the newcomer is. */
    @Test
    void shouldOrderAStateAnewInAnotherTerm() {
        lead();
        pass(100, true);
        assertEquals(List.of("1 after 30"), orders());
        host.frame = 20;
        while (membership.election().leads()) {
            tick(0);
        }
        for (int ms = 0; ms < 2000 && !membership.election().leads(); ms++) {
            tick(0);
            for (int peer = 1; peer < 3; peer++) {
                final long term = membership.election().term();
                membership.receive(peer, new VoteResponse().voter(peer).term(term + 1).preVote(true).granted(true),
                    nowNs);
                membership.receive(peer, new VoteResponse().voter(peer).term(membership.election().term())
                    .granted(true), nowNs);
            }
        }
        assertTrue(membership.election().leads());
        pass(2, true);
        assertEquals(List.of("1 after 30", "1 after 50"), orders());
    }
}
