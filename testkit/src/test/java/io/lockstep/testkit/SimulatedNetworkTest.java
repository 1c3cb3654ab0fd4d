package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SimulatedNetworkTest {

    private static final long SEED = 42;
    private static final int MANY = 100_000;
    private static final LinkConditions SWIFT = LinkConditions.latency(5);

    /** Five standard deviations of a count with this probability. */
    private static void assertShare(final double probability, final long of, final long count) {
        final double allowed = 5 * Math.sqrt(of * probability * (1 - probability)) + 1;
        assertEquals(of * probability, count, allowed);
    }

    @Test
    void shouldDeliverEverythingInOrderAfterTheLatency() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        wire.run(Lane.INPUT, 1000, 1);
        wire.pass(10);
        assertEquals(1000, wire.numbers.size());
        assertTrue(wire.inOrder());
        assertEquals(5, wire.longestDelayMs());
        assertEquals(0, wire.network.counters().dropped());
        assertEquals(1000 * (32 + 8 + 28), wire.network.counters().wireBytes());
        assertEquals(1000, wire.network.counters(0).datagrams());
    }

    @Test
    void shouldSayWhenSomethingArrives() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        assertEquals(Long.MAX_VALUE, wire.network.nextArrivalNs());
        wire.network.advanceTo(7);
        wire.send(Lane.INPUT);
        assertEquals(7 + 5 * Wiretap.MS, wire.network.nextArrivalNs());
        assertEquals(7 + 5 * Wiretap.MS, wire.network.nextArrivalNs(1));
        assertEquals(Long.MAX_VALUE, wire.network.nextArrivalNs(0));
        wire.network.advanceTo(6 + 5 * Wiretap.MS);
        assertEquals(0, wire.receiver.poll(0, wire));
        wire.network.advanceTo(7 + 5 * Wiretap.MS);
        assertEquals(1, wire.receiver.poll(0, wire));
    }

    @Test
    void shouldLoseTheShareThatWasAskedFor() {
        final Wiretap wire = new Wiretap(SEED, SWIFT.withLoss(0.05));
        wire.run(Lane.INPUT, MANY, 1);
        wire.pass(10);
        assertShare(0.05, MANY, wire.network.counters().lost());
        assertEquals(MANY - wire.network.counters().lost(), wire.numbers.size());
    }

    @Test
    void shouldLoseInRunsOfTheMeanLength() {
        final Wiretap wire = new Wiretap(SEED, SWIFT.withBurst(0.1, 8));
        wire.run(Lane.INPUT, MANY, 1);
        wire.pass(10);
        int runs = 0;
        for (int i = 1; i < wire.numbers.size(); i++) {
            runs += wire.numbers.get(i) > wire.numbers.get(i - 1) + 1 ? 1 : 0;
        }
        final long lost = wire.network.counters().burstLost();
        assertEquals(8.0 / 17, (double) lost / MANY, 0.02);
        // A run that follows another without a datagram between looks like one: mean 8 / (1 - 0.1).
        assertEquals(8 / 0.9, (double) lost / runs, 0.4);
    }

    @Test
    void shouldDrawDelaysUniformly() {
        final Wiretap wire = new Wiretap(SEED, LinkConditions.latency(20).withJitter(10));
        wire.run(Lane.INPUT, 20_000, 30);
        assertEquals(20_000, wire.numbers.size());
        assertEquals(10, wire.delayMs(0), 1);
        assertEquals(15, wire.delayMs(0.25), 1);
        assertEquals(20, wire.delayMs(0.5), 1);
        assertEquals(25, wire.delayMs(0.75), 1);
        assertEquals(30, wire.delayMs(1), 1);
    }

    @Test
    void shouldNotDelayByLessThanNothing() {
        final Wiretap wire = new Wiretap(SEED, LinkConditions.latency(5).withJitter(20));
        wire.run(Lane.INPUT, 1000, 40);
        assertEquals(1000, wire.numbers.size());
        assertEquals(1, wire.delayMs(0.1));
    }

    @Test
    void shouldDiscardLateDatagramsAsAeronDoes() {
        final Wiretap wire = new Wiretap(SEED, LinkConditions.latency(50).withJitter(40));
        wire.run(Lane.INPUT, 10_000, 10);
        wire.pass(100);
        assertTrue(wire.inOrder());
        assertTrue(wire.network.counters().reordered() > 1000);
        assertEquals(wire.network.counters().reordered(), wire.network.counters().discarded());
        assertEquals(10_000 - wire.network.counters().discarded(), wire.numbers.size());
    }

    @Test
    void shouldDeliverLateDatagramsIfAskedTo() {
        final Wiretap wire = new Wiretap(SEED, LinkConditions.latency(50).withJitter(40));
        wire.network.inputDelivery(Delivery.PLAIN_DATAGRAM);
        wire.run(Lane.INPUT, 10_000, 10);
        wire.pass(100);
        assertFalse(wire.inOrder());
        assertEquals(10_000, wire.numbers.size());
        assertTrue(wire.network.counters().reordered() > 1000);
    }

    @Test
    void shouldReorderTheShareThatWasAskedForWithinTheWindow() {
        final Wiretap wire = new Wiretap(SEED, SWIFT.withReorder(0.1, 4));
        wire.network.inputDelivery(Delivery.PLAIN_DATAGRAM);
        wire.run(Lane.INPUT, MANY, 10);
        wire.pass(300);
        assertEquals(MANY, wire.numbers.size());
        assertShare(0.1, MANY, wire.network.counters().reordered());
        int newest = -1;
        int furthest = 0;
        for (final int number : wire.numbers) {
            newest = Math.max(newest, number);
            furthest = Math.max(furthest, newest - number);
        }
        assertEquals(4, furthest);
        assertEquals(45, wire.longestDelayMs());
    }

    @Test
    void shouldReleaseTheLastDatagramThoughNothingOvertakesIt() {
        final Wiretap wire = new Wiretap(SEED, SWIFT.withReorder(1, 64));
        wire.send(Lane.INPUT);
        wire.pass(HeldBack.MAX_HOLD_NS / Wiretap.MS + 4);
        assertEquals(0, wire.numbers.size());
        wire.pass(1);
        assertEquals(1, wire.numbers.size());
    }

    @Test
    void shouldDuplicateTheShareThatWasAskedFor() {
        final Wiretap wire = new Wiretap(SEED, SWIFT.withDuplicate(0.15));
        wire.network.inputDelivery(Delivery.PLAIN_DATAGRAM);
        wire.run(Lane.INPUT, MANY, 1);
        wire.pass(10);
        assertShare(0.15, MANY, wire.network.counters().duplicated());
        assertEquals(MANY + wire.network.counters().duplicated(), wire.numbers.size());
    }

    @Test
    void shouldDamageTheShareThatWasAskedForAndAlwaysVisibly() {
        final Wiretap wire = new Wiretap(SEED, SWIFT.withCorrupt(0.2));
        wire.run(Lane.INPUT, MANY, 1);
        wire.pass(10);
        assertShare(0.2, MANY, wire.network.counters().corrupted());
        assertEquals(wire.network.counters().corrupted(), wire.damaged);
        assertEquals(MANY - wire.damaged, wire.numbers.size());
    }

    @Test
    void shouldPassWhatTheBandwidthAllowsAndDropTheTail() {
        // 68 bytes on the wire: 80,000 bits a second are 147 datagrams, 1000 are sent.
        final Wiretap wire = new Wiretap(SEED, SWIFT.withBandwidth(80_000, 10));
        wire.run(Lane.INPUT, 10_000, 1);
        wire.pass(200);
        final double bucket = 1500.0 / 68;
        assertEquals(10 * 80_000 / 8.0 / 68 + bucket + 10, wire.numbers.size(), 2);
        assertEquals(10_000 - wire.numbers.size(), wire.network.counters().queueDropped());
        // The longest queue takes ten times 6.8 ms.
        assertEquals(5 + 68, wire.longestDelayMs(), 1);
    }

    @Test
    void shouldLoseWhatIsSentWhileTheLinkIsCut() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        wire.run(Lane.INPUT, 100, 1);
        wire.network.cut(0, 1);
        wire.network.cut(0, 1);
        wire.run(Lane.INPUT, 50, 1);
        wire.network.mend(0, 1);
        wire.run(Lane.INPUT, 50, 1);
        wire.network.mend(0, 1);
        wire.run(Lane.INPUT, 100, 1);
        wire.pass(10);
        assertEquals(100, wire.network.counters().partitioned());
        assertEquals(200, wire.numbers.size());
        assertEquals(99, wire.numbers.get(99));
        assertEquals(200, wire.numbers.get(100));
    }

    @Test
    void shouldDropOnOrder() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        wire.network.dropNext(0, 1, 30);
        wire.run(Lane.INPUT, 100, 1);
        wire.pass(10);
        assertEquals(30, wire.network.counters().droppedOnOrder());
        assertEquals(30, wire.numbers.get(0));
    }

    @Test
    void shouldHealCutsAndOrders() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        wire.network.cut(0, 1);
        wire.network.dropNext(0, 1, 30);
        wire.network.heal();
        wire.run(Lane.INPUT, 100, 1);
        wire.pass(10);
        assertEquals(100, wire.numbers.size());
    }

    @Test
    void shouldTellTheSenderOfAnOutageThatLasts() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        wire.network.cut(1, 0);
        wire.pass(2999);
        assertEquals(SendResult.SENT, wire.send(Lane.INPUT));
        wire.pass(1);
        assertEquals(SendResult.NOT_CONNECTED, wire.send(Lane.INPUT));
        assertEquals(SendResult.NOT_CONNECTED, wire.send(Lane.CONTROL));
        wire.network.mend(1, 0);
        wire.pass(109);
        assertEquals(SendResult.NOT_CONNECTED, wire.send(Lane.INPUT));
        wire.pass(1);
        assertEquals(SendResult.SENT, wire.send(Lane.INPUT));
    }

    @Test
    void shouldKeepTheFateOfOtherDatagramsWhenOneIsDropped() {
        final Wiretap one = new Wiretap(SEED, SWIFT.withLoss(0.3).withJitter(2));
        one.run(Lane.INPUT, 1000, 10);
        final Wiretap other = new Wiretap(SEED, SWIFT.withLoss(0.3).withJitter(2));
        other.run(Lane.INPUT, 10, 10);
        other.network.dropNext(0, 1, 3);
        other.run(Lane.INPUT, 990, 10);
        one.numbers.removeIf(number -> number >= 10 && number < 13);
        assertEquals(one.numbers, other.numbers);
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldRepeatItselfBitForBit(final Profile profile) {
        final Wiretap one = new Wiretap(SEED, profile.conditions().withCorrupt(0.01));
        final Wiretap same = new Wiretap(SEED, profile.conditions().withCorrupt(0.01));
        final Wiretap other = new Wiretap(SEED + 1, profile.conditions().withCorrupt(0.01));
        for (final Wiretap wire : new Wiretap[] {one, same, other}) {
            wire.run(Lane.INPUT, 1000, 16);
            wire.run(Lane.CONTROL, 1000, 16);
        }
        assertEquals(one.hash, same.hash);
        assertNotEquals(one.hash, other.hash);
    }

    @Test
    void shouldReplayWhatWasRecorded() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        final DatagramRecorder recorder = new DatagramRecorder(wire.network, 2);
        wire.network.tap(recorder);
        wire.run(Lane.INPUT, 10, 1);
        assertEquals(2, recorder.size());
        recorder.replay(1);
        wire.pass(10);
        assertEquals(11, wire.numbers.size());
        assertEquals(1, wire.numbers.get(10));
    }

    @Test
    void shouldStartAnewForARestartedPeer() {
        final Wiretap wire = new Wiretap(SEED, SWIFT);
        wire.run(Lane.CONTROL, 10, 1);
        assertEquals(6, wire.numbers.size());
        wire.network.endpoint(1).poll(0, wire);
        assertEquals(0, wire.receiver.poll(0, wire));
        assertEquals(SendResult.CLOSED, wire.receiver.send(0, Lane.INPUT, 0, ByteBuffer.allocate(1)));
        assertEquals(4, wire.network.counters().vanished());
    }

    @Test
    void shouldRefuseMistakes() {
        final SimulatedNetwork network = new SimulatedNetwork(2, SEED);
        network.advanceTo(5);
        assertThrows(IllegalArgumentException.class, () -> network.advanceTo(4));
        assertThrows(IllegalArgumentException.class, () -> network.endpoint(2));
        assertThrows(IllegalArgumentException.class, () -> network.cut(0, 0));
        assertThrows(IllegalArgumentException.class, () -> new SimulatedNetwork(33, SEED));
        assertThrows(IllegalArgumentException.class, () -> LinkConditions.PERFECT.withLoss(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> LinkConditions.PERFECT.withLoss(1.01));
        assertThrows(IllegalArgumentException.class, () -> LinkConditions.PERFECT.withBandwidth(1, 1));
    }
}
