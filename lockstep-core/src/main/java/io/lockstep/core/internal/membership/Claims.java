package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Lie;
import io.lockstep.election.Quorum;

/**
 * Holds what one member says that a quorum has done. It is named as a liar once it says itself that it has not come so
 * far, or so many others say that they have not that the rest are no quorum. One of those others may lie, so the rest
 * are no quorum with any one of them either. A word counts if it was said after the claim: a peer can have simulated a
 * frame only with our input of it, so a status that tells of a frame whose input we sampled after the claim is younger
 * than that. Where our inputs do not count yet nothing tells how old a word is, and nobody is named.
 */
final class Claims {

    private static final long NONE = -1;

    private final LocalState state;
    private final Voters voters;
    private final MembershipHost host;
    /** For each peer, since which frame of ours it has said that we are out; and who has denied that since. */
    private final long[] evictsSince = new long[Message.MAX_PLAYERS];
    private final int[] deniedEviction = new int[Message.MAX_PLAYERS];
    /** For each peer, the term that it last said it leads, since which frame, and who denied that. */
    private final long[] leads = new long[Message.MAX_PLAYERS];
    private final long[] leadsSince = new long[Message.MAX_PLAYERS];
    private final int[] deniedLead = new int[Message.MAX_PLAYERS];
    /** Who has said a term in our epoch, and its lowest: who came to a later one since was elected here, or later. */
    private final long[] began = new long[Message.MAX_PLAYERS];
    private int heard;
    private int leaders;
    private int evictors;
    /** Those of them who went on without us; the others have ended the match in another epoch, perhaps an older one. */
    private int witnesses;

    Claims(final LocalState state, final Voters voters, final MembershipHost host) {
        this.state = state;
        this.voters = voters;
        this.host = host;
    }

    /** A member has ended the match, and we lack inputs of it. */
    void endsWithoutUs(final int from) {
        evictors |= 1 << from;
    }

    /** A member says that a quorum goes on without us. */
    void evicts(final int from) {
        evictors |= 1 << from;
        if ((witnesses & 1 << from) == 0 && host.isActive(state.self())) {
            witnesses |= 1 << from;
            evictsSince[from] = host.received(state.self());
            deniedEviction[from] = 1 << state.self();
        }
    }

    /**
     * A member says that it leads a term, and we do not know of the votes for that. If we have come to that term we may
     * have voted for it, and follow another one since.
     */
    void leads(final int from, final long term, final long ourTerm) {
        final boolean isNew = (leaders & 1 << from) == 0 || leads[from] != term;
        if (isNew && host.isActive(state.self()) && isElectedHere(from, term)) {
            leaders |= 1 << from;
            leads[from] = term;
            leadsSince[from] = host.received(state.self());
            deniedLead[from] = ourTerm < term ? 1 << state.self() : 0;
        }
    }

    /** Who says that we are out. */
    int evictors() {
        return evictors;
    }

    /** A member says where it stands. */
    void heard(final int from, final MembershipMessage status) {
        if (!voters.hasSay(from) || status.epochId() != state.epoch().id()) {
            // Another process on its seat does not know what the member did, and in another epoch others vote.
            return;
        }
        if ((heard & 1 << from) == 0) {
            heard |= 1 << from;
            began[from] = status.term();
        }
        final long frame = (status.framesMask() & 1 << from) == 0 ? NONE : status.frame(from);
        for (int rest = witnesses; rest != 0; rest &= rest - 1) {
            final int claimant = Integer.numberOfTrailingZeros(rest);
            if (frame > evictsSince[claimant]) {
                deniedEviction[claimant] |= 1 << from;
                judge(claimant, deniedEviction[claimant], Lie.ORDER_WITHOUT_AUTHORITY);
            }
        }
        for (int rest = leaders; rest != 0; rest &= rest - 1) {
            final int claimant = Integer.numberOfTrailingZeros(rest);
            if (frame > leadsSince[claimant] && isNotFor(from, claimant, status)) {
                deniedLead[claimant] |= 1 << from;
                judge(claimant, deniedLead[claimant], Lie.LEAD_WITHOUT_VOTES);
            }
        }
    }

    /** Who was elected before our epoch held may have the votes of members that are out now. */
    private boolean isElectedHere(final int from, final long term) {
        return state.epoch().number() == 0 || (heard & 1 << from) != 0 && began[from] < term;
    }

    /**
     * A member that voted for it has come to its term. The one that such a member names there tells nothing: where
     * somebody voted for both, it may follow the other one since. A leader names itself in all of its term.
     */
    private boolean isNotFor(final int from, final int claimant, final MembershipMessage status) {
        return status.term() < leads[claimant]
            || from == claimant && status.term() == leads[claimant] && status.seat() != claimant;
    }

    /**
     * Names the claimant if it denies the claim itself, or if the others cannot have been a quorum, whichever one of
     * the deniers lies. Our epoch alone counts: the claimant may know that it is established, and then the epochs
     * before it have no say.
     */
    private void judge(final int claimant, final int denied, final Lie lie) {
        final int members = state.epoch().members();
        final int rest = members & ~denied;
        boolean isLie = !Quorum.reached(members, rest);
        for (int some = denied & ~(1 << state.self()); some != 0; some &= some - 1) {
            isLie &= !Quorum.reached(members, rest | Integer.lowestOneBit(some));
        }
        if (isLie || (denied & 1 << claimant) != 0) {
            host.lied(claimant, lie);
        }
    }

    /** Another epoch holds, or another process has taken a seat: what was said before is about other members. */
    void reset() {
        evictors = 0;
        witnesses = 0;
        leaders = 0;
        heard = 0;
    }
}
