package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import java.util.Arrays;

/**
 * How a leader spreads the newest line-up until all members have it, and then lets those play who are new in it. Where
 * three or more play it takes two for that: the others order the same as soon as one has ordered it, but only what they
 * know to be true themselves.
 */
final class Activation {

    /** An order to activate takes an input delay to be carried out; after so long it was lost with its leader. */
    private static final long ACTIVATE_NS = 1_000_000_000L;
    /** A newcomer says ten times a second that it keeps pace; so many messages may be lost. */
    private static final long STEADY_NS = 500_000_000L;
    /** A newcomer that does not say by then that it keeps pace never will, on this network: it is activated anyway. */
    private static final long REHEARSAL_LIMIT_NS = 2_000_000_000L;

    /**
     * Longest time, in nanoseconds, that the leader waits for a playing member to say that it has the line-up, so that
     * it need not stand still for it. Another member may never say it; without this limit it keeps every newcomer from
     * playing.
     */
    private static final long SPREAD_NS = 2_000_000_000L;

    private final LocalState state;
    private final PeerViews views;
    private final Voters voters;
    private final StatusSender statuses;
    private final MembershipHost host;
    private final EpochRecord epoch;
    private final long[] activatedNs = new long[Message.MAX_PLAYERS];
    private final long[] steadyNs = new long[Message.MAX_PLAYERS];
    private final long[] awaitedNs = new long[Message.MAX_PLAYERS];
    /** The epoch that is being spread, and the time at which this began, in nanoseconds. */
    private long spreadEpoch;
    private long spreadNs;

    Activation(final LocalState state, final PeerViews views, final Voters voters, final StatusSender statuses,
               final MembershipHost host) {
        this.state = state;
        this.views = views;
        this.voters = voters;
        this.statuses = statuses;
        this.host = host;
        epoch = state.epoch();
        Arrays.fill(activatedNs, Long.MIN_VALUE / 2);
        Arrays.fill(steadyNs, Long.MIN_VALUE / 2);
    }

    void tick(final boolean leads) {
        final long nowNs = state.nowNs();
        if (!leads || epoch.id() != spreadEpoch) {
            spreadEpoch = epoch.id();
            spreadNs = nowNs;
        }
        final boolean isAwaited = leads && nowNs - spreadNs < SPREAD_NS;
        final boolean all = leads && spread() || !isAwaited && haveNewcomersApplied();
        for (int rest = epoch.members() & ~voters.departed(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!all || host.isActive(peer)) {
                awaitedNs[peer] = nowNs;
            } else if ((leads || mayOrder(peer)) && nowNs - activatedNs[peer] >= ACTIVATE_NS
                && (nowNs - steadyNs[peer] < STEADY_NS || nowNs - awaitedNs[peer] >= REHEARSAL_LIMIT_NS)) {
                activatedNs[peer] = nowNs;
                host.activate(peer, epoch.incarnation(peer));
            }
        }
    }

    /** Gives the line-up to who does not have it yet. True once all have it. */
    private boolean spread() {
        boolean all = true;
        for (int rest = epoch.members() & ~(1 << state.self()); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!views.hasApplied(peer, epoch)) {
                statuses.offerCut(peer);
                all = false;
            }
        }
        return all;
    }

    /**
     * Returns whether the members that do not play yet have applied this epoch, as their STATUS says. A donor may hand
     * them our order before that. A member that plays promised the ballot of this epoch, and so executes no order about
     * a process that it does not know before it has the epoch.
     */
    private boolean haveNewcomersApplied() {
        for (int rest = epoch.members() & ~(1 << state.self()); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!host.isActive(peer) && !views.hasApplied(peer, epoch)) {
                return false;
            }
        }
        return true;
    }

    /** Who does not lead only says the same as another; and whose inputs do not count cannot order anything. */
    private boolean mayOrder(final int peer) {
        return host.isActive(state.self()) && host.isOrdered(peer, epoch.incarnation(peer));
    }

    /** A member that was taken in says that it keeps pace. */
    void steady(final int peer) {
        steadyNs[peer] = state.nowNs();
    }
}
