package io.lockstep.core.internal.desync;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.seats.Seats;

/**
 * What becomes of a desync after it was noticed: the leader judges who is in the minority and orders a repair, a donor
 * sends its state, the others vouch for theirs, and whoever is in the minority loads it. Only who leads the current
 * term orders anything; a new leader judges anew.
 */
public final class Repair {

    private static final int NOBODY = Membership.NOBODY;

    private final int self;
    private final MatchState state;
    private final DesyncPolicy policy;
    private final Seats seats;
    private final DesyncWatch desyncs;
    public final RepairJudge judge;
    public final RepairMember member;
    private final RepairMessages messages;
    private final RepairTally tally;
    private final RepairConsent consent;
    private final RepairDuty duty;
    private boolean halts;

    public Repair(final MatchState state, final MatchSettings settings, final Seats seats, final DesyncWatch desyncs,
           final RepairJudge judge, final RepairMember member, final RepairMessages messages, final RepairTally tally) {
        this.state = state;
        self = settings.self();
        policy = settings.state().policy();
        this.seats = seats;
        this.desyncs = desyncs;
        this.judge = judge;
        this.member = member;
        this.messages = messages;
        this.tally = tally;
        consent = new RepairConsent(tally);
        duty = new RepairDuty(state, policy, judge);
    }

    /** Is a message of the membership's layout about repairs? */
    public boolean concerns(final MembershipMessage message) {
        return switch (message.kind()) {
            case REPAIR, REPAIRED -> true;
            case VOUCH -> !seats.membership().isJoining();
            default -> false;
        };
    }

    /**
     * Does all that is due.
     *
     * @param behind whether our game is behind the frames that were executed
     * @return whether a state was loaded, and the frames since were replayed
     */
    public boolean tick(final boolean behind) {
        final Membership membership = seats.membership();
        final long term = membership.election().term();
        if (state.phase() == Phase.PLAYING && !membership.isJoining()) {
            judge.tick(membership.election().leads() && !behind, term, seats.voters(), state.nowNs());
            order();
            membership.unrepaired(duty.isOwed(seats.voters(), seats.leader()));
        }
        consent.tick(seats.voters());
        member.tick(seats.leader(), term);
        final long rightFrom = member.takeLoaded();
        if (rightFrom >= 0) {
            desyncs.replaced(rightFrom);
            tally.repaired(state.frame());
        }
        conclude();
        member.vouch(membership.epoch());
        return rightFrom >= 0;
    }

    /** A frame was executed. */
    public void executed(final long frame) {
        member.executed(frame);
        answer(NOBODY, false);
    }

    /** Is the match to end in the frame that our next input is for? It is told once. */
    public boolean takeHalt() {
        final boolean now = halts;
        halts = false;
        return now;
    }

    /** Sends what the judge wants sent, and carries out our own part of it, until it wants no more. */
    private void order() {
        for (RepairJudge.Due due = judge.takeDue(); due != RepairJudge.Due.NOTHING; due = judge.takeDue()) {
            if (due == RepairJudge.Due.HALT) {
                halts = true;
            } else {
                obey(self, messages.order(seats.membership(), seats.voters(), judge, due == RepairJudge.Due.COPY));
            }
        }
    }

    public boolean receive(final Link from, final MembershipMessage message) {
        final boolean taken = isTimely(message)
            && (seats.voters() & 1 << from.peer) != 0 && isOfUse(message.kind()) && switch (message.kind()) {
                case REPAIR -> onOrder(from, message);
                case REPAIRED -> onAnswer(from, message);
                default -> member.vouched(from.peer, message);
            };
        if (!taken) {
            tally.ignored();
        }
        return taken;
    }

    /** That a member has the right state is true in a later epoch, too; everything else is for one epoch. */
    private boolean isTimely(final MembershipMessage message) {
        final EpochRecord epoch = seats.membership().epoch();
        return message.epochId() == epoch.id()
            || message.kind() == MembershipMessage.Kind.REPAIRED && message.epoch() < epoch.number();
    }

