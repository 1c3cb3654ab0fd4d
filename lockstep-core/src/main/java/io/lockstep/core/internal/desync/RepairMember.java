package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.play.StateWitness;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.internal.sync.ChecksumLog;

/** Carries out the leader's orders: gives our state, loads another one, and tells those who load what ours was. */
public final class RepairMember {

    private static final long NONE = -1;

    private final int self;
    private final MatchState state;
    private final RepairDonor donor;
    public final RepairTarget target;
    private final GameRunner runner;
    private final ChecksumLog checksums;
    private final StateWitness witness;
    private final RepairMessages messages;
    private final RepairAnswer answer = new RepairAnswer();
    private final RepairAnswer conclusion = new RepairAnswer();
    private boolean answers;
    private int vouchFor;
    private long vouchFrame;
    private long vouchTerm;
    private boolean vouched;

    public RepairMember(final int self, final MatchState state, final RepairDonor donor, final RepairTarget target,
                 final GameRunner runner, final ChecksumLog checksums, final StateWitness witness,
                 final RepairMessages messages) {
        this.self = self;
        this.state = state;
        this.donor = donor;
        this.target = target;
        this.runner = runner;
        this.checksums = checksums;
        this.witness = witness;
        this.messages = messages;
    }

    /** Goes on with what was ordered. */
    public void tick(final int leader, final long term) {
        donor.tick(term, state.nowNs());
        target.tick(leader, term, state.frame() - 1, state.nowNs());
    }

    /** A frame was executed. */
    public void executed(final long frame) {
        if (!donor.executed(frame, runner.isBehind())) {
            // Too large, or our own state was just replaced.
            donor.stop();
            answer.set(self, frame, donor.term(), false, frame);
            answers = true;
        }
        target.executed(frame);
    }

    /** A peer says what the state was that the newest order is about. */
    public boolean vouched(final int peer, final MembershipMessage word) {
        return target.vouched(peer, word);
    }

    /** A peer has what it needs of us, or gives up. */
    public void served(final int peer, final long term, final long frame) {
        donor.answered(peer, term, frame);
    }

    public boolean receive(final Link from, final TransferMessage message) {
        return switch (message.kind()) {
            case CHUNK -> target.receive(from, message, state.nowNs());
            case ACK -> donor.receive(from, message, state.nowNs());
        };
    }

    /** From which frame on do we play with a state that was just loaded? −1 if none was. It is told once. */
    public long takeLoaded() {
        return target.takeLoaded() ? target.rightFrom() : NONE;
    }

    /** What became of the order received last, when our part of it was just done; null otherwise. It is told once. */
    public RepairAnswer takeConclusion() {
        if (!target.takeConcluded()) {
            return null;
        }
        return conclusion.set(target.donor(), target.frame(), target.term(),
            target.outcome() == RepairTarget.Outcome.RIGHT, target.rightFrom());
    }

    /** Is it the newest order, or a copy of it? */
    public boolean isCopy(final MembershipMessage order) {
        return order.term() == vouchTerm && order.frame(order.seat()) == vouchFrame;
    }

    /** Carries out an order; false when it is ignored. */
    public boolean obey(final int leader, final MembershipMessage order) {
        final int seat = order.seat();
        final long frame = order.frame(seat);
        final int mask = order.mask();
        final long term = order.term();
        if (term < vouchTerm || term == vouchTerm && frame < vouchFrame) {
            // Two lanes: of an order that was given up a copy may come behind the next one.
            return false;
        }
        vouched &= isCopy(order);
        vouchFor = mask;
        vouchFrame = frame;
        vouchTerm = term;
        witness.want(frame);
        if (seat == self && (runner.isBehind() || !donor.order(term, frame, mask, state.frame() - 1))) {
            answer.set(seat, frame, term, false, frame);
            answers = true;
        } else if ((mask & 1 << self) != 0) {
            if (!target.order(leader, order, state.frame() - 1, state.nowNs())) {
                return false;
            }
            if (target.outcome() != RepairTarget.Outcome.PENDING) {
                answer.set(seat, frame, term, target.outcome() == RepairTarget.Outcome.RIGHT, target.rightFrom());
                answers = true;
            }
        }
        return true;
    }

    /** What the leader is to be told at once of the order just taken; null if nothing. It is told once. */
    public RepairAnswer takeAnswer() {
        final RepairAnswer due = answers ? answer : null;
        answers = false;
        return due;
    }

    /** Tells the targets what our state is after the frame, once for each copy of the order. */
    public void vouch(final EpochRecord epoch) {
        if (vouchFor == 0 || !checksums.has(vouchFrame)) {
            return;
        }
        for (int rest = vouchFor & ~(1 << self); rest != 0; rest &= rest - 1) {
            messages.vouch(epoch, Integer.numberOfTrailingZeros(rest), vouchTerm, vouchFrame,
                checksums.checksum(vouchFrame), witness.hash(vouchFrame), vouched);
        }
        vouched = true;
        vouchFor = 0;
    }

    /** Tells what orders of a leader hold here. */
    void inspect(final Inspector by) {
        donor.inspect(by);
        target.inspect(by);
        by.holds("peers that wait for a checksum", vouchFor, 0);
    }
}
