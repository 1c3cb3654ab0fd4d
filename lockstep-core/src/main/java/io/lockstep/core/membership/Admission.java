package io.lockstep.core.membership;

import io.lockstep.core.protocol.MembershipMessage;
import io.lockstep.core.protocol.Message;

/**
 * How a leader takes in a process that asks for it, one at a time: names a snapshot's frame and who sends it, waits
 * until the newcomer says that it has caught up, and has it put into the next epoch.
 */
final class Admission {

    /** Between two copies of the order; it also has every member repeat its word about the state. */
    private static final long JOIN_NS = 200_000_000L;
    /** A donor that has not begun by then has missed the frame or is gone. */
    private static final long BEGIN_NS = 3_000_000_000L;
    /** The largest state at the default rate takes 16 s, and catching up a little more. */
    private static final long PATIENCE_NS = 40_000_000_000L;
    /** A newcomer says that it is ready several times a second. */
    private static final long READY_NS = 1_000_000_000L;

    private final Membership membership;
    private final MembershipHost host;
    private final int self;
    private int seat = Membership.NOBODY;
    private int incarnation;
    private int donor;
    private long frame;
    private long begunNs;
    private long sentNs;
    private long readyNs;

    Admission(final Membership membership, final MembershipHost host, final int self) {
        this.membership = membership;
        this.host = host;
        this.self = self;
    }

    void reset() {
        seat = Membership.NOBODY;
        readyNs = Long.MIN_VALUE / 2;
    }

    int seat() {
        return seat;
    }

    void ready(final int from) {
        if (from == seat) {
            readyNs = membership.nowNs();
        }
    }

    boolean isReady(final long nowNs) {
        // Who leaves admits nobody: it may be all that another one waits for, who goes on from its last input.
        return seat != Membership.NOBODY && !host.hasEnded(self) && nowNs - readyNs < READY_NS
            && host.incarnation(seat) == incarnation && host.linked(seat) && !membership.epoch().has(seat);
    }

    void tick(final long nowNs) {
        if (seat != Membership.NOBODY && !isWanted(seat, nowNs)) {
            reset();
        }
        if (seat == Membership.NOBODY) {
            choose(nowNs);
        } else if (isStuck(nowNs)) {
            begin(seat, nowNs);
        }
        if (seat != Membership.NOBODY && nowNs - sentNs >= JOIN_NS) {
            sentNs = nowNs;
            order();
        }
    }

    private boolean isWanted(final int peer, final long nowNs) {
        return membership.views().isJoining(peer, nowNs) && host.linked(peer) && !membership.epoch().has(peer);
    }

    private void choose(final long nowNs) {
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != self && isWanted(peer, nowNs)) {
                donor = self;
                begin(peer, nowNs);
                return;
            }
        }
    }

    private boolean isStuck(final long nowNs) {
        final boolean donorLost = !membership.epoch().has(donor) || (membership.suspects() & 1 << donor) != 0;
        final boolean begun = membership.views().hasBegun(seat);
        return donorLost || host.incarnation(seat) != incarnation
            || nowNs - begunNs >= (begun ? PATIENCE_NS : BEGIN_NS);
    }

    private void begin(final int peer, final long nowNs) {
        seat = peer;
        incarnation = host.incarnation(peer);
        donor = nextDonor();
        frame = host.snapshotFrame();
        begunNs = nowNs;
        sentNs = nowNs - JOIN_NS;
        readyNs = Long.MIN_VALUE / 2;
    }

    /** The next member after the last donor; the leader, which has enough to do, when none of the others could. */
    private int nextDonor() {
        final int others = membership.epoch().members() & ~(1 << self) & ~membership.suspects()
            & ~membership.departed();
        if (others == 0) {
            return self;
        }
        final int rest = donor == self ? others : others & -2 << donor;
        return rest == 0 ? self : Integer.numberOfTrailingZeros(rest);
    }

    private void order() {
        final Epoch epoch = membership.epoch();
        final MembershipMessage out = membership.message().reset(MembershipMessage.Kind.JOIN)
            .term(membership.election().term()).leads(true).ballot(epoch.ballot()).epoch(epoch.number())
            .epochId(epoch.id()).members(epoch.members()).mask(1 << donor).seat(seat).frame(seat, frame)
            .incarnation(seat, incarnation);
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != self && (epoch.has(peer) || peer == seat) && host.linked(peer)) {
                host.send(peer, out);
            }
        }
        host.join(seat, donor, frame, epoch.members(), true);
    }
}
