package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.election.Election;

/**
 * A leader's orders to take a process in, as they reach that process and the members. Who joins cannot know who leads,
 * and checks the state instead.
 */
final class JoinOrders {

    private final LocalState state;
    private final MembershipHost host;
    /** While we join: who leads the line of epochs that our state is from. */
    private int orderer = Election.NOBODY;

    JoinOrders(final LocalState state, final MembershipHost host) {
        this.state = state;
        this.host = host;
    }

    /** Can this peer carry it out? A leader that missed an epoch may order a peer in that is already in. */
    boolean isForUs(final MembershipMessage message) {
        final int seat = message.seat();
        return message.framesMask() == 1 << seat && message.frame(seat) != Long.MAX_VALUE
            && Integer.bitCount(message.mask()) == 1 && host.incarnation(seat) == message.incarnation(seat)
            && (seat == state.self()) == state.isJoining();
    }

    /** Carries one out, unless this peer joins by another one. */
    boolean follow(final int from, final MembershipMessage message) {
        final EpochRecord epoch = state.epoch();
        final int seat = message.seat();
        // Of two lines of epochs, after a pair has lost each other, one leader's orders are followed.
        final boolean sameLine = message.epochId() == epoch.id() || from == orderer && message.epoch() > epoch.number();
        final boolean followed = host.join(seat, Integer.numberOfTrailingZeros(message.mask()), message.frame(seat),
            message.members(), sameLine);
        if (followed && state.isJoining()) {
            orderer = from;
        }
        return followed;
    }

    /** A member says what the state is that we join with. */
    boolean onVouch(final int from, final MembershipMessage message) {
        if (!state.isJoining() || message.framesMask() != 1 << state.self()) {
            return false;
        }
        if (!message.hasHash()) {
            return false;
        }
        host.vouched(from, message.frame(state.self()), new StateHash(message.hashHigh(), message.hashLow()));
        return true;
    }
}
