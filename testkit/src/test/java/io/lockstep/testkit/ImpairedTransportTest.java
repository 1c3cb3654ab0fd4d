package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A perfect network, and an end of it that is made worse. */
class ImpairedTransportTest {

    private static final long MS = 1_000_000L;
    private static final int SEED = 4;

    private final SimulatedNetwork network = new SimulatedNetwork(2, 1).inputDelivery(Delivery.PLAIN_DATAGRAM);
    private final List<Long> restsNs = new ArrayList<>();
    private final ImpairedTransport bad = new ImpairedTransport(new ForwardingTransport(network.endpoint(0)) {
        @Override
        public void await(final long maxNs) {
            restsNs.add(maxNs);
        }
    }, SEED);
    private final Transport other = network.endpoint(1);
    private final List<Long> here = new ArrayList<>();
    private final List<Long> there = new ArrayList<>();
    private final DatagramHandler atHere = (peer, lane, tag, payload) -> here.add(tag);
    private final DatagramHandler atThere = (peer, lane, tag, payload) -> there.add(tag);
    private final ByteBuffer payload = ByteBuffer.allocate(40);

    private void pass(final long milliseconds) {
        network.advanceTo(network.nowNs() + milliseconds * MS);
        bad.poll(network.nowNs(), atHere);
        other.poll(network.nowNs(), atThere);
    }

    private SendResult send(final Transport from, final int to, final Lane lane, final long tag) {
        return from.send(to, lane, tag, payload.clear());
    }

    /** What arrives of a number of datagrams, one each millisecond. */
    private List<Long> arrivals(final Lane lane, final int count) {
        for (int i = 0; i < count; i++) {
            send(bad, 1, lane, i);
            pass(1);
        }
        for (int i = 0; i < 2000; i++) {
            pass(1);
        }
        return there;
    }

    @Test
    void shouldPassEverythingOnAtOnceUnlessToldOtherwise() {
        pass(0);
        send(bad, 1, Lane.INPUT, 1);
        other.poll(network.nowNs(), atThere);
        assertEquals(List.of(1L), there, "and needs no poll for it");
        send(other, 0, Lane.CONTROL, 2);
        pass(0);
        assertEquals(List.of(2L), here);
    }

    @Test
    void shouldHoldEachDirectionForItsOwnLatency() {
        bad.outbound(LinkConditions.latency(20)).inbound(1, LinkConditions.latency(50));
        pass(0);
        send(bad, 1, Lane.INPUT, 1);
        send(other, 0, Lane.INPUT, 2);
        pass(19);
        assertEquals(List.of(), there);
        pass(1);
        assertEquals(List.of(1L), there);
        pass(48);
        assertEquals(List.of(), here, "it set out when this end saw it");
        pass(1);
        assertEquals(List.of(2L), here);
    }

    @Test
    void shouldLoseInputsForGoodAndTheSameOnesWithTheSameSeed() {
        bad.outbound(LinkConditions.PERFECT.withLoss(0.3));
        final List<Long> first = arrivals(Lane.INPUT, 400);
        assertEquals(400, bad.outboundCounters().datagrams());
        assertEquals(400 - bad.outboundCounters().lost(), first.size());
        assertTrue(first.size() > 200 && first.size() < 350, "arrived " + first.size());
        final ImpairedTransportTest again = new ImpairedTransportTest();
        again.bad.outbound(LinkConditions.PERFECT.withLoss(0.3));
        assertEquals(first, again.arrivals(Lane.INPUT, 400));
    }

