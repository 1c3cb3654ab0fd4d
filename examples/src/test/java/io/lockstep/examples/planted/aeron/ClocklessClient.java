package io.lockstep.examples.planted.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import org.agrona.concurrent.EpochClock;

/** Gives the driver a clock and leaves the client its own. */
public final class ClocklessClient {

    final Aeron.Context client = new Aeron.Context();

    MediaDriver.Context driver(final EpochClock clock) {
        return new MediaDriver.Context().epochClock(clock);
    }
}
