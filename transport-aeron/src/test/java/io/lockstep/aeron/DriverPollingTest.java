package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.agrona.nio.TransportPoller;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Aeron's drivers are told of how to find sockets; that they make no garbage then is for {@link AllocationIT}. */
class DriverPollingTest {

    private static final String NAME = TransportPoller.ITERATION_THRESHOLD_PROP_NAME;

    private final String before = System.clearProperty(NAME);

    @AfterEach
    void restore() {
        System.clearProperty(NAME);
        if (before != null) {
            System.setProperty(NAME, before);
        }
    }

    @Test
    void shouldAskASelectorHoweverFewSocketsThereAre() {
        DriverPolling.bySelector();

        assertEquals(-1, Integer.getInteger(NAME));
    }

    @Test
    void shouldLeaveToTheUserWhatTheUserHasSaid() {
        System.setProperty(NAME, "9");

        DriverPolling.bySelector();

        assertEquals("9", System.getProperty(NAME));
    }
}
