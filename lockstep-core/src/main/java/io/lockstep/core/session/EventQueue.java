package io.lockstep.core.session;

/** Events waiting to be pulled, in a ring of reused objects. */
final class EventQueue {

    /** A game polls at least once a frame; more than this in one frame is noise, and the oldest gives way. */
    static final int CAPACITY = 64;

    private final SessionEvent[] ring = new SessionEvent[CAPACITY];
    private final SessionEvent handedOut = new SessionEvent();
    private int head;
    private int size;
    private long dropped;

    EventQueue() {
        for (int i = 0; i < CAPACITY; i++) {
            ring[i] = new SessionEvent();
        }
    }

    /** Adds an event for the caller to fill in; a full queue loses its oldest. */
    SessionEvent add() {
        if (size == CAPACITY) {
            head = (head + 1) % CAPACITY;
            size--;
            dropped++;
        }
        return ring[(head + size++) % CAPACITY];
    }

    /** The oldest event, or null; valid until the next call. */
    SessionEvent poll() {
        if (size == 0) {
            return null;
        }
        final SessionEvent oldest = ring[head];
        handedOut.set(oldest.type(), oldest.peer(), oldest.frame()).player(oldest.player())
            .inputDelay(oldest.inputDelay()).checksums(oldest.localChecksum(), oldest.remoteChecksum())
            .report(oldest.report());
        oldest.report(null);
        head = (head + 1) % CAPACITY;
        size--;
        return handedOut;
    }

    long dropped() {
        return dropped;
    }
}
