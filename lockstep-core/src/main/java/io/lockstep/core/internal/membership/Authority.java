package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.Lie;
import io.lockstep.election.Election;

/** Says who may order anything: only who leads the term that it speaks for, until it hands that on. */
final class Authority {

    /** The lowest peer leads it, and everybody knows that without a message. */
    private static final long FIRST_TERM = 0;
    private static final int NOBODY = Membership.NOBODY;

    private final Voters voters;
    private final Voting voting;
    private final Election election;
    private final MembershipHost host;
    private int firstLeader = NOBODY;

    Authority(final Voters voters, final Voting voting, final Election election, final MembershipHost host) {
        this.voters = voters;
        this.voting = voting;
        this.election = election;
        this.host = host;
    }

    /** The match begins with a leader. */
    void begin(final int leader, final long now) {
        firstLeader = leader;
        election.start(FIRST_TERM, leader, now);
    }

    boolean has(final int from, final long term) {
        if (!voters.hasSay(from)) {
            return false;
        }
        final boolean leads = voting.follows(from, term);
        if (!leads && term == FIRST_TERM && from != firstLeader && firstLeader != NOBODY) {
            host.lied(from, Lie.ORDER_WITHOUT_AUTHORITY);
        }
        return leads;
    }

    /** Hands the lead to a member that is there, or to the lowest one; false if we have none to hand, or to nobody. */
    boolean transferTo(final int peer) {
        final int others = voters.others();
        final boolean isThere = peer >= 0 && peer < Message.MAX_PLAYERS && (others & 1 << peer) != 0;
        return election.leads() && others != 0 && (peer == NOBODY || isThere)
            && voting.transferTo(peer == NOBODY ? Integer.numberOfTrailingZeros(others) : peer);
    }
}
