package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What {@link SessionFuzzTest} does, with seeds that nobody has used, until the time is over: with the profile
 * {@code fuzz} alone, a minute unless {@code -Dlockstep.fuzz.minutes} says otherwise.
 */
@Tag("jazzer")
class SessionFuzzHoursTest {

    private static final int MATCHES = 100;

    @Test
    void shouldThrowNothingForAsLongAsItIsAsked() {
        assumeTrue(System.getenv("JAZZER_FUZZ") != null, "with -Pfuzz");
        final long endNs = System.nanoTime() + TimeUnit.MINUTES.toNanos(Long.getLong("lockstep.fuzz.minutes", 1));
        final SessionFuzz fuzz = new SessionFuzz();
        long first = Long.getLong("lockstep.fuzz.first", System.nanoTime() >>> 1);
        while (System.nanoTime() - endNs < 0) {
            assertNull(fuzz.play(first, MATCHES), fuzz.counts()::toString);
            first += MATCHES;
        }
        System.out.println(fuzz.counts());
        assertEquals(List.of(), fuzz.counts().neverRead(), fuzz.counts()::toString);
    }
}
