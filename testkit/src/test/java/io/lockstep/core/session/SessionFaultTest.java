package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.protocol.Heartbeat;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.RequestVote;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a bad network, a broken peer and a stranger can do to a match. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionFaultTest {

    @Parameter
    private Carrier carrier;

    private static final int WINDOW = MessageType.INPUT_WINDOW.code();

    private static byte[] encoded(final Message message) {
        final ByteBuffer buffer = ByteBuffer.allocate(1200);
        message.encode(buffer);
        final byte[] bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static InputWindow window(final TestTransport.Datagram datagram) {
        final InputWindow window = new InputWindow(2, 2, 64);
        assertEquals(WireCode.OK, window.decode(ByteBuffer.wrap(datagram.bytes)));
        return window;
    }

    /** The same inputs in a window with another head. */
    private static InputWindow rebuilt(final InputWindow from, final int players, final int ack, final int first,
                                       final int flippedFrame) {
        final InputWindow window = new InputWindow(2, 2, 64);
        window.reset(players, ack & 0xFFFF, first & 0xFFFF);
        final InputFrames frames = from.frames();
        window.frames().follows(frames.follows());
        for (int i = 0; i < frames.count(); i++) {
            final byte[] input = Arrays.copyOfRange(frames.inputs(), frames.inputOffset(i, 0),
                frames.inputOffset(i, 0) + 2);
            if (i == flippedFrame) {
                input[1] ^= 0x40;
            }
            for (int player = 0; player < players; player++) {
                window.frames().input(player, input, 0);
            }
            assertTrue(window.endFrame(1184));
        }
        return window;
    }

    /** In mid-match some of peer 1's windows are replaced under their own seal; says how many. */
    private static int replaceWindows(final Match match, final Function<InputWindow, Message> forge) {
        final int[] forged = new int[1];
        final int[] seen = new int[1];
        match.transports.get(1).outgoing = datagram -> {
            if (datagram.type() == WINDOW && ++seen[0] > 40 && seen[0] % 10 == 0 && forged[0] < 12) {
                forged[0]++;
                datagram.reseal(encoded(forge.apply(window(datagram))));
            }
            return true;
        };
        assertTrue(match.runUntilEnded(20_000), match::toString);
        return forged[0];
    }

    private Match longMatch() {
        return new Match(carrier, 2, 20, (peer, config) -> config.endFrame(300).inputDelay(5));
    }

    @Test
    void shouldReportASecondInputForAFrameAndLetTheFirstOneStand() {
        final Match match = longMatch();
        final List<Integer> frames = new ArrayList<>();
        final int forged = replaceWindows(match, window -> {
            frames.add(window.firstFrame());
            return rebuilt(window, 1, window.ack(), window.firstFrame(), 0);
        });
        assertEquals(12, forged);
        match.assertFinishedAlike(300, "forged inputs");
        assertEquals(12, match.count(0, SessionEvent.Type.INPUT_DISAGREEMENT), match::toString);
        assertEquals(12, match.sessions.get(0).statistics().peer(0).refused());
        for (final int frame : frames) {
            final String event = "INPUT_DISAGREEMENT frame=" + frame + " peer=1 player=1";
            assertTrue(match.events.get(0).contains(event), event + " in " + match.events.get(0));
        }
        assertEquals(0, match.count(1, SessionEvent.Type.INPUT_DISAGREEMENT));
    }

    @ParameterizedTest
    @ValueSource(ints = {20, 128, 256, 257, 20_000, -400, -30_000})
    void shouldRefuseAnAcknowledgementOfFramesNeverSent(final int ahead) {
        final Match match = longMatch();
        final int forged = replaceWindows(match, window ->
            rebuilt(window, 1, window.ack() + ahead, window.firstFrame(), -1));
        match.assertFinishedAlike(300, "ack " + ahead);
        assertEquals(forged, match.sessions.get(0).statistics().peer(0).refused());
        assertEquals(0, match.sessions.get(0).statistics().stallTicks());
    }

    /** Forged frames after a gap wait for the gap to be filled; the genuine inputs that come later contradict them. */
    @Test
    void shouldReportInputsThatContradictThoseKeptAfterAGap() {
        final Match match = longMatch();
        assertTrue(replaceWindows(match, window ->
            rebuilt(window, 1, window.ack(), window.firstFrame() + 20, -1)) > 0);
        assertTrue(match.count(0, SessionEvent.Type.INPUT_DISAGREEMENT) > 0, match::toString);
        assertEquals(0, match.count(1, SessionEvent.Type.INPUT_DISAGREEMENT));
    }

    @ParameterizedTest
    @ValueSource(ints = {256, 257, 20_000, -300, -30_000})
    void shouldRefuseFramesFarFromTheNextOne(final int ahead) {
        final Match match = longMatch();
        final int forged = replaceWindows(match, window ->
            rebuilt(window, 1, window.ack(), window.firstFrame() + ahead, -1));
        match.assertFinishedAlike(300, "first " + ahead);
        assertEquals(forged, match.sessions.get(0).statistics().peer(0).refused());
        assertEquals(0, match.count(0, SessionEvent.Type.INPUT_DISAGREEMENT));
    }

    @Test
    void shouldLeaveAloneWhatFollowsAFrameThatIsNotHeld() {
        final Match match = longMatch();
        final int forged = replaceWindows(match, window -> {
            // There is none before the first.
            final InputWindow other = rebuilt(window, 1, window.ack(), 0, 0);
            other.frames().follows(true);
            return other;
        });
        assertEquals(12, forged);
        match.assertFinishedAlike(300, "nothing to follow");
        assertEquals(0, match.count(0, SessionEvent.Type.INPUT_DISAGREEMENT), match::toString);
        assertEquals(0, match.sessions.get(0).statistics().peer(0).refused());
    }

    @Test
    void shouldRefuseFramesBeforeTheFirst() {
        final Match match = new Match(carrier, 2, 20,
            (peer, config) -> config.startFrame(100).endFrame(250).inputDelay(5));
        final int forged = replaceWindows(match, window -> rebuilt(window, 1, window.ack(), 95, 0));
        match.assertFinishedAlike(250, "frames before the first");
        assertEquals(0, match.count(0, SessionEvent.Type.INPUT_DISAGREEMENT), match::toString);
        assertEquals(forged, match.sessions.get(0).statistics().peer(0).refused());
    }

    @Test
    void shouldRefuseAWindowForTheWrongNumberOfPlayers() {
        final Match match = new Match(carrier, new int[] {0, 1}, 20, (peer, config) -> {
            config.players(3).endFrame(300).inputDelay(5).peer(0, 2);
            if (peer == 0) {
                config.localPlayers(0, 2);
            }
        });
        final int forged = replaceWindows(match, window ->
            rebuilt(window, 2, window.ack(), window.firstFrame(), -1));
        match.assertFinishedAlike(300, "two players");
        assertEquals(forged, match.sessions.get(0).statistics().peer(0).refused()
            + match.sessions.get(0).statistics().peer(0).malformed());
        assertEquals(12, forged);
    }

    @Test
    void shouldRefuseAChecksumOfAFrameThatIsNotChecked() {
        final Match match = longMatch();
        final int forged = replaceWindows(match, window -> {
            final InputWindow other = rebuilt(window, 1, window.ack(), window.firstFrame(), -1);
            other.checksums().add(window.ack() / 30 * 30 + 28, 5);
            return other;
        });
        match.assertFinishedAlike(300, "checksum of frame 28");
        assertEquals(forged, match.sessions.get(0).statistics().peer(0).refused());
    }

    @Test
    void shouldRefuseMessagesThatDoNotBelongOnAnOpenLink() {
        final Match match = longMatch();
        final int forged = replaceWindows(match, window ->
            new RequestVote());
        match.assertFinishedAlike(300, "votes");
        assertEquals(forged, match.sessions.get(0).statistics().peer(0).refused());
    }

    @Test
    void shouldNotTakeAnUnaskedAnswerForARoundTrip() {
        final Match match = longMatch();
        replaceWindows(match, window -> new Heartbeat(MessageType.HEARTBEAT_ACK).player(1).frame(3).noTimestamp());
        match.assertFinishedAlike(300, "heartbeat answers");
        final Histogram rtt = new Histogram(2);
        match.sessions.get(0).statistics().peer(0).takeRttMicros(rtt);
        assertTrue(rtt.getMaxValue() < 60_000, "longest " + rtt.getMaxValue());
    }

    @Test
    void shouldCountWhatIsMalformedForeignAndReplayed() {
        final Match match = longMatch();
        final int[] windows = new int[1];
        match.transports.get(1).outgoing = datagram -> {
            if (datagram.type() == WINDOW && windows[0]++ >= 30 && windows[0] <= 60) {
                match.transports.get(0).injected.add(datagram.copy());
                if (windows[0] % 3 == 0) {
                    datagram.reseal(new byte[] {0x1C, 1, 2, 3});
                } else if (windows[0] % 3 == 1) {
                    datagram.tag ^= 0x100;
                }
            }
            return true;
        };
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(300, "counted");
        final PeerStatistics statistics = match.sessions.get(0).statistics().peer(0);
        assertEquals(10, statistics.foreign());
        assertEquals(20, statistics.replayed(), "same sequence: the resealed ones too");
        assertEquals(0, statistics.malformed());
    }

    @Test
    void shouldCountWhatThePeerSealedAndIsNoMessage() {
        final Match match = longMatch();
        final int[] windows = new int[1];
        match.transports.get(1).outgoing = datagram -> {
            if (datagram.type() == WINDOW && windows[0]++ >= 30 && windows[0] <= 50) {
                datagram.reseal(new byte[] {(byte) (windows[0] % 2 == 0 ? 0x1C : 0x26), 1, 2, 3});
            }
            return true;
        };
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(300, "malformed");
        assertEquals(20, match.sessions.get(0).statistics().peer(0).malformed());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldPlayThroughLossDuplicationAndReordering(final int seed) {
        final SplittableRandom random = new SplittableRandom(seed);
        final Match match = new Match(carrier, 3, 20,
            (peer, config) -> config.endFrame(240).checksumInterval(1 + seed * 5));
        match.stepNs = Match.MS;
        final List<TestTransport.Datagram> late = new ArrayList<>();
        for (final TestTransport transport : match.transports) {
            transport.outgoing = datagram -> {
                final int dice = Integer.remainderUnsigned(random.nextInt(), 100);
                if (dice < 10) {
                    late.add(datagram.copy());
                }
                return dice >= 20;
            };
        }
        final long limit = match.nowNs + 60_000 * Match.MS;
        while (!match.ended() && match.nowNs < limit) {
            match.run(1);
            while (late.size() > 6) {
                final TestTransport.Datagram next =
                    late.remove(Integer.remainderUnsigned(random.nextInt(), late.size()));
                match.transports.get(next.to).injected.add(next);
            }
        }
        match.assertFinishedAlike(240, "20 % lost, 10 % late, seed " + seed);
        for (final Session session : match.sessions) {
            assertEquals(240 / (1 + seed * 5), session.statistics().checkedFrames(), "seed " + seed);
        }
    }

    @Test
    void shouldPlayThroughAnOutageShorterThanTheTimeout() {
        final Match match = longMatch();
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)));
        match.transports.forEach(transport -> transport.outgoing = datagram -> false);
        match.run(4800);
        assertEquals(match.sessions.get(0).frame(), match.sessions.get(1).frame(), 12);
        match.transports.forEach(transport -> transport.outgoing = TestTransport.Hook.PASS);
        assertTrue(match.runUntil(10_000, () -> match.everybodyPast(290)), match::toString);
        for (final Session session : match.sessions) {
            // Not at the end: whoever hears the other's goodbye first may still make an epoch without it.
            assertEquals(0, session.epoch().number(), match.toString());
        }
        assertTrue(match.runUntilEnded(10_000), match::toString);
        match.assertFinishedAlike(300, "outage");
        assertEquals(4.8 * 60, match.sessions.get(0).statistics().stallTicks(), 30);
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(0, match.count(peer, SessionEvent.Type.PEER_DROPPED), match.toString());
        }
    }

    /** Peer 0 learns only by a goodbye of peer 1 that its last inputs have arrived there. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 10, 39})
    void shouldFinishBothThoughGoodbyesAreLost(final int lost) {
        final int[] goodbyes = new int[2];
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(50).inputDelay(6));
        match.transports.forEach(transport -> transport.outgoing = datagram ->
            datagram.type() != MessageType.GOODBYE.code() || ++goodbyes[datagram.from] > lost);
        final TestTransport.Hook losesGoodbyes = match.transports.get(1).outgoing;
        match.transports.get(1).outgoing = datagram -> losesGoodbyes.pass(datagram)
            && (datagram.type() != WINDOW || match.sessions.get(1).frame() < 45);
        assertTrue(match.runUntilEnded(5000), match::toString);
        match.assertFinishedAlike(50, lost + " goodbyes lost");
        assertTrue(goodbyes[1] > lost, match::toString);
        assertEquals(0, match.count(0, SessionEvent.Type.PEER_DROPPED), match::toString);
    }

    @Test
    void shouldFinishThoughTheNetworkDiesAtAnyMomentOfTheEnd() {
        for (int cut = 0; cut < 60; cut += carrier.stride()) {
            for (int side = 0; side < 2; side++) {
                final Match match = new Match(carrier, 2, 20,
                    (peer, config) -> config.endFrame(30).dropTimeoutMs(2000)
                        .twoPeerPolicy(TwoPeerPolicy.CONTINUE_ALL));
                assertTrue(match.runUntil(5000, () -> match.everybodyPast(26)));
                match.run(2 * cut);
                match.transports.get(side).outgoing = datagram -> false;
                assertTrue(match.runUntilEnded(12_000), match::toString);
                for (final Session session : match.sessions) {
                    assertEquals(EndReason.FINISHED, session.endReason(), match.toString());
                    assertEquals(30, session.frame(), match.toString());
                    assertEquals(0, session.statistics().desyncs());
                }
            }
        }
    }

    @Test
    void shouldSurviveAMillionStrayDatagramsInMidMatch() {
        final long seed = 4711;
        final SplittableRandom random = new SplittableRandom(seed);
        final List<TestTransport.Datagram> captured = new ArrayList<>();
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(700));
        match.stepNs = Match.MS;
        match.transports.forEach(transport -> transport.outgoing = datagram ->
            captured.size() >= 300 || captured.add(datagram.copy()));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)));
        int injected = 0;
        while (injected < 1_000_000 && !match.ended()) {
            for (int i = 0; i < 250; i++, injected++) {
                final TestTransport.Datagram stray = stray(captured, random);
                match.transports.get(stray.to).injected.add(stray);
            }
            match.run(2);
        }
        assertEquals(1_000_000, injected, "seed " + seed);
        assertFalse(match.ended());
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(700, "strays, seed " + seed);
        for (final Session session : match.sessions) {
            assertTrue(session.statistics().peer(0).foreign() > 200_000, match::toString);
            assertTrue(session.statistics().peer(0).replayed() > 10_000);
            assertEquals(0, session.statistics().stallTicks());
        }
    }

    private static TestTransport.Datagram stray(final List<TestTransport.Datagram> captured,
                                                final SplittableRandom random) {
        final TestTransport.Datagram stray =
            captured.get(Integer.remainderUnsigned(random.nextInt(), captured.size())).copy();
        final int kind = random.nextInt() & 7;
        if (kind < 3) {
            mutate(stray, random);
        } else if (kind == 3) {
            stray.tag ^= 1L << (random.nextInt() & 63);
        } else if (kind < 6) {
            stray.bytes = new byte[Integer.remainderUnsigned(random.nextInt(), 80)];
            for (int i = 0; i < stray.bytes.length; i++) {
                stray.bytes[i] = (byte) random.nextInt();
            }
            stray.tag = (long) random.nextInt() << 32 | random.nextInt() & 0xFFFF_FFFFL;
            if (kind == 5) {
                stray.lane = Lane.CONTROL;
                stray.tag = Forger.handshake(stray.from, stray.to, stray.bytes);
            }
        }
        return stray;
    }

    private static void mutate(final TestTransport.Datagram datagram, final SplittableRandom random) {
        final byte[] bytes = datagram.bytes.clone();
        for (int flips = 1 + (random.nextInt() & 3); flips > 0; flips--) {
            final int bit = Integer.remainderUnsigned(random.nextInt(), bytes.length * 8);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        datagram.bytes = bytes;
    }

    /** S14 holds for a broken peer too: whatever it seals, nothing throws and memory stays where it is. */
    @Test
    void shouldNotThrowWhateverThePeerSeals() {
        final long seed = 99;
        final SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < 40; round += carrier.stride()) {
            final List<TestTransport.Datagram> captured = new ArrayList<>();
            final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(5000).checksumInterval(5));
            match.transports.forEach(transport -> transport.outgoing = datagram ->
                captured.size() >= 300 || datagram.sequence() == 0 || captured.add(datagram.copy()));
            assertTrue(match.runUntil(5000, () -> match.everybodyPast(100)));
            for (int i = 0; i < 5000; i++) {
                final TestTransport.Datagram forged =
                    captured.get(Integer.remainderUnsigned(random.nextInt(), captured.size())).copy();
                final TestTransport.Datagram mutated = forged.copy();
                mutate(mutated, random);
                forged.resequence(20_000 + i);
                forged.reseal(mutated.bytes);
                match.transports.get(forged.to).injected.add(forged);
                if (i % 50 == 0) {
                    match.run(3);
                }
            }
            for (final Session session : match.sessions) {
                assertTrue(session.statistics().peer(0).refused() + session.statistics().peer(0).malformed() > 500,
                    "round " + round + ", seed " + seed);
            }
        }
    }

    @Test
    void shouldGoOnWhenTheTransportIsNotReady() {
        final Match match = longMatch();
        match.transports.forEach(transport -> transport.result = () ->
            match.nowNs / Match.MS % 400 < 150 ? Transport.SendResult.BACK_PRESSURED : null);
        assertTrue(match.runUntilEnded(30_000), match::toString);
        match.assertFinishedAlike(300, "back pressure");
    }
}
