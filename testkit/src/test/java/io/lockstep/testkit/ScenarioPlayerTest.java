package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScenarioPlayerTest {

    private static final long MS = 1_000_000L;

    private final Scenario scenario = new Scenario();
    private final List<String> delays = new ArrayList<>();
    private ScenarioPlayer player;

    private void play() {
        scenario.peers = 4;
        scenario.frames = 1;
        player = new ScenarioPlayer(scenario, 1, (peer, ticks) -> delays.add(peer + "=" + ticks));
        for (int peer = 0; peer < 4; peer++) {
            player.network().endpoint(peer);
        }
    }

    /** Does a datagram sent now arrive within 100 ms? */
    private boolean hears(final int from, final int to) {
        final SimulatedNetwork network = player.network();
        final int[] heard = new int[1];
        final Transport sender = network.endpoint(from);
        final Transport receiver = network.endpoint(to);
        sender.send(to, Lane.INPUT, 0, ByteBuffer.allocate(1));
        final long now = network.nowNs();
        final long arrival = network.nextArrivalNs(to);
        if (arrival < now + 100 * MS) {
            network.advanceTo(Math.max(now, arrival));
            receiver.poll(0, (peer, lane, tag, payload) -> heard[0]++);
        }
        return heard[0] > 0;
    }

    @Test
    void shouldSplitAndHeal() {
        scenario.events.add(new ScenarioEvent.Partition(10, 20, List.of(List.of(0, 1), List.of(2))));
        play();
        assertTrue(hears(0, 2));
        player.advanceTo(10 * MS);
        assertFalse(hears(0, 2));
        assertFalse(hears(2, 1));
        assertTrue(hears(0, 1));
        assertTrue(hears(3, 0));
        assertTrue(hears(2, 3));
        assertEquals(30 * MS, player.nextEventNs());
        player.advanceTo(30 * MS);
        assertTrue(hears(0, 2));
        assertTrue(hears(2, 1));
        assertEquals(Long.MAX_VALUE, player.nextEventNs());
    }

    @Test
    void shouldKeepALinkCutUntilTheLastCutEnds() {
        scenario.events.add(new ScenarioEvent.Cut(0, 10, 0, LinkRule.ANY));
        scenario.events.add(new ScenarioEvent.Cut(5, 10, 0, 1));
        play();
        assertFalse(hears(0, 1));
        assertTrue(hears(1, 0));
        player.advanceTo(12 * MS);
        assertFalse(hears(0, 1));
        assertTrue(hears(0, 2));
        player.advanceTo(15 * MS);
        assertTrue(hears(0, 1));
    }

    @Test
    void shouldLayLinkEventsOverEachOther() {
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(50).withLoss(0.1)));
        final LinkRule slow =
            new LinkRule(LinkRule.ANY, LinkRule.ANY, 300.0, null, null, null, null, null, null, null, null);
        final LinkRule slower = new LinkRule(0, 1, 400.0, null, 0.5, null, null, null, null, null, null);
        scenario.events.add(new ScenarioEvent.Link(10, 20, slow));
        scenario.events.add(new ScenarioEvent.Link(15, 10, slower));
        play();
        assertEquals(LinkConditions.latency(50).withLoss(0.1), player.network().conditions(0, 1));
        player.advanceTo(10 * MS);
        assertEquals(LinkConditions.latency(300).withLoss(0.1), player.network().conditions(0, 1));
        player.advanceTo(15 * MS);
        assertEquals(LinkConditions.latency(400).withLoss(0.5), player.network().conditions(0, 1));
        assertEquals(LinkConditions.latency(300).withLoss(0.1), player.network().conditions(1, 0));
        player.advanceTo(25 * MS);
        assertEquals(LinkConditions.latency(300).withLoss(0.1), player.network().conditions(0, 1));
        player.advanceTo(30 * MS);
        assertEquals(LinkConditions.latency(50).withLoss(0.1), player.network().conditions(0, 1));
    }

    @Test
    void shouldLetEachThingHappenAtItsTime() {
        scenario.clocks.add(new Scenario.Clock(2, 1000, 5));
        scenario.polls.add(new Scenario.Poll(3, 100));
        scenario.events.add(new ScenarioEvent.Pause(10, 5, 1));
        scenario.events.add(new ScenarioEvent.SetDelay(12, 1, 7));
        scenario.events.add(new ScenarioEvent.ClockStep(13, 2, -30_000));
        scenario.events.add(new ScenarioEvent.DropNext(14, 0, LinkRule.ANY, 1));
        play();
        assertEquals(100 * MS, player.pollEveryNs(3));
        assertEquals(0, player.pollEveryNs(0));
        assertFalse(player.clock(1).isPaused(0));
        player.advanceTo(14 * MS);
        assertTrue(player.clock(1).isPaused(14 * MS));
        assertFalse(player.clock(1).isPaused(15 * MS));
        assertEquals(List.of("1=7"), delays);
        assertEquals(5 * MS + 1001 * MS, player.clock(2).localNs(1000 * MS));
        assertEquals(5 * MS + 1001 * MS - 30_000 * MS, player.clock(2).wallNs(1000 * MS));
        assertFalse(hears(0, 1));
        assertFalse(hears(0, 2));
        assertTrue(hears(0, 1));
    }

    @Test
    void shouldCalmTheCoreAndLeaveTheRestBroken() {
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(20).withLoss(0.5)));
        scenario.events.add(new ScenarioEvent.Cut(0, 50, LinkRule.ANY, LinkRule.ANY));
        scenario.events.add(new ScenarioEvent.Pause(0, ScenarioEvent.PERMANENT, 1));
        scenario.events.add(new ScenarioEvent.Pause(0, ScenarioEvent.PERMANENT, 3));
        play();
        player.calm(0b0011);
        assertEquals(LinkConditions.latency(20), player.network().conditions(0, 1));
        assertTrue(hears(0, 1));
        player.advanceTo(100 * MS);
        assertFalse(hears(0, 2));
        assertFalse(player.clock(1).isPaused(0));
        assertTrue(player.clock(3).isPaused(0));
    }

    @Test
    void shouldHandOutTheBeginningAndTheEndOfAPauseOfTheMatch() {
        scenario.events.add(new ScenarioEvent.PauseMatch(10, 20, 1));
        scenario.events.add(new ScenarioEvent.PauseMatch(15, ScenarioEvent.PERMANENT, 2));
        scenario.events.add(new ScenarioEvent.ResumeMatch(25, 0));
        play();
        player.advanceTo(15 * MS);
        assertEquals(new ScenarioEvent.PauseMatch(10, 20, 1), player.nextOrder());
        assertEquals(new ScenarioEvent.PauseMatch(15, ScenarioEvent.PERMANENT, 2), player.nextOrder());
        assertNull(player.nextOrder());
        player.advanceTo(40 * MS);
        assertEquals(new ScenarioEvent.ResumeMatch(25, 0), player.nextOrder());
        assertEquals(new ScenarioEvent.ResumeMatch(30, 1), player.nextOrder());
        assertNull(player.nextOrder());
    }

    @Test
    void shouldHandOutWhatIsToHappenToProcessesWhenItIsDue() {
        scenario.events.add(new ScenarioEvent.Restart(20, 1));
        scenario.events.add(new ScenarioEvent.Kill(10, 1));
        scenario.events.add(new ScenarioEvent.Leave(20, 0));
        scenario.events.add(new ScenarioEvent.Join(30, 3));
        scenario.events.add(new ScenarioEvent.KillAt(0, 2, "Cut", 1));
        play();
        assertEquals(new ScenarioEvent.KillAt(0, 2, "Cut", 1), player.nextOrder());
        assertNull(player.nextOrder());
        player.advanceTo(20 * MS);
        assertEquals(new ScenarioEvent.Kill(10, 1), player.nextOrder());
        assertEquals(new ScenarioEvent.Restart(20, 1), player.nextOrder());
        assertEquals(new ScenarioEvent.Leave(20, 0), player.nextOrder());
        assertNull(player.nextOrder());
        player.calm(-1);
        player.advanceTo(40 * MS);
        assertNull(player.nextOrder());
    }
}
