package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import org.junit.jupiter.api.Test;

class ReliableStreamTest {

    private static final long SEED = 7;
    private static final LinkConditions FAR = LinkConditions.latency(50);

    @Test
    void shouldHoldEverythingBackBehindALostDatagram() {
        final Wiretap wire = new Wiretap(SEED, FAR);
        wire.network.dropNext(0, 1, 1);
        wire.run(Lane.CONTROL, 20, 10);
        wire.pass(200);
        assertEquals(20, wire.numbers.size());
        assertTrue(wire.inOrder());
        // Seen when the next arrives 10 ms later, asked for after 1 ms, repaired after a round trip of 100 ms.
        assertEquals(50 + 10 + 1 + 100, wire.delaysNs.get(0) / Wiretap.MS);
        assertEquals(50 + 1 + 100, wire.delaysNs.get(1) / Wiretap.MS);
        assertEquals(50, wire.delaysNs.get(19) / Wiretap.MS);
        // The sender lingers 60 ms over a repair, a request that comes later has it send again.
        assertEquals(2, wire.network.counters().repaired());
    }

    @Test
    void shouldNoticeALostLastDatagramByTheSignOfLife() {
        final Wiretap wire = new Wiretap(SEED, FAR);
        wire.network.dropNext(0, 1, 1);
        wire.run(Lane.CONTROL, 1, 500);
        assertEquals(1, wire.numbers.size());
        assertEquals(50 + 100 + 1 + 100, wire.longestDelayMs());
    }

    @Test
    void shouldRepairOneGapAtATime() {
        final Wiretap wire = new Wiretap(SEED, FAR);
        for (int i = 0; i < 3; i++) {
            wire.network.dropNext(0, 1, 1);
            wire.run(Lane.CONTROL, 2, 10);
        }
        wire.pass(600);
        assertEquals(6, wire.numbers.size());
        assertEquals(50 + 10 + 101, wire.delaysNs.get(0) / Wiretap.MS);
        assertEquals(50 + 10 + 2 * 101 - 20, wire.delaysNs.get(2) / Wiretap.MS);
        assertEquals(50 + 10 + 3 * 101 - 40, wire.delaysNs.get(4) / Wiretap.MS);
    }

    @Test
    void shouldRepairARunOfLossesAtOnce() {
        final Wiretap wire = new Wiretap(SEED, FAR);
        wire.network.dropNext(0, 1, 10);
        wire.run(Lane.CONTROL, 20, 10);
        wire.pass(300);
        assertEquals(20, wire.numbers.size());
        assertEquals(50 + 10 + 101, wire.delaysNs.get(9) / Wiretap.MS);
    }

    @Test
    void shouldBeAsSlowUnderLossAsAeronWasMeasured() {
        final Wiretap wire = new Wiretap(SEED, FAR.withLoss(0.05));
        wire.network.inputDelivery(Delivery.AERON_RELIABLE);
        wire.run(Lane.INPUT, 36_000, 16);
        wire.pass(2000);
        assertEquals(36_000, wire.numbers.size());
        assertTrue(wire.inOrder());
        // Excess over the one-way time at 60 Hz, 5 %, 100 ms: 0.3 / 103 / 186 ms at p50 / p90 / p99.
        assertEquals(50, wire.delayMs(0.5), 1);
        assertEquals(50 + 103, wire.delayMs(0.9), 25);
        assertEquals(50 + 186, wire.delayMs(0.99), 50);
    }

    @Test
    void shouldKeepUpNoMoreWhenGapsComeFasterThanRoundTrips() {
        final Wiretap wire = new Wiretap(SEED, LinkConditions.latency(100).withLoss(0.2));
        wire.network.inputDelivery(Delivery.AERON_RELIABLE);
        wire.run(Lane.INPUT, 3600, 16);
        assertTrue(wire.delayMs(0.99) > 2000, () -> "p99 " + wire.delayMs(0.99) + " ms");
    }

    @Test
    void shouldDeliverEverythingOnceAndInOrderWhateverHappens() {
        for (final Profile profile : Profile.values()) {
            final Wiretap wire = new Wiretap(SEED, profile.conditions());
            wire.run(Lane.CONTROL, 500, 100);
            wire.pass(20_000);
            assertEquals(500, wire.numbers.size(), profile.key());
            assertTrue(wire.inOrder(), profile.key());
        }
    }

    @Test
    void shouldPushBackWhenTheWindowIsFull() {
        final Wiretap wire = new Wiretap(SEED, FAR);
        int sent = 0;
        while (wire.send(Lane.CONTROL) == SendResult.SENT) {
            sent++;
        }
        assertEquals(ReliableStream.WINDOW_BYTES / 64, sent);
        wire.pass(50);
        assertEquals(sent, wire.numbers.size());
        assertEquals(SendResult.SENT, wire.send(Lane.CONTROL));
    }

    @Test
    void shouldRecoverFromAShortOutage() {
        final Wiretap wire = new Wiretap(SEED, FAR);
        wire.network.cut(0, 1);
        wire.network.cut(1, 0);
        wire.run(Lane.CONTROL, 20, 100);
        wire.network.mend(0, 1);
        wire.network.mend(1, 0);
        wire.pass(500);
        assertEquals(20, wire.numbers.size());
        assertEquals(0, wire.network.counters().vanished());
    }

    @Test
    void shouldLoseForGoodWhatAnOutageBeyondTheLivenessSwallowed() {
        final Wiretap wire = new Wiretap(SEED, FAR);
        wire.run(Lane.CONTROL, 1, 100);
        wire.network.cut(0, 1);
        wire.network.cut(1, 0);
        wire.run(Lane.CONTROL, 5, 100);
        wire.pass(40_000);
        assertEquals(SendResult.NOT_CONNECTED, wire.send(Lane.CONTROL));
        wire.network.mend(0, 1);
        wire.network.mend(1, 0);
        wire.pass(199);
        assertEquals(SendResult.NOT_CONNECTED, wire.send(Lane.CONTROL));
        wire.pass(1);
        assertEquals(SendResult.SENT, wire.send(Lane.CONTROL));
        wire.pass(100);
        assertEquals(2, wire.numbers.size());
        assertEquals(5, wire.network.counters().vanished());
    }
}
