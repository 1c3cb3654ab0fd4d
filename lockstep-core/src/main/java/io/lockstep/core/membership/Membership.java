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
 * applies what a quorum has agreed on. What a leader does beyond that is in {@link Leadership}.
 *
 * <p>Everything a peer says is repeated until it is answered or out of date, so nothing here depends on a single
 * datagram. Ids always come from the link. Source: DESIGN section 5; models Election, Cut and Epochs.
 */
public final class Membership {

    /** Nobody, where a peer is expected. */
    public static final int NOBODY = -1;

    /** Between two statuses of a peer to whom nothing has changed. */
    static final long STATUS_NS = 500_000_000L;
    /** Between two copies of what waits for an answer: a few a round trip, at 20 % loss more than enough. */
    static final long REPEAT_NS = 60_000_000L;
    /** Rounds in one term; a term in which more are needed has ended long before. */
    static final int ROUND_BITS = 16;
    /**
     * How long a side that cannot decide anything keeps its match, in case the others come back. As long as a seat is
     * kept.
     */
    private static final long MINORITY_NS = 60_000_000_000L;

    private final int self;
    private final MembershipHost host;
    private final Voting voting;
    private final Electorate electorate;
    private final Election election;
    private final Leadership leadership;
    private final Adoption adoption;
    private final PairRule pairRule;
    private final PeerViews views = new PeerViews();
    private final Epoch epoch = new Epoch();
    private final MembershipMessage out = new MembershipMessage();
    private final long[] cutSentNs = new long[Message.MAX_PLAYERS];

