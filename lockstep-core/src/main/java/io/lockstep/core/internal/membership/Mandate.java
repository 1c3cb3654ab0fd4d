package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;
import java.util.Arrays;

/**
 * Who may lead, and which term it may be, by what a quorum says. Each member says in its statuses for whom it voted in
 * its term, or whom it follows; so a receiver counts votes that it heard from those who gave them. No peer alone makes
 * itself a leader, or takes the others to a term far ahead.
 */
final class Mandate {

    /** One peer's word takes us to another term once in so long: a vote between two of its words comes to its end. */
    private static final long WORD_NS = 1_000_000_000L;
    /** Every so often one peer's word may do that for good; a line on which votes fail for longer is cut soon. */
    private static final long WORD_BACK_NS = 5_000_000_000L;
    /** So many in a row: as many candidacies in turn may be lost. */
    private static final int WORDS = 4;
    /** And so often it may have a leader step down that is heard by a quorum. */
    private static final long LED_WORD_NS = 10_000_000_000L;
    /** Terms that there may be before the first one is known here, and in the sleep of this process. */
    private static final long UNSEEN_TERMS = 10_000;
    /** A term lasts longer: whoever stands was promised votes by others before, and an answer takes a poll. */
    private static final long TERM_NS = 1_000_000L;
    /** Where nobody leads for so long, those who are not heard do not keep us from following who says that it does. */
    private static final long LEADERLESS_NS = PeerViews.FRESH_NS;

    private final LocalState state;
    private final Voters voters;
    private final PeerViews views;
    private final Election election;
    private final long[] movedNs = new long[Message.MAX_PLAYERS];
    private final long[] distrustedIn = new long[Message.MAX_PLAYERS];
    /** For each peer, when the last of its words that were used up is given back. */
    private final long[] spentUntilNs = new long[Message.MAX_PLAYERS];
    /** The last term in which each peer heard from us that we would vote for it. */
    private final long[] pledgedIn = new long[Message.MAX_PLAYERS];
    /** When each peer last had us step down. */
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

    /** This process is a member from now on. */
    void begin(final long term) {
        beganNs = state.nowNs();
        beganIn = term;
    }

    /** Has the match come to a term, for all that can be known? */
    boolean isPossible(final long term) {
        return term - beganIn <= UNSEEN_TERMS + (state.nowNs() - beganNs) / TERM_NS;
    }

    /** Lets time pass. */
    void tick() {
        if (election.leader() != Election.NOBODY) {
            ledNs = state.nowNs();
        }
    }

    /**
     * Has it the votes of a quorum for the term that it says it leads? Of an older term it does not matter. Who has not
     * applied our epoch was elected in one before it, where others had a vote.
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

    /** Is this the leader that is followed here, and has it been heard lately? */
    boolean isLedBy(final int peer) {
        return election.leader() == peer && election.isLed(state.nowNs());
    }

    /** We have told a peer that we would vote for it in a term. */
    void pledged(final int to, final long term) {
        pledgedIn[to] = term;
    }

    /** An epoch holds that this peer proposed: all members have followed it in that term. */
    void confirm(final int leader, final long term) {
        confirmed = leader;
        confirmedIn = term;
    }

    /** Believes no more that a peer leads a term: it has the votes, and does not do what a leader does. */
    void distrust(final int leader, final long term) {
        distrustedIn[leader] = term;
        lose(leader, term);
    }

    private void lose(final int leader, final long term) {
        if (election.leader() == leader && election.term() == term) {
            election.leaderLost(state.nowNs());
        }
    }

    /** Follows a leader of a term no longer, until it is trusted again. Its orders are carried out as before. */
    void doubt(final int leader, final long term) {
        doubted = leader;
        doubtedIn = term;
        lose(leader, term);
    }

    /** Follows again whoever was doubted. */
    void trust() {
        doubted = Election.NOBODY;
    }

    /** Whether this peer follows a leader of a term no longer, and would again. */
    boolean isDoubted(final int from, final long term) {
        return from == doubted && term == doubtedIn && from != Election.NOBODY;
    }

    /**
     * May a peer that speaks of a term take us there? Who hears its leader takes no notice of who asks for votes,
     * unless the leader has gone on itself (Ongaro, Consensus: Bridging Theory and Practice, sections 3.10 and 4.2.3).
     * A leader goes by such a word, but rarely: a peer whose candidacy was lost could never follow it again.
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
     * Who stands because we said that we would vote for it gets that vote, however shortly before another word of it
     * brought us to the term before; else each of its candidacies could come too early for us, one after the other.
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
