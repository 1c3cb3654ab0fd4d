package io.lockstep.examples.planted.aeron;

import io.aeron.Aeron;
import io.aeron.driver.MediaDriver;
import org.agrona.concurrent.EpochClock;

/** Gives the client a clock and leaves the driver its own. */
public final class ClocklessDriver {

    final MediaDriver.Context driver = new MediaDriver.Context();

    Aeron.Context client(final EpochClock clock) {
        return new Aeron.Context().epochClock(clock);
    }
}
