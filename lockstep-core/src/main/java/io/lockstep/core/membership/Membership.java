package io.lockstep.core.membership;

import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.RequestVote;
import io.lockstep.core.protocol.SerialNumber;
import io.lockstep.core.protocol.VoteResponse;
import io.lockstep.election.Election;
import io.lockstep.election.ElectionConfig;
import io.lockstep.election.Electorate;

/**
 * Who is in the match, as one peer knows it, and this peer's part in changing that: it votes, promises, answers, and
 * applies what a quorum has agreed on. What a leader does beyond that is in {@link CutProposer}.
 *
 * <p>Everything a peer says is repeated until it is answered or out of date, so nothing here depends on a single
 * datagram. Ids always come from the link. Source: DESIGN section 5; models Election, Cut and Epochs.
 */
public final class Membership {

    /** Nobody, where a peer is expected. */
    public static final int NOBODY = -1;

    /** Between two copies of what waits for an answer: a few a round trip, at 20 % loss more than enough. */
    static final long REPEAT_NS = 60_000_000L;
    /** Rounds in one term; a term in which more are needed has ended long before. */
    static final int ROUND_BITS = 16;
    private static final int TRIPS_PER_SUSPICION = 4;

    private final int self;
    private final MembershipHost host;
    private final Voting voting;
    private final Electorate electorate;
    private final Election election;
    private final CutProposer proposer;
    private final CutAcceptor acceptor;
    private final PairRule pairRule;
    private final Inbox inbox;
    private final Statuses statuses;
    private final Voters voters;
    private final Epoch epoch = new Epoch();
    private final MembershipMessage out = new MembershipMessage();

