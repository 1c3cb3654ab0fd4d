package io.lockstep.core.internal.membership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.MembershipMessage.Kind;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests who decides where members are dead, have left or sit on the seats of others; this is peer 1 of four. */
class VotersTest {

    private static final long MS = 1_000_000L;
    private static final int LINE_UP = 0b1111;

    private final FakeHost host = new FakeHost();
    private final LocalState state = new LocalState(1);
    private final EpochRecord epoch = state.epoch();
    private final PeerViews views = new PeerViews();
    private final Voters voters = new Voters(state, host);

    @BeforeEach
    void begin() {
        epoch.first(99, LINE_UP);
        for (int peer = 0; peer < 4; peer++) {
            epoch.incarnation(peer, host.incarnations[peer]);
        }
        voters.reset();
        voters.update();
    }

    private EpochRecord next(final int members) {
        final EpochRecord next = new EpochRecord();
        next.follow(epoch, epoch.ballot() + 1, members, LINE_UP);
        return next;
    }

    private void move(final EpochRecord next) {
        next.conclude(false);
        voters.move(next);
        epoch.copy(next);
        voters.update();
    }

    private void restarted(final int peer) {
        host.incarnations[peer]++;
        voters.died(peer);
    }

    /** New processes say that they join. */
    private boolean attend(final int peers) {
        for (int rest = peers; rest != 0; rest &= rest - 1) {
            views.file(Integer.numberOfTrailingZeros(rest), new MembershipMessage().reset(Kind.STATUS).joining(true),
                state.nowNs());
        }
        final boolean changed = voters.attend(views);
        voters.update();
        return changed;
    }

    @Test
    void shouldSpareNoPeerWithoutWhomTooFewAreThere() {
        epoch.first(99, 0b0111);
        voters.update();
        state.suspects(0b0100);
        assertFalse(voters.canSpare(1));
        assertFalse(voters.canSpare(0));
        assertTrue(voters.canSpare(2));
    }

    @Test
    void shouldCountTheActiveMembersOnly() {
        assertEquals(LINE_UP, voters.active());
        host.inactive = 0b0110;
        assertEquals(0b1001, voters.active());
    }

    @Test
    void shouldTakeAGoodbyeInTheNewestEpoch() {
        move(next(0b0111));
        assertTrue(voters.left(2, epoch.id()));
        assertFalse(voters.left(2, epoch.id()));
        assertEquals(0b0100, voters.gone());
    }

    @Test
    void shouldKnowThatEverybodyAttendsOnceAndForgetItOnce() {
        assertFalse(voters.dead() != 0);
        voters.attend(views);
        restarted(3);
        assertFalse(voters.attend(views), "its successor has not spoken");
        assertTrue(attend(0b1000));
        assertFalse(attend(0b1000));
        state.now(state.nowNs() + PeerViews.FRESH_NS);
        assertTrue(voters.attend(views), "it has fallen silent");
    }

    /** All that live are two of four; whoever left before decides nothing in that epoch either. */
    @Test
    void shouldLeaveOutOfTheCountWhoIsDeadAndWhoLeft() {
        restarted(0);
        assertTrue(attend(0b0001));
        assertFalse(voters.decides(0b0110));
        assertTrue(voters.left(3, epoch.id()));
        host.seats = 0b0111;
        attend(0b0001);
        voters.update();
        assertTrue(voters.decides(0b0110));
        move(next(0b0111));
        attend(0b0001);
        assertEquals(0b1001, voters.excusedIn(0));
        assertEquals(0b1000, voters.goneIn(0));
        assertTrue(voters.decides(0b0110), "also in the epoch before");
        state.now(state.nowNs() + PeerViews.FRESH_NS);
        voters.attend(views);
        voters.update();
        assertEquals(0b1000, voters.excusedIn(0));
        assertFalse(voters.decides(0b0110), "the successor of peer 0 is silent");
    }

    /** Peer 3 was cut, and another process took its seat: it cannot speak for the one before. */
    private void takeInAnother() {
        move(next(0b0111));
        restarted(3);
        final EpochRecord next = next(0b0111);
        next.admit(3, host.incarnations[3]);
        move(next);
        assertEquals(2, epoch.chainCount());
    }

    @Test
    void shouldNotCountAProcessForTheOneThatSatThereBefore() {
        takeInAnother();
        assertFalse(voters.decides(0b1001), "one of the three between");
        assertFalse(voters.decides(0b1010));
        assertFalse(voters.decides(0b1110), "two of four without the lowest, as one is another process");
        assertTrue(voters.decides(0b0011));
        assertTrue(voters.decidesIn(0, 0b0011));
        assertFalse(voters.decidesIn(1, 0b1001), "half of four with the lowest, but one of them is another process");
        assertTrue(voters.decidesIn(1, 0b0011));
    }

    @Test
    void shouldFindAProcessAliveThatAnEpochTakesIn() {
        takeInAnother();
        assertEquals(0, voters.dead());
    }

    /** The epoch names the process that was there when it was decided. */
    @Test
    void shouldFindAProcessDeadThatWasReplacedBeforeTheEpochCame() {
        move(next(0b0111));
        restarted(3);
        final EpochRecord next = next(0b0111);
        next.admit(3, host.incarnations[3]);
        restarted(3);
        move(next);
        assertEquals(0b1000, voters.dead());
    }

    @Test
    void shouldFindAProcessAliveThatAnEpochTakesInAndThatIsOutOfReach() {
        move(next(0b0111));
        restarted(3);
        final EpochRecord next = next(0b0111);
        next.admit(3, host.incarnations[3] + 1);
        host.unlinked = 0b1000;
        move(next);
        assertEquals(0, voters.dead());
    }

    @Test
    void shouldKeepADeadMemberDeadInTheNextEpoch() {
        restarted(2);
        host.unlinked = 0b0100;
        move(next(0b0111));
        assertEquals(0b0100, voters.dead());
    }

    @Test
    void shouldExcuseWhoseSeatIsTakenOnlyWhileEverybodyAttends() {
        takeInAnother();
        assertEquals(0, voters.excusedIn(1));
        assertTrue(attend(0));
        assertEquals(0b1000, voters.excusedIn(1));
        restarted(0);
        assertTrue(attend(0b0001));
        assertEquals(0b1001, voters.excusedIn(1));
        assertTrue(voters.decides(0b1110), "peers 1 and 2 are all of the first four that live");
        assertFalse(voters.decidesPlainly(0b1110));
    }

    @Test
    void shouldNotExcuseAMemberOfBeforeWhoseSeatIsEmpty() {
        move(next(0b0111));
        move(next(0b0111));
        host.seats = 0b0111;
        assertTrue(attend(0));
        assertEquals(0, voters.excusedIn(1));
    }

    /** A gap of a quarter of a second is sleep, in which nobody could come back. */
    @ParameterizedTest
    @CsvSource({"249, 0", "250, 250"})
    void shouldEndAsAMinorityAfterAMinuteThatItWasAwake(final int gapMs, final int laterMs) {
        state.suspects(0b1101);
        int passed = 0;
        assertFalse(voters.isMinority());
        for (final int step : new int[] {gapMs, 100}) {
            passed += step;
            state.now(passed * MS);
            assertFalse(voters.isMinority());
        }
        while (!voters.isMinority()) {
            passed++;
            state.now(passed * MS);
        }
        assertEquals(60_000 + laterMs, passed);
    }
}
