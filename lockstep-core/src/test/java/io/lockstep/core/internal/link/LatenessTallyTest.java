package io.lockstep.core.internal.link;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatenessTallyTest {

    private static final long TICK_NS = 1_000_000_000L / 60;
    private static final long BIN_NS = TICK_NS / LatenessTally.BINS_PER_TICK;
    private static final int PRICE = 300;
    private static final long SECOND_NS = 1_000_000_000L;

    private LatenessTally tally = new LatenessTally(TICK_NS, PRICE);
    private long nowNs;

    private void add(final int count, final long slackNs) {
        for (int i = 0; i < count; i++) {
            nowNs += TICK_NS;
            tally.add(slackNs, 1, nowNs);
        }
    }

    @Test
    void shouldBeEmptyUntilSomethingComes() {
        assertTrue(tally.isEmpty());
        add(1, 0);
        assertFalse(tally.isEmpty());
        tally.clear();
        assertTrue(tally.isEmpty());
    }

    @Test
    void shouldGoByTheLatestWhileThereAreFew() {
        add(10, 3 * TICK_NS);
        add(1, -2 * TICK_NS);
        add(10, 3 * TICK_NS);
        assertEquals(-2 * TICK_NS, tally.spareNs(), BIN_NS);
    }

    @Test
    void shouldGiveUpAllThatIsEarly() {
        add(100, 3 * TICK_NS);
        assertEquals(3 * TICK_NS, tally.spareNs(), BIN_NS);
        assertTrue(tally.spareNs() <= 3 * TICK_NS, "rounded, but never into a stall");
    }

    @Test
    void shouldBearAStallThatIsRarerThanItsPrice() {
        add(PRICE - 10, 3 * TICK_NS);
        add(1, 0);
        assertEquals(0, tally.spareNs(), BIN_NS);
        add(40, 3 * TICK_NS);
        assertEquals(3 * TICK_NS, tally.spareNs(), BIN_NS, "one in more than the price");
    }

    @Test
    void shouldCountALateInputForEveryTickThatItStalls() {
        add(340, 3 * TICK_NS);
        add(1, TICK_NS / 2);
        assertEquals(5 * TICK_NS / 2, tally.spareNs(), BIN_NS, "two stalled ticks for two ticks, not a third for half");
        add(1, TICK_NS / 2);
        assertEquals(TICK_NS / 2, tally.spareNs(), BIN_NS, "two of them are");
    }

    @Test
    void shouldTakeMoreDelayWhereStallsCostMore() {
        final long[] spares = new long[3];
        final int[] prices = {30, 300, 3000};
        for (int i = 0; i < prices.length; i++) {
            tally = new LatenessTally(TICK_NS, prices[i]);
            final Random jitter = new Random(5);
            for (int n = 0; n < 360; n++) {
                add(1, (long) (-TICK_NS * Math.log(1 - jitter.nextDouble()) * -1));
            }
            spares[i] = tally.spareNs();
        }
        assertTrue(spares[0] > spares[1] && spares[1] > spares[2], spares[0] + " " + spares[1] + " " + spares[2]);
    }

    /** Early and late, near and far, few and many, over minutes, in which whole blocks are forgotten. */
    @ParameterizedTest
    @ValueSource(ints = {1, 30, 300, 3000})
    void shouldFindWhatASearchOfAllBinsFinds(final int price) {
        final int bins = 1 << 9;
        final int origin = 40 * LatenessTally.BINS_PER_TICK;
        final long blockNs = 3 * SECOND_NS / 2;
        for (int seed = 1; seed <= 20; seed++) {
            tally = new LatenessTally(TICK_NS, price);
            final Random random = new Random(seed);
            final Deque<long[]> counted = new ArrayDeque<>();
            final int[] total = new int[bins];
            final int spread = 1 + random.nextInt(bins);
            final int middle = random.nextInt(bins);
            final long startNs = nowNs;
            for (int i = 0; i < 2000; i++) {
                nowNs += TICK_NS;
                final int bin = Math.max(0, Math.min(bins - 1, middle + random.nextInt(spread) - spread / 2));
                tally.add((bin - origin) * BIN_NS + BIN_NS / 2, 1, nowNs);
                final long block = (nowNs - startNs - TICK_NS) / blockNs;
                counted.add(new long[] {block, bin});
                total[bin]++;
                while (counted.peek()[0] <= block - 4) {
                    total[(int) counted.remove()[1]]--;
                }
                if (counted.size() >= LatenessTally.FEW_FRAMES) {
                    assertEquals((cheapest(total, counted.size(), price) - origin) * TICK_NS
                        / LatenessTally.BINS_PER_TICK, tally.spareNs(), "seed " + seed + ", frame " + i);
                }
            }
        }
    }

    private static int cheapest(final int[] total, final int frames, final int price) {
        final int[] late = new int[LatenessTally.BINS_PER_TICK];
        final double each = (double) price / frames;
        double cost = 0;
        double least = 0;
        int cheapest = 0;
        for (int bin = 0; bin < total.length - 1; bin++) {
            late[bin % late.length] += total[bin];
            cost += each * late[bin % late.length] - 1.0 / late.length;
            if (cost <= least) {
                least = cost;
                cheapest = bin + 1;
            }
        }
        return cheapest;
    }

    /** One lost datagram delays all inputs until the next; the match stalls for the first of them. */
    @Test
    void shouldCountInputsThatComeTogetherAsOneStall() {
        for (int i = 0; i < 50; i++) {
            add(5, 2 * TICK_NS);
            nowNs += 2 * TICK_NS;
            tally.add(0, 2, nowNs);
        }
        final long together = tally.spareNs();
        assertEquals(0, together, BIN_NS, "one in seven frames is too many");
        assertEquals(50 * 7, 50 * 5 + 50 * 2);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -3_000_000_000L, Long.MAX_VALUE - 3_000_000_000L})
    void shouldForgetASpikeAfterSixSeconds(final long startNs) {
        nowNs = startNs;
        add(1, -10 * TICK_NS);
        add(20, 0);
        assertEquals(-10 * TICK_NS, tally.spareNs(), BIN_NS);
        add(6 * 60 + 1, 0);
        assertEquals(0, tally.spareNs(), BIN_NS);
    }

    @Test
    void shouldForgetEverythingAfterALongSilence() {
        add(100, -4 * TICK_NS);
        nowNs += 60 * SECOND_NS;
        add(1, TICK_NS);
        assertEquals(TICK_NS, tally.spareNs(), BIN_NS);
    }

    @Test
    void shouldTakeAnOutageForAsLongAsAnyDelayMayBe() {
        add(5, -1000 * TICK_NS);
        add(5, 1000 * TICK_NS);
        assertEquals(-40 * TICK_NS, tally.spareNs(), BIN_NS);
    }

    @Test
    void shouldBeRightAtATickRateThatFillsABin() {
        for (int i = 0; i < 3000; i++) {
            nowNs += SECOND_NS / 1000;
            tally.add(2 * TICK_NS, 1, nowNs);
        }
        assertEquals(2 * TICK_NS, tally.spareNs(), BIN_NS);
        nowNs += 5 * SECOND_NS;
        tally.add(TICK_NS, 1, nowNs);
        assertTrue(tally.spareNs() <= TICK_NS, "what is left of it is counted right");
    }
}
