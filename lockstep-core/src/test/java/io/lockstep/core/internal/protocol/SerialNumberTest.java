package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SerialNumberTest {

    private static final long SEED = 0x5EED_0002L;
    private static final int RANDOM_LOCALS = 100_000;

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 255, 256, 65_535, 65_536, 131_071, 1L << 24, (1L << 24) - 1, 1L << 32, (1L << 32) - 1,
        1L << 53, (1L << 53) + 1, 1L << 62})
    void shouldUnwrapAroundAWrap(final long wrap) {
        for (long local = Math.max(0, wrap - 300); local <= wrap + 300; local++) {
            checkEveryDistance(local);
        }
    }

    private static void checkEveryDistance(final long local) {
        for (int distance = -300; distance <= 300; distance++) {
            final long expected = Math.abs(distance) <= SerialNumber.WINDOW ? local + distance : SerialNumber.OUTSIDE;
            final long value = local + distance;
            if (SerialNumber.unwrap((int) value & 0xFFFF, local) != expected) {
                assertEquals(expected, SerialNumber.unwrap((int) value & 0xFFFF, local), "local " + local);
            }
        }
    }

    @Test
    void shouldUnwrapOrRefuseWhateverArrives() {
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < RANDOM_LOCALS; i++) {
            final long local = random.nextLong() >>> 2 + random.nextInt(62);
            final int wire = random.nextInt(1 << Short.SIZE);
            final long found = SerialNumber.unwrap(wire, local);
            final String what = "seed " + SEED + " local " + local + " wire " + wire;
            if (found == SerialNumber.OUTSIDE) {
                final long ahead = wire - local & 0xFFFF;
                assertTrue(ahead > SerialNumber.WINDOW && ahead < (1 << Short.SIZE) - SerialNumber.WINDOW, what);
            } else {
                assertEquals(wire, found & 0xFFFF, what);
                assertTrue(Math.abs(found - local) <= SerialNumber.WINDOW, what);
            }
        }
    }

    @Test
    void shouldGiveNegativeValuesNearZeroForTheCallerToRefuse() {
        assertEquals(-1, SerialNumber.unwrap(65_535, 0));
        assertEquals(-256, SerialNumber.unwrap(65_280, 0));
        assertEquals(SerialNumber.OUTSIDE, SerialNumber.unwrap(65_279, 0));
    }

    @Test
    void shouldRefuseTheOppositeSideOfTheCircle() {
        assertEquals(SerialNumber.OUTSIDE, SerialNumber.unwrap(32_768, 0));
        assertEquals(SerialNumber.OUTSIDE, SerialNumber.unwrap(0, 32_768));
    }
}
