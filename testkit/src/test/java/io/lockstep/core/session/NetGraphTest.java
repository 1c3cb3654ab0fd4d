package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import org.junit.jupiter.api.Test;

/** A sample a picture, of a match of three in virtual time. */
class NetGraphTest {

    private static final long PICTURE_MS = 16;
    private static final int SAMPLES = 100;

    private final SimulatedNetwork network =
        new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(20)).followPolls();
    private final Match match = new Match(network, 3, (peer, config) -> config.endFrame(100_000));
    private final NetGraph graph = new NetGraph(2, SAMPLES);

    private Session session() {
        return match.sessions.get(1);
    }

    private void draw(final int pictures) {
        for (int i = 0; i < pictures; i++) {
            match.run(PICTURE_MS);
            graph.sample(session(), match.nowNs);
        }
    }

    private long stalls() {
        long sum = 0;
        for (int i = 0; i < graph.size(); i++) {
            sum += graph.stalls(i);
        }
        return sum;
    }

    @Test
    void shouldShowNothingBeforeTheFirstSample() {
        assertEquals(0, graph.size());
        assertEquals(2, graph.peers());
        assertEquals(-1, graph.peer(0));
        assertEquals(-1, graph.leader());
        assertEquals(0, graph.bytesPerSecond(0));
        assertThrows(IndexOutOfBoundsException.class, () -> graph.rttNs(0, 0));
    }

    @Test
    void shouldKeepTheNewestSamplesOldestFirst() {
        draw(SAMPLES / 2);
        assertEquals(SAMPLES / 2, graph.size());
        draw(SAMPLES);
        assertEquals(SAMPLES, graph.size());
        assertEquals(match.nowNs, graph.timeNs(SAMPLES - 1));
        for (int i = 1; i < SAMPLES; i++) {
            assertEquals(PICTURE_MS * Match.MS, graph.timeNs(i) - graph.timeNs(i - 1));
        }
    }

    @Test
    void shouldSayOfEachPeerWhatTheSessionMeasures() {
        match.run(3000);
        draw(SAMPLES);
        final int newest = SAMPLES - 1;
        assertEquals(0, graph.peer(0));
        assertEquals(2, graph.peer(1));
        assertEquals(40 * Match.MS, graph.rttNs(0, newest), 2 * Match.MS);
        assertEquals(session().statistics().peer(1).slackInNs(), graph.slackNs(1, newest));
        assertEquals(session().inputDelay(), graph.inputDelay(newest));
        assertEquals(session().leader(), graph.leader());
        assertEquals(session().term(), graph.term());
        assertEquals(session().epoch().number(), graph.epoch());
    }

    @Test
    void shouldSayWhatIsSentInASecond() {
        match.run(3000);
        draw(SAMPLES);
        final long before = session().statistics().peer(0).bytesSent();
        draw(63);
        final long sent = session().statistics().peer(0).bytesSent() - before;
        assertTrue(sent > 1000, sent + " bytes");
        assertEquals(sent * 1000 / (63 * PICTURE_MS), graph.bytesPerSecond(0));
    }

    @Test
    void shouldMarkAStallWhereItWasAndWhoseInputWasMissing() {
        match.run(3000);
        draw(SAMPLES);
        assertEquals(0, stalls());
        network.cut(2, 1);
        network.cut(2, 0);
        draw(30);
        network.heal();
        draw(20);
        assertTrue(stalls() > 10, stalls() + " ticks");
        for (int i = 0; i < SAMPLES; i++) {
            assertEquals(0, graph.stalls(0, i));
            assertEquals(graph.stalls(i), graph.stalls(1, i));
            assertTrue(graph.stalls(i) == 0 || i > SAMPLES - 60, "a stall in sample " + i);
        }
    }

    @Test
    void shouldTellWhichWayDatagramsAreLost() {
        network.conditions(2, 1, LinkConditions.latency(20).withLoss(0.3));
        match.run(5000);
        draw(2);
        assertEquals(0.3, graph.lossIn(1, 1), 0.15);
        assertEquals(0, graph.lossOut(1, 1));
        assertEquals(0, graph.lossIn(0, 1));
    }

    /** All counts of a session begin again when it comes back; so they do here, with one that has just begun. */
    @Test
    void shouldGoOnWithTheSessionThatCameBack() {
        match.run(3000);
        network.cut(2, 1);
        draw(SAMPLES);
        assertTrue(stalls() > 0 && graph.bytesPerSecond(0) > 0);
        final Session back = new Match(3, 20, (peer, config) -> { }).sessions.get(1);
        graph.sample(back, match.nowNs + 1);
        assertEquals(0, graph.stalls(SAMPLES - 1));
        assertEquals(0, graph.stalls(1, SAMPLES - 1));
        assertTrue(graph.bytesPerSecond(0) > 0, graph.bytesPerSecond(0) + " bytes a second");
    }

    @Test
    void shouldBecomeTheSameAsAnother() {
        match.run(3000);
        draw(SAMPLES + 7);
        final NetGraph copy = new NetGraph(2, SAMPLES);
        copy.copy(graph);
        draw(1);
        assertEquals(graph.timeNs(SAMPLES - 2), copy.timeNs(SAMPLES - 1));
        assertEquals(graph.rttNs(1, SAMPLES - 2), copy.rttNs(1, SAMPLES - 1));
        assertEquals(graph.leader(), copy.leader());
        assertThrows(IllegalArgumentException.class, () -> copy.copy(new NetGraph(2, SAMPLES + 1)));
    }

    @Test
    void shouldRefuseASessionOfAnotherSize() {
        final NetGraph ofTwo = new NetGraph(1, SAMPLES);
        assertThrows(IllegalArgumentException.class, () -> ofTwo.sample(session(), match.nowNs));
        assertThrows(IllegalArgumentException.class, () -> new NetGraph(32, SAMPLES));
        assertThrows(IllegalArgumentException.class, () -> new NetGraph(1, 1));
    }

    @Test
    void shouldAllocateNothing() {
        match.run(3000);
        final NetGraph copy = new NetGraph(2, SAMPLES);
        draw(1);
        assertEquals(0, Allocations.least(() -> {
            for (int i = 0; i < 1000; i++) {
                graph.sample(session(), match.nowNs);
                copy.copy(graph);
                graph.bytesPerSecond(0);
            }
        }));
    }
}
