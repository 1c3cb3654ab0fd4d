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

    private final Scenario scenario = new Scenario();
    private MemoryWorld world;
    private Processes processes;

    private List<Violation> play(final double latencyMs) {
        scenario.game = StampedGame.NAME;
        scenario.frames = 3600;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(latencyMs)));
        final MatchPlan plan = new MatchPlan(scenario, 1, StampedGame.seats());
        world = new MemoryWorld(scenario, 1, plan::orderDelay);
        processes = new Processes(plan, world, new MatchMeter(), new Trace());
        for (long ms = 0; ms < LONG_MS; ms++) {
            world.advanceTo(ms * MS);
            for (final ObservedPeer peer : processes.peers) {
                peer.poll(ms * MS);
                processes.costs.polled(peer, ms * MS);
            }
            if (ms % 1000 == 0) {
                processes.costs.audit(ms * MS);
            }
        }
        return processes.oracle.violations();
    }

    private void sendEvery(final long ms) {
        for (long i = 1; i <= MANY * ms; i++) {
            final long nowNs = (LONG_MS + i) * MS;
            for (final ObservedPeer peer : processes.peers) {
                processes.costs.polled(peer, nowNs);
            }
            if (i % ms == 0) {
                processes.costs.sends(0, 1, ByteBuffer.wrap(WINDOW), nowNs);
                processes.costs.sends(1, 0, ByteBuffer.wrap(WINDOW), nowNs);
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
        world.cut(1, 0);
        sendEvery(1);
        sendEvery(SELDOM_MS);
        assertEquals(List.of(), violations);
    }

    @Test
    void shouldSeeARoundTripThatIsMeasuredByAFastClock() {
        scenario.clocks.add(new Scenario.Clock(0, 250_000, 0));
        assertTrue(play(100).stream().anyMatch(it -> it.promise().equals("C2")
            && it.detail().contains("was measured, it is 200 ms and may differ by 36")));
    }
}
