package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.replay.RecordingCode;
import io.lockstep.core.replay.RecordingReader;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.core.replay.Verification;
import io.lockstep.core.simnet.LinkConditions;
import io.lockstep.core.simnet.SimulatedNetwork;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A peer whose state has diverged gets that of the others in mid-match. */
class SessionRepairTest {

    private static final long SECOND_NS = 1_000_000_000L;
    private static final int END = 1200;

    private static SimulatedNetwork network(final int peers, final long seed, final LinkConditions conditions) {
        return new SimulatedNetwork(peers, seed).conditions(conditions).followPolls();
    }

    private static Match match(final int peers, final long latencyMs, final BiConsumer<Integer, SessionConfig> adjust) {
        return new Match(network(peers, 0, LinkConditions.latency(latencyMs)), peers, adjust);
    }

    private static BiConsumer<Integer, SessionConfig> toTheEnd() {
        return (peer, config) -> config.endFrame(END);
    }

    private static boolean started(final Match match) {
        return match.runUntil(5000, () -> match.everybodyPast(60));
    }

    private static boolean alike(final Match match) {
        final Session first = match.sessions.get(0);
        for (int index = 0; index < match.sessions.size(); index++) {
            if (match.killed.contains(index)) {
                continue;
            }
            final Session session = match.sessions.get(index);
            if (session.frame() == first.frame() && match.games.get(index).hash != match.games.get(0).hash) {
                return false;
            }
        }
        return true;
    }

    private static long repairs(final Match match) {
        return match.sessions.stream().mapToLong(session -> session.statistics().repairs()).sum();
    }

    private static void assertEndsAlike(final Match match) {
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (int index = 0; index < match.sessions.size(); index++) {
            if (!match.killed.contains(index)) {
                assertEquals(EndReason.FINISHED, match.sessions.get(index).endReason(), match::toString);
                assertEquals(match.games.get(0).hash, match.games.get(index).hash, match::toString);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 0", "3, 0", "3, 1", "3, 2", "4, 0", "4, 3", "8, 0", "8, 5"})
    void shouldRepairWhoeverIsInTheMinority(final int peers, final int diverged) {
        final Match match = match(peers, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(diverged).hash++;
        assertTrue(match.runUntil(2000, () -> repairs(match) > 0), match::toString);
        // Of two nobody knows who is right: the leader is.
        final int repaired = peers == 2 ? 1 : diverged;
        assertEquals(1, match.sessions.get(repaired).statistics().repairs(), match::toString);
        assertEquals(1, match.count(repaired, SessionEvent.Type.STATE_REPAIRED));
        assertEndsAlike(match);
        assertEquals(1, repairs(match), match::toString);
        assertEquals(1, match.games.get(repaired).loads);
        for (int index = 0; index < peers; index++) {
            assertEquals(1, match.count(index, SessionEvent.Type.STATE_REPAIRED), match::toString);
            assertEquals(0, match.sessions.get(index).statistics().stallTicks(), match::toString);
        }
    }
}
