package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.election.Election;

/**
 * How a leader takes in a process that asks for it, one at a time: names a snapshot's frame and who sends it, waits
 * until the newcomer says that it has caught up, and has it put into the next epoch.
 */
final class Admission {

    /** Between two copies of the order; it also has every member repeat its word about the state. */
    private static final long JOIN_NS = 200_000_000L;
    /** A donor whose state has not begun to arrive so long after its frame has missed the frame or is gone. */
    private static final long BEGIN_NS = 3_000_000_000L;
    /** Time that a joiner may take besides that for its state on the slowest line, in nanoseconds. */
    private static final long PATIENCE_NS = 40_000_000_000L;
    /**
     * Rate of the slowest line on which a state is sent, in bytes a second: a quarter of the rate at a round trip of
     * 300 ms.
     */
    private static final long SLOWEST_BYTES_PER_SECOND = 16 << 10;
    private static final long NS_PER_S = 1_000_000_000L;
    /** A newcomer says that it is ready several times a second. */
    private static final long READY_NS = 1_000_000_000L;

    private final LocalState state;
    private final PeerViews views;
    private final Voters voters;
    private final Election election;
    private final MembershipHost host;
    private final int self;
    private final EpochRecord epoch;
    private final MembershipMessage out = new MembershipMessage();
    private int seat = Election.NOBODY;
    private int incarnation;
    private int donor;
    /** Donors of whose state nothing came: asked again when all the others are such, too. */
    private int shunned;
    private long frame;
    /** The snapshot's frame was not simulated here before; until it is, nothing can be late. */
    private long dueNs;
    private long sentNs;
    private long readyNs;

    Admission(final LocalState state, final PeerViews views, final Voters voters, final Election election,
              final MembershipHost host) {
        this.state = state;
        this.views = views;
        this.voters = voters;
        this.election = election;
        this.host = host;
        self = state.self();
        epoch = state.epoch();
    }

    void reset() {
        seat = Election.NOBODY;
        readyNs = Long.MIN_VALUE / 2;
    }

    int seat() {
        return seat;
    }

    void ready(final int from) {
        if (from == seat) {
            readyNs = state.nowNs();
        }
    }

    boolean isReady() {
        // A leader that leaves admits nobody: another member may wait for its last input only, and go on alone then.
        return seat != Election.NOBODY && !host.hasEnded(self) && state.nowNs() - readyNs < READY_NS
            && host.incarnation(seat) == incarnation && host.linked(seat) && !epoch.has(seat);
    }

    /** Who wants to be taken in, and can be reached. */
    int candidates() {
        int candidates = 0;
        for (int rest = views.joining(host.seats() & ~(1 << self), state.nowNs()); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            candidates |= host.linked(peer) ? 1 << peer : 0;
        }
        return candidates;
    }

    void tick() {
        final long nowNs = state.nowNs();
        if (seat != Election.NOBODY && !isWanted(seat, nowNs)) {
            reset();
        }
        if (host.frame() <= frame) {
            dueNs = nowNs;
        }
        if (seat == Election.NOBODY) {
            choose(nowNs);
        } else if (isStuck(nowNs)) {
            shunned |= 1 << donor;
            begin(seat, nowNs);
        }
        if (seat != Election.NOBODY && nowNs - sentNs >= state.repeatNs(JOIN_NS)) {
            sentNs = nowNs;
            order();
        }
    }

    private boolean isWanted(final int peer, final long nowNs) {
        return views.isJoining(peer, nowNs) && host.linked(peer) && !epoch.has(peer);
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
        final boolean donorLost = !epoch.has(donor) || (state.suspects() & 1 << donor) != 0;
        return donorLost || host.incarnation(seat) != incarnation
            || nowNs - dueNs >= (views.isGivenAState(seat) ? patienceNs() : BEGIN_NS);
    }

    private long patienceNs() {
        return PATIENCE_NS + host.stateBytes() * NS_PER_S / SLOWEST_BYTES_PER_SECOND;
    }

    private void begin(final int peer, final long nowNs) {
        seat = peer;
        incarnation = host.incarnation(peer);
        donor = nextDonor();
        frame = host.snapshotFrame();
        dueNs = nowNs;
        sentNs = Long.MIN_VALUE / 2;
        readyNs = Long.MIN_VALUE / 2;
    }

    /** The next member after the last donor that got on with it; the leader itself only after all others. */
    private int nextDonor() {
        final int others = voters.others() & ~shunned;
        if (others == 0) {
            shunned = (shunned & 1 << self) != 0 ? 0 : shunned;
            return self;
        }
        final int rest = donor == self ? others : others & -2 << donor;
        return rest == 0 ? self : Integer.numberOfTrailingZeros(rest);
    }

    private void order() {
        out.reset(MembershipMessage.Kind.JOIN).term(election.term()).leads(true).ballot(epoch.ballot())
            .epoch(epoch.number()).epochId(epoch.id()).members(epoch.members()).mask(1 << donor).seat(seat)
            .frame(seat, frame).incarnation(seat, incarnation);
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != self && (epoch.has(peer) || peer == seat) && host.linked(peer)) {
                host.send(peer, out);
            }
        }
        host.join(seat, donor, frame, epoch.members(), true);
    }
}
