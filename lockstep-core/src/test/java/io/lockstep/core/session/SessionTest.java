package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class SessionTest {

    @Test
    void shouldPlayToTheAgreedEndWithoutAStall() {
        final Match match = new Match(2, 20, (peer, config) -> config.endFrame(600));
        match.run(11_000);
        for (int peer = 0; peer < 2; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(Phase.ENDED, session.phase(), match.events.toString());
            assertEquals(EndReason.FINISHED, session.endReason());
            assertEquals(600, session.frame());
            assertEquals(20, session.statistics().checkedFrames());
            assertEquals(0, session.statistics().desyncs());
            assertEquals(0, session.statistics().stallTicks());
            assertTrue(session.statistics().peer(0).payloadBytes().getMaxValue() <= 64);
        }
        assertEquals(match.games.get(0).hash, match.games.get(1).hash);
    }
}
