package io.lockstep.lobby;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Polls that wait for news: one a seat, none of them holds a thread. All wait equally long, so the oldest is due first.
 * Time is handed in. Thread-safe.
 *
 * @param <W> what waits
 */
final class Waits<W> {

    /** Whose poll it is. */
    record Place(String code, int seat) { }

    private record Waiting<W>(W who, long untilMs) { }

    private final int most;
    private final Map<Place, Waiting<W>> waiting = new LinkedHashMap<>();

    Waits(final int most) {
        this.most = most;
    }

    /** Whom it displaces, or null: a seat that polls anew has given the poll before up. */
    synchronized @Nullable W add(final Place place, final W who, final long nowMs) throws Refusal {
        final Waiting<W> before = waiting.remove(place);
        Refusal.unless(waiting.size() < most, LobbyException.Reason.BUSY);
        waiting.put(place, new Waiting<>(who, nowMs + Limits.POLL_MS));
        return before == null ? null : before.who;
    }

    /** True for the one of several that may answer it. */
    synchronized boolean remove(final Place place, final W who) {
        final Waiting<W> there = waiting.get(place);
        return there != null && there.who == who && waiting.remove(place) != null;
    }

    /** Null if nobody waits. */
    synchronized @Nullable W at(final Place place) {
        final Waiting<W> there = waiting.get(place);
        return there == null ? null : there.who;
    }

    synchronized List<Place> places() {
        return new ArrayList<>(waiting.keySet());
    }

    /** Who has waited long enough, and waits no longer. */
    synchronized List<W> due(final long nowMs) {
        final List<W> due = new ArrayList<>();
        final Iterator<Waiting<W>> oldest = waiting.values().iterator();
        while (oldest.hasNext()) {
            final Waiting<W> next = oldest.next();
            if (next.untilMs > nowMs) {
                break;
            }
            oldest.remove();
            due.add(next.who);
        }
        return due;
    }

    synchronized int size() {
        return waiting.size();
    }
}
