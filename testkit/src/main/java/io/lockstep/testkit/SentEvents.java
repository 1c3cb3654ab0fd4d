package io.lockstep.testkit;

import io.lockstep.core.session.Session;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/** What a peer sends beside its inputs; the oracle hears of each event that its session has taken. */
final class SentEvents {

    private final int peer;
    private final EventSource source;
    private final Oracle oracle;
    private final ByteBuffer event;

    private SentEvents(final int peer, final EventSource source, final int mostBytes, final Oracle oracle) {
        this.peer = peer;
        this.source = source;
        this.oracle = oracle;
        event = ByteBuffer.allocate(mostBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Those of a seat; null if it sends none. */
    static @Nullable SentEvents of(final int peer, final Seat seat, final int mostBytes, final Oracle oracle) {
        return seat.events() == null ? null : new SentEvents(peer, seat.events(), mostBytes, oracle);
    }

    /** The session has stepped: asks for an event, and sends it if there is one. */
    void stepped(final Session session) {
        event.clear();
        source.next(session.head(), event);
        event.flip();
        if (event.hasRemaining()) {
            final long hash = Hashing.ofEvent(event);
            if (session.sendEvent(peer, event)) {
                oracle.submissions().sent(peer, hash);
            }
        }
    }
}
