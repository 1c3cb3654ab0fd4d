package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.CutReports;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Lie;
import io.lockstep.election.Election;
import io.lockstep.election.Quorum;

/**
 * What a member requires of a round and of the epoch that comes of it, before it changes anything. Whoever is a member
 * of an epoch has promised its ballot (model Cut, property AppliedIsPromised), so it knows of that epoch who proposes
 * it, whom it leaves out, and what it has said itself of those.
 */
final class CutCheck {

    /** Who plays on without a stall needs nobody cut, and asks for a second word before it promises that. */
    private static final long STALLED_NS = 1_000_000_000L;

    /** Nanoseconds: two seconds for who does not answer, as much for a second round; then another leader has to try. */
    static final long ROUND_NS = 5_000_000_000L;

    private final LocalState state;
    private final Voters voters;
    private final PeerViews views;
    private final Mandate mandate;
    private final MembershipHost host;
    private final EpochRecord epoch;
    private final EpochRecord proposed = new EpochRecord();
    /** What this peer has said of each suspect in the round that it promised last: 0 for nothing that counts. */
    private final long[] counted = new long[Message.MAX_PLAYERS];
    /** The same of its last answer: what has come since counts, too. */
    private final long[] said = new long[Message.MAX_PLAYERS];
    private long ballot = -1;
    private int proposer;
    private int suspects;
    private long parent;
    /** Since when a promise to this leader waits for an epoch, less the time in which it was not heard. */
    private long openNs;
    private long lookedNs;
    /** The epoch that a member handed on who did not propose it. */
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
     * May a leader ask for this? It leads, and stays; what is left of our epoch is a quorum of it; and nobody is left
     * out on its word alone while play goes on. Once it stands still the leader may be the only one who knows for whom.
     */
    boolean mayAsk(final int from, final MembershipMessage prepare) {
        final int known = known(from, prepare.mask());
        return prepare.term() == prepare.ballot() >>> EpochRecord.ROUND_BITS && (prepare.mask() & 1 << from) == 0
            && (prepare.epochId() != epoch.id() || leavesAQuorum(prepare.mask()))
            && ((prepare.mask() & ~known) == 0 || state.stalledNs() >= STALLED_NS);
    }

    /**
     * Are those of our epoch who would report a quorum of it, without those who decide nothing any more? A leader may
     * have heard a goodbye that got lost on the way to us: who has sent its last input takes its leave. It asks again
     * until we know; who promised a minority would play on with it, beside the match of the others.
     */
    private boolean leavesAQuorum(final int without) {
        int gone = voters.departed();
        for (int rest = without & ~gone; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            gone |= host.hasEnded(peer) ? 1 << peer : 0;
        }
        return Quorum.reached(epoch.members(), epoch.members() & ~without, gone);
    }

    /** Those of some members of whom this peer knows, or has heard from another than the leader, that they are lost. */
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

    /** A ballot has been promised: this is what will be required of its epoch. */
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

    /** This is what was answered about a suspect, in a ballot. */
    void answered(final long inBallot, final int suspect, final long received) {
        if (inBallot == ballot) {
            said[suspect] = Math.max(said[suspect], received);
        }
    }

    /** The same for a process that joins: it has nothing to say of anybody. */
    void attended(final int by, final long inBallot) {
        ballot = inBallot;
        proposer = by;
        suspects = 0;
    }

    /** Who proposes the epoch of a ballot, if this peer has promised that; or nobody. */
    int proposerOf(final long inBallot) {
        return inBallot == ballot ? proposer : Election.NOBODY;
    }

    /**
     * May this epoch, of the ballot that was promised last, come to hold here? Its proposer is named if it may not;
     * who hands it on may have been deceived itself.
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
            // The others may have applied it, and it counts what this peer has: who refused it would be alone.
            host.lied(from, Lie.FALSE_CUT);
        }
        return from == proposer || isTakenFromOthers(from, cut.epochId());
    }

    /** Whether a peer has asked for the promise that was given last, and no epoch has come of that. */
    boolean isAskedBy(final int leader) {
        return proposer == leader && ballot > epoch.ballot();
    }

    /** A leader that has everybody stand still and decides nothing does not lead. */
    void tick() {
        final long gapNs = state.nowNs() - lookedNs;
        lookedNs = state.nowNs();
        if (!mandate.isLedBy(proposer)) {
            // Who sleeps decides nothing, and keeps nobody from another leader: once back it has time for a round.
            openNs += gapNs;
        }
        if (ballot > epoch.ballot() && state.stalledNs() >= ROUND_NS && state.nowNs() - openNs >= ROUND_NS) {
            openNs = state.nowNs();
            mandate.distrust(proposer, ballot >>> EpochRecord.ROUND_BITS);
        }
    }

    /** Does it follow the epoch of the round, and leave out whom the round was about? */
    private boolean isOfRound(final MembershipMessage cut) {
        if (parent != epoch.number()) {
            // A promise kept us from an epoch, and the round was that one's: see CutAcceptor.onPrepare.
            return cut.epoch() == parent + 1 && (cut.members() & suspects) == 0;
        }
        proposed.readFrom(cut);
        return cut.epoch() == parent + 1 && proposed.follows(epoch)
            && (cut.members() & epoch.members()) == (epoch.members() & ~suspects)
            && Integer.bitCount(cut.members() & ~epoch.members()) <= 1;
    }

    /** The cut is the maximum of what all members have: below what one has simulated it would part them. */
    private boolean isAtLeastWhatWeSaid(final MembershipMessage cut) {
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (counted[suspect] > 0 && cut.frame(suspect) < counted[suspect]) {
                return false;
            }
        }
        return true;
    }

    /** Does the cut follow from what it says that the members have reported, and do earlier ones stand? */
    private boolean isDecidedFromReports(final MembershipMessage cut) {
        boolean follows = cut.reports().suspects() == suspects && (parent != epoch.number()
            || cut.reports().reporters() == (epoch.members() & ~suspects) && keepsOlderCuts(cut));
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            follows &= isMost(cut.reports(), Integer.numberOfTrailingZeros(rest));
        }
        return follows;
    }

    /** Does it say of this peer what that has reported? Nobody else can know. */
    private boolean isQuotedTruly(final MembershipMessage cut) {
        boolean truly = true;
        for (int rest = suspects; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            final long frame = (cut.framesMask() & 1 << suspect) == 0 ? 0 : cut.frame(suspect);
            truly &= isTruly(cut.reports().code(state.self(), suspect), suspect, frame);
        }
        return truly;
    }

    /** Is this what we have answered about a suspect? */
    private boolean isTruly(final int code, final int suspect, final long frame) {
        return switch (code) {
            case CutReports.NOTHING -> counted[suspect] == 0;
            case CutReports.UNSHOWN -> false;
            case CutReports.MANY_FEWER -> counted[suspect] <= frame - code;
            default -> counted[suspect] <= frame - code && frame - code <= said[suspect];
        };
    }

    /** Where anybody has an input that counts, somebody has all of them. */
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

    /** Frames that earlier cuts fixed stay, as long as the inputs of that peer do not count again. */
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

    /** Two who hand on the same epoch are believed, and one alone if its proposer is not heard any more. */
    private boolean isTakenFromOthers(final int from, final long id) {
        final boolean second = relayedId == id && (relayedBy & ~(1 << from)) != 0;
        relayedBy = relayedId == id ? relayedBy | 1 << from : 1 << from;
        relayedId = id;
        return second || !voters.hasSay(proposer) || (state.suspects() & 1 << proposer) != 0
            || !views.isFresh(proposer, state.nowNs());
    }
}
