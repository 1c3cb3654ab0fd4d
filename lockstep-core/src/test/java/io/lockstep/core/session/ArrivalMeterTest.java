package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.link.ArrivalMeter;
import org.junit.jupiter.api.Test;

class ArrivalMeterTest {

    private static final long MS = 1_000_000L;
    private static final long TICK_NS = 1_000_000_000L / 60;
    private static final long SPACING_NS = TICK_NS / 2;
    private static final double ONE_LOST = 1.0 / 64;

    private final ArrivalMeter meter = new ArrivalMeter(TICK_NS, 300);
    private long nowNs;
    private int sequence;

    private void arrive(final long slackNs) {
        nowNs += TICK_NS;
        meter.sample(++sequence, slackNs, nowNs);
    }

    private void arrive(final int count, final long slackNs) {
        for (int i = 0; i < count; i++) {
            arrive(slackNs);
        }
    }

    @Test
    void shouldKnowNothingBeforeTheFirstWindow() {
        assertFalse(meter.known());
        meter.other(5);
        assertFalse(meter.known());
        arrive(20 * MS);
        assertTrue(meter.known());
        assertEquals(20 * MS, meter.meanNs());
        assertEquals(20 * MS, meter.spareNs(), "nothing else is known of it");
        assertEquals(0, meter.loss());
    }

    @Test
    void shouldMoveTheMeanASixteenthOfTheWay() {
        arrive(20 * MS);
        arrive(36 * MS);
        assertEquals(21 * MS, meter.meanNs());
        arrive(5 * MS);
        assertEquals(20 * MS, meter.meanNs());
        arrive(300, -8 * MS);
        assertEquals(-8 * MS, meter.meanNs(), 16);
    }

    @Test
    void shouldCountWhatIsMissingBetweenDatagramsThatAreAllEquallySlow() {
        arrive(10, 20 * MS);
        sequence++;
        arrive(20 * MS);
        assertEquals(ONE_LOST - ONE_LOST * ONE_LOST, meter.loss(), 1e-9);
        sequence += 3;
        final double before = meter.loss();
        arrive(20 * MS);
        assertTrue(meter.loss() > before + 2 * ONE_LOST && meter.loss() < before + 3 * ONE_LOST, "" + meter.loss());
    }

    @Test
    void shouldFindTheShareThatIsLost() {
        arrive(10, 20 * MS);
        double sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sequence += i % 19 == 0 ? 1 : 0;
            arrive(20 * MS);
            sum += meter.loss();
            assertTrue(i < 1000 || Math.abs(meter.loss() - 0.05) < 0.02, "after " + i + ": " + meter.loss());
        }
        assertEquals(0.05, sum / 20_000, 0.005);
    }

    @Test
    void shouldForgetLossWithinSomeSeconds() {
        arrive(10, 20 * MS);
        sequence += 20;
        arrive(20 * MS);
        assertTrue(meter.loss() > 0.2, "" + meter.loss());
        arrive(600, 20 * MS);
        assertTrue(meter.loss() < 1e-4, "" + meter.loss());
    }

    /** What a fast datagram leaves behind itself it may have overtaken. */
    @Test
    void shouldNotCountWhatAFasterDatagramMayHaveOvertaken() {
        arrive(10, 20 * MS);
        sequence++;
        arrive(20 * MS + SPACING_NS + 1);
        assertEquals(0, meter.loss());
        sequence++;
        arrive(20 * MS + SPACING_NS);
        assertTrue(meter.loss() > 0);
    }

    @Test
    void shouldSeeLossThroughJitterByTheSlowestDatagrams() {
        double sum = 0;
        for (int i = 0; i < 20_000; i++) {
            sequence += i % 10 == 0 ? 1 : 0;
            arrive((i * 7L % 40) * MS);
            sum += i < 1000 ? 0 : meter.loss();
        }
        // A tenth of all gaps stands before a datagram among the slowest; each of those tells of one lost or none.
        assertTrue(sum / 19_000 > 0.04 && sum / 19_000 < 0.25, "" + sum / 19_000);
    }

    @Test
    void shouldNotTakeHeartbeatsAndRelaysBetweenWindowsForLost() {
        for (int i = 0; i < 200; i++) {
            meter.other(++sequence);
            meter.other(++sequence);
            arrive(20 * MS);
        }
        assertEquals(0, meter.loss());
    }

    @Test
    void shouldNotGoBackForAnOldHeartbeat() {
        arrive(10, 20 * MS);
        meter.other(3);
        arrive(20 * MS);
        assertEquals(0, meter.loss());
    }

    @Test
    void shouldNotTakeAnOutageForLoss() {
        arrive(10, 20 * MS);
        sequence += 64;
        arrive(20 * MS);
        final double longest = meter.loss();
        assertEquals(1 - Math.pow(1 - ONE_LOST, 64), longest / (1 - ONE_LOST), 1e-9);
        sequence += 65;
        arrive(20 * MS);
        assertTrue(meter.loss() < longest, meter.loss() + " after " + longest);
    }

    @Test
    void shouldNotCountWhatCameBeforeTheFirstWindow() {
        sequence = 40;
        arrive(20 * MS);
        assertEquals(0, meter.loss());
    }

    @Test
    void shouldGoOnCountingWhenTheSequenceWraps() {
        sequence = Integer.MAX_VALUE - 5;
        arrive(4, 20 * MS);
        sequence += 2;
        arrive(20 * MS);
        assertTrue(meter.loss() > ONE_LOST && meter.loss() < 2 * ONE_LOST, "" + meter.loss());
    }
}
