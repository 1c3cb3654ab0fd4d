package io.lockstep.aeron;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.agrona.concurrent.EpochClock;

/**
 * The clock in milliseconds by which the driver and its client judge whether the other is alive. It begins at the time
 * of day, which Aeron's tools expect in the driver's files, and then follows the monotonic clock alone: a step of the
 * time of day changes nothing.
 */
final class SteadyClock implements EpochClock {

    private final LongSupplier nanos;
    private final long startNs;
    private final long startMs;

    /**
     * @param nanos   monotonic nanoseconds
     * @param startMs milliseconds since the epoch now, above 0: Aeron takes 0 for "no driver yet"
     */
    SteadyClock(final LongSupplier nanos, final long startMs) {
        this.nanos = nanos;
        this.startMs = startMs;
        startNs = nanos.getAsLong();
    }

    @Override
    public long time() {
        return startMs + TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong() - startNs);
    }
}
