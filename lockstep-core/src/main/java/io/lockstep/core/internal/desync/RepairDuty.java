package io.lockstep.core.internal.desync;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.ChecksumLog;
import java.util.Arrays;

/**
 * Tracks whether the leader owes a repair, or the end of the match, by the checksums that this member received itself.
 * The leader owes nothing for a peer about which it has recently given an order.
 */
final class RepairDuty {

    /**
     * Time, in nanoseconds, for which an order covers a peer: a judge waits at most 64 s before it orders another
     * repair.
     */
    private static final long REST_NS = 70_000_000_000L;

    private final MatchState state;
    private final DesyncPolicy policy;
    private final ChecksumLog checksums;
    private final RepairJudge judge;
    private final Majority majority = new Majority();
    private final long[] orderedNs = new long[Message.MAX_PLAYERS];
    private long looked;
    /** Peers whose state differed from the majority's in the last check frame with all checksums, bit n for peer n. */
    private int differing;

    RepairDuty(final MatchState state, final DesyncPolicy policy, final RepairJudge judge) {
        this.state = state;
        this.policy = policy;
        checksums = judge.checksums();
        this.judge = judge;
        Arrays.fill(orderedNs, Long.MIN_VALUE / 2);
    }

    /** Records that the leader has ordered peers to load a state. */
    void ordered(final int targets) {
        for (int rest = targets; rest != 0; rest &= rest - 1) {
            orderedNs[Integer.numberOfTrailingZeros(rest)] = state.nowNs();
        }
    }

    /** Returns whether the state of a member differs and no order about it has come. */
    boolean isOwed(final int voters, final int leader) {
        if (policy == DesyncPolicy.REPORT_ONLY) {
            return false;
        }
        look(voters, leader);
        for (int rest = differing & voters; rest != 0; rest &= rest - 1) {
            if (state.nowNs() - orderedNs[Integer.numberOfTrailingZeros(rest)] >= REST_NS) {
                return true;
            }
        }
        return false;
    }

    private void look(final int voters, final int leader) {
        final long next = state.frame();
        long check = checksums.checkFrameFrom(Math.max(looked, next - RepairJudge.REACH));
        while (check < next) {
            if (checksums.has(check)) {
                final int counted = judge.count(majority, check, voters);
                final boolean decided = majority.decide(counted, leader);
                final boolean isComplete = (majority.winners() | majority.losers(counted)) == counted;
                if (!isComplete && check > next - RepairJudge.REACH / 2) {
                    return;
                }
                differing = decided ? majority.losers(counted) : differing;
            }
            looked = check + 1;
            check = checksums.checkFrameFrom(looked);
        }
    }
}
