package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is sent and measured on quiet lines, and what is not to be. */
class LineCostsTest {

    private static final long MS = 1_000_000L;
    private static final long LONG_MS = 5000;
    private static final int MANY = 12;
    private static final long SELDOM_MS = 20;
    /** A window with frame 500, whose sender lacks frame 499 of the receiver. */
    private static final byte[] WINDOW = {0x16, 1, (byte) 0xF4, 1, -1, 0};

    private final QuietMatch match = new QuietMatch();

    private List<Violation> play(final double latencyMs) {
        return match.play(latencyMs, LONG_MS, ms -> { });
    }

    private void sendEvery(final long ms) {
        for (long i = 1; i <= MANY * ms; i++) {
            final long nowNs = (LONG_MS + i) * MS;
            for (final ObservedPeer peer : match.processes.peers) {
                match.costs().polled(peer, nowNs);
            }
            if (i % ms == 0) {
                match.costs().sends(0, 1, ByteBuffer.wrap(WINDOW), nowNs);
                match.costs().sends(1, 0, ByteBuffer.wrap(WINDOW), nowNs);
            }
        }
    }

    private static void assertBroken(final List<Violation> violations, final String detail) {
        assertEquals(List.of("C1"), violations.stream().map(Violation::promise).toList());
        assertTrue(violations.get(0).detail().matches(detail), violations.toString());
    }

    @Test
    void shouldFindNothingInAQuietMatch() {
        assertEquals(List.of(), play(50));
    }

    @Test
    void shouldSeeAFrameThatIsRepeatedAfterItsRoundTrip() {
        final List<Violation> violations = play(50);
        sendEvery(SELDOM_MS);
        assertBroken(violations, "a frame is repeated for 1.. ms on a clean line, after its acknowledgement came");
    }

    @Test
    void shouldSeeThatEachWindowIsSentTwice() {
        final List<Violation> violations = play(50);
        sendEvery(1);
        assertBroken(violations, "4 new frames in a row were sent a second time on a clean line");
    }

    @Test
    void shouldAllowRepeatsOnALineThatWasCutAMomentAgo() {
        final List<Violation> violations = play(50);
        match.world.cut(1, 0);
        sendEvery(1);
        sendEvery(SELDOM_MS);
        assertEquals(List.of(), violations);
    }

    @Test
    void shouldSeeARoundTripThatIsMeasuredByAFastClock() {
        match.scenario.clocks.add(new Scenario.Clock(0, 250_000, 0));
        assertTrue(play(100).stream().anyMatch(it -> it.promise().equals("C2")
            && it.detail().contains("was measured, it is 200 ms and may differ by 36")));
    }
}
