package io.lockstep.testkit;

import io.lockstep.core.session.Session;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * What a peer sends beside its inputs, as one of its players after the other; the oracle hears of each event that its
 * session has taken.
 */
final class SentEvents {

    private final int peers;
    private final int players;
    private final EventSource source;
    private final Oracle oracle;
    private final ByteBuffer event;
    private final int first;
    /** The player that sends the next one. */
    private int player;

    private SentEvents(final int peer, final EventSource source, final MatchPlan match, final Oracle oracle) {
        peers = match.scenario().peers;
        players = match.scenario().resolvedPlayers();
        first = peer;
        player = peer;
        this.source = source;
        this.oracle = oracle;
        event = ByteBuffer.allocate(match.eventBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Those of a seat; null if it sends none. */
    static @Nullable SentEvents of(final int peer, final Seat seat, final MatchPlan match, final Oracle oracle) {
        return seat.events() == null ? null : new SentEvents(peer, seat.events(), match, oracle);
    }

    /** The session has stepped: asks for an event, and sends it if there is one. */
    void stepped(final Session session) {
        event.clear();
        source.next(session.head(), event);
        event.flip();
        if (event.hasRemaining()) {
            final long hash = Hashing.ofEvent(event);
            if (session.sendEvent(player, event)) {
                oracle.submissions().sent(player, hash);
            }
            player = player + peers < players ? player + peers : first;
        }
    }
}
