package io.lockstep.core.membership;

import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;
import java.util.Arrays;

/**
 * What a leader does: notices who is lost, has a quorum agree on where their inputs end, and proposes the next epoch.
 * Model Cut: actions Prepare and Propose.
 */
final class CutProposer {

    /**
     * A member that nobody has lost and that does not answer for so long counts as lost in the next round: it may have
     * died since, or hear nothing. No shorter than the shortest drop timeout.
     */
    private static final long REPORT_LIMIT_NS = 2_000_000_000L;
    /** Who hears us again, or is heard again, says so within the time between two statuses. */
    private static final long MUTE_NS = 500_000_000L;
    /** A round's question is repeated sixteen times a second; who answered it so lately is there. */
    private static final long ANSWER_NS = 500_000_000L;
    /** Who joins answers within a round trip or two, or stays out of this round. */
    private static final long ATTEND_LIMIT_NS = 1_000_000_000L;
    /** An order to activate takes an input delay to be carried out; after so long it was lost with its leader. */
    private static final long ACTIVATE_NS = 1_000_000_000L;
    /** A newcomer says ten times a second that it keeps pace; so many may be lost. */
    private static final long STEADY_NS = 500_000_000L;
    /** Who is told to lead stands at once, and has led by then or cannot. */
    private static final long HAND_OVER_NS = 1_000_000_000L;
    /** Who has not shown by then that it keeps pace never will, on this network, and is activated nevertheless. */
    private static final long REHEARSAL_LIMIT_NS = 2_000_000_000L;

    private final Membership membership;
    private final MembershipHost host;
    private final int self;
    private final Round round = new Round();
    private final Epoch next = new Epoch();
    private final Admission admission;
    private final long[] activatedNs = new long[Message.MAX_PLAYERS];
    private final long[] steadyNs = new long[Message.MAX_PLAYERS];
    private final long[] awaitedNs = new long[Message.MAX_PLAYERS];
    private final long[] answeredNs = new long[Message.MAX_PLAYERS];
    private long handedNs = Long.MIN_VALUE / 2;
    private long term = -1;
    private int rounds;
    private int unresponsive;

    CutProposer(final Membership membership, final MembershipHost host, final int self) {
        this.membership = membership;
        this.host = host;
        this.self = self;
        admission = new Admission(membership, host, self);
        Arrays.fill(activatedNs, Long.MIN_VALUE / 2);
        Arrays.fill(steadyNs, Long.MIN_VALUE / 2);
        Arrays.fill(answeredNs, Long.MIN_VALUE / 2);
    }

    void tick(final long nowNs) {
        if (term != membership.election().term()) {
            term = membership.election().term();
            rounds = 0;
            unresponsive = 0;
            round.end();
            admission.reset();
        }
        handOver(nowNs);
        admission.tick(nowNs);
        final int lost = lost();
        if (round.isActive()) {
            if (lost == round.suspects()) {
                goOn(nowNs);
            } else {
                start(lost, nowNs);
            }
        } else if (lost != 0 || isUnfinished() || admission.isReady(nowNs)) {
            start(lost, nowNs);
        }
        settle(nowNs);
    }

    /**
     * An epoch that a few have applied may be what was agreed on, and a promise, perhaps to ourselves, keeps us from
     * it: who is in it can lead on those who have applied nothing else.
     */
    private void handOver(final long nowNs) {
        final int ahead = membership.statuses().ahead(nowNs);
        if (ahead != Membership.NOBODY && membership.acceptor().isHeldBack() && nowNs - handedNs >= HAND_OVER_NS) {
            handedNs = nowNs;
            membership.election().transferTo(ahead, nowNs);
        }
    }

    /** Whom the match goes on without: who is gone or proven dead, and whom all but a few have lost or vote out. */
    private int lost() {
        final Epoch epoch = membership.epoch();
        int lost = (membership.departed() | unresponsive) & epoch.members();
        for (int rest = epoch.members() & ~lost & ~(1 << self); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if ((membership.suspects() & 1 << peer) != 0 && !answers(peer) && othersAgree(peer, epoch)
                || (membership.votesOut() & 1 << peer) != 0 && allVoteOut(peer, epoch)) {
                lost |= 1 << peer;
            }
        }
        return membership.electorate().decides(epoch.members() & ~lost) ? lost : lost & ~audible(lost);
    }

    /**
     * Has it answered in a round since the last epoch, and lately? It hears us and is heard, and stands still as we do
     * because of those whom the rounds are about, perhaps for longer than anybody waits. If the round is about it and
     * it has lost nobody, it stands still by itself: its game hangs.
     */
    private boolean answers(final int peer) {
        return membership.nowNs() - answeredNs[peer] < ANSWER_NS;
    }