    /** At the end of the match nothing is repaired any more, but what was repaired explains the last differences. */
    private boolean isOfUse(final MembershipMessage.Kind kind) {
        return state.phase() == Phase.PLAYING
            || state.phase() == Phase.DRAINING && kind == MembershipMessage.Kind.REPAIRED;
    }

    /** Only who leads this term may order anything (S9 in docs/NETWORK.md). */
    private boolean onOrder(final Link from, final MembershipMessage order) {
        // A copy of an order may be of a frame long past; the peer that is to obey refuses a new one of such a frame.
        final boolean plausible = order.framesMask() == 1 << order.seat() && (order.mask() & 1 << order.seat()) == 0
            && order.frame(order.seat()) < state.frame() + InputLog.REACH;
        if (!plausible || policy != DesyncPolicy.REPAIR || seats.leader() != from.peer
            || seats.membership().election().term() != order.term()) {
            return false;
        }
        duty.ordered(order.mask());
        return isOffered(from, order) || obey(from.peer, order);
    }

    /** Is it for the application to say whether it is carried out? */
    private boolean isOffered(final Link from, final MembershipMessage order) {
        return (order.mask() & 1 << self) != 0 && !consent.allows(from.peer, seats.voters(), order);
    }

    /** The application agrees to load the state that the only other peer offers; false if none is offered. */
    public boolean accept() {
        final boolean given = consent.give();
        if (given && state.phase() == Phase.PLAYING && seats.leader() == consent.leader()
            && seats.membership().election().term() == consent.offer().term()) {
            obey(consent.leader(), consent.offer());
        }
        return given;
    }

    private boolean obey(final int leader, final MembershipMessage order) {
        final boolean isCopy = member.isCopy(order);
        final boolean taken = member.obey(leader, order);
        conclude();
        answer(leader, isCopy);
        return taken;
    }

    /** Tells everybody when our part of an order is done. */
    private void conclude() {
        final RepairAnswer conclusion = member.takeConclusion();
        if (conclusion != null) {
            if (conclusion.right()) {
                consent.used();
            } else {
                tally.failed(conclusion.frame());
            }
            say(NOBODY, conclusion, false);
        }
    }

    /** Tells who gave an order what became of it, if that is known at once. */
    private void answer(final int to, final boolean isCopy) {
        final RepairAnswer due = member.takeAnswer();
        if (due != null) {
            say(to, due, isCopy);
        }
    }

    /** Says what became of an order: to one peer, or to everybody; to ourselves as well. */
    private void say(final int to, final RepairAnswer answer, final boolean isCopy) {
        messages.answer(seats.membership().epoch(), to, answer, isCopy);
        if (to == NOBODY || to == self) {
            judge.answered(self, answer.term(), answer.frame(), answer.right(), state.nowNs());
        }
        if (answer.right()) {
            judge.soundFrom(self, answer.rightFrom());
        }
        order();
    }

    private boolean onAnswer(final Link from, final MembershipMessage answer) {
        final long frame = answer.frame(answer.seat());
        if (frame < 0) {
            return false;
        }
        if (answer.seat() != from.peer) {
            final long rightFrom = answer.frame(from.peer);
            // A member that names a frame in the future would not be judged until then.
            if (rightFrom < frame || rightFrom > state.frame() + InputLog.REACH) {
                return false;
            }
            if (answer.established() && judge.soundFrom(from.peer, rightFrom) && rightFrom > frame) {
                desyncs.replaced(from, rightFrom);
                tally.repaired(from.peer, rightFrom);
            }
            if (answer.seat() == self) {
                member.served(from.peer, answer.term(), frame);
            }
        }
        judge.answered(from.peer, answer.term(), frame, answer.established(), state.nowNs());
        order();
        return true;
    }

    public boolean receive(final Link from, final TransferMessage message) {
        return member.receive(from, message);
    }

    /** Tells what repairs hold. */
    public void inspect(final Inspector by) {
        judge.inspect(by);
        member.inspect(by);
        by.holds("a repair that was agreed to", consent.isGiven() ? 1 : 0, 0);
    }
}
