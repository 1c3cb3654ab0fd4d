package io.lockstep.examples.peer;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.core.jfr.JfrEvents;
import io.lockstep.core.session.MatchObserver;
import io.lockstep.core.transport.Transport;

/** What shows a running match from outside: events of the flight recorder, and counters where Aeron carries it. */
final class Instruments {

    private Instruments() {
    }

    static MatchObserver of(final Transport transport, final int player) {
        final MatchObserver events = new JfrEvents(player);
        return transport instanceof AeronTransport aeron ? aeron.counters().and(events) : events;
    }
}