    /**
     * Of these, who is heard. Of too many to go on without nobody who is heard is lost: whom a promise holds back makes
     * no progress either, and only another round, with an answer of theirs, frees them.
     */
    private int audible(final int some) {
        int audible = 0;
        for (int rest = some & ~membership.departed(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            audible |= membership.views().isFresh(peer, membership.nowNs()) ? 1 << peer : 0;
        }
        return audible;
    }

    /** One peer's claim evicts nobody (S15): more than half of the others that are there must have lost it too. */
    private boolean othersAgree(final int peer, final Epoch epoch) {
        int others = 0;
        int agree = 0;
        for (int rest = present(epoch); rest != 0; rest &= rest - 1) {
            final int other = Integer.numberOfTrailingZeros(rest);
            // Who is silent, or will not hear of a round, has no opinion that could still be known. Who does not play
            // yet waits for nobody's inputs.
            final boolean there = !membership.views().isSilent(other, membership.nowNs()) && !isDeaf(other)
                && host.isActive(other);
            others += there ? 1 : 0;
            agree += there && membership.views().suspects(other, peer) ? 1 : 0;
        }
        return others == 0 || 2 * agree > others;
    }

    private boolean allVoteOut(final int peer, final Epoch epoch) {
        for (int rest = present(epoch) & ~(1 << peer); rest != 0; rest &= rest - 1) {
            if (!membership.views().votesOut(Integer.numberOfTrailingZeros(rest), peer)) {
                return false;
            }
        }
        return true;
    }

    private int present(final Epoch epoch) {
        return epoch.members() & ~(1 << self) & ~membership.suspects() & ~membership.departed();
    }

    /**
     * A promise that no epoch followed holds its member back: another round has to free it, also where it is lost
     * because it makes no progress.
     */
    private boolean isUnfinished() {
        final Epoch epoch = membership.epoch();
        if (membership.promised() > epoch.ballot()) {
            return true;
        }
        for (int rest = present(epoch) | audible(epoch.members() & ~(1 << self)); rest != 0; rest &= rest - 1) {
            if (membership.views().promised(Integer.numberOfTrailingZeros(rest)) > epoch.ballot()) {
                return true;
            }
        }
        return false;
    }

    private void start(final int lost, final long nowNs) {
        final Epoch epoch = membership.epoch();
        if (!epoch.canBeFollowed() || !membership.electorate().decides(epoch.members() & ~lost)) {
            round.end();
            return;
        }
        round.start(term << Membership.ROUND_BITS | ++rounds, lost, nowNs);
        membership.acceptor().promise(round.ballot(), lost);
        reportOwn();
        goOn(nowNs);
    }

    private void reportOwn() {
        for (int rest = round.suspects(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            round.report(suspect, membership.counted(suspect));
        }
    }

    boolean report(final int from, final MembershipMessage message) {
        if (!round.isActive() || message.ballot() != round.ballot()) {
            return false;
        }
        round.report(from, message, membership.nowNs());
        unresponsive &= ~(1 << from);
        if ((round.suspects() & 1 << from) == 0 || membership.views().suspectsAnybody(from)) {
            answeredNs[from] = membership.nowNs();
        }
        return true;
    }

    private void goOn(final long nowNs) {
        final Epoch epoch = membership.epoch();
        if (!epoch.canBeFollowed()) {
            // It has changed since the round began.
            round.end();
            return;
        }
        final int missing = epoch.members() & ~round.suspects() & ~round.reporters() & ~(1 << self);
        if (missing == 0 && holdsEverything() && isDecided() && !awaitsJoiner(nowNs)) {
            propose();
            return;
        }
        if (missing != 0) {
            unresponsive |= round.ageNs(nowNs) >= REPORT_LIMIT_NS ? missing : mute(missing);
        }
        if (round.isDue(nowNs, Membership.REPEAT_NS)) {
            round.sent(nowNs);
            prepare(epoch.members() & ~membership.departed() & ~(1 << self) | newcomers(nowNs));
        }
    }

    /**
     * Whose answer need not be awaited: its last word is that it has lost us, or long past, or it has long asked for
     * votes as if nobody led, or we have lost it, and it is half a second later than the others. Nobody else may have
     * lost it, when nobody but us was owed anything by it. Who does not play yet loses nobody, and asks for no votes.
     */
    private int mute(final int missing) {
        final long answeredNs = round.reporters() == 0 ? round.startedNs() + membership.slowTripNs()
            : round.reportedNs();
        int mute = missing & membership.suspects();
        for (int rest = missing; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean silent = !membership.views().isFresh(peer, membership.nowNs());
            final boolean deaf = isDeaf(peer) || membership.views().suspects(peer, self);
            mute |= silent || deaf || !host.isActive(peer) ? 1 << peer : 0;
        }
        return membership.nowNs() - answeredNs >= MUTE_NS ? mute : 0;
    }

    /** Has it long asked for votes as if nobody led? */
    private boolean isDeaf(final int peer) {
        return membership.voting().doubtsForNs(peer) >= REPORT_LIMIT_NS;
    }

    /** A quorum has answered; or all the living have, and everybody else there is has promised in this ballot. */
    private boolean isDecided() {
        final int witnesses = membership.voters().witnesses();
        return membership.voters().decidesPlainly(membership.epoch().members() & ~round.suspects())
            || (round.attendants() & witnesses) == witnesses;
    }

    /** Who joins is taken in by the ballot that it has promised in, or by a later one. */
    private boolean awaitsJoiner(final long nowNs) {
        return admission.isReady(nowNs) && (round.attendants() & 1 << admission.seat()) == 0
            && round.ageNs(nowNs) < ATTEND_LIMIT_NS;
    }

    private int newcomers(final long nowNs) {
        int newcomers = 0;
        for (int rest = host.seats() & ~(1 << self); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (host.linked(peer) && membership.views().isJoining(peer, nowNs)) {
                newcomers |= 1 << peer;
            }
        }
        return newcomers;
    }

    boolean attend(final int from, final MembershipMessage message) {
        final Epoch epoch = membership.epoch();
        if (!round.isActive() || message.ballot() != round.ballot() || message.epoch() > epoch.number()) {
            return false;
        }
        round.attend(from);
        return true;
    }

    /** Another process has taken a seat: whoever answered for it so far is dead. */
    void abandon() {
        round.end();
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

    long awaitedUntil(final int owner) {
        return membership.election().leads() && round.isActive() ? round.cutOf(owner) : 0;
    }

    private void prepare(final int to) {
        final MembershipMessage out = membership.message().reset(MembershipMessage.Kind.PREPARE).term(term)
            .ballot(round.ballot()).epoch(membership.epoch().number()).epochId(membership.epoch().id())
            .mask(round.suspects()).leads(true);
        for (int rest = round.suspects(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            out.frame(suspect, host.received(suspect));
        }
        for (int rest = to; rest != 0; rest &= rest - 1) {
            host.sendSurely(Integer.numberOfTrailingZeros(rest), out);
        }
    }

    private void propose() {
        final Epoch epoch = membership.epoch();
        final int lost = round.suspects();
        int counted = 0;
        for (int rest = lost; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            counted |= round.cutOf(suspect) > 0 ? 1 << suspect : 0;
        }
        // Who has begun to count and has sent nothing ends where it would have begun: those who know that frame are
        // fenced there. Others may never come to know it, so it is named to nobody, and the older cut stands.
        next.follow(epoch, round.ballot(), epoch.members() & ~lost, membership.active() & ~(lost & ~counted));
        for (int rest = counted; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            next.close(suspect, round.cutOf(suspect));
        }
        next.branch(membership.isBranch(lost));
        final boolean takesIn = admission.isReady(membership.nowNs())
            && (round.attendants() & 1 << admission.seat()) != 0;
        final int joiner = takesIn ? admission.seat() : Membership.NOBODY;
        if (joiner != Membership.NOBODY) {
            next.admit(joiner, host.incarnation(joiner));
        }
        next.conclude((lost & ~membership.voters().gone()) != 0);
        round.end();
        membership.adopt(next, 0);
        unresponsive = 0;
        Arrays.fill(answeredNs, Long.MIN_VALUE / 2);
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != self) {
                membership.statuses().offerCut(peer);
            }
        }
    }

    /** Repeats the newest line-up until all members have it, and then lets those play who are new in it. */
    private void settle(final long nowNs) {
        final Epoch epoch = membership.epoch();
        boolean all = true;
        for (int rest = epoch.members() & ~(1 << self); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!membership.views().hasApplied(peer, epoch)) {
                membership.statuses().offerCut(peer);
                all = false;
            }
        }
        for (int rest = epoch.members() & ~membership.departed(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!all || host.isActive(peer)) {
                awaitedNs[peer] = nowNs;
            } else if (nowNs - activatedNs[peer] >= ACTIVATE_NS
                && (nowNs - steadyNs[peer] < STEADY_NS || nowNs - awaitedNs[peer] >= REHEARSAL_LIMIT_NS)) {
                activatedNs[peer] = nowNs;
                host.activate(peer);
            }
        }
    }

    /** Who joins has caught up; or who was taken in keeps pace. */
    void ready(final int from) {
        if (membership.epoch().has(from)) {
            steadyNs[from] = membership.nowNs();
        } else {
            admission.ready(from);
        }
    }
}
