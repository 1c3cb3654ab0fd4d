package io.lockstep.aeron;

import io.lockstep.core.transport.Lane;
import org.jspecify.annotations.Nullable;

/**
 * What the receiving side of one lane of one peer knows: the two sessions it lets in, the peer's present one and the
 * one before, and the challenge that a SETUP of another must answer. Each session let in changes the challenge, so that
 * no SETUP recorded before opens anything.
 */
final class IncomingStream {

    /** A session that was let in, and how far it has got. */
    static final class Admitted {
        private boolean exists;
        private int session;
        private int term;
        private int termOffset;

        boolean exists() {
            return exists;
        }

        int session() {
            return session;
        }

        int term() {
            return term;
        }

        int termOffset() {
            return termOffset;
        }

        private boolean is(final int other) {
            return exists && session == other;
        }

        private void begin(final int newSession, final int newTerm, final int newTermOffset) {
            exists = true;
            session = newSession;
            term = newTerm;
            termOffset = newTermOffset;
        }

        private void reach(final int newTerm, final int newTermOffset) {
            if (newTerm - term > 0 || newTerm == term && newTermOffset > termOffset) {
                term = newTerm;
                termOffset = newTermOffset;
            }
        }
    }

    private final int peer;
    private final Lane lane;
    private final int id;
    private Admitted current = new Admitted();
    private Admitted previous = new Admitted();
    private int admissions;
    private long lastSetup;
    private long controls;

    IncomingStream(final int peer, final Lane lane) {
        this.peer = peer;
        this.lane = lane;
        id = StreamIds.of(peer, lane);
    }

    int peer() {
        return peer;
    }

    Lane lane() {
        return lane;
    }

    int id() {
        return id;
    }

    boolean knows(final int session) {
        return current.is(session) || previous.is(session);
    }

    /** Data or a heartbeat of a session that was let in stands here. */
    void reach(final int session, final int term, final int termOffset) {
        (current.is(session) ? current : previous).reach(term, termOffset);
    }

    /** What a SETUP of this session must answer, added to the endpoint's own number. */
    int challenge(final int session) {
        return current.is(session) ? admissions : admissions + 1;
    }

    /** Whether a SETUP that answers the challenge may be let in. */
    boolean isNew(final int session, final long setup) {
        return current.is(session) ? setup > lastSetup : !previous.is(session);
    }

    /** The session that has to go when this one is let in. */
    @Nullable Admitted leftBehindBy(final int session) {
        return current.is(session) || !previous.exists ? null : previous;
    }

    void admit(final int session, final long setup, final int term, final int termOffset) {
        if (!current.is(session)) {
            final Admitted free = previous;
            previous = current;
            current = free;
            admissions++;
        }
        current.begin(session, term, termOffset);
        lastSetup = setup;
    }

    /** The number of our next status message or request for repair. */
    long nextControl() {
        return ++controls;
    }
}
