package io.lockstep.core.internal.membership;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.election.Election;

/** Who comes in says how far it is: the leader admits it, and the members have its inputs count. */
final class Arrivals {

    private final LocalState state;
    private final Election election;
    private final Admission admission;
    private final Activation activation;
    private final Duties duties;
    private final MembershipHost host;

    Arrivals(final LocalState state, final Election election, final Admission admission, final Activation activation,
             final Duties duties, final MembershipHost host) {
        this.state = state;
        this.election = election;
        this.admission = admission;
        this.activation = activation;
        this.duties = duties;
        this.host = host;
    }

    boolean ready(final int from, final MembershipMessage message) {
        if (state.isJoining() || (message.framesMask() & 1 << from) == 0) {
            return false;
        }
        // What it knows of us may be old: it is told of every frame in order, and its line was cut perhaps.
        final boolean near = host.learner(from, message.frame(from));
        if (message.joining() && !state.epoch().has(from) && message.ballot() > 0) {
            host.confirm(from, message.ballot());
        }
        if (near && message.established() && message.epochId() == state.epoch().id()) {
            if (state.epoch().has(from)) {
                activation.steady(from);
            } else if (election.leads()) {
                admission.ready(from);
            } else {
                duties.ready(from);
            }
        }
        return true;
    }
}
