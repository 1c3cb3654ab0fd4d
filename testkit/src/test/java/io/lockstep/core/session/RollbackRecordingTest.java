package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordedRollback;
import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.Verification;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.core.replay.RecordingWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions that play ahead record each rollback, if they are asked to. */
class RollbackRecordingTest {

    private static final int END = 900;
    private static final int WINDOW = 8;
    /** Three ticks one way, which is more than the shortest delay. */
    private static final int LATE_MS = 50;

    private final List<MemoryTape> tapes = new ArrayList<>();

    private Match play(final boolean sparse, final boolean recorded) {
        final Match match = new Match(3, LATE_MS, (peer, config) -> {
            final MemoryTape tape = new MemoryTape();
            tapes.add(tape);
            config.endFrame(END).recording(new RecordingWriter(tape, "test").rollbacks(recorded))
                .prediction(new PredictionOptions().frames(WINDOW).sparse(sparse));
        });
        assertTrue(match.runUntilEnded(60_000), match::toString);
        return match;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRecordEachRollbackAndOfWhomTheGuessWasWrong(final boolean sparse) {
        final Match match = play(sparse, true);
        for (int peer = 0; peer < 3; peer++) {
            final RecordingReader recording = tapes.get(peer).read();
            assertEquals(RecordingCode.OK, recording.code(), recording.message());
            assertTrue(Verification.of(recording, new TestGame()).ok());
            final PredictionStatistics statistics = match.sessions.get(peer).statistics().prediction();
            assertTrue(statistics.rollbacks() > 100, match::toString);
            assertEquals(statistics.rollbacks(), recording.rollbackCount());
            assertEquals(statistics.deepest(), recording.deepestRollback());
            for (final RecordedRollback rollback : recording.rollbacks()) {
                assertTrue(rollback.players() != 0 && (rollback.players() & ~(0b111 & ~(1 << peer))) == 0,
                    rollback::toString);
            }
        }
    }

    @Test
    void shouldTellEachOfTwoRecorders() {
        final Match match = new Match(2, LATE_MS, (peer, config) -> {
            final MemoryTape first = new MemoryTape();
            final MemoryTape second = new MemoryTape();
            tapes.add(first);
            tapes.add(second);
            config.endFrame(END).prediction(WINDOW).recording(new RecordingWriter(first, "test").rollbacks(true)
                .and(new RecordingWriter(second, "test").rollbacks(true)));
        });
        assertTrue(match.runUntilEnded(60_000), match::toString);
        final long rollbacks = match.sessions.get(0).statistics().prediction().rollbacks();
        assertTrue(rollbacks > 0, match::toString);
        assertEquals(rollbacks, tapes.get(0).read().rollbackCount());
        assertEquals(rollbacks, tapes.get(1).read().rollbackCount());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRecordNoneUnlessAsked(final boolean sparse) {
        final Match match = play(sparse, false);
        assertTrue(match.sessions.get(0).statistics().prediction().rollbacks() > 100, match::toString);
        assertEquals(0, tapes.get(0).read().rollbackCount());
    }
}
