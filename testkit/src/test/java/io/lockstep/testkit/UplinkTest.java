package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UplinkTest {

    private static final int PEERS = 3;
    private static final long MS = 1_000_000L;
    private static final int LATENCY_MS = 5;
    /** Payload that has 125 bytes with headers: a millisecond on a line of 1 Mbit/s. */
    private static final int PAYLOAD_BYTES = 125 - WireSize.IP_UDP_BYTES;
    private static final long BANDWIDTH_BPS = 1_000_000;
    private static final int QUEUE_MS = 20;

    /** Sends from peer 0 to the others in turn, and records when each datagram arrives. */
    private static List<Long> arrivals(final SimulatedNetwork network, final int count) {
        network.inputDelivery(Delivery.PLAIN_DATAGRAM);
        final Transport[] ends = new Transport[PEERS];
        for (int peer = 0; peer < PEERS; peer++) {
            ends[peer] = network.endpoint(peer);
        }
        for (int i = 0; i < count; i++) {
            ends[0].send(1 + i % (PEERS - 1), Lane.INPUT, i, ByteBuffer.allocate(PAYLOAD_BYTES));
        }
        final List<Long> arrivals = new ArrayList<>();
        for (long ms = 0; ms < 1000; ms++) {
            network.advanceTo(ms * MS);
            for (final Transport end : ends) {
                end.poll(0, (peer, lane, tag, datagram) -> arrivals.add(network.nowNs() / MS));
            }
        }
        return arrivals;
    }

    private static SimulatedNetwork network() {
        return new SimulatedNetwork(PEERS, 1).conditions(LinkConditions.latency(LATENCY_MS));
    }

    private static List<Long> oneAMillisecond(final int count) {
        final List<Long> expected = new ArrayList<>();
        for (long i = 1; i <= count; i++) {
            expected.add(LATENCY_MS + i);
        }
        return expected;
    }

    @Test
    void shouldLetDatagramsToAllPeersPassOneAfterTheOther() {
        final SimulatedNetwork network = network().uplink(0, BANDWIDTH_BPS, QUEUE_MS);
        assertEquals(oneAMillisecond(10), arrivals(network, 10));
        assertEquals(0, network.counters().dropped());
    }

    /** Finds the fault of a separate line for each link. */
    @Test
    void shouldTellASharedLineFromOneForEachLink() {
        final SimulatedNetwork network = network()
            .conditions(LinkConditions.latency(LATENCY_MS).withBandwidth(BANDWIDTH_BPS, QUEUE_MS));
        assertNotEquals(oneAMillisecond(10), arrivals(network, 10));
    }

    @Test
    void shouldDropADatagramThatWouldWaitLongerThanTheQueueAllows() {
        final SimulatedNetwork network = network().uplink(0, BANDWIDTH_BPS, QUEUE_MS);
        assertEquals(oneAMillisecond(QUEUE_MS + 1), arrivals(network, 100));
        assertEquals(100 - QUEUE_MS - 1, network.counters(0).queueDropped());
        assertEquals(100, network.counters(0).datagrams());
    }

    @Test
    void shouldSayHowLongADatagramWaits() {
        final SimulatedNetwork network = network().uplink(0, BANDWIDTH_BPS, QUEUE_MS);
        assertEquals(0, network.uplinkWaitNs(0));
        final List<Long> waits = new ArrayList<>();
        network.tap((from, to, lane, tag, payload) -> waits.add(network.uplinkWaitNs(from) / MS));
        arrivals(network, 4);
        assertEquals(List.of(0L, 1L, 2L, 3L), waits);
        assertEquals(0, network.uplinkWaitNs(0));
        assertEquals(0, network.uplinkWaitNs(1));
    }

    @Test
    void shouldLeaveTheLinesOfOthersAlone() {
        final SimulatedNetwork network = network().uplink(1, BANDWIDTH_BPS, QUEUE_MS);
        assertTrue(arrivals(network, 100).stream().allMatch(ms -> ms == LATENCY_MS));
        assertEquals(0, network.counters().dropped());
    }

    @Test
    void shouldApplyTheConditionsOfTheLinkAfterTheLine() {
        final SimulatedNetwork network = network().uplink(0, BANDWIDTH_BPS, QUEUE_MS)
            .conditions(0, 1, LinkConditions.latency(LATENCY_MS).withLoss(1));
        // A datagram that is lost after the line has used its time on it.
        assertEquals(List.of(7L, 9L, 11L), arrivals(network, 6));
        assertEquals(3, network.counters(0).lost());
    }

    @Test
    void shouldDrainTheControlLaneThroughTheSameLine() {
        final SimulatedNetwork network = network().uplink(0, BANDWIDTH_BPS, QUEUE_MS);
        network.endpoint(1);
        final Transport sender = network.endpoint(0);
        sender.send(1, Lane.CONTROL, 0, ByteBuffer.allocate(125 - WireSize.framed(0)));
        assertEquals(MS, network.uplinkWaitNs(0));
    }

    @Test
    void shouldWorkInAScenario() {
        final Scenario scenario = Scenario.parse(("{\"name\": \"x\", \"peers\": 3, \"frames\": 1, \"uplinks\": "
            + "[{\"peer\": \"*\", \"bandwidthBps\": 2000000, \"queueMs\": 20},"
            + " {\"peer\": 0, \"bandwidthBps\": 1000000, \"queueMs\": 20}],"
            + " \"links\": [{\"from\": \"*\", \"to\": \"*\", \"latencyMs\": 5}]}").getBytes(StandardCharsets.UTF_8));
        final SimulatedNetwork network = new ScenarioPlayer(scenario, 1, (peer, ticks) -> { }).network();
        assertEquals(oneAMillisecond(10), arrivals(network, 10));
    }

    @Test
    void shouldRefuseMistakes() {
        final SimulatedNetwork network = network();
        assertThrows(IllegalArgumentException.class, () -> network.uplink(PEERS, BANDWIDTH_BPS, QUEUE_MS));
        assertThrows(IllegalArgumentException.class, () -> network.uplink(0, 1, QUEUE_MS));
        assertThrows(IllegalArgumentException.class, () -> network.uplink(0, BANDWIDTH_BPS, -1));
        assertThrows(IllegalArgumentException.class, () -> network.uplinkWaitNs(PEERS));
    }
}
