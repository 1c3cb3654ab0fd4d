package io.lockstep.examples.peer;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.core.jfr.JfrEvents;
import io.lockstep.core.session.MatchObserver;
import io.lockstep.core.transport.Transport;

/** What shows a running match from outside: events of the flight recorder, and counters where Aeron carries it. */
final class Instruments {

    private Instruments() {
    }

    /** Null where there is nothing to show it to: an image of some modules alone may be without a recorder. */
    static MatchObserver of(final Transport transport, final int player) {
        final MatchObserver counters = transport instanceof AeronTransport aeron ? aeron.counters() : null;
        if (ModuleLayer.boot().findModule("jdk.jfr").isEmpty()) {
            return counters;
        }
        final MatchObserver events = new JfrEvents(player);
        return counters == null ? events : counters.and(events);
    }
}
