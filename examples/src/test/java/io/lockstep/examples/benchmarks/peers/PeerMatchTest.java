package io.lockstep.examples.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What two logs become; the clock is moved by hand. */
class PeerMatchTest {

    private static final long TICK = PeerGame.TICK_NS;
    private static final int FRAMES = 600;
    private static final int DELAY = 2;
    private static final double NS_PER_MS = 1e6;

    private final long[][] host = log();
    private final long[][] guest = log();

    /** Frame {@code f} is simulated in the middle of tick {@code f}, its input was sampled two ticks before. */
    private static long[][] log() {
        final long[][] log = new long[3][FRAMES];
        for (int frame = 0; frame < FRAMES; frame++) {
            log[PeerReport.SIMULATED][frame] = frame * TICK + TICK / 2;
            log[PeerReport.SAMPLED][frame] = frame < DELAY ? 0 : (frame - DELAY) * TICK + TICK / 2;
            log[PeerReport.STATES][frame] = 31L * frame;
        }
        return log;
    }

    private PeerMatch match() {
        return PeerMatch.of(new PeerReport(100, 10, 1, 40, 2, host), new PeerReport(300, 30, 3, 60, 9, guest), 0,
            FRAMES * TICK, 24_000);
    }

    /** Everything from a frame on comes so many ticks later. */
    private static void hold(final long[][] log, final int from, final int ticks) {
        for (int frame = from; frame < FRAMES; frame++) {
            log[PeerReport.SIMULATED][frame] += ticks * TICK;
        }
    }

    @Test
    void shouldFindNothingWrongWithAnEvenMatch() {
        final PeerMatch match = match();
        assertNull(match.fault());
        assertEquals(100, match.figure(Measure.RATE), 0.2);
        assertEquals(0, match.figure(Measure.STALLED));
        assertEquals(DELAY * TICK / NS_PER_MS, match.figure(Measure.P50), 1e-6);
        assertEquals(DELAY * TICK / NS_PER_MS, match.figure(Measure.P99), 1e-6);
    }

    @Test
    void shouldTellWhatAPeerTakesAsTheMeanOfBothAndIdleOfTheOneThatWaits() {
        final PeerMatch match = match();
        assertEquals(1200, match.figure(Measure.BYTES), 1e-3);
        assertEquals(20, match.figure(Measure.CPU));
        assertEquals(2, match.figure(Measure.GARBAGE));
        assertEquals(50, match.figure(Measure.RSS));
        assertEquals(200, match.figure(Measure.START));
        assertEquals(2, match.figure(Measure.IDLE));
    }

    @Test
    void shouldCountTheTicksOfAPauseButTheOneAFrameMayTake() {
        hold(guest, 300, 6);
        final PeerMatch match = match();
        assertEquals(100.0 * 6 / 2 / FRAMES, match.figure(Measure.STALLED), 1e-6);
        assertEquals(100 - 100.0 * 6 / 2 / FRAMES, match.figure(Measure.RATE), 0.2);
    }

    @Test
    void shouldCountNoPauseOfLessThanHalfATick() {
        host[PeerReport.SIMULATED][300] += TICK / 2 - 1;
        assertEquals(0, match().figure(Measure.STALLED));
    }

    @Test
    void shouldTakeLatencyFromTheOwnersSampleToTheOthersFrame() {
        hold(guest, 0, 1); // the guest trails: the host's inputs take a tick more, its own as long as before
        final PeerMatch match = match();
        assertEquals(DELAY * TICK / NS_PER_MS, match.figure(Measure.P50), 1e-6);
        assertEquals((DELAY + 1) * TICK / NS_PER_MS, match.figure(Measure.P99), 1e-6);
    }

    @Test
    void shouldSayWhereAMatchFroze() {
        hold(host, 95, FRAMES);
        hold(guest, 97, FRAMES);
        assertEquals("froze at frame 95", match().fault());
    }

    @Test
    void shouldSayFromWhichFrameOnStatesDiffer() {
        guest[PeerReport.STATES][123]++;
        assertEquals("states differ from frame 123 on", match().fault());
    }

    @Test
    void shouldTellTheMedianAndTheRangeOfThoseThatGaveFigures() {
        final List<PeerMatch> matches = new ArrayList<>(List.of(PeerMatch.failed("died")));
        for (final double value : new double[] {5, 1, 3}) {
            final double[] figures = new double[Measure.values().length];
            figures[Measure.P50.ordinal()] = value;
            matches.add(new PeerMatch(figures, null));
        }
        assertEquals("3.0 (1.0–5.0)", Spread.of(matches, Measure.P50).text(Measure.P50));
        assertNull(Spread.of(matches.subList(0, 1), Measure.P50));
    }
}
