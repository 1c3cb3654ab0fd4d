package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.election.Election;
import io.lockstep.election.ElectionConfig;

/**
 * Who is in the match, as one peer knows it, and this peer's part in changing that: it votes, promises, answers, and
 * applies what a quorum has agreed on. Its parts read {@link LocalState} and return what they have come to; this class
 * acts on it, and is the only one that moves from one epoch to the next. See {@code docs/ELECTION.md}.
 *
 * <p>Everything a peer says is repeated until it is answered or out of date, so nothing here depends on a single
 * datagram. Ids always come from the link. Models: Election, Cut and Epochs.
 */
public final class Membership {

    /** Nobody, where a peer is expected. */
    public static final int NOBODY = Election.NOBODY;

    private final MembershipHost host;
    private final LocalState state;
    private final EpochRecord epoch;
    private final PeerViews views = new PeerViews();
    private final Voters voters;
    private final Election election;
    private final Promise promise;
    private final StatusSender statuses;
    private final Voting voting;
    private final PairRule pairRule;
    private final Claims claims;
    private final CutCheck check;
    private final Mandate mandate;
    private final CutAcceptor acceptor;
    private final Admission admission;
    private final FailureDetector detector;
    private final CutProposer proposer;
    private final Activation activation;
    private final JoinOrders orders;
    /** Who leads the first term: everybody knows that who was there at the start, and nobody else. */
    private final Authority authority;
    private final Arrivals arrivals;
    private final Duties duties;
    private long refused;
    /** Time since which another member is in a newer epoch, in nanoseconds. */
    private long behindNs;

    /**
     * A membership that has not begun.
     *
     * @param self   this peer
     * @param seed   where the election's random numbers start
     * @param times  of the election
     * @param policy what two do that lose each other
     * @param host   the session
     */
    public Membership(final int self, final long seed, final ElectionConfig times, final TwoPeerPolicy policy,
                      final MembershipHost host) {
        this.host = host;
        state = new LocalState(self);
        epoch = state.epoch();
        voters = new Voters(state, host);
        final BallotQueue ballots = new BallotQueue();
        election = new Election(times, self, seed, voters.electorate(), ballots);
        promise = new Promise(state, host);
        statuses = new StatusSender(state, election, promise, views, host);
        claims = new Claims(state, voters, host);
        mandate = new Mandate(state, voters, views, election);
        voting = new Voting(state, election, ballots, views, statuses, mandate, claims, host);
        check = new CutCheck(state, voters, views, mandate, host);
        pairRule = new PairRule(state, voters, election, policy, host);
        acceptor = new CutAcceptor(state, voters, promise, statuses, pairRule, election, views, claims, check, host);
        admission = new Admission(state, views, voters, election, host);
        detector = new FailureDetector(state, views, voters, voting, host);
        proposer = new CutProposer(state, voters, promise, statuses, pairRule, detector, admission, host);
        activation = new Activation(state, views, voters, statuses, host);
        orders = new JoinOrders(state, host);
        authority = new Authority(voters, voting, election, host);
        duties = new Duties(state, views, voters, election, mandate, promise, check, host);
        arrivals = new Arrivals(state, election, admission, activation, duties, host);
    }

