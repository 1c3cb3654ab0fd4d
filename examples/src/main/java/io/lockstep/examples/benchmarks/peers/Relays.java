package io.lockstep.examples.benchmarks.peers;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Drives the relays of all matches that are played at once, on one thread. */
final class Relays implements AutoCloseable {

    /** How long it sleeps when there was nothing: what a datagram waits more, a hundredth of a tick. */
    private static final long PARK_NS = 200_000L;

    private final List<MatchRelay> relays = new ArrayList<>();
    private final Thread thread = new Thread(this::run, "relays");
    private volatile boolean closed;

    Relays() {
        thread.setDaemon(true);
        thread.start();
    }

    synchronized void add(final MatchRelay relay) {
        relays.add(relay);
    }

    /** What the players of a match have sent so far. */
    synchronized long bytes(final MatchRelay relay) {
        return relay.bytes();
    }

    private void run() {
        while (!closed) {
            if (round() == 0) {
                LockSupport.parkNanos(PARK_NS);
            }
        }
    }

    private synchronized int round() {
        int work = 0;
        for (final MatchRelay relay : relays) {
            work += relay.poll(System.nanoTime());
        }
        return work;
    }

    @Override
    public synchronized void close() {
        closed = true;
        relays.forEach(MatchRelay::close);
        relays.clear();
    }
}
