package io.lockstep.core.determinism;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.sync.StateBuffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class DeterministicRandomTest {

    private static final int DRAWS = 100_000;

    private final StateBuffer saved = new StateBuffer(64);

    private ByteBuffer save(final DeterministicRandom random) {
        saved.clear();
        random.save(saved);
        return ByteBuffer.wrap(Arrays.copyOf(saved.array(), saved.length()));
    }

    /** The first round of the reference implementation's demonstration, {@code pcg32-demo}: seed 42, stream 54. */
    @Test
    void shouldGiveTheNumbersOfTheReferenceImplementation() {
        final DeterministicRandom random = new DeterministicRandom(42, 54);
        final int[] expected = {0xa15c02b7, 0x7b47f409, 0xba1d3330, 0x83d2f293, 0xbfa4784b, 0xcbed606e};
        assertArrayEquals(expected, draw(random, expected.length));
        final StringBuilder coins = new StringBuilder();
        for (int i = 0; i < 65; i++) {
            coins.append(random.nextInt(2) == 1 ? 'H' : 'T');
        }
        assertEquals("HHTTTHTHHHTHTTTHHHHHTTTHHHTHTHTHTTHTTTHHHHHHTTTTHHTTTTTHTTTTTTTHT", coins.toString());
        final StringBuilder rolls = new StringBuilder();
        for (int i = 0; i < 33; i++) {
            rolls.append(random.nextInt(6) + 1);
        }
        assertEquals("341122324324335231315141564662633", rolls.toString());
    }

    private static int[] draw(final DeterministicRandom random, final int count) {
        final int[] numbers = new int[count];
        for (int i = 0; i < count; i++) {
            numbers[i] = random.nextInt();
        }
        return numbers;
    }

    @Test
    void shouldKeepEveryKindOfNumberForEver() {
        final DeterministicRandom random = new DeterministicRandom(1);
        final String numbers = random.nextInt() + " " + random.nextInt(1000) + " " + random.nextLong() + " "
            + Integer.toHexString(Float.floatToIntBits(random.nextFloat())) + " " + random.nextBoolean() + " "
            + random.nextInt(Integer.MAX_VALUE);
        assertEquals("-499568559 413 -3219900882416881846 3f0aa467 true 550314457", numbers);
        assertEquals("1a6ff14a3734c7050100000000000000", HexFormat.of().formatHex(save(random).array()));
    }

    @Test
    void shouldGoOnWhereItWasSaved() {
        final DeterministicRandom random = new DeterministicRandom(-7, 3);
        draw(random, 1000);
        final ByteBuffer state = save(random);
        assertEquals(DeterministicRandom.STATE_BYTES, state.remaining());
        final int[] next = draw(random, 100);
        for (final ByteOrder order : new ByteOrder[] {ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN}) {
            final DeterministicRandom loaded = new DeterministicRandom(0);
            loaded.load(state.rewind().order(order));
            assertEquals(0, state.remaining());
            assertArrayEquals(next, draw(loaded, 100));
        }
    }

    @Test
    void shouldGiveOtherNumbersForAnotherSeedOrStream() {
        final int[] numbers = draw(new DeterministicRandom(5, 5), 4);
        assertNotEquals(Arrays.toString(numbers), Arrays.toString(draw(new DeterministicRandom(6, 5), 4)));
        assertNotEquals(Arrays.toString(numbers), Arrays.toString(draw(new DeterministicRandom(5, 6), 4)));
    }

    /** With a bound of three quarters of all ints, taking the remainder alone would favour the lower third. */
    @Test
    void shouldHaveNoBias() {
        final DeterministicRandom random = new DeterministicRandom(99);
        final int bound = 3 << 29;
        final int[] thirds = new int[3];
        final int[] dice = new int[6];
        for (int i = 0; i < DRAWS; i++) {
            thirds[random.nextInt(bound) / (bound / 3)]++;
            dice[random.nextInt(6)]++;
        }
        // Six standard deviations of a binomial distribution are 895 and 708.
        for (final int count : thirds) {
            assertEquals(DRAWS / 3.0, count, 895, Arrays.toString(thirds));
        }
        for (final int count : dice) {
            assertEquals(DRAWS / 6.0, count, 708, Arrays.toString(dice));
        }
    }

    @Test
    void shouldKeepFloatsBelowOne() {
        final DeterministicRandom random = new DeterministicRandom(2);
        float largest = 0;
        for (int i = 0; i < DRAWS; i++) {
            final float number = random.nextFloat();
            assertTrue(number >= 0 && number < 1, () -> "" + number);
            largest = Math.max(largest, number);
        }
        assertTrue(largest > 0.999f);
    }

    @Test
    void shouldRefuseABoundOfNothing() {
        final DeterministicRandom random = new DeterministicRandom(2);
        assertEquals("bound is 0, at least 1 is needed",
            assertThrows(IllegalArgumentException.class, () -> random.nextInt(0)).getMessage());
        assertThrows(IllegalArgumentException.class, () -> random.nextInt(Integer.MIN_VALUE));
    }

    @Test
    void shouldAllocateNothing() {
        final DeterministicRandom random = new DeterministicRandom(2);
        final ByteBuffer state = save(random);
        assertEquals(0, Allocations.least(() -> drawEverything(random, state)));
    }

    private void drawEverything(final DeterministicRandom random, final ByteBuffer state) {
        long sum = 0;
        for (int i = 0; i < 1000; i++) {
            sum += random.nextInt() + random.nextInt(6) + random.nextLong() + (random.nextBoolean() ? 1 : 0);
            sum += (long) (random.nextFloat() * 100);
            saved.clear();
            random.save(saved);
            random.load(state.rewind());
        }
        assertNotEquals(0, sum);
    }
}
