package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The time after which a chunk is sent again doubles with each loss, and is short again after a success. */
class RetryTimerTest {

    private static final long ROUND_TRIP_NS = 80_000_000L;

    private final RetryTimer timer = new RetryTimer();

    @BeforeEach
    void loseThreeTimesInARow() {
        timer.sample(ROUND_TRIP_NS);
        timer.expired();
        timer.expired();
        timer.expired();
        assertEquals(8 * timer.lateNs(), timer.waitNs());
    }

    @Test
    void shouldWaitNoLongerOnceAChunkIsAcknowledged() {
        timer.sample(ROUND_TRIP_NS);
        assertEquals(timer.lateNs(), timer.waitNs());
    }

    @Test
    void shouldWaitNoLongerOnceThePathIsBack() {
        timer.forgive();
        assertEquals(timer.lateNs(), timer.waitNs());
    }
}
