package io.lockstep.transport.ice;

import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.NullUnmarked;

/**
 * Wakes one thread that waits for what others bring, without a lock: who brings something writes it first and then
 * looks for a sleeper, who sleeps says so first and then looks for something. One of the two sees the other.
 */
@NullUnmarked
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
     * Sleeps until something is there. Who was interrupted before sleeps all the same and stays so; an interrupt that
     * comes meanwhile ends it.
     *
     * @param something asked before each sleep
     * @param maxNs     nanoseconds
     */
    void await(final BooleanSupplier something, final long maxNs) {
        final boolean interrupted = Thread.interrupted();
        sleeper = Thread.currentThread();
        final long startNs = System.nanoTime();
        long leftNs = maxNs;
        // More than once: an interrupt of before, or a ring that came late, has left a permit.
        while (leftNs > 0 && !something.getAsBoolean() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(leftNs);
            leftNs = maxNs - (System.nanoTime() - startNs);
        }
        sleeper = null;
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
