package io.lockstep.core.internal.transport;

import java.util.concurrent.locks.LockSupport;

/** Sleeps for who has nothing that wakes it. */
@SuppressForbidden("here, and only here, the core sleeps without a socket")
public final class Nap {

    /**
     * Who cannot be woken by what arrives looks after so long: nobody sees a millisecond, and sleeping that often costs
     * two percent of a core. Five times as often costs six.
     */
    public static final long BLIND_NS = 1_000_000L;

    private Nap() {
    }

    /**
     * Sleeps. Who was interrupted sleeps all the same, or its loop would turn without end, and stays interrupted; an
     * interrupt that comes meanwhile ends it.
     *
     * @param ns how long; not at all if it is not positive
     */
    public static void rest(final long ns) {
        if (ns <= 0) {
            return;
        }
        final boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(ns);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
