package io.lockstep.election;

/**
 * Who leads: the election of one leader per term, as a pure state machine. Time comes in as {@code nowNs}, any
 * monotonic clock; randomness as a seed; messages as calls; what is to be sent goes to {@link Ballots}. One thread.
 * Nothing is allocated after construction, and nothing that comes from the network throws.
 *
 * <p>It is Raft's election (Ongaro, 2014, chapter 9) with PreVote, leases and CheckQuorum, over the quorums of an
 * {@link Electorate}, and with a deterministic successor: when a leader falls silent, the lowest other member stands at
 * once and each next one a step later. A vote lives in memory only, therefore a process that starts again is a new
 * member, and none votes in the term it started with.
 *
 * <p>Every {@code from} must be what the link knows, never what a datagram says of itself. Messages of no living member
 * are counted and change nothing.
 */
public final class Election {

    /** No peer. */
    public static final int NOBODY = -1;
    /** Peers are numbered 0 to 31. */
    public static final int MAX_PEERS = 32;
    /** Terms fit in 47 bits, so that a term and a 16 bit round make one positive ballot number. */
    public static final long MAX_TERM = (1L << 47) - 1;
    /** A term further ahead is refused: the wire's window for unwrapping, and no one message can use terms up. */
    public static final int MAX_TERM_STEP = 256;

    private final int self;
    private final Electorate electorate;
    private final Timeouts timeouts;
    private final Hearing hearing = new Hearing();
    private final ElectionCounters counters = new ElectionCounters();
    private final Campaign campaign;

    /**
     * A peer that is {@link Role#OUT} until it is started.
     *
     * @param config     the times
     * @param self       this peer, 0 to 31
     * @param seed       drawn times come from it; peers may share it
     * @param electorate who decides, kept by the caller
     * @param ballots    where messages go
     * @throws IllegalArgumentException when the peer is out of range
     */
    public Election(final ElectionConfig config, final int self, final long seed, final Electorate electorate,
            final Ballots ballots) {
        this.self = requirePeer(self);
        this.electorate = electorate;
        timeouts = new Timeouts(config, seed, self);
        campaign = new Campaign(self, electorate, ballots, timeouts, hearing, counters);
    }

    /**
     * Begins with what all know without a message. A newcomer is started when it is made a member, with the term and
     * the leader of that epoch; before that it may be started to listen, being no member.
     *
     * @param startTerm   the term, 0 to {@link #MAX_TERM}
     * @param startLeader its leader, this peer perhaps, or {@link #NOBODY}
     * @param nowNs       the time
     * @throws IllegalArgumentException when term or leader are out of range
     */
    public void start(final long startTerm, final int startLeader, final long nowNs) {
        if (startTerm < 0 || startTerm > MAX_TERM) {
            throw new IllegalArgumentException("term " + startTerm + ", not 0 to " + MAX_TERM);
        }
        if (startLeader != NOBODY) {
            requirePeer(startLeader);
        }
        hearing.restart(electorate.members(), nowNs);
        campaign.start(startTerm, startLeader, nowNs);
    }

    /**
     * Lets time pass. Call it at least every few milliseconds, after the datagrams that are there have been read.
     *
     * @param nowNs the time
     */
    public void tick(final long nowNs) {
        campaign.tick(nowNs);
    }

    /**
     * A datagram came that says its sender leads, or with part of a state from the leader of this term, behind which
     * those wait on a narrow line. Nothing else renews a lease.
     *
     * @param from    who sent it, as the link knows
     * @param claimed the term it says it leads
     * @param nowNs   the time
     */
    public void heardLeader(final int from, final long claimed, final long nowNs) {
        if (isFriend(from, nowNs) && isBelievable(claimed)) {
            campaign.heardLeader(from, claimed, nowNs);
        }
    }

    /**
     * This peer goes no longer by what its leader says: it has made no progress for so long that the others are asked
     * to go on without it. Its lease ends, whatever it sends; {@link #heardLeader} begins it anew.
     *
     * @param nowNs the time
     */
    public void leaderLost(final long nowNs) {
        campaign.leaderLost(nowNs);
    }

    /**
     * Any valid datagram came. What a leader hears tells it whether a quorum is still there.
     *
     * @param from  who sent it, as the link knows
     * @param nowNs the time
     */
    public void heard(final int from, final long nowNs) {
        isFriend(from, nowNs);
    }

    /**
     * Sets who has long asked for votes although this peer leads. However well they are heard, they do not acknowledge
     * that; and as long as this peer holds its lead for theirs, they may find nobody to elect another one with.
     *
     * @param members one bit each; nothing to who does not lead
     */
    public void doubted(final int members) {
        campaign.doubted(members);
    }

    /**
     * Sets after how long a silent leader is suspected on this line; all drawn timeouts move with it.
     *
     * @param ns nanoseconds, four times the 99th percentile of the round trip; below the configured lowest timeout it
     *           has no effect, above 4 s it counts as 4 s
     */
    public void suspicion(final long ns) {
        timeouts.suspicion(ns);
    }

    /**
     * A member asks for this peer's vote.
     *
     * @param from     who asks, as the link knows
     * @param asked    the term it wants to lead in
     * @param preVote  true when it asks only whether this peer would vote
     * @param upToDate true when the epoch it has applied is at least this peer's own
     * @param nowNs    the time
     */
    public void onRequestVote(final int from, final long asked, final boolean preVote, final boolean upToDate,
            final long nowNs) {
        if (isFriend(from, nowNs) && isBelievable(asked)) {
            campaign.onRequestVote(from, asked, preVote, upToDate, nowNs);
        }
    }

