package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;
import java.util.Arrays;

/**
 * Says to everybody where this peer stands, twice a second and whenever that changes, and hands the newest epoch to
 * who lacks it.
 */
final class StatusSender {

    /** Between two copies of what waits for an answer: a few a round trip, at 20 % loss more than enough. */
    static final long REPEAT_NS = 60_000_000L;
    /** Between two statuses of a peer for which nothing has changed. */
    private static final long STATUS_NS = 500_000_000L;
    /**
     * The same while somebody joins, who is told of no frame before most members have said that they simulated it. On
     * slow lines it is longer, and at most as long as ever.
     */
    private static final long JOINING_STATUS_NS = 100_000_000L;

    private final LocalState state;
    private final Election election;
    private final Promise promise;
    private final PeerViews views;
    private final MembershipHost host;
    private final EpochRecord epoch;
    private final MembershipMessage out = new MembershipMessage();
    private final long[] cutSentNs = new long[Message.MAX_PLAYERS];
    private boolean changed;
    /** Whether a state had begun to arrive here when the last status was sent. */
    private boolean givenAState;
    /** For whom the last status spoke, and in which term: who has voted says so at once. */
    private int supported;
    private long supportedIn;
    private long sentNs = Long.MIN_VALUE / 2;

    StatusSender(final LocalState state, final Election election, final Promise promise, final PeerViews views,
                 final MembershipHost host) {
        this.state = state;
        this.election = election;
        this.promise = promise;
        this.views = views;
        this.host = host;
        epoch = state.epoch();
        Arrays.fill(cutSentNs, Long.MIN_VALUE / 2);
    }

    /** There is something to say, if this is true. */
    void changed(final boolean really) {
        changed |= really;
    }

    void tick() {
        final long nowNs = state.nowNs();
        final boolean somebodyJoins = views.joining(host.seats() & ~(1 << state.self()), nowNs) != 0;
        changed(supported != election.supports() || supportedIn != election.term());
        changed(state.isJoining() && givenAState != host.isGivenAState());
        final long joiningNs = Math.min(STATUS_NS, state.repeatNs(JOINING_STATUS_NS));
        if (!changed && nowNs - sentNs < (somebodyJoins ? joiningNs : STATUS_NS)) {
            return;
        }
        changed = false;
        sentNs = nowNs;
        givenAState = host.isGivenAState();
        supported = election.supports();
        supportedIn = election.term();
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != state.self() && host.linked(peer)) {
                send(peer);
            }
        }
    }

    void send(final int peer) {
        out.reset(MembershipMessage.Kind.STATUS)
            .term(election.term()).leads(election.leads())
            .joining(state.isJoining()).established(state.isJoining() ? host.isGivenAState() : epoch.isEstablished())
            .epoch(epoch.number()).epochId(epoch.id()).ballot(promise.ballot()).members(state.suspects())
            .mask(state.votesOut()).seat(election.supports()).frame(state.self(), host.frame());
        if (state.suspects() == 0) {
            host.send(peer, out);
        } else {
            // Perhaps it is we who hear nothing, and then nobody learns on a stream which loss to repair.
            host.sendSurely(peer, out);
        }
    }

    /** Sends the newest agreed line-up now and then to peers that have not applied it. */
    void offerCut(final int peer) {
        final long nowNs = state.nowNs();
        if (epoch.number() > 0 && nowNs - cutSentNs[peer] >= state.repeatNs(REPEAT_NS) && host.linked(peer)) {
            cutSentNs[peer] = nowNs;
            out.reset(MembershipMessage.Kind.CUT);
            epoch.writeTo(out.term(election.term()));
            host.send(peer, out);
        }
    }

    /** The same for everybody there is. */
    void offerCut() {
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != state.self()) {
                offerCut(peer);
            }
        }
    }
}
