package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Lie;
import io.lockstep.election.Election;
import io.lockstep.election.Quorum;

/**
 * Checks a round and the epoch that results from it, before a member changes anything. Every member of an epoch has
 * promised its ballot (model Cut, property AppliedIsPromised). So the member knows the proposer of that epoch, the
 * peers that it leaves out, and what it has itself reported about those.
 */
final class CutCheck {

    /**
     * Stall, in nanoseconds, up to which a member needs no cut: it then promises a cut only if a second member confirms
     * it.
     */
    private static final long STALLED_NS = 1_000_000_000L;

    /**
     * Time for two rounds, in nanoseconds, each with up to two seconds for a silent member; then another leader has to
     * try.
     */
    static final long ROUND_NS = 5_000_000_000L;

    private final LocalState state;
    private final Voters voters;
    private final PeerViews views;
    private final Mandate mandate;
    private final MembershipHost host;
    private final EpochRecord epoch;
    private final EpochRecord proposed = new EpochRecord();
    /** The frame that this peer reported about each suspect in the last promised round, or 0 if it counts no input. */
    private final long[] counted = new long[Message.MAX_PLAYERS];
    /** The same of its last answer; later inputs are added. */
    private final long[] said = new long[Message.MAX_PLAYERS];
    private long ballot = -1;
    private int proposer;
    private int suspects;
    private long parent;
    /**
     * Time since which a promise waits for its epoch, in nanoseconds; time in which the leader was not heard is added.
     */
    private long openNs;
    private long lookedNs;
    /** Id of an epoch that a member forwarded without being its proposer. */
    private long relayedId;
    private int relayedBy;

    CutCheck(final LocalState state, final Voters voters, final PeerViews views, final Mandate mandate,
             final MembershipHost host) {
        this.state = state;
        this.voters = voters;
        this.views = views;
        this.mandate = mandate;
        this.host = host;
        epoch = state.epoch();
    }

    /**
     * Returns whether a leader may ask for this round. It must lead, and stay a member. The remaining members must be a
     * quorum of our epoch. Without a stall, this member must have another reason to leave each suspect out. In a stall,
     * the leader may be the only member that knows for whom the match waits.
     */
    boolean mayAsk(final int from, final MembershipMessage prepare) {
        final int known = known(from, prepare.mask());
        return prepare.term() == prepare.ballot() >>> EpochRecord.ROUND_BITS && (prepare.mask() & 1 << from) == 0
            && (prepare.epochId() != epoch.id() || leavesAQuorum(prepare.mask()))
            && ((prepare.mask() & ~known) == 0 || state.stalledNs() >= STALLED_NS);
    }

    /**
     * Returns whether the members that would report are a quorum of our epoch, without those that no longer decide. A
     * leader may have received a goodbye that was lost on the way to us; a peer that has sent its last input counts as
     * leaving. The leader asks again until we know. A member that promised a minority's round would play on with it,
     * apart from the match of the others.
     */
    private boolean leavesAQuorum(final int without) {
        int gone = voters.departed();
        for (int rest = without & ~gone; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            gone |= host.hasEnded(peer) ? 1 << peer : 0;
        }
        return Quorum.reached(epoch.members(), epoch.members() & ~without, gone);
    }

    /** Returns the suspects that this peer, or another one than the leader, has lost. */
    private int known(final int leader, final int some) {
        int known = state.suspects() | state.votesOut() | voters.departed();
        for (int rest = some & ~known; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean silent = peer != state.self() && !views.isFresh(peer, state.nowNs());
            known |= silent || isLostAtAnother(leader, peer) ? 1 << peer : 0;
        }
        return known;
    }

    private boolean isLostAtAnother(final int leader, final int peer) {
        for (int rest = voters.others() & ~(1 << leader | 1 << peer); rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            if (views.isFresh(other, state.nowNs())
                && (views.suspects(other, peer) || views.votesOut(other, peer))) {
                return true;
            }
        }
        return false;
    }

