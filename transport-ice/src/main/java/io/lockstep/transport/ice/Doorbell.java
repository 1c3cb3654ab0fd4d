package io.lockstep.transport.ice;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * Wakes one thread that waits for what others bring, without a lock: who brings something writes it first and then
 * looks for a sleeper, who sleeps says so first and then looks for something. One of the two sees the other.
 */
final class Doorbell {

    private volatile Thread sleeper;

    /** Something has come, and was written with the order of a volatile. */
    void ring() {
        final Thread asleep = sleeper;
        if (asleep != null) {
            LockSupport.unpark(asleep);
        }
    }

    /**
     * Sleeps until something is there; may end earlier. Who was interrupted before sleeps all the same and stays so.
     *
     * @param something asked before the sleep
     * @param maxNs     nanoseconds
     */
    void await(final BooleanSupplier something, final long maxNs) {
        final boolean interrupted = Thread.interrupted();
        sleeper = Thread.currentThread();
        if (!something.getAsBoolean()) {
            LockSupport.parkNanos(maxNs);
        }
        sleeper = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
