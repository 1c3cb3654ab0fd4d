package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.desync.RepairJudge;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.LinkSurvey;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.sync.ChecksumLog;
import io.lockstep.core.internal.sync.StateHistory;
import org.junit.jupiter.api.Test;

/** Peer 0 leads four, and orders a repair; a donor that misses the frame of its state gets more time each time. */
class RepairJudgeTest {

    private static final int PEERS = 4;
    private static final int ALL = 0b1111;
    private static final int INTERVAL = 10;
    private static final long TERM = 0;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int RIGHT = 1;
    private static final int WRONG = 2;

    private final MatchState state = new MatchState(0, Long.MAX_VALUE, 0);
    private final ChecksumLog checksums = new ChecksumLog(INTERVAL, PEERS);
    private final RepairJudge judge = new RepairJudge(state,
        new SessionConfig().players(PEERS).localPlayer(0).unchecked(), checksums,
        new LinkSurvey(new Link[0], SECOND_NS / 60, 0), new StateHistory(1, 1, 0));
    private long nowNs = SECOND_NS;

    /** All play on for twenty seconds, and one has another state than the others. */
    private void diverge(final int diverged) {
        diverge(diverged, 20);
    }

    private void diverge(final int diverged, final int afterSeconds) {
        state.frame(state.frame() + 20 * INTERVAL);
        nowNs += afterSeconds * SECOND_NS;
        final long check = state.frame() - 1;
        checksums.record(check, diverged == 0 ? WRONG : RIGHT);
        for (int peer = 1; peer < PEERS; peer++) {
            checksums.record(peer, check, diverged == peer ? WRONG : RIGHT);
        }
        tick(ALL);
        assertEquals(1 << diverged, judge.targets());
    }

    private void tick(final int voters) {
        judge.tick(true, TERM, voters, nowNs);
    }

    private void miss(final int donor, final int times) {
        for (int i = 0; i < times; i++) {
            assertEquals(donor, judge.donor());
            judge.answered(donor, TERM, judge.frame(), false, nowNs);
        }
    }

    private void repaired(final int peer) {
        judge.answered(peer, TERM, judge.frame(), true, nowNs);
        assertEquals(0, judge.targets());
    }

    /** For how many frames a donor hears of its order before it has to give its state. */
    private long ahead() {
        return judge.frame() - state.frame();
    }

    @Test
    void shouldGiveTheDonorOfTheNextRepairAsManyTries() {
        diverge(3);
        final long first = ahead();
        miss(0, 4);
        repaired(3);
        diverge(3);
        assertEquals(first, ahead());
        miss(0, 4);
        assertEquals(0, judge.donor());
        miss(0, 1);
        assertEquals(1, judge.donor());
    }

    @Test
    void shouldGiveTheNextDonorAsManyTries() {
        diverge(3);
        miss(0, 5);
        miss(1, 5);
        assertEquals(2, judge.donor());
    }

    /** It rests for longer after each repair; when it was right for two minutes it rests for a second again. */
    @Test
    void shouldRestForASecondAfterTheFirstRepairInALongTime() {
        for (int i = 0; i < 5; i++) {
            diverge(3);
            repaired(3);
        }
        diverge(3, 200);
        repaired(3);
        diverge(3, 2);
    }

    /** The donor leaves the match, or is lost. */
    @Test
    void shouldGiveTheDonorAfterOneThatIsGoneAsManyTries() {
        diverge(0);
        final long first = ahead();
        miss(1, 4);
        final long last = judge.frame();
        state.frame(last);
        tick(ALL & ~0b0010);
        assertEquals(2, judge.donor());
        assertEquals(first, ahead());
        miss(2, 4);
        assertEquals(2, judge.donor());
    }
}
