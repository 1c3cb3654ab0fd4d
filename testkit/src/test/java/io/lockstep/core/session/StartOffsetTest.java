package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Phase;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A peer that starts late, as one does whose first frame loads everything, leaves the others ahead of itself. */
class StartOffsetTest {

    private static final int FRAMES = 600;

    /** Clocks come together by an eighth of a tick per tick. */
    private static final int MAX_STALLS = 60;

    @ParameterizedTest(name = "a hitch of {0} ms at frame {1}, one way {2} ms")
    @CsvSource({"40,0,1", "60,0,1", "100,0,1", "240,0,1", "1000,0,1", "60,0,20", "100,0,20", "100,0,40", "60,300,1",
        "240,300,20", "1000,300,20"})
    void shouldNotStallForEverAfterAHitch(final int hitchMs, final int atFrame, final int oneWayMs) {
        final Match match = new Match(2, oneWayMs, (peer, config) -> config.endFrame(FRAMES));
        final Session late = match.sessions.get(0);
        int hitch = 2 * hitchMs;
        for (int i = 0; i < 2 * 20_000 && match.sessions.get(0).phase() != Phase.ENDED; i++) {
            match.nowNs += Match.MS / 2;
            match.poll(1);
            if (late.phase() == Phase.PLAYING && late.frame() == atFrame && hitch > 0) {
                hitch--;
            } else {
                match.poll(0);
            }
        }
        final long waited = hitchMs * SessionConfig.DEFAULT_TICK_RATE / 1000;
        for (final Session session : match.sessions) {
            assertEquals(FRAMES, session.frame(), match.events.toString());
            assertTrue(session.statistics().stallTicks() <= waited + MAX_STALLS,
                session.statistics().stallTicks() + " stalled ticks");
        }
    }
}
