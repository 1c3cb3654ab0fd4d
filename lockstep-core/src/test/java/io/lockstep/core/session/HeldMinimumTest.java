package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.internal.link.HeldMinimum;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeldMinimumTest {

    private static final long MS = 1_000_000L;
    private final HeldMinimum held = new HeldMinimum();

    @ParameterizedTest
    @ValueSource(longs = {0, -3_000_000_000L, Long.MAX_VALUE - 1_000_000_000L})
    void shouldBeTheFirstValueAtOnce(final long nowNs) {
        held.add(7, nowNs);
        assertEquals(7, held.value());
        held.add(9, nowNs + 1);
        assertEquals(7, held.value());
        held.add(-5, nowNs + 2);
        assertEquals(-5, held.value());
    }

    /** Half-second steps: the beginning of a step is held for four seconds, its end for three and a half. */
    @ParameterizedTest
    @CsvSource({"0, 4000", "499, 4000", "500, 4500", "1200, 5000"})
    void shouldHoldASpikeForFourSecondsButForHalfASecond(final long spikeMs, final long endMs) {
        for (long ms = 0; ms < 10_000; ms++) {
            held.add(ms == spikeMs ? -50 : 20, ms * MS);
            assertEquals(ms >= spikeMs && ms < endMs ? -50 : 20, held.value(), "after " + ms + " ms");
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {100, 250, 700, 1300, 3900})
    void shouldForgetHoweverRarelyItIsTold(final long everyMs) {
        held.add(-50, 0);
        long ms = everyMs;
        for (; ms < 4000; ms += everyMs) {
            held.add(20, ms * MS);
            assertEquals(-50, held.value(), "after " + ms + " ms");
        }
        held.add(20, ms * MS);
        assertEquals(20, held.value(), "after " + ms + " ms");
    }

    @ParameterizedTest
    @ValueSource(longs = {4000, 4001, 4600, 60_000})
    void shouldForgetEverythingInASilenceOfFourSeconds(final long silenceMs) {
        for (long ms = 0; ms < 4000; ms += 100) {
            held.add(-50, ms * MS);
        }
        held.add(20, (3900 + silenceMs) * MS);
        held.add(20, (3900 + silenceMs + 500) * MS);
        assertEquals(20, held.value());
    }

    @Test
    void shouldTakeTheLeastOfWhatIsStillHeld() {
        held.add(10, 0);
        held.add(5, 1000 * MS);
        held.add(8, 2000 * MS);
        held.add(20, 4100 * MS);
        assertEquals(5, held.value());
        held.add(20, 5100 * MS);
        assertEquals(8, held.value());
        held.add(20, 6100 * MS);
        assertEquals(20, held.value());
    }
}