    private boolean joining;
    private int suspects;
    private int votesOut;
    private int dead;
    private int gone;
    private long stalledNs;
    private long statusNs = Long.MIN_VALUE / 2;
    private long minoritySinceNs = Long.MAX_VALUE;
    private boolean statusChanged;
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
        leadership = new Leadership(this, host, self);
        adoption = new Adoption(this, host, self);
        pairRule = new PairRule(this, host, self, policy);
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
        dead = 0;
        gone = 0;
        epoch.first(matchId, lineUp);
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            epoch.incarnation(peer, incarnations[peer]);
        }
        setElectorate();
        election.start(0, Integer.numberOfTrailingZeros(lineUp), now);
        statusChanged = true;
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
            election.suspicion(slowNs);
            // Who orders anything does so with its inputs, and a newcomer's do not count yet.
            election.mayStand(host.isActive(self) && !knowsNewerEpoch());
            final long before = election.term();
            election.tick(now);
            statusChanged |= election.term() != before;
            pairRule.tick();
            if (election.leads()) {
                leadership.tick(now);
            }
            watchMinority();
        }
        adoption.tick();
        if (statusChanged || now - statusNs >= STATUS_NS) {
            sendStatuses();
        }
    }

    private void suspect(final int mask) {
        statusChanged |= suspects != mask;
        suspects = mask;
    }

    private boolean knowsNewerEpoch() {
        for (int rest = epoch.members() & ~(1 << self); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (views.isFresh(peer, nowNs) && views.isAhead(peer, epoch)) {
                return true;
            }
        }
        return false;
    }

    /** Without a quorum nothing can be decided; at some time that has to be the end. */
    private void watchMinority() {
        if (electorate.decides(epoch.members() & ~suspects)) {
            minoritySinceNs = Long.MAX_VALUE;
        } else if (minoritySinceNs == Long.MAX_VALUE) {
            minoritySinceNs = nowNs;
        } else if (nowNs - minoritySinceNs >= MINORITY_NS) {
            host.minority();
        }
    }

    private void sendStatuses() {
        statusChanged = false;
        statusNs = nowNs;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != self && host.linked(peer)) {
                sendStatus(peer);
            }
        }
    }

    void sendStatus(final int peer) {
        out.reset(MembershipMessage.Kind.STATUS).term(election.term()).leads(election.leads()).joining(joining)
            .established(epoch.isEstablished()).epoch(epoch.number()).epochId(epoch.id())
            .ballot(adoption.promised()).members(suspects).mask(votesOut).seat(Math.max(0, election.leader()))
            .frame(self, host.frame());
        host.send(peer, out);
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
        final boolean taken = switch (message.kind()) {
            case STATUS -> onStatus(from, message);
            case PREPARE -> adoption.onPrepare(from, message);
            case REPORT -> onReport(from, message);
            case CUT -> adoption.onCut(from, message);
            case TRANSFER -> onTransfer(from, message);
            case JOIN -> onJoin(from, message);
            case VOUCH -> onVouch(from, message);
            case READY -> onReady(from, message);
        };
        refused += taken ? 0 : 1;
        return taken;
    }

    private boolean onStatus(final int from, final MembershipMessage message) {
        views.file(from, message, nowNs);
        if (joining) {
            return true;
        }
        if (epoch.has(from) && !message.joining()) {
            election.heard(from, nowNs);
            heardTerm(from, message.term(), message.leads());
            if (views.hasApplied(from, epoch)) {
                applied(1 << from);
                if (message.established() && !epoch.isEstablished()) {
                    epoch.establish();
                    setElectorate();
                }
            }
        }
        if (!message.joining() && views.isBehind(from, epoch)) {
            offerCut(from);
        }
        return true;
    }

    private void heardTerm(final int from, final long term, final boolean leads) {
        final long before = election.term();
        final int leader = election.leader();
        if (leads) {
            election.heardLeader(from, term, nowNs);
        } else {
            election.observeTerm(term, nowNs);
        }
        statusChanged |= election.term() != before || election.leader() != leader;
    }

    /**
     * Who may decide. A seat that another process has taken since an epoch is that of a dead member there: the new one
     * has no say for the old.
     */
    private void setElectorate() {
        electorate.set(epoch.members(), epoch.chain(), epoch.chainCount());
        electorate.dead(dead | gone);
        int throughout = -1;
        for (int i = 0; i < epoch.chainCount(); i++) {
            electorate.deadIn(i, epoch.members() & epoch.chain()[i] & ~throughout);
            throughout &= epoch.chain()[i];
        }
    }

    /** Others have applied our epoch. */
    void applied(final int peers) {
        if (epoch.applied(peers, dead | gone)) {
            setElectorate();
            statusChanged = true;
        }
    }

    /** Sends the newest agreed line-up to who has not applied it, now and then. */
    void offerCut(final int peer) {
        if (epoch.number() > 0 && nowNs - cutSentNs[peer] >= REPEAT_NS && host.linked(peer)) {
            cutSentNs[peer] = nowNs;
            sendCut(peer);
        }
    }

    private void sendCut(final int peer) {
        epoch.writeTo(out.reset(MembershipMessage.Kind.CUT).term(election.term()));
        host.send(peer, out);
    }

    /** Only who leads the term it speaks for may order anything (S9). */
    boolean orders(final int from, final long term) {
        if (joining || !epoch.has(from)) {
            return false;
        }
        heardTerm(from, term, true);
        return election.leader() == from && election.term() == term;
    }

    private boolean onReport(final int from, final MembershipMessage message) {
        if (joining || !epoch.has(from)) {
            return false;
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
        return election.leads() && message.epochId() == epoch.id() && leadership.report(from, message);
    }

    /** From now on this epoch holds here. The one method that moves from one epoch to the next. */
    void adopt(final Epoch next, final int appliedElsewhere) {
        if (!joining) {
            // First the term of the epoch: who decides in it alone must not lead that term a second time.
            election.observeTerm(next.term(), nowNs);
        }
        final int admitted = next.members() & ~epoch.members();
        epoch.copy(next);
        adoption.adopted();
        // Who is dead or gone stays so for the epochs before; a seat taken anew is that of a living member in this one.
        gone &= ~admitted;
        for (int rest = admitted; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!host.linked(peer) || host.incarnation(peer) == epoch.incarnation(peer)) {
                dead &= ~(1 << peer);
            }
        }
        setElectorate();
        applied(1 << self | appliedElsewhere);
        if (joining) {
            joining = false;
            final long term = epoch.ballot() >>> ROUND_BITS;
            election.start(term, views.leaderOf(term), nowNs);
        }
        election.membersChanged(nowNs);
        host.apply(epoch);
        host.fence(Long.MAX_VALUE);
        statusChanged = true;
    }

    private boolean onTransfer(final int from, final MembershipMessage message) {
        if (!orders(from, message.term())) {
            return false;
        }
        election.onTransfer(from, message.term(), nowNs);
        return true;
    }

    /** A leader orders that a process be taken in. Who joins cannot know yet who leads, and checks the state instead. */
    private boolean onJoin(final int from, final MembershipMessage message) {
        final int seat = message.seat();
        if (message.framesMask() != 1 << seat || Integer.bitCount(message.mask()) != 1
            || host.incarnation(seat) != message.incarnation(seat)) {
            return false;
        }
        if (joining ? seat != self : !orders(from, message.term())) {
            return false;
        }
        if (joining) {
            epoch.observe(message);
            host.observe(epoch.seal());
        }
        host.join(seat, Integer.numberOfTrailingZeros(message.mask()), message.frame(seat), message.members());
        return true;
    }

    private boolean onVouch(final int from, final MembershipMessage message) {
        if (!joining || message.framesMask() != 1 << self) {
            return false;
        }
        host.vouched(from, message.frame(self), message.mask());
        return true;
    }

    private boolean onReady(final int from, final MembershipMessage message) {
        if (joining || (message.framesMask() & 1 << from) == 0) {
            return false;
        }
        host.learner(from, message.frame(from));
        if (election.leads() && message.established()) {
            leadership.ready(from);
        }
        return true;
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
        final boolean taken = !joining && epoch.has(from) && voting.onRequest(from, message);
        refused += taken ? 0 : 1;
        return taken;
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
        final boolean taken = !joining && epoch.has(from) && voting.onResponse(from, message);
        refused += taken ? 0 : 1;
        return taken;
    }

    /**
     * A datagram of the current epoch came from a peer.
     *
     * @param from which
     * @param now  nanoseconds
     */
    public void heard(final int from, final long now) {
        if (!joining && epoch.has(from)) {
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
        if (!joining && epoch.has(from)) {
            nowNs = now;
            final long whole = SerialNumber.unwrap(term, election.term());
            if (whole != SerialNumber.OUTSIDE) {
                heardTerm(from, whole, true);
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
        views.forget(peer);
        if (!joining && epoch.members() != 0 && !(epoch.has(peer) && epoch.incarnation(peer) == host.incarnation(peer))) {
            dead |= 1 << peer;
            setElectorate();
            applied(0);
            election.membersChanged(now);
        }
    }

    /**
     * A peer said goodbye: it decides nothing any more.
     *
     * @param peer which
     * @param now  nanoseconds
     */
    public void left(final int peer, final long now) {
        nowNs = now;
        if (!joining && epoch.members() != 0 && (gone & 1 << peer) == 0) {
            gone |= 1 << peer;
            setElectorate();
            applied(0);
            election.membersChanged(now);
        }
    }

    /**
     * Asks the others to go on without a peer before its time is up; it counts when all others ask for it.
     *
     * @param peer which
     */
    public void voteOut(final int peer) {
        votesOut |= 1 << peer;
        statusChanged = true;
    }

    /**
     * Hands the lead to another member.
     *
     * @param peer which, or {@link #NOBODY} for the lowest other member that is there
     * @return false when there is no such member, or this peer does not lead
     */
    public boolean transferTo(final int peer) {
        final int others = epoch.members() & ~(1 << self) & ~suspects & ~dead & ~gone;
        if (!election.leads() || others == 0 || peer != NOBODY && (others & 1 << peer) == 0) {
            return false;
        }
        return election.transferTo(peer == NOBODY ? Integer.numberOfTrailingZeros(others) : peer, nowNs);
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
     * How far a peer said it has simulated.
     *
     * @param peer which
     * @return its next frame, half a second ago at most if it is there
     */
    public long frameOf(final int peer) {
        return views.frame(peer);
    }

    PeerViews views() {
        return views;
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
        return adoption.promised();
    }

    void promise(final long ballot, final int suspected) {
        if (adoption.promise(ballot, suspected)) {
            statusChanged = true;
        }
    }

    long stalledNs() {
        return stalledNs;
    }

    int suspects() {
        return suspects;
    }

    /** Who decides nothing any more: proven dead by its successor, or gone with a goodbye. */
    int departed() {
        return dead | gone;
    }

    boolean isBranch(final int lost) {
        return pairRule.isBranch(lost);
    }

    /** Members whose inputs count. */
    int active() {
        int active = 0;
        for (int rest = epoch.members(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            active |= host.isActive(peer) ? 1 << peer : 0;
        }
        return active;
    }

    int gone() {
        return gone;
    }

    int votesOut() {
        return votesOut;
    }
}
