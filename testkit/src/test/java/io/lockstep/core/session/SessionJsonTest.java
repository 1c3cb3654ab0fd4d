package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** What is too long for a datagram as text travels as bytes, which everybody understands as well. */
class SessionJsonTest {

    private static final int LAST = 2;
    private static final int LARGE = 20_000;
    private static final BiConsumer<Integer, SessionConfig> JSON =
        (peer, config) -> config.protocolMode(ProtocolMode.JSON);

    private final SimulatedNetwork network =
        new SimulatedNetwork(3, 0).conditions(LinkConditions.latency(10)).followPolls();
    private final Match match = new Match(network, 3, JSON);

    private void play() {
        final byte[] padding = new byte[LARGE];
        new SplittableRandom(1).nextBytes(padding);
        match.games.forEach(game -> game.padding = padding);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
    }

    @Test
    void shouldTakeInAPeerWithALargeState() {
        play();
        match.killed.add(LAST);
        network.kill(LAST);
        match.add(LAST, 3, network.endpoint(LAST), JSON.andThen((peer, config) -> config.joining(true)
            .sessionSeed(1000)));
        assertTrue(match.runUntil(20_000, () -> match.sessions.get(3).phase() == Phase.PLAYING), match::toString);
    }

    @Test
    void shouldRepairAndReportALargeState() {
        play();
        match.games.get(LAST).hash++;
        assertTrue(match.runUntil(10_000, () -> match.sessions.get(LAST).statistics().repairs() == 1
            && match.count(LAST, SessionEvent.Type.DESYNC_REPORT) == 2), match::toString);
        assertEquals(match.games.get(0).hash, match.games.get(LAST).hash);
    }
}