    /**
     * Begins with everybody in place. The lowest peer leads term 0: everybody knows that without a message.
     *
     * @param matchId      the match
     * @param lineUp       who plays, bit n for peer n
     * @param incarnations of each peer
     * @param now          nanoseconds
     */
    public void start(final long matchId, final int lineUp, final int[] incarnations, final long now) {
        state.now(now);
        epoch.first(matchId, lineUp);
        voters.reset();
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            epoch.incarnation(peer, incarnations[peer]);
        }
        voters.update();
        mandate.begin(0);
        authority.begin(Integer.numberOfTrailingZeros(lineUp), now);
        statuses.changed(true);
    }

    /** Begins outside: this process asks to be taken in. */
    public void join() {
        state.joining(true);
    }

    /**
     * Does all that is due.
     *
     * @param now       nanoseconds, monotonic
     * @param suspected whom this peer has not seen make progress for the drop timeout
     * @param stalled   for how long no frame could be simulated
     * @param slowNs    four times the longest round trip, for the leader's suspicion
     */
    public void tick(final long now, final int suspected, final long stalled, final long slowNs) {
        state.now(now);
        state.stalled(stalled);
        if (!state.isJoining()) {
            final int suspects = suspected & epoch.members() & ~(1 << state.self());
            final int lost = suspects & ~state.suspects();
            statuses.changed(state.suspects() != suspects);
            state.suspects(suspects);
            voting.lost(lost);
            if (voters.attend(views)) {
                departed();
            }
            state.suspicion(slowNs);
            election.suspicion(slowNs);
            // A leader sends commands with its inputs, and a joiner's inputs do not count yet.
            election.mayStand(host.isActive(state.self()) && !isTaught());
            check.tick();
            duties.tick();
            voting.tick();
            final EpochRecord alone = pairRule.tick();
            if (alone != null) {
                adopt(alone);
                election.start(alone.term(), state.self(), now);
            }
            if (election.leads()) {
                lead();
            }
            activation.tick(election.leads());
            if (voters.isMinority()) {
                host.minority();
            }
        }
        applyOffered();
        promise.awaitLeavers();
        statuses.tick();
    }

    /**
     * Returns whether a member is in a newer epoch and can be expected to forward it. A member that has not forwarded
     * it in the time that a leader has for a cut withholds it, and no other member may know it.
     */
    private boolean isTaught() {
        final boolean isBehind = views.ahead(state) != NOBODY;
        behindNs = isBehind ? behindNs : state.nowNs();
        return isBehind && state.nowNs() - behindNs < Duties.CUT_NS;
    }

    private void lead() {
        // A few may have applied an epoch that was agreed on, and a promise, perhaps to ourselves, keeps us from it. A
        // member of it can lead on those who have applied nothing else.
        final int ahead = views.ahead(state);
        if (ahead != NOBODY && acceptor.isHeldBack()) {
            voting.handOver(ahead);
        } else if (detector.isVotedOut()) {
            // A leader decides about others only: one of those who want it out has to lead.
            voting.handOver(Integer.numberOfTrailingZeros(voters.others()));
        }
        final EpochRecord next = proposer.tick(election.term());
        if (next != null) {
            adopt(next);
            statuses.offerCut();
        }
    }

    private void applyOffered() {
        final EpochRecord due = acceptor.due();
        if (due != null) {
            adopt(due);
        }
    }

    /**
     * Takes a message.
     *
     * @param from    the peer of the link it came by
     * @param message what it says
     * @param now     nanoseconds
     * @return false when it was ignored: from nobody who has a say, out of date, or contradicting what is known
     */
    public boolean receive(final int from, final MembershipMessage message, final long now) {
        state.now(now);
        return taken(switch (message.kind()) {
            case STATUS -> onStatus(from, message);
            case PREPARE -> state.isJoining() ? acceptor.attend(from, message)
                : authority.has(from, message.ballot() >>> EpochRecord.ROUND_BITS) && acceptor.onPrepare(from, message);
            case REPORT -> acceptor.onReport(from, message) || proposer.onReport(from, message, election.leads());
            case CUT -> onCut(from, message);
            case TRANSFER -> authority.has(from, message.term()) && voting.onTransfer(from, message.term());
            case JOIN -> onJoin(from, message);
            case VOUCH -> orders.onVouch(from, message);
            case READY -> arrivals.ready(from, message);
            // Which state or inputs a peer has says nothing of which peers are members.
            case REPAIR, REPAIRED, SIGNED -> false;
        });
    }

    private boolean taken(final boolean taken) {
        refused += taken ? 0 : 1;
        return taken;
    }

    /** What a member says also moves the election and tells who has applied our epoch. */
    private boolean onStatus(final int from, final MembershipMessage message) {
        views.file(from, message, state.nowNs());
        if (state.isJoining() || message.joining()) {
            return true;
        }
        if (epoch.has(from)) {
            claims.heard(from, message);
            election.heard(from, state.nowNs());
            if (!views.isAhead(from, epoch)) {
                // The terms of a newer epoch are ours from when we are in it: perhaps we have no part in it.
                voting.heardTerm(from, message.term(), message.leads() && !state.isLost(from));
            }
            if (views.hasApplied(from, epoch)) {
                applied(1 << from, message.established());
            }
        }
        if (views.isBehind(from, epoch)) {
            statuses.offerCut(from);
        }
        return true;
    }

    private boolean onCut(final int from, final MembershipMessage message) {
        final CutAcceptor.Outcome outcome = acceptor.onCut(from, message);
        switch (outcome) {
            case APPLIED_THERE -> applied(1 << from, false);
            case OBSERVED -> epoch.observe(message);
            case OFFERED -> applyOffered();
            default -> { }
        }
        return outcome != CutAcceptor.Outcome.IGNORED;
    }

    private boolean onJoin(final int from, final MembershipMessage message) {
        final boolean isForUs = orders.isForUs(message);
        if (isForUs) {
            duties.invites(from, message);
        }
        final boolean followed = isForUs && (state.isJoining() || authority.has(from, message.term()))
            && orders.follow(from, message);
        if (followed && state.isJoining()) {
            epoch.observe(message);
            host.observe(epoch.seal());
        }
        return followed;
    }

    /** Others have applied our epoch, and perhaps one of them knows already that it is established. */
    private void applied(final int peers, final boolean established) {
        if (epoch.applied(peers, voters.excusedIn(0), established)) {
            voters.update();
            statuses.changed(true);
        }
    }

    /**
     * A newcomer's inputs begin to count, as an order has settled that came with an earlier frame.
     *
     * @param peer  which
     * @param frame the first one that waits for it
     */
    public void opened(final int peer, final long frame) {
        promise.opened(peer, frame);
    }

    /**
     * Where inputs end that an epoch which waits to be applied, or a round of ours, counts.
     *
     * @param owner whose
     * @return the first frame behind them, or 0
     */
    public long awaitedUntil(final int owner) {
        return Math.max(acceptor.awaitedUntil(owner), election.leads() ? proposer.awaitedUntil(owner) : 0);
    }

    /**
     * Who else may hold the inputs of a peer that are awaited.
     *
     * @param owner whose
     * @return bit n for peer n
     */
    public int witnessesOf(final int owner) {
        final int others = acceptor.awaitedUntil(owner) > 0 ? acceptor.witnessesOf(owner) : proposer.witnessesOf(owner);
        return others & ~voters.departed() & ~(1 << state.self()) & ~(1 << owner);
    }

    /** From now on this epoch holds here. The one method that moves from one epoch to the next. */
    private void adopt(final EpochRecord next) {
        if (!state.isJoining()) {
            // The election learns the term of the epoch first: a peer alone in it must not lead that term once more.
            election.observeTerm(next.term(), state.nowNs());
        }
        behindNs = state.nowNs();
        mandate.confirm(check.proposerOf(next.ballot()), next.term());
        voters.move(next);
        epoch.copy(next);
        state.keepVotes(epoch.members());
        promise.adopted();
        claims.reset();
        voters.update();
        applied(1 << state.self(), false);
        if (state.isJoining()) {
            state.joining(false);
            mandate.begin(epoch.term());
            // A newcomer must not stand while its inputs do not count, and as one of two it could win at once.
            election.mayStand(false);
            final int proposer = check.proposerOf(epoch.ballot());
            election.start(epoch.term(), proposer == NOBODY ? views.leaderOf(epoch.term()) : proposer, state.nowNs());
        }
        voting.membersChanged();
        host.apply(epoch);
        host.fence(Long.MAX_VALUE, false);
        statuses.changed(true);
    }

    /**
     * Takes a request for a vote.
     *
     * @param from    the peer of the link it came by
     * @param message what it says
     * @param now     nanoseconds
     * @return false when it was ignored
     */
    public boolean receive(final int from, final RequestVote message, final long now) {
        state.now(now);
        return taken(voters.hasSay(from) && voting.onRequest(from, message));
    }

    /**
     * Takes an answer to our request for a vote.
     *
     * @param from    the peer of the link it came by
     * @param message what it says
     * @param now     nanoseconds
     * @return false when it was ignored
     */
    public boolean receive(final int from, final VoteResponse message, final long now) {
        state.now(now);
        return taken(voters.hasSay(from) && voting.onResponse(from, message));
    }

    /**
     * A datagram of the current epoch came from a peer.
     *
     * @param from which
     * @param now  nanoseconds
     */
    public void heard(final int from, final long now) {
        if (voters.hasSay(from)) {
            election.heard(from, now);
        }
    }

    /**
     * An input window came whose sender says that it leads.
     *
     * @param from  which
     * @param term  the lower 16 bits of its term
     * @param now   nanoseconds
     */
    public void heardLeader(final int from, final int term, final long now) {
        if (voters.hasSay(from)) {
            state.now(now);
            voting.heardLeader(from, term);
        }
    }

    /**
     * A link was opened to another process than before: the one we knew is proven dead.
     *
     * @param peer which
     * @param now  nanoseconds
     */
    public void reborn(final int peer, final long now) {
        state.now(now);
        // We know nothing of the process that is there now, nor it of us.
        views.forget(peer);
        claims.reset();
        state.keepVotes(~(1 << peer));
        statuses.changed(true);
        if (!state.isJoining() && epoch.members() != 0 && !voters.hasSay(peer)) {
            voters.died(peer);
            proposer.abandon();
            departed();
        }
    }

    /**
     * Takes a peer's goodbye: the peer has applied the epoch that it names, and no longer decides anything.
     *
     * @param peer    the peer
     * @param epochId {@link EpochRecord#id()} of that epoch
     * @param now     nanoseconds
     */
    public void left(final int peer, final long epochId, final long now) {
        state.now(now);
        // A process that has taken the seat of a dead member does not speak for that member.
        if (voters.hasSay(peer) && epoch.members() != 0) {
            applied(epochId == epoch.id() ? 1 << peer : 0, false);
            if (voters.left(peer, epochId)) {
                departed();
            }
        }
    }

    private void departed() {
        voters.update();
        applied(0, false);
        voting.membersChanged();
    }

    /**
     * A peer ended the match in another epoch than ours, with inputs that we lack. Of two who both play on it may.
     *
     * @param peer which
     * @param now  nanoseconds
     */
    public void finishedWithout(final int peer, final long now) {
        state.now(now);
        if (!state.isJoining() && epoch.has(peer) && !pairRule.isBranch(1 << peer)) {
            acceptor.endedWithoutUs(peer);
        }
    }

    /**
     * Asks the others to go on without a peer before its time is up; it counts when all others ask for it. It is asked
     * until that peer is out, or another process takes its seat.
     *
     * @param peer which; ignored if it is no member
     */
    public void voteOut(final int peer) {
        if (epoch.has(peer)) {
            state.voteOut(peer);
            statuses.changed(true);
        }
    }

    /**
     * Hands the lead to another member.
     *
     * @param peer which, or {@link #NOBODY} for the lowest other member that is there
     * @return false when there is no such member, or this peer does not lead
     */
    public boolean transferTo(final int peer) {
        return authority.transferTo(peer);
    }

    /**
     * Sets whether states differ and the leader has ordered nothing about that. A leader that continues to do so is
     * replaced.
     *
     * @param is false if no states differ, or the leader has given an order
     */
    public void unrepaired(final boolean is) {
        duties.unrepaired(is);
    }

    /**
     * The line-up that holds here.
     *
     * @return a view that moves on
     */
    public EpochRecord epoch() {
        return epoch;
    }

    /**
     * The election.
     *
     * @return to ask for the term, the leader and the role
     */
    public Election election() {
        return election;
    }

    /**
     * Is this process still to be taken in?
     *
     * @return false for a member
     */
    public boolean isJoining() {
        return state.isJoining();
    }

    /**
     * Are enough members there to go on without one? If not, nobody cuts it, however long everybody waits for it.
     *
     * @param peer which
     * @return true also where two play: their policy says what follows
     */
    public boolean canSpare(final int peer) {
        return voters.canSpare(peer);
    }

    /**
     * How many messages were ignored: from a peer without a say, out of date, or contradicting what is known.
     *
     * @return a count
     */
    public long refused() {
        return refused;
    }

    /**
     * How far a peer said it has simulated. In another epoch than ours it may have been with other inputs.
     *
     * @param peer which
     * @return its next frame, half a second ago at most if it is there; 0 while its last word is of another epoch
     */
    public long frameOf(final int peer) {
        return state.isJoining() || views.hasApplied(peer, epoch) ? views.frame(peer) : 0;
    }

    Voters voters() {
        return voters;
    }

    long promised() {
        return promise.ballot();
    }

    /** Tells what cuts, admissions and elections hold. */
    public void inspect(final Inspector by) {
        // Two peers whose only line is cut cannot greet each other, and suspect each other as long as it is.
        by.adapts("suspected peers", NOBODY, state.suspects(), 0, Inspector.REST_NS);
        by.holds("a promise without its epoch", promise.ballot() > epoch.ballot() ? 1 : 0, 0);
        by.holds("an epoch that is not applied", acceptor.isOffered() ? 1 : 0, 0);
        by.holds("a round of a cut", election.leads() && proposer.isBusy() ? 1 : 0, 0);
        by.holds("an admission", election.leads() && admission.seat() != NOBODY ? 1 : 0, 0);
        by.holds("a doubt of the leader", mandate.isDoubted(election.leader(), election.term()) ? 1 : 0, 0);
    }
}
