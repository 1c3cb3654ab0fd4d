package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;

/**
 * A member's part in a cut: it promises a leader to apply nothing older and to simulate nothing of the suspects beyond
 * what it has (see {@link Promise}), says how much that is, and has the epoch that comes of it applied once every input
 * that counts in it is here. Model Cut: actions Report and Apply.
 */
final class CutAcceptor {

    /** A few who say that we are out are believed only when no frame could be simulated for so long. */
    private static final long EVICTED_STALL_NS = 1_000_000_000L;
    /**
     * Time, in nanoseconds, for which a member's word that it lacks inputs counts: it repeats that sixteen times a
     * second, and may have the inputs once it no longer does.
     */
    private static final long LACKS_NS = 500_000_000L;

    /** What became of a CUT. */
    enum Outcome {
        /** It is out of date, or contradicts what is known. */
        IGNORED,
        /** It says that we are out. */
        NOTED,
        /** Its sender has applied the epoch that holds here. */
        APPLIED_THERE,
        /** This peer joins, and the epoch does not take it in. */
        OBSERVED,
        /** It is to be applied as soon as it is {@link #due}. */
        OFFERED
    }

    private final LocalState state;
    private final Voters voters;
    private final Promise promise;
    private final StatusSender statuses;
    private final PairRule pairRule;
    private final Election election;
    private final PeerViews views;
    private final CutCheck check;
    private final Claims claims;
    private final MembershipHost host;
    private final EpochRecord epoch;
    private final EpochRecord offered = new EpochRecord();
    private final MembershipMessage out = new MembershipMessage();
    private boolean offer;
    private int offerFrom;
    private long answeredNs = Long.MIN_VALUE / 2;
    /** Peers of which each member has said that it holds no input that we lack, bit n for peer n. */
    private final int[] lacking = new int[Message.MAX_PLAYERS];
    /** Time at which each member said so, in nanoseconds. */
    private final long[] lackingNs = new long[Message.MAX_PLAYERS];
    /** The newest epoch that a promise keeps this peer from. */
    private long refusedNumber;
    private long refusedId;

    CutAcceptor(final LocalState state, final Voters voters, final Promise promise, final StatusSender statuses,
                final PairRule pairRule, final Election election, final PeerViews views,
                final Claims claims, final CutCheck check, final MembershipHost host) {
        this.state = state;
        this.voters = voters;
        this.promise = promise;
        this.statuses = statuses;
        this.pairRule = pairRule;
        this.election = election;
        this.views = views;
        this.claims = claims;
        this.host = host;
        this.check = check;
        epoch = state.epoch();
    }

    /** Answers a round of the leader. */
    boolean onPrepare(final int from, final MembershipMessage message) {
        if (message.ballot() < promise.ballot()) {
            return false;
        }
        if (message.epochId() != epoch.id()) {
            // One of us two has missed a cut: the one with the newer epoch sends it.
            if (message.epoch() < epoch.number()) {
                statuses.offerCut(from);
                return true;
            }
            statuses.send(from);
            if (message.epochId() != refusedId) {
                return true;
            }
            // A promise to another leader keeps us from that epoch, but not from one that follows it. Model: Report.
        }
        final long number = message.epochId() == epoch.id() ? epoch.number() : refusedNumber;
        if (message.epoch() != number || !check.mayAsk(from, message)) {
            return false;
        }
        statuses.changed(promise.promise(message.ballot(), message.mask()));
        check.promised(from, message, promise);
        for (int rest = message.framesMask(); rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            if (message.frame(suspect) < host.received(suspect)) {
                host.forward(from, suspect, message.frame(suspect));
            }
        }
        report(from, message.ballot(), message.mask(), true);
        return true;
    }

    /** A process that joins promises, too: no older cut will take it in. It says which epoch it knows of. */
    boolean attend(final int from, final MembershipMessage message) {
        if (message.ballot() < promise.ballot()) {
            return false;
        }
        promise.attend(message.ballot());
        check.attended(from, message.ballot());
        report(from, message.ballot(), 0, true);
        return true;
    }

    /** Returns whether an epoch waits to be applied. */
    boolean isOffered() {
        return offer;
    }

    /** Is there an epoch that follows ours, and a promise keeps us from it? */
    boolean isHeldBack() {
        return refusedNumber > epoch.number();
    }

    private void report(final int to, final long ballot, final int about, final boolean counts) {
        out.reset(MembershipMessage.Kind.REPORT)
            .term(election.term()).ballot(ballot).epoch(epoch.number()).epochId(epoch.id()).mask(about)
            .joining(state.isJoining());
        for (int rest = about; rest != 0; rest &= rest - 1) {
            final int suspect = Integer.numberOfTrailingZeros(rest);
            final long received = counts ? promise.counted(suspect) : host.received(suspect);
            out.frame(suspect, received);
            if (counts) {
                check.answered(ballot, suspect, received);
            }
        }
        host.sendSurely(to, out);
    }