    /**
     * A member answered.
     *
     * @param from    who answers, as the link knows
     * @param said    the term asked for when granted, else the voter's own
     * @param preVote true when it says only whether it would vote
     * @param granted true for a vote
     * @param nowNs   the time
     */
    public void onVoteResponse(final int from, final long said, final boolean preVote, final boolean granted,
            final long nowNs) {
        if (isFriend(from, nowNs) && isBelievable(said)) {
            campaign.onVoteResponse(from, said, preVote, granted, nowNs);
        }
    }

    /**
     * The leader tells this peer to stand at once. Believed of the leader of the current term only.
     *
     * @param from  who says so, as the link knows
     * @param leads the term it leads
     * @param nowNs the time
     */
    public void onTransfer(final int from, final long leads, final long nowNs) {
        if (isFriend(from, nowNs) && isBelievable(leads)) {
            campaign.onTransfer(from, leads, nowNs);
        }
    }

    /**
     * Hands leadership over, because this peer leaves or the application wants it. The successor is told to stand
     * until it does, or for one election timeout; meanwhile this peer leads on, and after it as if nothing had been.
     * It ceases to lead when the successor asks for its vote or is heard leading.
     *
     * @param successor who shall lead
     * @param nowNs     the time
     * @return false when this peer does not lead or the successor is no other living member
     */
    public boolean transferTo(final int successor, final long nowNs) {
        return successor != self && electorate.lives(successor) && campaign.transferTo(successor, nowNs);
    }

    /**
     * The electorate was set anew, or a member proven dead. Whoever is outside is out; the lease of a leader that is no
     * member ends; votes are counted again. The term of the leader that made a new epoch must be known before:
     * {@link #observeTerm}. Or a peer that decides alone in the new epoch could lead the same term again.
     *
     * @param nowNs the time
     */
    public void membersChanged(final long nowNs) {
        hearing.admit(electorate.members(), nowNs);
        campaign.membersChanged(nowNs);
    }

    /**
     * A membership message of a member bore a term.
     *
     * @param seen  the term
     * @param nowNs the time
     */
    public void observeTerm(final long seen, final long nowNs) {
        if (isBelievable(seen) && seen > campaign.term()) {
            campaign.follow(seen, nowNs);
        }
    }

    /**
     * Says whether this peer may stand. A peer that knows of a newer epoch than it has applied may not, but votes.
     *
     * @param may false to keep it from standing; a candidacy under way is given up, leadership is not
     */
    public void mayStand(final boolean may) {
        campaign.mayStand(may);
    }

    /**
     * Gives up leadership or a candidacy. The others find out by silence; {@link #transferTo} is faster.
     *
     * @param nowNs the time
     */
    public void stepDown(final long nowNs) {
        campaign.stepDown(nowNs);
    }

    /**
     * What this peer is.
     *
     * @return its role
     */
    public Role role() {
        return campaign.role();
    }

    /**
     * The highest term this peer knows.
     *
     * @return 0 to {@link #MAX_TERM}
     */
    public long term() {
        return campaign.term();
    }

    /**
     * The leader of the current term. It stays the leader while it is only suspected.
     *
     * @return its number, or {@link #NOBODY} when not known, no member any more, or this peer that stepped down
     */
    public int leader() {
        return campaign.leader();
    }

    /**
     * Whose lead of the current term this peer stands for: the leader that it follows, or whom it voted for. What it
     * tells the others of that lets them count votes that were not given to them.
     *
     * @return a number, its own if it follows nobody and has voted for nobody else
     */
    public int supports() {
        return campaign.supports();
    }

    /**
     * Returns whether this peer has neither voted nor known a leader in its term.
     *
     * @return false also in the term that this peer started with, because a former process may have voted in it
     */
    public boolean isFree() {
        return campaign.isFree();
    }

    /**
     * Is there a leader for sure? This peer heard it within the lowest timeout, or leads and hears a quorum.
     *
     * @param nowNs the time
     * @return false while the leader is only not known to be gone
     */
    public boolean isLed(final long nowNs) {
        return campaign.isLed(nowNs);
    }

    /**
     * Does this peer lead?
     *
     * @return true when it is the leader
     */
    public boolean leads() {
        return campaign.role() == Role.LEADER;
    }

    /**
     * What happened so far.
     *
     * @return the counters, always the same object
     */
    public ElectionCounters counters() {
        return counters;
    }

    private boolean isFriend(final int from, final long nowNs) {
        if (from == self || !electorate.lives(from)) {
            counters.strangers++;
            return false;
        }
        hearing.note(from, nowNs);
        return true;
    }

    private boolean isBelievable(final long claimed) {
        if (claimed < 0 || claimed > MAX_TERM || claimed - campaign.term() > MAX_TERM_STEP) {
            counters.termJumps++;
            return false;
        }
        return true;
    }

    private static int requirePeer(final int peer) {
        if (peer < 0 || peer >= MAX_PEERS) {
            throw new IllegalArgumentException("peer " + peer + ", not 0 to " + (MAX_PEERS - 1));
        }
        return peer;
    }
}
