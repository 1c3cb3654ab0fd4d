package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.protocol.MembershipMessage;

/**
 * Of two peers nobody can know whose state is right, and one that lies would give the other any state it likes. So an
 * order of one of two is offered to the application, and carried out only once that has agreed.
 */
final class RepairConsent {

    private static final long NONE = -1;

    private final RepairTally tally;
    /** The order that was offered, and who gave it: obeyed at once when the application agrees. */
    private final MembershipMessage offer = new MembershipMessage();
    private int leader;
    private long offeredIn = NONE;
    private long offered = NONE;
    private boolean open;
    private boolean given;

    RepairConsent(final RepairTally tally) {
        this.tally = tally;
    }

    /** May an order to load another's state be carried out? If not it is offered, once; the order is repeated. */
    boolean allows(final int from, final int members, final MembershipMessage order) {
        if (Integer.bitCount(members) > 2 || given) {
            return true;
        }
        final int donor = order.seat();
        if (order.term() > offeredIn || order.term() == offeredIn && order.frame(donor) > offered) {
            offeredIn = order.term();
            offered = order.frame(donor);
            open = true;
            leader = from;
            offer.reset(MembershipMessage.Kind.REPAIR).term(offeredIn).established(order.established())
                .epoch(order.epoch()).epochId(order.epochId()).members(order.members()).mask(order.mask()).seat(donor)
                .frame(donor, offered);
            tally.offered(donor, offered);
        }
        return false;
    }

    /** The application agrees to what was offered last; false if nothing was. */
    boolean give() {
        given |= open;
        return given;
    }

    /** Forgets an offer of a peer that is no voter any more: another process in its seat has to ask again. */
    void tick(final int voters) {
        if (open && (voters & 1 << offer.seat()) == 0) {
            used();
        }
    }

    /** Returns whether the application has agreed to a state that was not loaded yet. */
    boolean isGiven() {
        return given;
    }

    /** What was offered last. */
    MembershipMessage offer() {
        return offer;
    }

    /** Who offered it. */
    int leader() {
        return leader;
    }

    /** A state was loaded, or was right already: the next one is offered anew. */
    void used() {
        given = false;
        open = false;
    }
}
