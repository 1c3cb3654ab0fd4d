package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;
import java.util.Arrays;

/**
 * Decides by the statuses of a quorum which peer may lead, and in which term. Each member's status names the peer that
 * it voted for in its term, or follows. So a receiver counts only votes that it heard from the voters themselves. No
 * peer alone can make itself leader, or move the others to a term far ahead.
 */
final class Mandate {

    /**
     * Shortest time, in nanoseconds, between two term changes on one peer's word: a vote between two of them can come
     * to its end.
     */
    private static final long WORD_NS = 1_000_000_000L;
    /**
     * Time, in nanoseconds, that restores one term change on a peer's word; a link on which votes fail for longer is
     * cut soon.
     */
    private static final long WORD_BACK_NS = 5_000_000_000L;
    /** Number of term changes in a row on one peer's word: tolerates that as many candidacies are lost. */
    private static final int WORDS = 4;
    /** Shortest time, in nanoseconds, between two steps down of a leader, which a quorum hears, on one peer's word. */
    private static final long LED_WORD_NS = 10_000_000_000L;
    /** Number of terms allowed for those before this peer knew the first one, and while this process was suspended. */
    private static final long UNSEEN_TERMS = 10_000;
    /**
     * Shortest duration of a term, in nanoseconds: a candidate collects promises of votes first, and each answer takes
     * a poll.
     */
    private static final long TERM_NS = 1_000_000L;
    /** Time without a leader, in nanoseconds, after which silent members no longer block a leadership claim. */
    private static final long LEADERLESS_NS = PeerViews.FRESH_NS;

    private final LocalState state;
    private final Voters voters;
    private final PeerViews views;
    private final Election election;
    private final long[] movedNs = new long[Message.MAX_PLAYERS];
    private final long[] distrustedIn = new long[Message.MAX_PLAYERS];
    /** Time, in nanoseconds, at which the last term change that each peer used up is restored. */
    private final long[] spentUntilNs = new long[Message.MAX_PLAYERS];
    /** Last term in which this peer promised each peer its vote. */
    private final long[] pledgedIn = new long[Message.MAX_PLAYERS];
    /** Time, in nanoseconds, at which each peer last made this leader step down. */
    private final long[] deposedNs = new long[Message.MAX_PLAYERS];
    private int doubted = Election.NOBODY;
    private long doubtedIn;
    private int confirmed = Election.NOBODY;
    private long confirmedIn;
    private long ledNs;
    private long beganNs;
    private long beganIn;

    Mandate(final LocalState state, final Voters voters, final PeerViews views, final Election election) {
        this.state = state;
        this.voters = voters;
        this.views = views;
        this.election = election;
        Arrays.fill(movedNs, Long.MIN_VALUE / 2);
        Arrays.fill(deposedNs, Long.MIN_VALUE / 2);
        Arrays.fill(spentUntilNs, Long.MIN_VALUE / 2);
        Arrays.fill(distrustedIn, -1);
        Arrays.fill(pledgedIn, -1);
    }

    /** Records that this process is a member from now on, and its term. */
    void begin(final long term) {
        beganNs = state.nowNs();
        beganIn = term;
    }

    /** Returns whether the match can have reached a term by now. */
    boolean isPossible(final long term) {
        return term - beganIn <= UNSEEN_TERMS + (state.nowNs() - beganNs) / TERM_NS;
    }

    /** Records the time at which a leader was last known. */
    void tick() {
        if (election.leader() != Election.NOBODY) {
            ledNs = state.nowNs();
        }
    }

