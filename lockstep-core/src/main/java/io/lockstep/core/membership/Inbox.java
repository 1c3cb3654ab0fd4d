package io.lockstep.core.membership;

import io.lockstep.core.protocol.MembershipMessage;

/** What becomes of a message about membership: it goes to whom it concerns if its sender has a say in that. */
final class Inbox {

    private final Membership membership;
    private final MembershipHost host;
    private final int self;
    private final Epoch epoch;
    /** While we join: who leads the line of epochs that our state is from. */
    private int orderer = Membership.NOBODY;
    private final Statuses statuses;
    private final CutAcceptor acceptor;
    private final CutProposer proposer;

    Inbox(final Membership membership, final MembershipHost host, final int self, final Statuses statuses,
          final CutAcceptor acceptor, final CutProposer proposer) {
        this.membership = membership;
        this.host = host;
        this.self = self;
        this.statuses = statuses;
        this.acceptor = acceptor;
        this.proposer = proposer;
        epoch = membership.epoch();
    }

    /** Takes one; false when it was ignored. */
    boolean take(final int from, final MembershipMessage message) {
        return switch (message.kind()) {
            case STATUS -> statuses.receive(from, message);
            case PREPARE -> acceptor.onPrepare(from, message);
            case REPORT -> onReport(from, message);
            case CUT -> acceptor.onCut(from, message);
            case TRANSFER -> onTransfer(from, message);
            case JOIN -> onJoin(from, message);
            case VOUCH -> onVouch(from, message);
            case READY -> onReady(from, message);
            // Who has which state is no matter of who is in the match.
            case REPAIR, REPAIRED -> false;
        };
    }

    private boolean onReport(final int from, final MembershipMessage message) {
        if (!membership.hasSay(from)) {
            return message.joining() && !membership.isJoining() && membership.election().leads()
                && proposer.attend(from, message);
        }
        if (message.ballot() == epoch.ballot()) {
            // It cannot apply our epoch before it has every input that counts in it.
            for (int rest = message.framesMask() & epoch.closed(); rest != 0; rest &= rest - 1) {
                final int owner = Integer.numberOfTrailingZeros(rest);
                if (message.frame(owner) < epoch.closedAt(owner)) {
                    host.forward(from, owner, message.frame(owner));
                }
            }
            return true;
        }
        final boolean follows = message.epochId() == epoch.id() || message.epoch() < epoch.number();
        return membership.election().leads() && follows && proposer.report(from, message);
    }

    private boolean onTransfer(final int from, final MembershipMessage message) {
        if (!membership.orders(from, message.term())) {
            return false;
        }
        membership.election().onTransfer(from, message.term(), membership.nowNs());
        return true;
    }

    /** A leader orders that a process be taken in. Who joins cannot know who leads, and checks the state instead. */
    private boolean onJoin(final int from, final MembershipMessage message) {
        final int seat = message.seat();
        if (message.framesMask() != 1 << seat || message.frame(seat) == Long.MAX_VALUE
            || Integer.bitCount(message.mask()) != 1 || host.incarnation(seat) != message.incarnation(seat)) {
            return false;
        }
        // Who is in has been taken in by an epoch that a leader may have missed who still orders it.
        if (membership.isJoining() ? seat != self : seat == self || !membership.orders(from, message.term())) {
            return false;
        }
        // Of two lines of epochs, after a pair has lost each other, one leader's orders are followed.
        final boolean sameLine = message.epochId() == epoch.id() || from == orderer && message.epoch() > epoch.number();
        final boolean followed = host.join(seat, Integer.numberOfTrailingZeros(message.mask()), message.frame(seat),
            message.members(), sameLine);
        if (followed && membership.isJoining()) {
            orderer = from;
            epoch.observe(message);
            host.observe(epoch.seal());
        }
        return followed;
    }

    private boolean onVouch(final int from, final MembershipMessage message) {
        if (!membership.isJoining() || message.framesMask() != 1 << self) {
            return false;
        }
        host.vouched(from, message.frame(self), message.mask());
        return true;
    }

    private boolean onReady(final int from, final MembershipMessage message) {
        if (membership.isJoining() || (message.framesMask() & 1 << from) == 0) {
            return false;
        }
        // What it knows of us may be old: it is told of every frame in order, and its line was cut perhaps.
        final boolean near = host.learner(from, message.frame(from));
        if (near && membership.election().leads() && message.established() && message.epochId() == epoch.id()) {
            proposer.ready(from);
        }
        return true;
    }
}
