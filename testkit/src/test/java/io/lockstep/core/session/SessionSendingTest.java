package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.internal.input.InputBatcher;
import io.lockstep.core.internal.link.Agreement;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.link.Uplink;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.SplittableRandom;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When windows leave: second copies where loss is high, and batches where the round trip is long. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionSendingTest {

    @Parameter
    private Carrier carrier;

    private static final int SECONDS = 10;
    private static final long NOTHING = Long.MAX_VALUE;
    private static final int TICKS = SECONDS * SessionConfig.DEFAULT_TICK_RATE;

    private final SimulatedNetwork network = new SimulatedNetwork(2, 17).followPolls();
    /** Windows that peer 0 handed to the network, and when the newest of them and of its samples was. */
    private int windows;
    private long sentNs;
    private long sampledNs;
    /** When the oldest input was sampled that was not sent yet. */
    private long oldestNs = NOTHING;
    private long longestHoldNs;
    private Match match;

    private void start(final LinkConditions conditions, final BiConsumer<Integer, SessionConfig> adjust) {
        network.conditions(conditions);
        match = new Match(carrier, network, 2, (peer, config) -> {
            config.inputDelay(8).input((frame, player, input) -> {
                if (player == 0) {
                    oldestNs = Math.min(oldestNs, match.nowNs);
                    sampledNs = match.nowNs;
                }
                input.putShort((short) frame);
            });
            adjust.accept(peer, config);
        });
        match.transports.get(0).outgoing = this::count;
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(60)), match::toString);
    }

    private boolean count(final TestTransport.Datagram datagram) {
        if (datagram.type() == MessageType.INPUT_WINDOW.code()) {
            windows++;
            sentNs = match.nowNs;
            longestHoldNs = Math.max(longestHoldNs, sentNs - oldestNs);
            oldestNs = NOTHING;
        }
        return true;
    }

    private int windowsInTenSeconds() {
        final int before = windows;
        match.run(SECONDS * 1000);
        return windows - before;
    }

    @Test
    void shouldSendSecondCopiesWhileLossIsHighAndStopWhenItIsGone() {
        // Of 50 ms of delay 30 are left: what is lost once still comes in time, what is lost twice does not.
        start(LinkConditions.latency(20), (peer, config) -> config.inputDelay(3));
        assertEquals(TICKS, windowsInTenSeconds(), 12, match::toString);
        network.conditions(LinkConditions.latency(20).withLoss(0.1));
        match.run(SECONDS * 1000);
        final int copied = windowsInTenSeconds();
        assertTrue(copied > TICKS * 1.9 && copied <= TICKS * 2.03, copied + " windows: " + match);
        network.conditions(LinkConditions.latency(20));
        match.run(SECONDS * 1000);
        assertEquals(TICKS, windowsInTenSeconds(), 12, match::toString);
    }

    @Test
    void shouldSendNoSecondCopiesWhereTheDelayCoversWhatTheyDo() {
        // Six windows in a row may be lost before one is missed.
        start(LinkConditions.latency(20).withLoss(0.1), (peer, config) -> { });
        match.run(SECONDS * 1000);
        assertEquals(TICKS, windowsInTenSeconds(), 12, match::toString);
        assertEquals(0, match.sessions.get(1).statistics().stallTicks(), match::toString);
    }

    @Test
    void shouldSendNoSecondCopiesForALittleLoss() {
        // What is lost once comes too late with this delay: only that so little is lost speaks against copies.
        start(LinkConditions.latency(20), (peer, config) -> config.inputDelay(2));
        match.transports.get(0).outgoing = datagram -> count(datagram) && windows % 100 != 0;
        match.run(SECONDS * 1000);
        assertTrue(match.sessions.get(0).statistics().peer(0).lossOut() > 0, match::toString);
        assertEquals(TICKS, windowsInTenSeconds(), TICKS / 10, match::toString);
    }

    /** Sequences are left out instead of datagrams, so that a session without repeats sees loss and survives it. */
    @ParameterizedTest
    @EnumSource(Redundancy.class)
    void shouldSendSecondCopiesUnlessToldNotTo(final Redundancy redundancy) {
        // Inputs of three bytes travel in windows whatever is configured.
        start(LinkConditions.latency(20),
            (peer, config) -> config.redundancy(redundancy).inputBytes(3).inputDelay(3));
        final int[] shift = new int[1];
        match.transports.get(0).outgoing = datagram -> {
            if (datagram.type() == MessageType.INPUT_WINDOW.code()) {
                shift[0] += windows % 10 == 0 ? 1 : 0;
            }
            datagram.resequence(datagram.sequence() + shift[0]);
            return count(datagram);
        };
        match.run(SECONDS * 1000);
        final int sent = windowsInTenSeconds();
        assertTrue(match.sessions.get(0).statistics().peer(0).lossOut() > 0.04, match::toString);
        final int expected = redundancy == Redundancy.UNACKED ? 2 * TICKS : TICKS;
        assertEquals(expected, sent, expected * 0.03, match::toString);
    }

    /** Copies start above 3 % of loss and stop below 1.5 %; between both they stay as they are. */
    @Test
    void shouldStartCopiesAboveThreePercentAndStopBelowHalfOfThat() {
        final SessionConfig config = Session.builder().simulation(new TestGame()).gameId("test").sessionSeed(1)
            .input((frame, player, input) -> { }).localPlayer(0);
        final SplittableRandom random = new SplittableRandom(1);
        final Link link = new Link(config.unchecked(), new Agreement(config.unchecked()), 1, 1, random,
            new Uplink());
        // In 255ths, as they travel: 3 % lies between 7 and 8 of them, 1.5 % between 3 and 4.
        final int[] losses = {0, 5, 7, 8, 5, 4, 3, 5, 7, 8};
        final boolean[] copies = {false, false, false, true, true, true, false, false, false, true};
        final InputWindow window = new InputWindow(2, 1, 0);
        for (int i = 0; i < losses.length; i++) {
            window.report().set(0, 0, losses[i] / 255.0, 2);
            link.report.file(window.report());
            assertEquals(copies[i], link.copies(), "step " + i);
        }
    }

    /** At 60 Hz a third input comes 33.3 ms after the first: whether it still catches the datagram is up to polling. */
    @ParameterizedTest
    @CsvSource({"5, 600, 600", "20, 300, 300", "50, 200, 300", "70, 200, 300"})
    void shouldSendFewerDatagramsTheLongerTheRoundTrip(final long oneWayMs, final int least, final int most) {
        start(LinkConditions.latency(oneWayMs), (peer, config) -> config.batching(Batching.ADAPTIVE));
        final long stalls = match.sessions.get(1).statistics().stallTicks();
        final int sent = windowsInTenSeconds();
        assertTrue(sent >= least - 12 && sent <= most + 12, sent + " windows: " + match);
        assertEquals(stalls, match.sessions.get(1).statistics().stallTicks(), match::toString);
    }

    @Test
    void shouldPutFourInputsIntoADatagramWhereTicksAreShort() {
        start(LinkConditions.latency(70), (peer, config) -> config.batching(Batching.ADAPTIVE).tickRate(240)
            .inputDelay(30));
        assertEquals(240 * SECONDS / 4, windowsInTenSeconds(), 30, match::toString);
    }

    @ParameterizedTest
    @ValueSource(longs = {5, 50, 70})
    void shouldHoldNoInputBeyondTheBound(final long oneWayMs) {
        start(LinkConditions.latency(oneWayMs).withJitter(4), (peer, config) -> config.batching(Batching.ADAPTIVE));
        longestHoldNs = 0;
        match.run(SECONDS * 1000);
        assertTrue(longestHoldNs <= InputBatcher.MAX_HOLD_NS + match.stepNs, longestHoldNs + " ns");
        assertEquals(oneWayMs > 5, longestHoldNs > 30 * Match.MS, longestHoldNs + " ns");
    }

    /** Twenty windows a second find out soon enough that somebody is back, who was away for longer than a second. */
    @Test
    void shouldSendFewWindowsWhereNobodyIsHeardAndPlayOnAtOnceWhenTheyAre() {
        start(LinkConditions.latency(20), (peer, config) -> config.dropTimeoutMs(SessionConfig.MAX_DROP_TIMEOUT_MS));
        network.cut(0, 1);
        network.cut(1, 0);
        match.run(1500);
        final int before = windows;
        final long frame = match.sessions.get(0).frame();
        match.run(1000);
        assertEquals(1000 / 50, windows - before, 1, match::toString);
        assertEquals(frame, match.sessions.get(0).frame());
        network.mend(0, 1);
        network.mend(1, 0);
        match.run(50 + 2 * 20);
        assertTrue(match.everybodyPast(frame), match::toString);
        final int after = windows;
        match.run(1000);
        assertEquals(SessionConfig.DEFAULT_TICK_RATE, windows - after, 12, match::toString);
    }

    @Test
    void shouldNotSendMoreWindowsWhereNobodyIsHeardThanWhereTicksAreLong() {
        start(LinkConditions.latency(20), (peer, config) -> config.tickRate(20)
            .dropTimeoutMs(SessionConfig.MAX_DROP_TIMEOUT_MS));
        network.cut(0, 1);
        network.cut(1, 0);
        match.run(2500);
        final int before = windows;
        match.run(1000);
        assertEquals(16, windows - before, 1, "a tick and a quarter apart: " + match);
    }

    @Test
    void shouldHoldNothingBackWhileTheMatchStandsStill() {
        start(LinkConditions.latency(50), (peer, config) -> config.batching(Batching.ADAPTIVE));
        final Session session = match.sessions.get(0);
        final long[] frame = {session.frame(), match.nowNs};
        int stood = 0;
        for (int i = 0; i < 30_000; i++) {
            if (i % 997 == 0) {
                network.cut(1, 0);
            } else if (i % 997 == 330) {
                network.mend(1, 0);
            }
            match.run(1);
            if (session.frame() != frame[0]) {
                frame[0] = session.frame();
                frame[1] = match.nowNs;
            } else if (match.nowNs - frame[1] > 20 * Match.MS) {
                stood++;
                assertTrue(sentNs >= sampledNs, "held " + (match.nowNs - sampledNs) + " ns in a stall, " + match);
            }
        }
        assertTrue(stood > 1000, stood + " ms of stalls");
        assertEquals(0, session.statistics().desyncs());
    }
}