    /**
     * Returns whether a peer has the votes of a quorum for the term that it claims to lead. For an older term, the
     * votes do not matter. A peer that has not applied this epoch was elected in an earlier one; the voters of that one
     * count.
     */
    boolean leads(final int from, final long term) {
        if (isDoubted(from, term)) {
            return false;
        }
        final boolean known = from == confirmed && term == confirmedIn || from == election.leader();
        if (term < election.term() || term == election.term() && known) {
            return distrustedIn[from] != term;
        }
        final int link = views.predecessorOf(from, state.epoch());
        final int others = voters.membersIn(link) & ~(1 << state.self() | 1 << from);
        int votes = views.supporters(others, from, term) | 1 << from;
        if (term == election.term() && election.supports() == from) {
            votes |= 1 << state.self();
        }
        if (state.nowNs() - ledNs >= LEADERLESS_NS) {
            votes |= views.silent(others, state.nowNs());
        }
        return distrustedIn[from] != term && voters.decidesIn(link, votes);
    }

    /** Returns whether this member follows the given leader and has heard it lately. */
    boolean isLedBy(final int peer) {
        return election.leader() == peer && election.isLed(state.nowNs());
    }

    /** Records that this member promised a peer its vote in a term. */
    void pledged(final int to, final long term) {
        pledgedIn[to] = term;
    }

    /** Records that an epoch holds that this leader proposed: all members followed it in that term. */
    void confirm(final int leader, final long term) {
        confirmed = leader;
        confirmedIn = term;
    }

    /** Rejects a leader for the rest of its term: it has the votes but does not do what a leader has to do. */
    void distrust(final int leader, final long term) {
        distrustedIn[leader] = term;
        lose(leader, term);
    }

    private void lose(final int leader, final long term) {
        if (election.leader() == leader && election.term() == term) {
            election.leaderLost(state.nowNs());
        }
    }

    /** Stops following the leader of a term until {@link #trust}. Its orders are carried out as before. */
    void doubt(final int leader, final long term) {
        doubted = leader;
        doubtedIn = term;
        lose(leader, term);
    }

    /** Follows the doubted leader again. */
    void trust() {
        doubted = Election.NOBODY;
    }

    /** Returns whether this member has stopped following the leader of a term and may follow it again. */
    boolean isDoubted(final int from, final long term) {
        return from == doubted && term == doubtedIn && from != Election.NOBODY;
    }

    /**
     * Returns whether a peer that names a term may move this member there. A member that hears its leader ignores
     * requests for votes, unless the leader has moved on itself (Ongaro, Consensus: Bridging Theory and Practice,
     * sections 3.10 and 4.2.3). A leader steps down on such a word, but rarely; otherwise a peer whose candidacy was
     * lost could never follow it again.
     */
    boolean moves(final int from, final long term) {
        if (term <= election.term()) {
            return true;
        }
        final int others = state.epoch().members() & ~(1 << state.self() | 1 << from);
        if (voters.decides(views.reached(others, term) | 1 << from)) {
            return true;
        }
        final boolean led = election.isLed(state.nowNs());
        if (led && term > election.term() + 1) {
            return false;
        }
        final int leader = election.leader();
        if (led && leader != state.self()) {
            return views.reached(1 << leader, term) != 0;
        }
        return led ? stepsDown(from) : spends(from, term);
    }

    private boolean stepsDown(final int from) {
        final boolean may = state.nowNs() - deposedNs[from] >= LED_WORD_NS;
        deposedNs[from] = may ? state.nowNs() : deposedNs[from];
        return may;
    }

    /**
     * Uses up one term change of a peer, and returns whether it had one. A candidate that was promised this member's
     * vote is not too early, even shortly after its last term change. Otherwise each of its candidacies could come too
     * early.
     */
    private boolean spends(final int from, final long term) {
        final long spentNs = Math.max(spentUntilNs[from], state.nowNs()) + WORD_BACK_NS;
        final boolean early = state.nowNs() - movedNs[from] < WORD_NS && pledgedIn[from] != term;
        if (early || spentNs - state.nowNs() > WORDS * WORD_BACK_NS) {
            return false;
        }
        spentUntilNs[from] = spentNs;
        movedNs[from] = state.nowNs();
        return true;
    }
}
