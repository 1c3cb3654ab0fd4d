package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Quorum;
import java.util.Arrays;

/** Which peers a leader goes on without, which answers it does not wait for, and which peers need another round. */
final class FailureDetector {

    /**
     * Time, in nanoseconds, after which a member that does not answer counts as lost in the next round, even if no
     * other member has lost it: it may have died since, or hear nothing. No shorter than the shortest drop timeout. It
     * runs on when a round begins again, as members stop following a leader that decides nothing for five seconds.
     */
    private static final long REPORT_LIMIT_NS = 2_000_000_000L;
    /** A peer that hears us again, or is heard again, says so within the time between two statuses. */
    private static final long MUTE_NS = 500_000_000L;
    /** PREPARE is repeated sixteen times a second: a peer that has answered it so lately is there. */
    private static final long ANSWER_NS = 500_000_000L;

    private final LocalState state;
    private final PeerViews views;
    private final Voters voters;
    private final Voting voting;
    private final MembershipHost host;
    private final int self;
    private final EpochRecord epoch;
    private final long[] answeredNs = new long[Message.MAX_PLAYERS];
    /** Time at which each member was first asked for the answer that it owes, in nanoseconds. */
    private final long[] askedNs = new long[Message.MAX_PLAYERS];
    /** Newest ballot that each member has answered. */
    private final long[] answered = new long[Message.MAX_PLAYERS];
    /** Members that were asked and have not answered the newest round, bit n for peer n. */
    private int owing;
    private int unresponsive;

    FailureDetector(final LocalState state, final PeerViews views, final Voters voters, final Voting voting,
                    final MembershipHost host) {
        this.state = state;
        this.views = views;
        this.voters = voters;
        this.voting = voting;
        this.host = host;
        self = state.self();
        epoch = state.epoch();
        Arrays.fill(answeredNs, Long.MIN_VALUE / 2);
    }

    /** This peer leads another term: it has asked nobody yet. */
    void newTerm() {
        unresponsive = 0;
        owing = 0;
    }

    /** Another epoch was decided on: all whom its round asked have answered. */
    void newEpoch() {
        unresponsive = 0;
    }

    /** Notes that a round begins that asks some members. A member that owes an answer already owes it since then. */
    void asks(final int some) {
        for (int rest = some & ~owing; rest != 0; rest &= rest - 1) {
            askedNs[Integer.numberOfTrailingZeros(rest)] = state.nowNs();
        }
        owing = some;
    }

    /**
     * Gives a member more time that answers an earlier round of this term, because its line is slow. Each round counts
     * once, so that a member cannot hold up the cut by repeating an old answer.
     */
    void answeredLate(final int from, final long ballot) {
        if (ballot > answered[from]) {
            answered[from] = ballot;
            askedNs[from] = state.nowNs();
        }
    }

    /** A member answered in a round. */
    void answered(final int from, final Round round) {
        answered[from] = round.ballot();
        owing &= ~(1 << from);
        unresponsive &= ~(1 << from);
        if ((round.suspects() & 1 << from) == 0 || views.suspectsAnybody(from)) {
            answeredNs[from] = state.nowNs();
        }
    }

    /** These have not answered in a round. */
    void missed(final int missing, final Round round) {
        unresponsive |= mute(missing, round);
        for (int rest = missing; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            unresponsive |= state.nowNs() - askedNs[peer] >= REPORT_LIMIT_NS ? 1 << peer : 0;
        }
    }

    /** The members to go on without: gone, proven dead, not answering, lost by most, or voted out by all others. */
    int lost() {
        int lost = (voters.departed() | unresponsive) & epoch.members();
        for (int rest = epoch.members() & ~lost & ~(1 << self); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (state.isLost(peer) && !answers(peer) && othersAgree(peer)
                || (state.votesOut() & 1 << peer) != 0 && allVoteOut(peer)) {
                lost |= 1 << peer;
            }
        }
        return voters.decides(epoch.members() & ~lost) ? lost : lost & ~audible(lost);
    }

    /**
     * Has it answered in a round lately? It hears us and is heard, and stands still as we do because of the peers that
     * the rounds are about, perhaps for longer than anybody waits; also when they have just been left out, because what
     * it sends from then on is still under way. If the round is about it and it has lost nobody, it stands still by
     * itself: its game hangs. Who is waited for again and again is not held by what it answers.
     */
    private boolean answers(final int peer) {
        return !host.isWaitedForTooLong(peer) && state.nowNs() - answeredNs[peer] < ANSWER_NS;
    }

    /**
     * Those of some members who are heard. If too few are left without the lost, none of these is taken for lost: a
     * promise may hold them back, so that they make no progress, and only another round that they answer frees them.
     */
    private int audible(final int some) {
        int audible = 0;
        for (int rest = some & ~voters.departed(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            audible |= views.isFresh(peer, state.nowNs()) ? 1 << peer : 0;
        }
        return audible;
    }

    /** One peer's claim evicts nobody: more than half of the others that are there must have lost it too. */
    private boolean othersAgree(final int peer) {
        int others = 0;
        int agree = 0;
        for (int rest = voters.others(); rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            // What a silent or deaf member thinks cannot be known any more. One that does not play yet waits for
            // nobody's inputs.
            final boolean there = !views.isSilent(other, state.nowNs()) && !isDeaf(other) && host.isActive(other);
            others += there ? 1 : 0;
            agree += there && views.suspects(other, peer) ? 1 : 0;
        }
        return others == 0 || Quorum.isMajority(agree, others);
    }

    /** Do all others that are there ask for it that they go on without this peer, which leads, and can they? */
    boolean isVotedOut() {
        return voters.decides(voters.others()) && allVoteOut(self);
    }

    private boolean allVoteOut(final int peer) {
        for (int rest = voters.others() & ~(1 << peer); rest != 0; rest &= rest - 1) {
            if (!views.votesOut(Integer.numberOfTrailingZeros(rest), peer)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Is a member held back by a promise that no epoch followed? Another round has to free it, also where it is lost
     * because it makes no progress. Nobody has promised a ballot that there has not been.
     *
     * @param newest the newest ballot that there has been
     */
    boolean isAnybodyHeldBack(final long newest) {
        for (int rest = voters.others() | audible(epoch.members() & ~(1 << self)); rest != 0; rest &= rest - 1) {
            final long promised = views.promised(Integer.numberOfTrailingZeros(rest));
            if (promised > epoch.ballot() && promised <= newest) {
                return true;
            }
        }
        return false;
    }

    /**
     * Those whose answers are not awaited, half a second after the last answer of another member: we have lost them,
     * they have lost us, they are silent, they have long asked for votes as if nobody led, or they do not play yet.
     * The others may not have lost them: perhaps they owed inputs to nobody but us.
     */
    private int mute(final int missing, final Round round) {
        final long sinceNs = round.reporters() == 0 ? round.startedNs() + state.slowTripNs() : round.reportedNs();
        int mute = missing & state.suspects();
        for (int rest = missing; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean silent = !views.isFresh(peer, state.nowNs());
            final boolean deaf = isDeaf(peer) || views.suspects(peer, self);
            mute |= silent || deaf || !host.isActive(peer) ? 1 << peer : 0;
        }
        return state.nowNs() - sinceNs >= MUTE_NS ? mute : 0;
    }

    /** Has it long asked for votes as if nobody led? */
    private boolean isDeaf(final int peer) {
        return voting.doubtsForNs(peer) >= REPORT_LIMIT_NS;
    }
}
