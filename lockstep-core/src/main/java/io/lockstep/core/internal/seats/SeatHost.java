package io.lockstep.core.internal.seats;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.membership.MembershipHost;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.membership.Lie;
import io.lockstep.core.transport.Lane;

/** Puts into effect here what the membership agrees on, and tells it what it needs to know of the match. */
public final class SeatHost implements MembershipHost {

    private final MatchState state;
    private final Lineup lineup;
    private final Departures departures;
    private final MemberLinks links;
    private final Sponsor sponsor;
    private final SnapshotSender snapshots;
    private final JoinProcess join;
    private final ProgressWatch watch;
    private final WaitWatch waits;

    public SeatHost(final MatchState state, final Lineup lineup, final Departures departures, final MemberLinks links,
             final Sponsor sponsor, final SnapshotSender snapshots, final JoinProcess join, final ProgressWatch watch,
             final WaitWatch waits) {
        this.state = state;
        this.lineup = lineup;
        this.departures = departures;
        this.links = links;
        this.sponsor = sponsor;
        this.snapshots = snapshots;
        this.join = join;
        this.watch = watch;
        this.waits = waits;
    }

    @Override
    public void send(final int peer, final Lane lane, final Message message) {
        links.send(peer, lane, message);
    }

    @Override
    public void forward(final int to, final int owner, final long first) {
        links.forward(to, owner, first);
    }

    @Override
    public boolean linked(final int peer) {
        return links.isLinked(peer);
    }

    @Override
    public int incarnation(final int peer) {
        return links.incarnation(peer);
    }

    @Override
    public void observe(final long newSeal) {
        links.seal(newSeal);
    }

    @Override
    public long received(final int peer) {
        return departures.received(peer);
    }

    @Override
    public boolean hasEnded(final int peer) {
        return departures.hasEnded(peer);
    }

    @Override
    public long frame() {
        return state.frame();
    }

    @Override
    public void fence(final long frame, final boolean promised) {
        lineup.fence(frame, promised);
    }

    @Override
    public int seats() {
        return lineup.seats();
    }

    @Override
    public boolean isActive(final int peer) {
        return lineup.isActive(peer);
    }

    @Override
    public void apply(final EpochRecord epoch) {
        final int admitted = epoch.members() & ~lineup.members();
        final boolean comes = join.isAmong(admitted);
        if (comes) {
            join.admitted(epoch.members());
        }
        departures.settle(epoch, comes ? lineup.seats() : lineup.members(), join.firstFrame());
        if (epoch.isBranch()) {
            // Whoever is being given our frames was promised those of the line that we have left.
            snapshots.stop();
        }
        final int unopened = comes ? departures.unopened(join.firstFrame()) : 0;
        lineup.awaiting((lineup.awaiting() | admitted | unopened) & epoch.members());
        lineup.members(epoch.members());
        links.settle(epoch);
        watch.settle(admitted, state.nowNs());
    }

    @Override
    public boolean isWaitedForTooLong(final int peer) {
        return waits.isSpent(peer);
    }

    @Override
    public boolean isOrdered(final int peer, final int incarnation) {
        return sponsor.isOrdered(peer, incarnation);
    }

    @Override
    public void activate(final int peer, final int incarnation) {
        sponsor.activate(peer, incarnation);
    }

    @Override
    public long snapshotFrame() {
        return sponsor.snapshotFrame();
    }

    @Override
    public boolean join(final int peer, final int from, final long frame, final int voters, final boolean known) {
        if (join.isAmong(1 << peer)) {
            final boolean follows = links.isLinked(from) && join.offered(from, frame, voters, known, state.nowNs());
            lineup.members(follows ? voters : lineup.members());
            return follows;
        }
        snapshots.order(peer, from, frame, state.frame() - 1);
        sponsor.vouch(peer, frame);
        return true;
    }

    @Override
    public boolean isGivenAState() {
        return join.isGivenAState();
    }

    @Override
    public long dropTimeoutNs() {
        return watch.dropNs();
    }

    @Override
    public long stateBytes() {
        return snapshots.maxStateBytes();
    }

    @Override
    public boolean isBeyond(final EpochRecord epoch) {
        return join.isBeyond(epoch);
    }

    @Override
    public void vouched(final int from, final long frame, final StateHash hash) {
        join.vouched(from, frame, hash);
    }

    @Override
    public boolean learner(final int from, final long frame) {
        return sponsor.learner(from, frame);
    }

    @Override
    public void confirm(final int from, final long frame) {
        sponsor.confirm(from, frame);
    }

    @Override
    public void evicted() {
        state.end(EndReason.EVICTED, "the others went on without this peer");
    }

    @Override
    public void minority() {
        state.end(EndReason.MINORITY, lineup.followsTheOther()
            ? "the other peer was not heard again, and may have played on"
            : "too few peers are left on this side");
    }

    @Override
    public void awaits(final int peer) {
        departures.awaits(peer);
    }

    @Override
    public void lied(final int peer, final Lie lie) {
        departures.lied(peer, lie);
    }

    @Override
    public void halted() {
        state.end(EndReason.HALTED, "the other peer is lost, and the policy is to stop then");
    }
}
