package io.lockstep.core.transport.udp;

/** How often everything has happened. */
final class EventCounts {

    private final long[] counts = new long[DatagramEvent.values().length];

    void add(final DatagramEvent event) {
        counts[event.ordinal()]++;
    }

    long of(final DatagramEvent event) {
        return counts[event.ordinal()];
    }
}
