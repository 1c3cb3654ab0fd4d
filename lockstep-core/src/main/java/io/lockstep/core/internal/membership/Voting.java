package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.protocol.VoteResponse;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.transport.Lane;
import io.lockstep.election.Election;
import java.util.Arrays;

/**
 * The election on the wire: takes the others' questions and answers off it, and sends what the election wants said as
 * soon as it has said it.
 */
final class Voting {

    /** Questions come twenty times a second; a peer that slept finds hundreds, and answers once. */
    private static final long ANSWER_NS = 20_000_000L;
    /** A candidate asks twenty times a second; so many questions in a row may be lost. */
    private static final long DOUBT_NS = 1_000_000_000L;
    /** A candidate that falls silent counts as deaf until its last status, half a second later, is old, too. */
    private static final long DEAF_NS = PeerViews.FRESH_NS + 500_000_000L;
    /** Who asks for so long is deaf, or has reason to follow us no more. No shorter than the shortest drop timeout. */
    private static final long DOUBTER_NS = 2_000_000_000L;
    /** A peer that is told to lead stands at once: by then it leads, or it cannot. */
    private static final long HAND_OVER_NS = 1_000_000_000L;

    private final LocalState state;
    private final Election election;
    private final BallotQueue queue;
    private final PeerViews views;
    private final StatusSender statuses;
    private final Mandate mandate;
    private final Claims claims;
    private final MembershipHost host;
    private final int self;
    private final RequestVote request = new RequestVote();
    private final VoteResponse response = new VoteResponse();
    private final MembershipMessage out = new MembershipMessage();
    /** What each peer was asked last, and when: a stream that repairs its losses would choke on more. */
    private final long[] asked = new long[Message.MAX_PLAYERS];
    private final long[] askedNs = new long[Message.MAX_PLAYERS];
    private final long[] answered = new long[Message.MAX_PLAYERS];
    private final long[] answeredNs = new long[Message.MAX_PLAYERS];
    /** Since when each peer has asked us, who lead, whether we would vote for it, and when it last did. */
    private final long[] doubtedNs = new long[Message.MAX_PLAYERS];
    private final long[] doubtsNs = new long[Message.MAX_PLAYERS];
    private long handedNs = Long.MIN_VALUE / 2;

    Voting(final LocalState state, final Election election, final BallotQueue queue, final PeerViews views,
           final StatusSender statuses, final Mandate mandate, final Claims claims, final MembershipHost host) {
        this.state = state;
        this.election = election;
        this.queue = queue;
        this.views = views;
        this.statuses = statuses;
        this.mandate = mandate;
        this.claims = claims;
        this.host = host;
        self = state.self();
        Arrays.fill(answeredNs, Long.MIN_VALUE / 2);
        Arrays.fill(doubtsNs, Long.MIN_VALUE / 2);
    }

    void tick() {
        mandate.tick();
        election.doubted(doubters());
        election.tick(state.nowNs());
        send();
    }

    void membersChanged() {
        election.membersChanged(state.nowNs());
        send();
    }

    /** A payload that names another candidate than the link's is a forgery. */
    boolean onRequest(final int from, final RequestVote message) {
        final long term = SerialNumber.unwrap(message.term(), election.term());
        if (message.candidate() != from || term == SerialNumber.OUTSIDE
            || !message.isPreVote() && !mandate.moves(from, term)) {
            return false;
        }
        if (message.isPreVote() && election.leads()) {
            doubtedNs[from] = state.nowNs() - doubtsNs[from] < DOUBT_NS ? doubtedNs[from] : state.nowNs();
            doubtsNs[from] = state.nowNs();
        }
        // A doubted leader may vote, but is not elected again.
        final boolean isFit = views.isUpToDate(from, state.epoch()) && !mandate.isDoubted(from, election.term());
        election.onRequestVote(from, term, message.isPreVote(), isFit, state.nowNs());
        send();
        return true;
    }

    /** For how long a member has asked for votes while we lead: it does not hear us. */
    long doubtsForNs(final int peer) {
        return state.nowNs() - doubtsNs[peer] < DEAF_NS
            ? Math.min(state.nowNs(), doubtsNs[peer] + DOUBT_NS) - doubtedNs[peer] : 0;
    }

    /** Who asks for votes, and has done so for long; who has heard us again asks no more. */
    private int doubters() {
        int doubters = 0;
        for (int rest = election.leads() ? state.epoch().members() : 0; rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            final boolean asks = state.nowNs() - doubtsNs[peer] < DOUBT_NS;
            doubters |= asks && doubtsNs[peer] - doubtedNs[peer] >= DOUBTER_NS ? 1 << peer : 0;
        }
        return doubters;
    }

