package io.lockstep.core.membership;

import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.RequestVote;
import io.lockstep.core.protocol.SerialNumber;
import io.lockstep.core.protocol.VoteResponse;
import io.lockstep.core.transport.Lane;
import io.lockstep.election.Ballots;
import io.lockstep.election.Election;
import io.lockstep.election.ElectionConfig;
import io.lockstep.election.Electorate;
import java.util.Arrays;

/** Puts the election's questions and answers on the wire and takes them off it. */
final class Voting implements Ballots {

    /** Questions come twenty times a second; who has slept over hundreds answers once. */
    private static final long ANSWER_NS = 20_000_000L;
    /** Who asks for votes asks twenty times a second; so long a run of them may be lost. */
    private static final long DOUBT_NS = 1_000_000_000L;
    /** Who falls silent while it asks is taken for deaf until its last status, half a second later, is old too. */
    private static final long DEAF_NS = PeerViews.FRESH_NS + 500_000_000L;

    private final Membership membership;
    private final MembershipHost host;
    private final int self;
    private final Electorate electorate = new Electorate();
    private final Election election;
    private final RequestVote request = new RequestVote();
    private final VoteResponse response = new VoteResponse();
    /** What each peer was asked last, and when: a stream that repairs its losses would choke on more. */
    private final long[] asked = new long[Message.MAX_PLAYERS];
    private final long[] askedNs = new long[Message.MAX_PLAYERS];
    private final long[] answered = new long[Message.MAX_PLAYERS];
    private final long[] answeredNs = new long[Message.MAX_PLAYERS];
    /** Since when each peer has asked us, who lead, whether we would vote for it, and when it last did. */
    private final long[] doubtedNs = new long[Message.MAX_PLAYERS];
    private final long[] doubtsNs = new long[Message.MAX_PLAYERS];

    Voting(final Membership membership, final MembershipHost host, final int self, final long seed,
           final ElectionConfig times) {
        this.membership = membership;
        this.host = host;
        this.self = self;
        Arrays.fill(answeredNs, Long.MIN_VALUE / 2);
        Arrays.fill(doubtsNs, Long.MIN_VALUE / 2);
        election = new Election(times, self, seed, electorate, this);
    }

    Election election() {
        return election;
    }

    Electorate electorate() {
        return electorate;
    }

    /** A payload that names another candidate than the link's is a forgery. */
    boolean onRequest(final int from, final RequestVote message) {
        final long term = SerialNumber.unwrap(message.term(), election.term());
        if (message.candidate() != from || term == SerialNumber.OUTSIDE) {
            return false;
        }
        if (message.isPreVote() && election.leads()) {
            doubtedNs[from] = membership.nowNs() - doubtsNs[from] < DOUBT_NS ? doubtedNs[from] : membership.nowNs();
            doubtsNs[from] = membership.nowNs();
        }
        election.onRequestVote(from, term, message.isPreVote(),
            membership.views().isUpToDate(from, membership.epoch()), membership.nowNs());
        return true;
    }

    /** For how long has a member asked for votes while we lead? It does not hear us. */
    long doubtsForNs(final int peer) {
        return membership.nowNs() - doubtsNs[peer] < DEAF_NS
            ? Math.min(membership.nowNs(), doubtsNs[peer] + DOUBT_NS) - doubtedNs[peer] : 0;
    }

    boolean onResponse(final int from, final VoteResponse message) {
        final long term = SerialNumber.unwrap(message.term(), election.term());
        if (message.voter() != from || term == SerialNumber.OUTSIDE) {
            return false;
        }
        election.onVoteResponse(from, term, message.isPreVote(), message.granted(), membership.nowNs());
        return true;
    }

    @Override
    public void requestVote(final int to, final long term, final boolean preVote) {
        final long question = 2 * term + (preVote ? 1 : 0);
        if (!host.linked(to)) {
            return;
        }
        request.candidate(self).term(term).lastFrame(host.frame()).preVote(preVote);
        // A lost datagram holds up the lane that repairs it; beside it the question may arrive at once.
        host.send(to, Lane.INPUT, request);
        if (asked[to] != question || membership.nowNs() - askedNs[to] >= membership.slowTripNs()) {
            asked[to] = question;
            askedNs[to] = membership.nowNs();
            // It grants only to who is up to date, and knows that only from a status.
            membership.statuses().send(to);
            host.send(to, request);
        }
    }

    @Override
    public void voteResponse(final int to, final long term, final boolean preVote, final boolean granted) {
        final long answer = 4 * term + (preVote ? 2 : 0) + (granted ? 1 : 0);
        if (answered[to] == answer && membership.nowNs() - answeredNs[to] < ANSWER_NS) {
            return;
        }
        answered[to] = answer;
        answeredNs[to] = membership.nowNs();
        host.send(to, response.voter(self).term(term).preVote(preVote).granted(granted));
        host.send(to, Lane.INPUT, response);
    }

    @Override
    public void transferLeadership(final int to, final long term) {
        host.send(to, membership.message().reset(MembershipMessage.Kind.TRANSFER).term(term));
    }
}
