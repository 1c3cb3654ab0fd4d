package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.membership.Lie;

/**
 * A leader's part in a cut: it has a quorum agree on where the inputs of the lost members end, and proposes the next
 * epoch. Model Cut: actions Prepare and Propose.
 */
final class CutProposer {

    /** A joiner answers within a round trip or two, or stays out of this round. */
    private static final long ATTEND_LIMIT_NS = 1_000_000_000L;

    private final LocalState state;
    private final Voters voters;
    private final Promise promise;
    private final StatusSender statuses;
    private final PairRule pairRule;
    private final FailureDetector detector;
    private final Admission admission;
    private final MembershipHost host;
    private final int self;
    private final EpochRecord epoch;
    private final Round round = new Round();
    private final EpochRecord next = new EpochRecord();
    private final MembershipMessage out = new MembershipMessage();
    private long term = -1;
    private int rounds;

    CutProposer(final LocalState state, final Voters voters, final Promise promise, final StatusSender statuses,
                final PairRule pairRule, final FailureDetector detector, final Admission admission,
                final MembershipHost host) {
        this.state = state;
        this.voters = voters;
        this.promise = promise;
        this.statuses = statuses;
        this.pairRule = pairRule;
        this.detector = detector;
        this.admission = admission;
        this.host = host;
        self = state.self();
        epoch = state.epoch();
    }

    /**
     * Does all that is due.
     *
     * @param leads the term that this peer leads
     * @return the epoch that has been decided on, to be adopted; or null
     */
    EpochRecord tick(final long leads) {
        if (term != leads) {
            term = leads;
            rounds = 0;
            detector.newTerm();
            round.forget();
            admission.reset();
        }
        admission.tick();
        final int lost = detector.lost();
        if (round.isActive()) {
            return lost == round.suspects() ? goOn() : start(lost);
        }
        return lost != 0 || isUnfinished() || admission.isReady() ? start(lost) : null;
    }

    /** A promise that no epoch followed holds its member back: another round has to free it. */
    private boolean isUnfinished() {
        return promise.ballot() > epoch.ballot()
            || detector.isAnybodyHeldBack(term << EpochRecord.ROUND_BITS | rounds);
    }

    private EpochRecord start(final int lost) {
        if (!epoch.canBeFollowed() || !voters.decides(epoch.members() & ~lost)) {
            round.end();
            return null;
        }
        detector.asks(epoch.members() & ~lost & ~(1 << self));
        round.start(term << EpochRecord.ROUND_BITS | ++rounds, lost, state.nowNs());
        statuses.changed(promise.promise(round.ballot(), lost));
        reportOwn();
        return goOn();
    }

