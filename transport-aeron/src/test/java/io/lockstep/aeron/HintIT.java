package io.lockstep.aeron;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.aeron.CncFileDescriptor;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the transport's hints about a peer that is not heard. */
class HintIT {

    /** Five seconds: longer than a stuck lane goes unreported, and longer than a silent peer counts as connected. */
    private static final int TICKS = 320;

    @TempDir
    Path base;

    private TappedMatch match;

    @BeforeEach
    void connect() {
        match = new TappedMatch(base, true);
        match.connect();
        match.play(TICKS, () -> { });
        assertNull(match.a.transport.hint(1));
        assertNull(match.b.transport.hint(0));
    }

    @AfterEach
    void close() {
        match.close();
    }

    private static void assertSays(final String expected, final String hint) {
        assertTrue(hint != null && hint.contains(expected), String.valueOf(hint));
    }

    @Test
    void shouldTellThatLongDatagramsDoNotArrive() {
        match.taps[0].longest = 300;
        assertEquals(SendResult.SENT, match.a.transport.send(1, Lane.CONTROL, 1, Net.payload(600, 1)));
        match.play(TICKS, () -> { });

        assertSays("long datagrams of player 0 do not arrive: if the path carries less than 1244 B",
            match.b.transport.hint(0));
        assertNull(match.a.transport.hint(1));
    }

    @Test
    void shouldTellThatTheDirectoryOfTheDriverIsGone() throws IOException {
        Files.delete(Path.of(match.a.transport.aeronDirectory()).resolve(CncFileDescriptor.CNC_FILE));
        match.play(TICKS, () -> { });

        assertSays("RemoveIPC", match.a.transport.hint(1));
        assertSays("has removed the media driver's directory", match.a.transport.lastError());
        assertNull(match.a.transport.failure());
    }

    @Test
    void shouldTellThatAPeerMustComeBackFromItsOldAddress() {
        match.b.kill();
        match.play(TICKS, () -> { });

        assertSays("has to come back from the old one", match.a.transport.hint(1));
    }

    @Test
    void shouldTellWhereAnAnswerComesFrom() {
        match.b.kill();
        match.play(TICKS, () -> { });
        try (Attacker elsewhere = new Attacker(match.ports[0])) {
            elsewhere.send(elsewhere.control(Attacker.STATUS, new byte[36], (byte) 0));
            match.play(1, () -> { });
        }

        assertSays("somebody answers from 127.0.0.1:", match.a.transport.hint(1));
    }
}
