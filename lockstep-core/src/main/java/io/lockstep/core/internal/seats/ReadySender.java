package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.transport.Lane;

/** Says how far this peer has come. */
public final class ReadySender {

    private final int self;
    private final int incarnation;
    private final Wire wire;
    private final MembershipMessage out = new MembershipMessage();

    public ReadySender(final int self, final int incarnation, final Wire wire) {
        this.self = self;
        this.incarnation = incarnation;
        this.wire = wire;
    }

    /**
     * Sends it.
     *
     * @param joins  our inputs do not count yet
     * @param enough we have come far enough
     * @param asked  the frame after which we want to be told the state; 0 for none
     */
    public void send(final Membership membership, final Link link, final boolean joins, final boolean enough,
              final long frame, final long asked, final long nowNs) {
        final EpochRecord epoch = membership.epoch();
        wire.send(link, Lane.CONTROL, out.reset(MembershipMessage.Kind.READY).joining(joins).ballot(asked)
            .epoch(epoch.number()).epochId(epoch.id()).established(enough).seat(self).frame(self, frame)
            .incarnation(self, incarnation), nowNs);
    }
}
