package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.Message;
import java.util.Arrays;

/** How a leader spreads the newest line-up until all members have it, and then lets those play who are new in it. */
final class Activation {

    /** An order to activate takes an input delay to be carried out; after so long it was lost with its leader. */
    private static final long ACTIVATE_NS = 1_000_000_000L;
    /** A newcomer says ten times a second that it keeps pace; so many messages may be lost. */
    private static final long STEADY_NS = 500_000_000L;
    /** A newcomer that does not say by then that it keeps pace never will, on this network: it is activated anyway. */
    private static final long REHEARSAL_LIMIT_NS = 2_000_000_000L;

    private final LocalState state;
    private final PeerViews views;
    private final Voters voters;
    private final StatusSender statuses;
    private final MembershipHost host;
    private final EpochRecord epoch;
    private final long[] activatedNs = new long[Message.MAX_PLAYERS];
    private final long[] steadyNs = new long[Message.MAX_PLAYERS];
    private final long[] awaitedNs = new long[Message.MAX_PLAYERS];

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

    void tick() {
        final long nowNs = state.nowNs();
        boolean all = true;
        for (int rest = epoch.members() & ~(1 << state.self()); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!views.hasApplied(peer, epoch)) {
                statuses.offerCut(peer);
                all = false;
            }
        }
        for (int rest = epoch.members() & ~voters.departed(); rest != 0; rest &= rest - 1) {
            final int peer = Integer.numberOfTrailingZeros(rest);
            if (!all || host.isActive(peer)) {
                awaitedNs[peer] = nowNs;
            } else if (nowNs - activatedNs[peer] >= ACTIVATE_NS
                && (nowNs - steadyNs[peer] < STEADY_NS || nowNs - awaitedNs[peer] >= REHEARSAL_LIMIT_NS)) {
                activatedNs[peer] = nowNs;
                host.activate(peer);
            }
        }
    }

    /** A member that was taken in says that it keeps pace. */
    void steady(final int peer) {
        steadyNs[peer] = state.nowNs();
    }
}
