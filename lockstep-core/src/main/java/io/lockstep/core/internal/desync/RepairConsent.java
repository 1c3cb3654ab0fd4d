package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.protocol.MembershipMessage;

/**
 * Of two peers nobody can know whose state is right, and one that lies would give the other any state it likes. So an
 * order of one of two is offered to the application, and carried out only once that has agreed.
 */
final class RepairConsent {

    private static final long NONE = -1;

    private final RepairTally tally;
    /** The order that was offered, and its leader: obeyed at once when the application agrees. */
    private final MembershipMessage offer = new MembershipMessage();
    private int leader;
    /** Term and frame of the newest order. */
    private long term = NONE;
    private long frame = NONE;
    /** Whether the newest order is carried out: then its copies are, too, and are not offered. */
    private boolean isAllowed;
    private boolean open;
    private boolean given;

    RepairConsent(final RepairTally tally) {
        this.tally = tally;
    }

    /** Returns whether an order to load another's state may be carried out. If not, a new order is offered once. */
    boolean allows(final int from, final int members, final MembershipMessage order) {
        final long of = order.frame(order.seat());
        if (order.term() < term || order.term() == term && of < frame) {
            return false;
        }
        final boolean isNew = order.term() > term || of > frame;
        term = order.term();
        frame = of;
        isAllowed = given || Integer.bitCount(members) > 2 || isAllowed && !isNew;
        if (isNew && !isAllowed) {
            open = true;
            leader = from;
            offer.reset(MembershipMessage.Kind.REPAIR).term(term).established(order.established())
                .epoch(order.epoch()).epochId(order.epochId()).members(order.members()).mask(order.mask())
                .seat(order.seat()).frame(order.seat(), frame);
            tally.offered(order.seat(), frame);
        }
        return isAllowed;
    }

    /** Records that the application agrees to the last offer; returns false if there was none. */
    boolean give() {
        given |= open;
        isAllowed |= open;
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