    private boolean joining;
    private int suspects;
    private int votesOut;
    private long stalledNs;
    private long suspicionNs;
    private long nowNs;
    private long refused;

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
        this.self = self;
        this.host = host;
        voting = new Voting(this, host, self, seed, times);
        election = voting.election();
        electorate = voting.electorate();
        voters = new Voters(epoch, electorate, host, self);
        statuses = new Statuses(this, host, self);
        proposer = new CutProposer(this, host, self);
        acceptor = new CutAcceptor(this, host, self);
        pairRule = new PairRule(this, host, self, policy);
        inbox = new Inbox(this, host, self, statuses, acceptor, proposer);
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
        nowNs = now;
        epoch.first(matchId, lineUp);
        voters.reset();
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            epoch.incarnation(peer, incarnations[peer]);
        }
        voters.update();
        election.start(0, Integer.numberOfTrailingZeros(lineUp), now);
        statuses.changed(true);
    }

    /** Begins outside: this process asks to be taken in. */
    public void join() {
        joining = true;
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
        nowNs = now;
        stalledNs = stalled;
        if (!joining) {
            suspect(suspected & epoch.members() & ~(1 << self));
            if (voters.attend(statuses.views(), now)) {
                departed(now);
            }
            suspicionNs = slowNs;
            election.suspicion(slowNs);
            // Who orders anything does so with its inputs, and a newcomer's do not count yet.
            election.mayStand(host.isActive(self) && statuses.ahead(now) == NOBODY);
            final long before = election.term();
            election.tick(now);
            statuses.changed(election.term() != before);
            pairRule.tick();
            if (election.leads()) {
                proposer.tick(now);
            }
            if (voters.isMinority(suspects, now)) {
                host.minority();
            }
        }
        acceptor.tick();
        statuses.tick(now);
    }

    private void suspect(final int mask) {
        statuses.changed(suspects != mask);
        final int lost = mask & ~suspects;
        suspects = mask;
        if (election.leader() != NOBODY && (lost & 1 << election.leader()) != 0) {
            election.leaderLost(nowNs);
        }
    }

    Voters voters() {
        return voters;
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
        nowNs = now;
        return taken(inbox.take(from, message));
    }

    private boolean taken(final boolean taken) {
        refused += taken ? 0 : 1;
        return taken;
    }

    /** Who sends but makes no progress any more renews no lease with that. */
    boolean isLost(final int peer) {
        return (suspects & 1 << peer) != 0;
    }

    void heardTerm(final int from, final long term, final boolean leads) {
        final long before = election.term();
        final int leader = election.leader();
        if (leads) {
            election.heardLeader(from, term, nowNs);
        } else {
            election.observeTerm(term, nowNs);
        }
        statuses.changed(election.term() != before || election.leader() != leader);
    }

    /** Others have applied our epoch, and perhaps one of them knows already that it is established. */
    void applied(final int peers, final boolean established) {
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
        acceptor.opened(peer, frame);
    }

    /**
     * Where inputs end that an epoch which waits to be applied, or a round of ours, counts.
     *
     * @param owner whose
     * @return the first frame behind them, or 0
     */
    public long awaitedUntil(final int owner) {
        return Math.max(acceptor.awaitedUntil(owner), proposer.awaitedUntil(owner));
    }

    /** Is this the process that is a member, and not another one on its seat? */
    boolean hasSay(final int from) {
        return !joining && epoch.has(from) && epoch.incarnation(from) == host.incarnation(from);
    }

    /** Only who leads the term it speaks for may order anything (S9). */
    boolean orders(final int from, final long term) {
        if (!hasSay(from)) {
            return false;
        }
        heardTerm(from, term, true);
        return election.leader() == from && election.term() == term;
    }

    /** From now on this epoch holds here. The one method that moves from one epoch to the next. */
    void adopt(final Epoch next, final int appliedElsewhere) {
        if (!joining) {
            // First the term of the epoch: who decides in it alone must not lead that term a second time.
            election.observeTerm(next.term(), nowNs);
        }
        final int admitted = next.members() & ~epoch.members();
        voters.move(!joining, next);
        epoch.copy(next);
        acceptor.adopted();
        // Who is dead stays so for the epochs before; a seat taken anew is that of a living member in this one.
        for (int rest = admitted; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!host.linked(peer) || host.incarnation(peer) == epoch.incarnation(peer)) {
                voters.lives(peer);
            }
        }
        voters.update();
        applied(1 << self | appliedElsewhere, false);
        if (joining) {
            joining = false;
            // Whose inputs do not count yet must not stand, and of two a newcomer could win at once.
            election.mayStand(false);
            final long term = epoch.ballot() >>> ROUND_BITS;
            election.start(term, statuses.views().leaderOf(term), nowNs);
        }
        election.membersChanged(nowNs);
        host.apply(epoch);
        host.fence(Long.MAX_VALUE);
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
        nowNs = now;
        return taken(hasSay(from) && voting.onRequest(from, message));
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
        nowNs = now;
        return taken(hasSay(from) && voting.onResponse(from, message));
    }

    /**
     * A datagram of the current epoch came from a peer.
     *
     * @param from which
     * @param now  nanoseconds
     */
    public void heard(final int from, final long now) {
        if (hasSay(from)) {
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
        if (hasSay(from)) {
            nowNs = now;
            final long whole = SerialNumber.unwrap(term, election.term());
            if (whole != SerialNumber.OUTSIDE) {
                heardTerm(from, whole, !isLost(from));
            }
        }
    }

    /**
     * A link was opened to another process than before: the one we knew is proven dead.
     *
     * @param peer which
     * @param now  nanoseconds
     */
    public void reborn(final int peer, final long now) {
        nowNs = now;
        statuses.met(peer);
        if (!joining && epoch.members() != 0 && !hasSay(peer)) {
            voters.died(peer);
            proposer.abandon();
            departed(now);
        }
    }

    /**
     * A peer said goodbye: it has applied the epoch that it names, and decides nothing any more.
     *
     * @param peer which
     * @param tag  of that epoch, see {@link Epoch#tag()}
     * @param now  nanoseconds
     */
    public void left(final int peer, final int tag, final long now) {
        nowNs = now;
        // Who has taken the seat of a member that died speaks for itself alone.
        if (hasSay(peer) && epoch.members() != 0) {
            applied(tag == epoch.tag() ? 1 << peer : 0, false);
            if (voters.left(peer, tag)) {
                departed(now);
            }
        }
    }

    private void departed(final long now) {
        voters.update();
        applied(0, false);
        election.membersChanged(now);
    }

    /**
     * A peer ended the match in another epoch than ours, with inputs that we lack. Of two who both play on it may.
     *
     * @param peer which
     * @param now  nanoseconds
     */
    public void finishedWithout(final int peer, final long now) {
        nowNs = now;
        if (!joining && epoch.has(peer) && !isBranch(1 << peer)) {
            acceptor.evictedBy(peer);
        }
    }

    /**
     * Asks the others to go on without a peer before its time is up; it counts when all others ask for it.
     *
     * @param peer which
     */
    public void voteOut(final int peer) {
        votesOut |= 1 << peer;
        statuses.changed(true);
    }

    /**
     * Hands the lead to another member.
     *
     * @param peer which, or {@link #NOBODY} for the lowest other member that is there
     * @return false when there is no such member, or this peer does not lead
     */
    public boolean transferTo(final int peer) {
        final int others = epoch.members() & ~(1 << self) & ~suspects & ~departed();
        return election.leads() && others != 0 && (peer == NOBODY || (others & 1 << peer) != 0)
            && election.transferTo(peer == NOBODY ? Integer.numberOfTrailingZeros(others) : peer, nowNs);
    }

    /**
     * The line-up that holds here.
     *
     * @return a view that moves on
     */
    public Epoch epoch() {
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
        return joining;
    }

    /**
     * How many messages were ignored: from who has no say, out of date, or contradicting what is known.
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
        return joining || statuses.views().hasApplied(peer, epoch) ? statuses.views().frame(peer) : 0;
    }

    Statuses statuses() {
        return statuses;
    }

    Voting voting() {
        return voting;
    }

    CutAcceptor acceptor() {
        return acceptor;
    }

    /** What is here of inputs that count: nothing of who is no member, or has sent none since it was activated. */
    long counted(final int peer) {
        final long received = host.received(peer);
        return epoch.has(peer) && host.isActive(peer) && received > acceptor.openedAt(peer) ? received : 0;
    }

    /** A slow round trip, by what the session says. */
    long slowTripNs() {
        return suspicionNs / TRIPS_PER_SUSPICION;
    }

    PeerViews views() {
        return statuses.views();
    }

    Electorate electorate() {
        return electorate;
    }

    MembershipMessage message() {
        return out;
    }

    long nowNs() {
        return nowNs;
    }

    long promised() {
        return acceptor.promised();
    }

    long stalledNs() {
        return stalledNs;
    }

    int suspects() {
        return suspects;
    }

    /** Who decides nothing any more: proven dead by its successor, or gone with a goodbye. */
    int departed() {
        return voters.departed();
    }

    boolean isBranch(final int lost) {
        return pairRule.isBranch(lost);
    }

    int active() {
        return voters.active();
    }

    int votesOut() {
        return votesOut;
    }
}