    @Test
    void shouldHaveOtherLuckWithAnotherSeed() {
        final Transport carrier = new SimulatedNetwork(2, 1).endpoint(0);
        final ImpairedTransport one = new ImpairedTransport(carrier, 1).outbound(LinkConditions.PERFECT.withLoss(0.5));
        final ImpairedTransport two = new ImpairedTransport(carrier, 2).outbound(LinkConditions.PERFECT.withLoss(0.5));
        final List<String> luck = new ArrayList<>();
        for (final ImpairedTransport each : List.of(one, two)) {
            final StringBuilder lost = new StringBuilder();
            each.poll(0, atHere);
            for (int i = 0; i < 64; i++) {
                send(each, 1, Lane.INPUT, i);
                lost.append(each.outboundCounters().lost()).append(' ');
            }
            luck.add(lost.toString());
        }
        assertNotEquals(luck.get(0), luck.get(1));
    }

    @Test
    void shouldRepairWhatIsLostOfTheControlLaneInItsOrder() {
        bad.outbound(LinkConditions.latency(5).withLoss(0.3));
        assertEquals(LongStream.range(0, 200).boxed().toList(), arrivals(Lane.CONTROL, 200));
        assertTrue(bad.outboundCounters().repaired() > 30);
    }

    @Test
    void shouldTakeConditionsFromAnyThreadWhileItRuns() throws InterruptedException {
        pass(0);
        final Thread slider = new Thread(() -> bad.inbound(LinkConditions.PERFECT.withLoss(1)));
        slider.start();
        slider.join();
        assertEquals(1, bad.inbound(1).loss());
        assertEquals(LinkConditions.PERFECT, bad.outbound(1));
        pass(0);
        send(other, 0, Lane.INPUT, 1);
        pass(1);
        bad.inbound(1, LinkConditions.PERFECT);
        pass(1);
        send(other, 0, Lane.INPUT, 2);
        pass(1);
        assertEquals(List.of(2L), here);
        assertEquals(1, bad.inboundCounters(1).lost());
    }

    @Test
    void shouldWakeUpForWhatIsDue() {
        bad.outbound(LinkConditions.latency(7));
        pass(0);
        bad.await(50 * MS);
        send(bad, 1, Lane.INPUT, 1);
        bad.await(50 * MS);
        bad.await(3 * MS);
        assertEquals(List.of(50 * MS, 7 * MS, 3 * MS), restsNs);
    }

    @Test
    void shouldSendOutWhatIsOnItsWayWhenItIsClosed() {
        bad.outbound(LinkConditions.latency(500));
        pass(0);
        send(bad, 1, Lane.CONTROL, 9);
        bad.close();
        other.poll(network.nowNs(), atThere);
        assertEquals(List.of(9L), there);
        assertEquals(SendResult.CLOSED, send(bad, 1, Lane.INPUT, 1));
    }

    @Test
    void shouldCountWhatTheTransportWouldNotTake() {
        pass(0);
        network.endpoint(0);
        send(bad, 1, Lane.INPUT, 1);
        assertEquals(1, bad.refused());
    }

    @Test
    void shouldRefuseDamageWhichNobodyWouldNotice() {
        assertEquals("corrupt is 0.1, a transport's datagrams can only be delayed, doubled and lost: damage would go "
            + "unnoticed", assertThrows(IllegalArgumentException.class,
                () -> bad.inbound(LinkConditions.PERFECT.withCorrupt(0.1))).getMessage());
        assertEquals("peer is 32, allowed is 0 to 31", assertThrows(IllegalArgumentException.class,
            () -> bad.outbound(32, LinkConditions.PERFECT)).getMessage());
    }

    @Test
    void shouldAllocateNothingPerDatagram() {
        bad.outbound(Profile.TERRIBLE.conditions()).inbound(Profile.TERRIBLE.conditions());
        final DatagramHandler nobody = (peer, lane, tag, datagram) -> { };
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 20_000; i++) {
                network.advanceTo(network.nowNs() + 5 * MS);
                bad.poll(network.nowNs(), nobody);
                other.poll(network.nowNs(), nobody);
                for (int lane = 0; lane < 2; lane++) {
                    send(bad, 1, LANES[lane], i);
                    send(other, 0, LANES[lane], i);
                }
            }
        }));
    }

    private static final Lane[] LANES = Lane.values();
}
