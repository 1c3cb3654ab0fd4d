package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Who comes for a seat that is empty from the start harms nobody who plays already, or waits for others. */
class EmptySeatTest {

    private static final int EMPTY = 2;
    private static final int PLAYERS = 3;
    private static final long END = 900;
    private static final int OTHER_RATE = 30;

    private final SimulatedNetwork network =
        new SimulatedNetwork(PLAYERS, 0).conditions(LinkConditions.latency(10)).followPolls();

    private Match match(final int peers) {
        return new Match(network, peers, (peer, config) -> config.players(PLAYERS).absent(EMPTY).endFrame(END));
    }

    /** Comes for the empty seat; the number of its session. */
    private int comes(final Match match, final long seed, final Consumer<SessionConfig> adjust) {
        match.add(EMPTY, PLAYERS, CoreCarrier.MEMORY.open(network, EMPTY), (peer, config) ->
            adjust.accept(config.joining(true).endFrame(END).sessionSeed(seed)));
        return match.sessions.size() - 1;
    }

    /** Comes with another configuration, is told so, and goes. */
    private void comesInVain(final Match match, final Consumer<SessionConfig> adjust) {
        final int stranger = comes(match, 77, adjust);
        assertTrue(match.runUntil(6000, () -> match.sessions.get(stranger).phase() == Phase.ENDED), match::toString);
        assertEquals(EndReason.MISMATCH, match.sessions.get(stranger).endReason(), match::toString);
        match.killed.add(stranger);
    }

    private static void assertFinished(final Match match, final int... sessions) {
        assertTrue(match.runUntilEnded(40_000), match::toString);
        for (final int session : sessions) {
            assertEquals(EndReason.FINISHED, match.sessions.get(session).endReason(), match::toString);
            assertEquals(match.games.get(0).hash, match.games.get(session).hash, match::toString);
        }
    }

    @Test
    void shouldCountTheFramesThatWereComparedWithThoseWhoAreThere() {
        final Match match = match(EMPTY);
        assertFinished(match, 0, 1);
        for (final Session session : match.sessions) {
            assertTrue(session.statistics().checkedFrames() > 0, match::toString);
        }
    }

    @Test
    void shouldPlayOnWhenWhoComesIsConfiguredOtherwise() {
        final Match match = match(EMPTY);
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        comesInVain(match, config -> config.tickRate(OTHER_RATE));
        assertEquals(Phase.PLAYING, match.sessions.get(0).phase(), match::toString);
        assertEquals(Phase.PLAYING, match.sessions.get(1).phase(), match::toString);
        final int right = comes(match, 78, config -> { });
        assertFinished(match, 0, 1, right);
    }

    @Test
    void shouldPlayOnWhenTheGameOfWhoComesWasToldSomethingElse() {
        final Match match = match(EMPTY);
        assertTrue(match.runUntil(3000, () -> match.everybodyPast(60)), match::toString);
        comesInVain(match, config -> config.matchConfig(new byte[] {9}));
        assertFinished(match, 0, 1);
    }

    @Test
    void shouldWaitOnWhenWhoComesBeforeTheStartIsConfiguredOtherwise() {
        final Match match = match(1);
        comesInVain(match, config -> config.tickRate(OTHER_RATE));
        assertEquals(Phase.CONNECTING, match.sessions.get(0).phase(), match::toString);
        match.add(1, PLAYERS, CoreCarrier.MEMORY.open(network, 1), (peer, config) ->
            config.absent(EMPTY).endFrame(END));
        assertFinished(match, 0, 2);
    }

    @Test
    void shouldWaitOnWhenWhoComesBeforeTheStartLeavesAgain() {
        final Match match = match(1);
        final int guest = comes(match, 77, config -> { });
        match.run(1000);
        match.sessions.get(guest).leave();
        assertTrue(match.runUntil(6000, () -> match.sessions.get(guest).phase() == Phase.ENDED), match::toString);
        match.run(1000);
        assertEquals(Phase.CONNECTING, match.sessions.get(0).phase(), match::toString);
        match.killed.add(guest);
        match.add(1, PLAYERS, CoreCarrier.MEMORY.open(network, 1), (peer, config) ->
            config.absent(EMPTY).endFrame(END));
        assertFinished(match, 0, 2);
    }
}