    boolean onResponse(final int from, final VoteResponse message) {
        final long term = SerialNumber.unwrap(message.term(), election.term());
        final boolean moves = !(message.isPreVote() && message.granted());
        if (message.voter() != from || term == SerialNumber.OUTSIDE || moves && !mandate.moves(from, term)) {
            return false;
        }
        // Who votes for us doubts us no more.
        doubtsNs[from] = message.granted() ? Long.MIN_VALUE / 2 : doubtsNs[from];
        election.onVoteResponse(from, term, message.isPreVote(), message.granted(), state.nowNs());
        send();
        return true;
    }

    /** A window came whose sender says that it leads the term with these lower bits. */
    void heardLeader(final int from, final int bits) {
        final long term = SerialNumber.unwrap(bits, election.term());
        if (term != SerialNumber.OUTSIDE) {
            heardTerm(from, term, !state.isLost(from));
        }
    }

    /** A member spoke of a term, and perhaps said that it leads it. */
    void heardTerm(final int from, final long term, final boolean leads) {
        if (!mandate.isPossible(term)) {
            host.lied(from, Lie.IMPOSSIBLE_TERM);
            return;
        }
        if (leads && mandate.leads(from, term)) {
            election.heardLeader(from, term, state.nowNs());
            send();
        } else if (leads && !mandate.isDoubted(from, term)) {
            claims.leads(from, term, election.term());
            if (term == election.term() && election.isFree() && views.hasApplied(from, state.epoch())) {
                // A member that voted for it may have died before its status came. This vote replaces that one.
                election.onRequestVote(from, term, false, true, state.nowNs());
                send();
            }
        } else if (from == election.leader() && term == election.term() && views.hasCeasedToLead(from, term)) {
            // It may go on with what it began as a leader, and the state that it sends would keep its lease for good.
            election.leaderLost(state.nowNs());
        } else if (mandate.moves(from, term)) {
            election.observeTerm(term, state.nowNs());
        }
    }

    /** From now on these are suspected; a leader among them is to be succeeded. */
    void lost(final int peers) {
        if (election.leader() != Membership.NOBODY && (peers & 1 << election.leader()) != 0) {
            election.leaderLost(state.nowNs());
        }
    }

    /**
     * Follows a member that claims to lead a term, and returns whether it may give orders. Only the real leader may; a
     * doubted leader may, too, to do its duties.
     */
    boolean follows(final int from, final long term) {
        heardTerm(from, term, true);
        return election.term() == term && (election.leader() == from || mandate.isDoubted(from, term));
    }

    /** The leader of a term wants this peer to succeed it. */
    boolean onTransfer(final int from, final long term) {
        election.onTransfer(from, term, state.nowNs());
        send();
        return true;
    }

    boolean transferTo(final int peer) {
        final boolean begun = election.transferTo(peer, state.nowNs());
        send();
        return begun;
    }

    /** The same, as often as it makes sense to say it. */
    void handOver(final int peer) {
        if (state.nowNs() - handedNs >= HAND_OVER_NS) {
            handedNs = state.nowNs();
            transferTo(peer);
        }
    }

    private void send() {
        for (int i = 0; i < queue.size(); i++) {
            final int to = queue.to(i);
            switch (queue.kind(i)) {
                case REQUEST -> requestVote(to, queue.term(i), queue.isPreVote(i));
                case RESPONSE -> voteResponse(to, queue.term(i), queue.isPreVote(i), queue.isGranted(i));
                default -> host.send(to, out.reset(MembershipMessage.Kind.TRANSFER).term(queue.term(i)));
            }
        }
        queue.clear();
    }

    private void requestVote(final int to, final long term, final boolean preVote) {
        final long question = 2 * term + (preVote ? 1 : 0);
        if (!host.linked(to)) {
            return;
        }
        request.candidate(self).term(term).lastFrame(host.frame()).preVote(preVote);
        // A lost datagram holds up the lane that repairs it; beside it the question may arrive at once.
        host.send(to, Lane.INPUT, request);
        if (asked[to] != question || state.nowNs() - askedNs[to] >= state.slowTripNs()) {
            asked[to] = question;
            askedNs[to] = state.nowNs();
            // It grants only to a peer that is up to date, and knows that only from a status.
            statuses.send(to);
            host.send(to, request);
        }
    }

    private void voteResponse(final int to, final long term, final boolean preVote, final boolean granted) {
        if (preVote && granted) {
            mandate.pledged(to, term);
        }
        final long answer = 4 * term + (preVote ? 2 : 0) + (granted ? 1 : 0);
        if (answered[to] == answer && state.nowNs() - answeredNs[to] < ANSWER_NS) {
            return;
        }
        answered[to] = answer;
        answeredNs[to] = state.nowNs();
        host.send(to, response.voter(self).term(term).preVote(preVote).granted(granted));
        host.send(to, Lane.INPUT, response);
    }
}
