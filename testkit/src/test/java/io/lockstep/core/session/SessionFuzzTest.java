package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * No sealed message of any kind, at any time, may throw. Seeds are printed; one of them is played again by
 * {@code -Dlockstep.fuzz.first=SEED -Dlockstep.fuzz.matches=1}.
 */
class SessionFuzzTest {

    /** So many are played where nobody asks for others. */
    static final int USUAL = 500;

    private static final long FIRST = Long.getLong("lockstep.fuzz.first", 1);
    private static final int MATCHES = Integer.getInteger("lockstep.fuzz.matches", USUAL);
    /** Matches in which every kind of lie is read somewhere; fewer need not. */
    private static final int ENOUGH = 400;
    /** Seeds of matches in which something was wrong once, far away from those that are played always. */
    private static final long[] PINNED = {
        // A member's hellos, held back on their lane, were all answered at once.
        10633355806780L,
        // A donor that lies gave a newcomer other inputs than were played.
        10634861504476L,
        // Of a peer with two players another handed on an input that had not come yet.
        20823573243179L,
    };
    /** What stands still stands still for ever. */
    private static final Duration PATIENCE = Duration.ofSeconds(60L + MATCHES / 10);

    private final SessionFuzz fuzz = new SessionFuzz();

    @Test
    void shouldThrowNothingWhateverALiarSaysWithAValidSeal() {
        assertTimeoutPreemptively(PATIENCE, () -> assertNull(fuzz.play(FIRST, MATCHES)),
            () -> "stands still: seed " + fuzz.playing());
        if (MATCHES >= ENOUGH) {
            assertEquals(List.of(), fuzz.counts().neverRead(), () -> "never read: " + fuzz.counts());
        }
    }

    @Test
    void shouldFindNothingWrongAnyMoreWhereSomethingWasOnce() {
        for (final long seed : PINNED) {
            assertTimeoutPreemptively(PATIENCE, () -> assertNull(fuzz.play(seed, 1)),
                () -> "stands still: seed " + seed);
        }
    }
}