    /** Records a promised ballot, and what its epoch has to satisfy. */
    void promised(final int to, final MembershipMessage prepare, final Promise promise) {
        if (prepare.ballot() == ballot) {
            return;
        }
        if (ballot <= epoch.ballot() || proposer != to) {
            openNs = state.nowNs();
        }
        ballot = prepare.ballot();
        proposer = to;
        suspects = prepare.mask();
        parent = prepare.epoch();
        relayedId = 0;
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            counted[suspect] = promise.counted(suspect);
            said[suspect] = counted[suspect];
        }
    }

    /** Records what this peer answered about a suspect in a ballot. */
    void answered(final long inBallot, final int suspect, final long received) {
        if (inBallot == ballot) {
            said[suspect] = Math.max(said[suspect], received);
        }
    }

    /** Records a promised ballot of a joining process, which reports about no peer. */
    void attended(final int by, final long inBallot) {
        ballot = inBallot;
        proposer = by;
        suspects = 0;
    }

    /** Returns the proposer of a ballot's epoch if this peer has promised that ballot, or nobody. */
    int proposerOf(final long inBallot) {
        return inBallot == ballot ? proposer : Election.NOBODY;
    }

    /**
     * Returns whether an epoch of the last promised ballot may be applied. If not, its proposer is reported as a liar;
     * a member that forwards it may have been deceived itself.
     */
    boolean allows(final int from, final MembershipMessage cut) {
        if (cut.ballot() != ballot || !isOfRound(cut) || !isAtLeastWhatWeSaid(cut) || !isDecidedFromReports(cut)) {
            if (from == proposer && cut.ballot() == ballot) {
                host.lied(from, Lie.FALSE_CUT);
                mandate.distrust(from, ballot >>> EpochRecord.ROUND_BITS);
            }
            return false;
        }
        if (from == proposer && !isQuotedTruly(cut)) {
            // Accept it anyway: others may have applied it already, and it includes our inputs. Refusing would isolate
            // us.
            host.lied(from, Lie.FALSE_CUT);
        }
        return from == proposer || isTakenFromOthers(from, cut.epochId());
    }

    /** Returns whether a peer asked for the last promise, and its epoch has not come. */
    boolean isAskedBy(final int leader) {
        return proposer == leader && ballot > epoch.ballot();
    }

    /** Distrusts a leader that stalls the match with a promise and decides nothing. */
    void tick() {
        final long gapNs = state.nowNs() - lookedNs;
        lookedNs = state.nowNs();
        if (!mandate.isLedBy(proposer)) {
            // Do not count time in which the leader was unreachable; after it returns it gets a full round.
            openNs += gapNs;
        }
        if (ballot > epoch.ballot() && state.stalledNs() >= ROUND_NS && state.nowNs() - openNs >= ROUND_NS) {
            openNs = state.nowNs();
            mandate.distrust(proposer, ballot >>> EpochRecord.ROUND_BITS);
        }
    }

    /** Returns whether a cut follows the epoch of the round and leaves out its suspects. */
    private boolean isOfRound(final MembershipMessage cut) {
        if (parent != epoch.number()) {
            // A promise kept us from an epoch, and the round follows that epoch: see CutAcceptor.onPrepare.
            return cut.epoch() == parent + 1 && (cut.members() & suspects) == 0;
        }
        proposed.readFrom(cut);
        return cut.epoch() == parent + 1 && proposed.follows(epoch)
            && (cut.members() & epoch.members()) == (epoch.members() & ~suspects)
            && Integer.bitCount(cut.members() & ~epoch.members()) <= 1;
    }

    /**
     * Returns whether the cut is at least what this peer reported: a lower one would end inputs that it has simulated.
     */
    private boolean isAtLeastWhatWeSaid(final MembershipMessage cut) {
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (counted[suspect] > 0 && cut.frame(suspect) < counted[suspect]) {
                return false;
            }
        }
        return true;
    }

    /** Returns whether the cut follows from the reports that it quotes, and keeps earlier cuts. */
    private boolean isDecidedFromReports(final MembershipMessage cut) {
        boolean follows = cut.reports().suspects() == suspects && (parent != epoch.number()
            || cut.reports().reporters() == (epoch.members() & ~suspects) && keepsOlderCuts(cut));
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            follows &= hasAllOf(cut, suspect) || isMost(cut.reports(), suspect);
        }
        return follows;
    }

    /** Returns whether the cut quotes this peer's report correctly; only this peer can check that. */
    private boolean isQuotedTruly(final MembershipMessage cut) {
        boolean truly = true;
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            final long frame = (cut.framesMask() & 1 << suspect) == 0 ? 0 : cut.frame(suspect);
            truly &= isTruly(cut.reports().code(state.self(), suspect), suspect, frame);
        }
        return truly;
    }

    /** Returns whether a code is what this peer answered about a suspect. */
    private boolean isTruly(final int code, final int suspect, final long frame) {
        return switch (code) {
            case CutReports.NOTHING -> counted[suspect] == 0;
            case CutReports.UNSHOWN -> false;
            case CutReports.MANY_FEWER -> counted[suspect] <= frame - code;
            default -> counted[suspect] <= frame - code && frame - code <= said[suspect];
        };
    }

    /** Returns whether the cut ends a suspect's inputs where this peer reported, whatever the cut quotes of it. */
    private boolean hasAllOf(final MembershipMessage cut, final int suspect) {
        return (cut.framesMask() & 1 << suspect) != 0 && isTruly(0, suspect, cut.frame(suspect));
    }

    /** Returns whether some reporter has all inputs of a suspect, if any reporter has one that counts. */
    private static boolean isMost(final CutReports reports, final int suspect) {
        boolean any = false;
        for (int rest = reports.reporters(); rest != 0; rest &= rest - 1) {
            final int code = reports.code(Integer.numberOfTrailingZeros(rest), suspect);
            if (code == 0) {
                return true;
            }
            any |= code <= CutReports.MANY_FEWER;
        }
        return !any;
    }

    /** Returns whether the cut keeps the frames of earlier cuts, unless the inputs of that peer count again. */
    private boolean keepsOlderCuts(final MembershipMessage cut) {
        final int others = cut.framesMask() & ~suspects;
        for (int rest = others; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if ((epoch.closed() & 1 << peer) == 0 || cut.frame(peer) != epoch.closedAt(peer)) {
                return false;
            }
        }
        return (epoch.closed() & ~(others | suspects) & ~epoch.members()) == 0;
    }

    /** Returns whether a forwarded epoch is accepted: two members forward it, or its proposer is no longer heard. */
    private boolean isTakenFromOthers(final int from, final long id) {
        final boolean second = relayedId == id && (relayedBy & ~(1 << from)) != 0;
        relayedBy = relayedId == id ? relayedBy | 1 << from : 1 << from;
        relayedId = id;
        return second || !voters.hasSay(proposer) || (state.suspects() & 1 << proposer) != 0
            || !views.isFresh(proposer, state.nowNs());
    }
}
