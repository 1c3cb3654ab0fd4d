package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TransferTimerTest {

    private static final long MS = 1_000_000L;
    private static final long RTT_NS = 50 * MS;

    private final TransferTimer timer = new TransferTimer();
    private long nowNs = 1000 * MS;
    private long heardNs;

    private void pass(final long ms, final long stepMs, final boolean heard) {
        for (long passed = 0; passed < ms; passed += stepMs) {
            nowNs += stepMs * MS;
            heardNs = heard ? nowNs : heardNs;
            timer.tick(heardNs, nowNs);
        }
    }

    private TransferTimerTest begun() {
        timer.tick(nowNs, nowNs);
        timer.progress();
        return this;
    }

    @Test
    void shouldStallWhenNothingCameForSomeTimeAndFourRoundTrips() {
        begun().pass(1940, 10, true);
        assertFalse(timer.isStalled(RTT_NS));
        pass(10, 10, true);
        assertTrue(timer.isStalled(RTT_NS));
    }

    @Test
    void shouldStallAfterThreeSecondsWhateverTheRoundTrip() {
        begun().pass(3000, 10, true);
        assertTrue(timer.isStalled(Long.MAX_VALUE / 8));
    }

    @Test
    void shouldNotStallWhileSomethingComes() {
        begun();
        for (int chunk = 0; chunk < 10; chunk++) {
            pass(1700, 10, true);
            timer.progress();
            assertFalse(timer.isStalled(RTT_NS));
        }
    }

    @Test
    void shouldNotCountWhileNobodyIsHeard() {
        begun().pass(100, 10, true);
        pass(20_000, 10, false);
        assertFalse(timer.isStalled(RTT_NS));
    }

    @Test
    void shouldNotCountHitchesOfTheReceiver() {
        begun().pass(20_000, 200, true);
        assertFalse(timer.isStalled(RTT_NS));
    }

    @Test
    void shouldWaitLongerWhereThatIsGranted() {
        timer.tick(nowNs, nowNs);
        timer.grant(5000 * MS);
        pass(6900, 10, true);
        assertFalse(timer.isStalled(RTT_NS));
        pass(100, 10, true);
        assertTrue(timer.isStalled(RTT_NS));
    }
}
