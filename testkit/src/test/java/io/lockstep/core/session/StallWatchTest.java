package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What people are told of stalls and silence, and when. */
class StallWatchTest {

    private static final long ONE_WAY_MS = 20;

    private final SimulatedNetwork network = new SimulatedNetwork(2, 3).followPolls()
        .conditions(LinkConditions.latency(ONE_WAY_MS));
    private Match match;

    @BeforeEach
    void start() {
        match = new Match(network, 2, (peer, config) -> config.endFrame(100_000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
    }

    /** Milliseconds until the event is there; fails when it does not come in time. */
    private long until(final int peer, final SessionEvent.Type type, final int count) {
        final long startNs = match.nowNs;
        assertTrue(match.runUntil(2000, () -> match.count(peer, type) == count), match::toString);
        return (match.nowNs - startNs) / Match.MS;
    }

    @Test
    void shouldNameWhomTheMatchWaitsForAfterAQuarterOfASecond() {
        network.cut(1, 0);
        final Session session = match.sessions.get(0);
        final long stalls = session.statistics().stallTicks();
        assertTrue(match.runUntil(1000, () -> session.statistics().stallTicks() > stalls), match::toString);
        assertEquals(250, until(0, SessionEvent.Type.WAITING_FOR, 1), 1);
        assertTrue(match.events.get(0).contains("WAITING_FOR frame=" + session.frame() + " peer=1 player=1"),
            match::toString);
        match.run(1000);
        assertEquals(1, match.count(0, SessionEvent.Type.WAITING_FOR), "once in a stall");
    }

    @Test
    void shouldTellEachLongStallAndNoShortOne() {
        for (int i = 1; i <= 3; i++) {
            network.cut(1, 0);
            match.run(600);
            network.mend(1, 0);
            match.run(1000);
            assertEquals(i, match.count(0, SessionEvent.Type.WAITING_FOR), match::toString);
        }
        network.cut(1, 0);
        match.run(200);
        network.mend(1, 0);
        match.run(1000);
        assertEquals(3, match.count(0, SessionEvent.Type.WAITING_FOR), match::toString);
    }

    @Test
    void shouldSayWhoIsWaitedForHowLongAndWhenThatIsOver() {
        final Session session = match.sessions.get(0);
        assertEquals("no player", session.waitingFor().toString());
        assertEquals(0, session.stalledNs());
        network.cut(1, 0);
        until(0, SessionEvent.Type.WAITING_FOR, 1);
        assertEquals("player 1", session.waitingFor().toString());
        assertEquals(1, session.waitingFor().first());
        assertEquals(250, session.stalledNs() / Match.MS, 1);
        match.run(100);
        assertEquals(350, session.stalledNs() / Match.MS, 1);
        assertEquals(0, match.count(0, SessionEvent.Type.WAITING_ENDED), match::toString);
        network.mend(1, 0);
        until(0, SessionEvent.Type.WAITING_ENDED, 1);
        assertEquals("no player", session.waitingFor().toString());
        assertEquals(0, session.stalledNs());
    }

    @Test
    void shouldNameNoPlayerInAShortStall() {
        network.cut(1, 0);
        match.run(200);
        assertTrue(match.sessions.get(0).stalledNs() > 50 * Match.MS, match::toString);
        assertTrue(match.sessions.get(0).waitingFor().isEmpty(), match::toString);
        network.mend(1, 0);
        match.run(1000);
        assertEquals(0, match.count(0, SessionEvent.Type.WAITING_ENDED), match::toString);
    }

    @Test
    void shouldNameWhoIsNotConnectedYet() {
        final SimulatedNetwork three = new SimulatedNetwork(3, 3).followPolls()
            .conditions(LinkConditions.latency(ONE_WAY_MS));
        three.cut(2, 0);
        final Match early = new Match(three, 3, (peer, config) -> config.endFrame(1000));
        early.run(1000);
        assertEquals("player 2", early.sessions.get(0).waitingFor().toString());
        assertEquals(0, early.sessions.get(0).stalledNs(), "nothing is due yet");
        three.mend(2, 0);
        early.run(1000);
        assertTrue(early.sessions.get(0).waitingFor().isEmpty());
    }

    @Test
    void shouldTellOfSilenceAfterHalfASecondAndOfItsEnd() {
        network.cut(1, 0);
        final long silentMs = until(0, SessionEvent.Type.PEER_INTERRUPTED, 1);
        assertTrue(silentMs >= 500 && silentMs <= 500 + ONE_WAY_MS + 1, silentMs + " ms");
        assertEquals(0, match.count(0, SessionEvent.Type.PEER_RESUMED));
        match.run(2000);
        assertEquals(1, match.count(0, SessionEvent.Type.PEER_INTERRUPTED), match::toString);
        network.mend(1, 0);
        final long heardMs = until(0, SessionEvent.Type.PEER_RESUMED, 1);
        assertTrue(heardMs >= ONE_WAY_MS && heardMs <= ONE_WAY_MS + 25, heardMs + " ms");
        assertEquals(0, match.count(1, SessionEvent.Type.PEER_INTERRUPTED), "the other way was never cut");
        final long frame = match.sessions.get(0).frame();
        match.run(2000);
        assertTrue(match.sessions.get(0).frame() > frame + 100, match::toString);
    }

    @Test
    void shouldNotTellOfAShortSilence() {
        network.cut(1, 0);
        match.run(450);
        network.mend(1, 0);
        match.run(1000);
        assertEquals(0, match.count(0, SessionEvent.Type.PEER_INTERRUPTED), match::toString);
        assertEquals(0, match.count(0, SessionEvent.Type.PEER_RESUMED), match::toString);
    }
}