    Outcome onCut(final int from, final MembershipMessage message) {
        if ((message.members() & ~message.incarnationsMask()) != 0) {
            // An epoch names the process on each seat of its members.
            return Outcome.IGNORED;
        }
        if (state.isJoining()) {
            return onCutWhileJoining(from, message);
        }
        if (message.epochId() == epoch.id()) {
            return Outcome.APPLIED_THERE;
        }
        final boolean plausible = message.established() || message.chainCount() > 0;
        if (!voters.hasSay(from) || (message.members() & 1 << from) == 0 || message.epoch() <= epoch.number()
            || !plausible) {
            return Outcome.IGNORED;
        }
        if ((message.members() & 1 << state.self()) == 0
            || message.incarnation(state.self()) != epoch.incarnation(state.self())) {
            onEviction(from, message);
            return Outcome.NOTED;
        }
        if (message.ballot() < promise.ballot() && message.epoch() >= refusedNumber
            && message.epoch() <= Math.max(refusedNumber, epoch.number()) + 1) {
            refusedNumber = message.epoch();
            refusedId = message.epochId();
        }
        if (message.ballot() < promise.ballot() || offer && message.ballot() < offered.ballot()
            || !check.allows(from, message)) {
            return Outcome.IGNORED;
        }
        return offer(from, message);
    }

    /**
     * The epoch that names this process takes it in; of others it only learns the seal. It listens to the members of
     * the line of epochs that its state is from: after a pair has lost each other there may be two lines.
     */
    private Outcome onCutWhileJoining(final int from, final MembershipMessage message) {
        if (!epoch.has(from) || message.epoch() < epoch.number()) {
            return Outcome.IGNORED;
        }
        host.observe(EpochRecord.sealOf(message.epochId()));
        return (message.members() & 1 << state.self()) != 0
            && message.incarnation(state.self()) == host.incarnation(state.self()) ? offer(from, message)
            : Outcome.OBSERVED;
    }

    /** A member says that the others go on without us. One alone may be wrong about it while we get on. */
    private void onEviction(final int from, final MembershipMessage message) {
        // Two that lost each other may each go on alone: the epochs of one say nothing about those of the other.
        if (message.branch() || !message.established() || pairRule.isBranch(1 << from)) {
            return;
        }
        claims.evicts(from);
        evictedBySome();
    }

    /** A member has ended the match in another epoch than ours. */
    void endedWithoutUs(final int from) {
        claims.endsWithoutUs(from);
        evictedBySome();
    }

    /** A quorum of those who go on without us ends our match, or all that are there while nothing moves here. */
    private void evictedBySome() {
        if (voters.decides(claims.evictors())
            || state.stalledNs() >= EVICTED_STALL_NS && (there() & ~claims.evictors()) == 0) {
            host.evicted();
        }
    }

    /** The other members that are heard: who of them says nothing of an eviction contradicts it. */
    private int there() {
        int there = 0;
        for (int rest = voters.others(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            there |= views.isFresh(peer, state.nowNs()) ? 1 << peer : 0;
        }
        return there;
    }

    private Outcome offer(final int from, final MembershipMessage message) {
        offered.readFrom(message);
        offered.applied(1 << from, 0, false);
        offer = true;
        offerFrom = from;
        return Outcome.OFFERED;
    }

    /** Where the inputs of a peer end that the offered epoch counts. */
    long awaitedUntil(final int owner) {
        return offer && (offered.closed() & 1 << owner) != 0 ? offered.closedAt(owner) : 0;
    }

    /** Takes the word of a member that also awaits the offered epoch: how far it holds the inputs that it lacks. */
    boolean onReport(final int from, final MembershipMessage message) {
        if (!offer || message.ballot() != offered.ballot() || !voters.hasSay(from)) {
            return false;
        }
        lacking[from] = 0;
        lackingNs[from] = state.nowNs();
        for (int rest = message.framesMask(); rest != 0; rest &= rest - 1) {
            final int owner = Integer.numberOfTrailingZeros(rest);
            lacking[from] |= message.frame(owner) <= host.received(owner) ? 1 << owner : 0;
        }
        return true;
    }

    /** Returns the members of the offered epoch that may hold inputs of a peer that we lack. */
    int witnessesOf(final int owner) {
        int some = offered.members();
        for (int rest = some; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean lacks = (lacking[peer] & 1 << owner) != 0 && state.nowNs() - lackingNs[peer] < LACKS_NS;
            some &= lacks ? ~(1 << peer) : -1;
        }
        return some;
    }

    /** The offered epoch, to be applied now that every input that counts in it is here; null before that. */
    EpochRecord due() {
        if (!offer) {
            return null;
        }
        final boolean joining = state.isJoining();
        if (offered.ballot() < promise.ballot() || offered.number() < epoch.number() + (joining ? 0 : 1)) {
            offer = false;
            return null;
        }
        if (joining && host.isBeyond(offered)) {
            // The donor's frames have overtaken this epoch, and the next one may have left us out.
            return null;
        }
        int lacking = 0;
        for (int rest = offered.closed(); rest != 0; rest &= rest - 1) {
            final int owner = Integer.numberOfTrailingZeros(rest);
            if (host.received(owner) < offered.closedAt(owner)) {
                lacking |= 1 << owner;
            }
        }
        if (lacking == 0) {
            offer = false;
            return offered;
        }
        if (state.nowNs() - answeredNs >= StatusSender.REPEAT_NS) {
            answeredNs = state.nowNs();
            // What two of them say is believed.
            for (int rest = offered.members() & ~(1 << state.self()); rest != 0; rest &= rest - 1) {
                report(Integer.numberOfTrailingZeros(rest), offered.ballot(), lacking, false);
            }
        }
        return null;
    }
}