    private void reportOwn() {
        for (int rest = round.suspects(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            round.report(self, suspect, promise.counted(suspect));
        }
    }

    /** Takes an answer to a round; from a newcomer only one that this peer, the leader, has asked for. */
    boolean onReport(final int from, final MembershipMessage message, final boolean leads) {
        if (!voters.hasSay(from)) {
            return message.joining() && !state.isJoining() && leads && attend(from, message);
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
        return leads && follows && report(from, message);
    }

    private boolean report(final int from, final MembershipMessage message) {
        if (!round.isActive() || message.ballot() != round.ballot()) {
            if (message.ballot() < round.ballot() && message.ballot() >>> EpochRecord.ROUND_BITS == term) {
                detector.answeredLate(from, message.ballot());
            }
            return false;
        }
        round.report(from, message, state.nowNs());
        detector.answered(from, round);
        return true;
    }

    private boolean attend(final int from, final MembershipMessage message) {
        if (!round.isActive() || message.ballot() != round.ballot() || message.epoch() > epoch.number()) {
            return false;
        }
        round.attend(from);
        return true;
    }

    private EpochRecord goOn() {
        final long nowNs = state.nowNs();
        if (!epoch.canBeFollowed()) {
            // It has changed since the round began.
            round.end();
            return null;
        }
        final int missing = epoch.members() & ~round.suspects() & ~round.reporters() & ~(1 << self);
        if (missing == 0 && isDecided() && !awaitsJoiner()) {
            if (!holdsEverything()) {
                disbelieve();
            }
            if (holdsEverything()) {
                return propose();
            }
        }
        if (missing != 0) {
            detector.missed(missing, round);
        }
        if (round.isDue(nowNs, StatusSender.REPEAT_NS)) {
            round.sent(nowNs);
            prepare(epoch.members() & ~voters.departed() & ~(1 << self) | admission.candidates());
        }
        return null;
    }

    /** A quorum has answered; or all the living have, and everybody else there is has promised in this ballot. */
    private boolean isDecided() {
        final int witnesses = voters.witnesses();
        return voters.decidesPlainly(epoch.members() & ~round.suspects())
            || (round.attendants() & witnesses) == witnesses;
    }

    /** Who joins is taken in by the ballot that it has promised in, or by a later one. */
    private boolean awaitsJoiner() {
        return admission.isReady() && (round.attendants() & 1 << admission.seat()) == 0
            && round.ageNs(state.nowNs()) < ATTEND_LIMIT_NS;
    }

    /** Returns whether a round is under way. */
    boolean isBusy() {
        return round.isActive();
    }

    /** Another process has taken a seat: whoever answered for it so far is dead. */
    void abandon() {
        round.end();
    }

    /**
     * Who says that it has inputs of the lost hands them on when it is asked, and does not hold up everybody with what
     * it says alone. What it has promised counts as ever; if it has executed such inputs it applies no cut below them.
     */
    private void disbelieve() {
        for (int rest = round.suspects(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            round.holds(suspect, host.received(suspect), state.nowNs());
        }
        final int unshown = round.unshown(state.slowTripNs(), state.nowNs());
        if (unshown != 0) {
            for (int rest = unshown; rest != 0; rest &= rest - 1) {
                host.lied(Integer.numberOfTrailingZeros(rest), Lie.FALSE_REPORT);
            }
            // What has been handed on since the round began counts as what we have.
            reportOwn();
            round.disbelieve(unshown);
        }
    }

    /** An epoch is proposed only when its proposer can hand on every input that counts in it. */
    private boolean holdsEverything() {
        for (int rest = round.suspects(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (host.received(suspect) < round.cutOf(suspect)) {
                return false;
            }
        }
        return true;
    }

    /** Where the inputs of a peer end by what a round under way knows; 0 without one. */
    long awaitedUntil(final int owner) {
        return round.isActive() ? round.cutOf(owner) : 0;
    }

    /** Who may have the inputs of a suspect that we lack: once all have answered, those who say so. */
    int witnessesOf(final int owner) {
        final int asked = epoch.members() & ~round.suspects() & ~(1 << self);
        return (asked & ~voters.departed() & ~round.reporters()) == 0 ? round.claimants(owner, host.received(owner))
            : asked;
    }

    private void prepare(final int to) {
        out.reset(MembershipMessage.Kind.PREPARE).term(term).ballot(round.ballot()).epoch(epoch.number())
            .epochId(epoch.id()).mask(round.suspects()).leads(true);
        for (int rest = round.suspects(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            out.frame(suspect, host.received(suspect));
        }
        for (int rest = to; rest != 0; rest &= rest - 1) {
            host.sendSurely(Integer.numberOfTrailingZeros(rest), out);
        }
    }

    private EpochRecord propose() {
        final int lost = round.suspects();
        int counted = 0;
        for (int rest = lost; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            counted |= round.cutOf(suspect) > 0 ? 1 << suspect : 0;
        }
        // A newcomer that counts and of which nobody has an input ends at the frame where it would have begun. Those
        // who know that frame are fenced there; others may never know it. No CUT names it, and the older cut stands.
        next.follow(epoch, round.ballot(), epoch.members() & ~lost, voters.active() & ~(lost & ~counted));
        for (int rest = counted; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            next.close(suspect, round.cutOf(suspect));
        }
        round.write(next.reports(), 1 << self | round.reporters() & epoch.members() & ~lost);
        next.branch(pairRule.isBranch(lost));
        final int joiner = admission.seat();
        if (admission.isReady() && (round.attendants() & 1 << joiner) != 0) {
            next.admit(joiner, host.incarnation(joiner));
        }
        next.conclude((lost & ~voters.gone()) != 0);
        round.forget();
        detector.newEpoch();
        return next;
    }
}
