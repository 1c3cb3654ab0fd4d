package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.VirtualClock;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The input delay and the pace follow a network that changes, and no input is lost, doubled or rewritten by that. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionDelayTest {

    @Parameter
    private Carrier carrier;

    private static final int RATE = SessionConfig.DEFAULT_TICK_RATE;
    private static final long SETTLE_MS = 10_000;
    /** In the first second the delay is found, not followed. */
    private static final long FOUND_MS = 1_000;

    /** The input delay with which each peer sampled last, seen from outside. */
    private final int[] delay = new int[2];
    private final List<List<Long>> sampled = List.of(new ArrayList<>(), new ArrayList<>());
    private final SimulatedNetwork network = new SimulatedNetwork(2, 11).followPolls();
    private Match match;

    private void start(final LinkConditions conditions, final InputDelayPolicy policy, final long endFrame) {
        network.conditions(conditions);
        match = new Match(carrier, network, 2, (peer, config) -> config.endFrame(endFrame).inputDelay(policy)
            .input((frame, player, input) -> {
                delay[player] = (int) (frame - match.sessions.get(player).frame());
                sampled.get(player).add(frame);
                input.putShort((short) frame);
            }));
        match.games.forEach(game -> game.keepJournal = true);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(0)), match::toString);
    }

    private void oneWay(final long firstMs, final long secondMs) {
        network.conditions(0, 1, LinkConditions.latency(firstMs)).conditions(1, 0, LinkConditions.latency(secondMs));
    }

    /** Frames everybody simulated in the next seconds, at worst. */
    private long framesIn(final int seconds) {
        final long[] before = {match.sessions.get(0).frame(), match.sessions.get(1).frame()};
        match.run(seconds * 1000L);
        return Math.min(match.sessions.get(0).frame() - before[0], match.sessions.get(1).frame() - before[1]);
    }

    private void assertFullRate() {
        final long frames = framesIn(20);
        assertTrue(frames >= 20 * RATE * 0.995, frames + " frames of " + 20 * RATE + ", delays " + delay[0] + " and "
            + delay[1] + ": " + match);
    }

    /** Every frame has one input of each player: the one sampled for it, or a repeat of the one before. */
    private void assertWhole(final String context) {
        final long frames = Math.min(match.games.get(0).frames, match.games.get(1).frames);
        final List<Set<Long>> known = List.of(new HashSet<>(sampled.get(0)), new HashSet<>(sampled.get(1)));
        final long[] before = new long[2];
        int next = 0;
        for (long frame = 0; frame < frames; frame++) {
            for (int player = 0; player < 2; player++) {
                before[player] = known.get(player).contains(frame) ? frame : before[player];
                final String expected = frame + ":" + player + "=" + before[player];
                assertEquals(expected, match.games.get(0).journal.get(next), context);
                assertEquals(expected, match.games.get(1).journal.get(next++), context);
            }
        }
        for (int player = 0; player < 2; player++) {
            final List<Long> once = sampled.get(player).stream().sorted().distinct().toList();
            assertTrue(once.equals(sampled.get(player)), context);
            assertEquals(0, match.count(player, SessionEvent.Type.INPUT_DISAGREEMENT), context);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05})
    void shouldKeepEveryInputWholeWhileTheDelayRisesAndFalls(final double loss) {
        final int[] wanted = {4};
        start(LinkConditions.latency(30).withJitter(10).withLoss(loss), observed -> wanted[0], 1500);
        for (final int target : new int[] {9, 3, 12, 2, 7, 5}) {
            wanted[0] = target;
            match.run(3500);
        }
        assertTrue(match.runUntilEnded(40_000), match::toString);
        match.assertFinishedAlike(1500, "loss " + loss);
        assertWhole("loss " + loss);
        for (int peer = 0; peer < 2; peer++) {
            assertTrue(match.count(peer, SessionEvent.Type.DELAY_CHANGED) >= 12, match::toString);
        }
    }

    @Test
    void shouldFindItsDelayWithinTheFirstSecond() {
        final int[] wanted = {4};
        start(LinkConditions.latency(10), observed -> wanted[0], 100_000);
        wanted[0] = 9;
        match.run(FOUND_MS);
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(9, delay[peer], match::toString);
            assertEquals(1, match.count(peer, SessionEvent.Type.DELAY_CHANGED), match::toString);
        }
    }

    @Test
    void shouldTellEveryChangeOfTheDelayOneTickAndOneSecondApart() {
        final int[] wanted = {4};
        start(LinkConditions.latency(10), observed -> wanted[0], 100_000);
        match.run(FOUND_MS);
        wanted[0] = 6;
        match.run(4000);
        wanted[0] = 5;
        match.run(3000);
        for (int peer = 0; peer < 2; peer++) {
            final List<String> changes = match.events.get(peer).stream()
                .filter(text -> text.startsWith("DELAY_CHANGED")).toList();
            assertEquals(3, changes.size(), match::toString);
            final int[] delays = {5, 6, 5};
            long before = -RATE;
            for (int i = 0; i < 3; i++) {
                assertTrue(changes.get(i).endsWith(" inputDelay=" + delays[i]), changes::toString);
                final long frame = Long.parseLong(changes.get(i).split("[ =]")[2]);
                assertTrue(frame - before >= RATE - 2, changes::toString);
                before = frame;
            }
            assertEquals(5, delay[peer]);
        }
    }

    @ParameterizedTest
    @CsvSource({"30, 6", "60, 12", "120, 24", "10, 2", "1, 1", "1000, 120"})
    void shouldBoundTheDelayByOneTickAndTwoHundredMilliseconds(final int tickRate, final int most) {
        final SessionConfig[] built = new SessionConfig[2];
        new Match(carrier, network, 2, (peer, config) -> built[peer] = config.tickRate(tickRate));
        for (final SessionConfig config : built) {
            assertEquals(1, config.unchecked().delay().min());
            assertEquals(most, config.unchecked().delay().max());
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 40})
    void shouldComeBackWithinTenSecondsOfASpike(final long oneWayMs) {
        start(LinkConditions.latency(oneWayMs), InputDelayPolicy.arrival(), 100_000);
        match.run(SETTLE_MS);
        final int[] before = delay.clone();
        oneWay(oneWayMs + 150, oneWayMs + 150);
        match.run(2000);
        assertTrue(delay[0] > before[0] && delay[1] > before[1], "delays " + delay[0] + " and " + delay[1]);
        oneWay(oneWayMs, oneWayMs);
        match.run(SETTLE_MS);
        assertEquals(before[0] + " and " + before[1], delay[0] + " and " + delay[1], match::toString);
        assertFullRate();
        assertWhole("spike on " + oneWayMs + " ms");
    }

    @Test
    void shouldPlayAtFullRateOverAnAsymmetricRouteAndWhenItTurns() {
        start(LinkConditions.PERFECT, InputDelayPolicy.arrival(), 100_000);
        oneWay(10, 200);
        match.run(SETTLE_MS);
        assertFullRate();
        oneWay(200, 10);
        match.run(SETTLE_MS);
        assertFullRate();
        assertWhole("asymmetric");
    }

    @Test
    void shouldStartOverAnAsymmetricRoute() {
        oneWay(10, 200);
        final Match lopsided = new Match(carrier, network, 2, (peer, config) -> config.endFrame(100_000));
        lopsided.run(SETTLE_MS);
        match = lopsided;
        assertFullRate();
    }

    @ParameterizedTest
    @CsvSource({"1000, 0, 20", "-1000, 0, 20", "1000, -1000, 20", "1000, 0, 1", "1000, 0, 60"})
    void shouldNotStallThoughClocksDrift(final int firstPpm, final int secondPpm, final long oneWayMs) {
        final SimulatedNetwork drifting = new SimulatedNetwork(2, 5).conditions(LinkConditions.latency(oneWayMs));
        final VirtualClock[] clocks = {new VirtualClock(firstPpm, 7000), new VirtualClock(secondPpm, -3000)};
        final Match clocked = new Match(carrier, drifting, 2, (peer, config) -> config.endFrame(100_000));
        final long[] converged = new long[2];
        for (long us = 0; us < 75_000_000; us += 500) {
            drifting.advanceTo(us * 1000);
            for (int peer = 0; peer < 2; peer++) {
                clocked.nowNs = clocks[peer].localNs(us * 1000);
                clocked.poll(peer);
                if (us == 15_000_000) {
                    converged[peer] = clocked.sessions.get(peer).statistics().stallTicks();
                }
            }
        }
        for (int peer = 0; peer < 2; peer++) {
            final Session session = clocked.sessions.get(peer);
            assertEquals(converged[peer], session.statistics().stallTicks(), clocked::toString);
            assertTrue(session.frame() > 70 * RATE, clocked::toString);
            assertTrue(clocked.count(peer, SessionEvent.Type.DELAY_CHANGED) <= 4, clocked::toString);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 20, 40})
    void shouldNotStallForLongWhenOneStartsAQuarterOfASecondLate(final long oneWayMs) {
        start(LinkConditions.latency(oneWayMs), InputDelayPolicy.arrival(), 100_000);
        for (int i = 0; i < 2 * 240; i++) {
            match.nowNs += Match.MS / 2;
            match.poll(1);
        }
        match.run(SETTLE_MS);
        final long[] stalls = new long[2];
        for (int peer = 0; peer < 2; peer++) {
            stalls[peer] = match.sessions.get(peer).statistics().stallTicks();
        }
        assertFullRate();
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(stalls[peer], match.sessions.get(peer).statistics().stallTicks(), match::toString);
        }
    }
}
