package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Links;
import io.lockstep.core.internal.link.Wire;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.membership.Membership;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.internal.sync.StateHash;
import io.lockstep.core.transport.Lane;

/**
 * What members say to each other about repairs. The lane that repairs losses in order may be seconds behind, and copies
 * would keep it there: it takes the first one, which goes before the state, and the other lane takes them all.
 */
public final class RepairMessages {

    private static final int NOBODY = Membership.NOBODY;

    private final int self;
    private final MatchState state;
    private final Links links;
    private final Wire wire;
    private final MembershipMessage out = new MembershipMessage();

    public RepairMessages(final int self, final MatchState state, final Links links, final Wire wire) {
        this.self = self;
        this.state = state;
        this.links = links;
        this.wire = wire;
    }

    /** Orders targets to load the state of a donor; answers what was sent, which is valid until the next message. */
    public MembershipMessage order(final Membership membership, final int voters, final RepairJudge order,
                            final boolean isCopy) {
        begin(MembershipMessage.Kind.REPAIR, membership.epoch()).term(membership.election().term()).leads(true)
            .established(order.isForced()).members(voters).mask(order.targets()).seat(order.donor())
            .frame(order.donor(), order.frame());
        sendTo(NOBODY, isCopy);
        return out;
    }

    /** Tells a target what our state is after a frame. */
    public void vouch(final EpochRecord epoch, final int peer, final long term, final long frame, final int checksum,
               final StateHash hash, final boolean isCopy) {
        if (links.isOpen(peer)) {
            begin(MembershipMessage.Kind.VOUCH, epoch).term(term).seat(peer).frame(peer, frame).mask(checksum);
            if (hash != null) {
                out.hash(hash.high(), hash.low());
            }
            send(links.of(peer), isCopy);
        }
    }

    /** Says what became of an order: to one peer, or to everybody. */
    public void answer(final EpochRecord epoch, final int to, final RepairAnswer answer, final boolean isCopy) {
        begin(MembershipMessage.Kind.REPAIRED, epoch).term(answer.term()).established(answer.right())
            .seat(answer.donor()).frame(answer.donor(), answer.frame());
        if (answer.donor() != self) {
            out.frame(self, answer.rightFrom());
        }
        sendTo(to, isCopy);
    }

    private MembershipMessage begin(final MembershipMessage.Kind kind, final EpochRecord epoch) {
        return out.reset(kind).epoch(epoch.number()).epochId(epoch.id());
    }

    private void sendTo(final int peer, final boolean isCopy) {
        for (final Link link : links.all()) {
            if (link.isMember() && link.isOpen() && (peer == NOBODY || peer == link.peer)) {
                send(link, isCopy);
            }
        }
    }

    private void send(final Link link, final boolean isCopy) {
        wire.send(link, Lane.INPUT, out, state.nowNs());
        if (!isCopy) {
            wire.send(link, Lane.CONTROL, out, state.nowNs());
        }
    }
}
