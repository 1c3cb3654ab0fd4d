package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.simnet.LinkConditions;
import io.lockstep.core.simnet.SimulatedNetwork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionMembershipTest {

    private static final int END = 1200;

    private static Match match(final int peers) {
        return new Match(peers, 20, (peer, config) -> config.endFrame(END));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3})
    void shouldPlayOnWithoutAKilledPeer(final int victim) {
        final Match match = match(4);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        assertTrue(match.runUntilEnded(40_000), match::toString);
        long hash = 0;
        for (int index = 0; index < 4; index++) {
            if (index != victim) {
                final Session session = match.sessions.get(index);
                assertEquals(EndReason.FINISHED, session.endReason(), match::toString);
                assertEquals(1, match.count(index, SessionEvent.Type.PEER_DROPPED), match::toString);
                assertTrue(hash == 0 || hash == match.games.get(index).hash, match::toString);
                hash = match.games.get(index).hash;
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldNotStallWhenAPeerLeaves(final int leaver) {
        final Match match = match(3);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        final long[] before = new long[3];
        for (int index = 0; index < 3; index++) {
            before[index] = match.sessions.get(index).statistics().stallTicks();
        }
        match.sessions.get(leaver).leave();
        assertTrue(match.runUntilEnded(40_000), match::toString);
        for (int index = 0; index < 3; index++) {
            assertEquals(before[index], match.sessions.get(index).statistics().stallTicks(), match::toString);
            final EndReason reason = index == leaver ? EndReason.LEFT : EndReason.FINISHED;
            assertEquals(reason, match.sessions.get(index).endReason(), match::toString);
        }
        assertEquals(match.games.get((leaver + 1) % 3).hash, match.games.get((leaver + 2) % 3).hash);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldPlayOnAloneWhenTheOtherOneIsLost(final int victim) {
        final Match match = match(2);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        assertTrue(match.runUntilEnded(40_000), match::toString);
        assertEquals(EndReason.FINISHED, match.sessions.get(1 - victim).endReason(), match::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldEndTheHigherOfTwoByTheTieBreak(final int victim) {
        final Match match = new Match(2, 20,
            (peer, config) -> config.endFrame(END).twoPeerPolicy(TwoPeerPolicy.CONTINUE_TIEBREAK));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        assertTrue(match.runUntilEnded(40_000), match::toString);
        assertEquals(victim == 1 ? EndReason.FINISHED : EndReason.MINORITY,
            match.sessions.get(1 - victim).endReason(), match::toString);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldTakeAKilledPeerBack(final int victim) {
        rejoin(3, victim, 8000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldTakeBackAPeerThatWasNotMissedYet(final int victim) {
        rejoin(3, victim, 1000);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldTakeBackOneOfTwo(final int victim) {
        rejoin(2, victim, 1000);
        rejoin(2, victim, 7000);
    }

    private static void rejoin(final int peers, final int victim, final long afterMs) {
        final SimulatedNetwork network = new SimulatedNetwork(peers, 0).conditions(LinkConditions.latency(20))
            .followPolls();
        final Match match = new Match(network, peers, (peer, config) -> config.endFrame(END));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.killed.add(victim);
        match.run(afterMs);
        match.add(victim, peers, network.endpoint(victim),
            (peer, config) -> config.endFrame(END).joining(true).seed(1000 + victim));
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (int index = 0; index <= peers; index++) {
            if (index != victim) {
                assertEquals(EndReason.FINISHED, match.sessions.get(index).endReason(), match::toString);
                assertEquals(match.games.get(peers).hash, match.games.get(index).hash, match::toString);
            }
        }
        assertEquals(1, match.count(peers, SessionEvent.Type.STARTED), match::toString);
    }

    @Test
    void shouldPauseAndResumeEverywhereInTheSameFrame() {
        final Match match = match(3);
        match.games.forEach(game -> game.pauses = true);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)), match::toString);
        match.sessions.get(1).pause();
        match.run(2000);
        final long steps = match.games.get(0).frames;
        match.run(1000);
        assertEquals(steps, match.games.get(0).frames, match::toString);
        match.sessions.get(1).resume();
        assertTrue(match.runUntilEnded(60_000), match::toString);
        match.assertFinishedAlike(END, "pause");
        assertTrue(match.games.get(0).frames < END, match::toString);
    }
}
