package io.lockstep.core.membership;

import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;
import java.util.Arrays;

/** Says to everybody where this peer stands, twice a second and whenever that changes, and files what others say. */
final class Statuses {

    /** Between two statuses of a peer to whom nothing has changed. */
    private static final long STATUS_NS = 500_000_000L;
    /** The same while somebody joins, who is told of no frame before most members have said that they simulated it. */
    private static final long JOINING_STATUS_NS = 100_000_000L;

    private final Membership membership;
    private final MembershipHost host;
    private final int self;
    private final Epoch epoch;
    private final PeerViews views = new PeerViews();
    private final long[] cutSentNs = new long[Message.MAX_PLAYERS];
    private boolean changed;
    private long sentNs = Long.MIN_VALUE / 2;

    Statuses(final Membership membership, final MembershipHost host, final int self) {
        this.membership = membership;
        this.host = host;
        this.self = self;
        epoch = membership.epoch();
        Arrays.fill(cutSentNs, Long.MIN_VALUE / 2);
    }

    PeerViews views() {
        return views;
    }

    /** A link was opened: we know nothing of who is there, nor it of us. */
    void met(final int peer) {
        views.forget(peer);
        changed = true;
    }

    /** There is something to say, if this is true. */
    void changed(final boolean really) {
        changed |= really;
    }

    void tick(final long nowNs) {
        if (!changed && nowNs - sentNs < (somebodyJoins(nowNs) ? JOINING_STATUS_NS : STATUS_NS)) {
            return;
        }
        changed = false;
        sentNs = nowNs;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != self && host.linked(peer)) {
                send(peer);
            }
        }
    }

    private boolean somebodyJoins(final long nowNs) {
        for (int rest = host.seats() & ~(1 << self); rest != 0; rest &= rest - 1) {
            if (views.isJoining(Integer.numberOfTrailingZeros(rest), nowNs)) {
                return true;
            }
        }
        return false;
    }

    void send(final int peer) {
        final MembershipMessage out = membership.message().reset(MembershipMessage.Kind.STATUS)
            .term(membership.election().term()).leads(membership.election().leads())
            .joining(membership.isJoining()).established(epoch.isEstablished())
            .epoch(epoch.number()).epochId(epoch.id()).ballot(membership.promised()).members(membership.suspects())
            .mask(membership.votesOut()).seat(Math.max(0, membership.election().leader())).frame(self, host.frame());
        if (membership.suspects() == 0) {
            host.send(peer, out);
        } else {
            // Perhaps it is we who hear nothing, and then nobody learns on a stream which loss to repair.
            host.sendSurely(peer, out);
        }
    }

    /** Takes one; what a member says also moves the election and tells who has applied our epoch. */
    boolean receive(final int from, final MembershipMessage message) {
        views.file(from, message, membership.nowNs());
        if (membership.isJoining()) {
            return true;
        }
        if (epoch.has(from) && !message.joining()) {
            membership.election().heard(from, membership.nowNs());
            if (!views.isAhead(from, epoch)) {
                // The terms of a newer epoch are ours from when we are in it: perhaps we have no part in it.
                membership.heardTerm(from, message.term(), message.leads() && !membership.isLost(from));
            }
            if (views.hasApplied(from, epoch)) {
                membership.applied(1 << from, message.established());
            }
        }
        if (!message.joining() && views.isBehind(from, epoch)) {
            offerCut(from);
        }
        return true;
    }

    /**
     * Sends the newest agreed line-up to who has not applied it, now and then: on a lane that repairs its losses one
     * after the other, more copies than one a round trip would hold up what is behind them.
     */
    void offerCut(final int peer) {
        final long nowNs = membership.nowNs();
        final long repeatNs = Math.max(Membership.REPEAT_NS, membership.slowTripNs());
        if (epoch.number() > 0 && nowNs - cutSentNs[peer] >= repeatNs && host.linked(peer)) {
            cutSentNs[peer] = nowNs;
            final MembershipMessage out = membership.message().reset(MembershipMessage.Kind.CUT);
            epoch.writeTo(out.term(membership.election().term()));
            host.send(peer, out);
        }
    }

    /** A member that says it is in a newer epoch than we are, of which we can learn there; or nobody. */
    int ahead(final long nowNs) {
        for (int rest = epoch.members() & ~(1 << self) & ~membership.suspects(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (views.isFresh(peer, nowNs) && views.isAhead(peer, epoch)) {
                return peer;
            }
        }
        return Membership.NOBODY;
    }
}
