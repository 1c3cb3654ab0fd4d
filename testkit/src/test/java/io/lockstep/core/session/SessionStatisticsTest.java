package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.game.PeerStatistics;
import java.util.concurrent.atomic.AtomicBoolean;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is measured often is handed out in intervals, on whatever thread, and every value once. */
class SessionStatisticsTest {

    private final Match match = new Match(2, 20, (peer, config) -> config.endFrame(100_000));
    private final SessionStatistics statistics = match.sessions.get(0).statistics();
    private final PeerStatistics other = statistics.peer(0);
    private final Histogram interval = new Histogram(3);

    @Test
    void shouldGiveEachValueOnce() {
        match.run(5000);
        final long sent = other.datagramsSent();
        other.takePayloadBytes(interval);
        assertEquals(sent, interval.getTotalCount());
        match.run(3000);
        other.takePayloadBytes(interval);
        assertEquals(other.datagramsSent() - sent, interval.getTotalCount());
        other.takePayloadBytes(interval);
        assertEquals(0, interval.getTotalCount());
    }

    @Test
    void shouldTellOfTheRoundTripsOfNowAndNotOfAllThatEverWere() {
        match.run(5000);
        other.takeRttMicros(interval);
        assertEquals(40_000, interval.getMaxValue(), 1000);
        match.transports.get(0).incoming = datagram -> false;
        match.run(200);
        match.transports.get(0).incoming = TestTransport.Hook.PASS;
        match.run(2000);
        other.takeRttMicros(interval);
        match.run(2000);
        other.takeRttMicros(interval);
        // An echo comes every 125 ms.
        assertTrue(interval.getTotalCount() > 10);
        assertEquals(40_000, interval.getMaxValue(), 1000);
    }

    @Test
    void shouldGiveAStallOnceItHasEnded() {
        match.run(3000);
        statistics.takeStallMicros(interval);
        match.transports.get(0).incoming = datagram -> false;
        match.run(500);
        statistics.takeStallMicros(interval);
        assertEquals(0, interval.getTotalCount());
        match.transports.get(0).incoming = TestTransport.Hook.PASS;
        match.run(1000);
        statistics.takeStallMicros(interval);
        assertTrue(interval.getMaxValue() > 300_000 && interval.getMaxValue() < 600_000, interval::toString);
    }

    @Test
    void shouldCountNoElectionWhileTheFirstLeaderStays() {
        match.run(10_000);
        assertEquals(0, statistics.elections().electionsStarted());
        assertEquals(0, statistics.elections().leadershipChanges());
        assertEquals(0, statistics.elections().suspicions());
    }

    @Test
    void shouldCountTheElectionAfterTheLeaderWasLost() {
        final Match three = new Match(3, 20, (peer, config) -> config.endFrame(100_000));
        three.run(5000);
        three.killed.add(0);
        three.run(15_000);
        long stood = 0;
        for (int peer = 1; peer < 3; peer++) {
            final SessionStatistics left = three.sessions.get(peer).statistics();
            assertEquals(1, left.elections().leadershipChanges(), three::toString);
            stood += left.elections().electionsStarted();
        }
        assertEquals(three.sessions.get(1).term(), stood, three::toString);
    }

    @Test
    void shouldNotWriteIntoAHistogramWithoutRoom() {
        match.run(3000);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> statistics.takeInputLatencyMicros(
            new Histogram(1000, 2)));
    }

    /** A thread that shows them reads as fast as it can while another one plays; neither disturbs the other. */
    @Test
    @Timeout(60)
    void shouldLoseNothingAndCountNothingTwiceWhenAnotherThreadReads() throws InterruptedException {
        final AtomicBoolean over = new AtomicBoolean();
        final Histogram payload = new Histogram(3);
        final Histogram latency = new Histogram(3);
        final Thread reader = new Thread(() -> {
            while (!over.get()) {
                other.takePayloadBytes(interval);
                payload.add(interval);
                statistics.takeInputLatencyMicros(interval);
                latency.add(interval);
            }
        });
        reader.start();
        match.run(30_000);
        over.set(true);
        reader.join();
        other.takePayloadBytes(interval);
        payload.add(interval);
        statistics.takeInputLatencyMicros(interval);
        latency.add(interval);
        assertEquals(other.datagramsSent(), payload.getTotalCount());
        assertEquals(match.sessions.get(0).frame(), latency.getTotalCount(), 20);
        assertEquals(0, statistics.desyncs());
    }

    @Test
    void shouldAllocateNothingWhenReadAgainAndAgain() {
        match.run(5000);
        final Runnable read = () -> {
            other.takeRttMicros(interval);
            other.takePayloadBytes(interval);
            statistics.takeStallMicros(interval);
            statistics.takeInputLatencyMicros(interval);
        };
        read.run();
        assertEquals(0, Allocations.least(read));
    }
}
