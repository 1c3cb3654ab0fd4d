package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.SessionEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole matches of honest peers over a perfect network. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
class SessionTest {

    @Parameter
    private Carrier carrier;

    @Test
    void shouldPlayToTheAgreedEndWithoutAStall() {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(600));
        match.run(11_000);
        for (int peer = 0; peer < 2; peer++) {
            final Session session = match.sessions.get(peer);
            assertEquals(Phase.ENDED, session.phase(), match.events.toString());
            assertEquals(EndReason.FINISHED, session.endReason());
            assertEquals(600, session.frame());
            assertEquals(20, session.statistics().checkedFrames());
            assertEquals(0, session.statistics().desyncs());
            assertEquals(0, session.statistics().stallTicks());
            // The greeting is the longest: 74 bytes, the game id of 4, and a pepper of whom was challenged.
            final Histogram payload = payload(session);
            assertEquals(peer == 0 ? 78 : 86, payload.getMaxValue());
            assertTrue(payload.getValueAtPercentile(99.5) <= 64);
        }
        assertEquals(match.games.get(0).hash, match.games.get(1).hash);
    }

    /** Payload lengths of everything sent so far. */
    private static Histogram payload(final Session session) {
        final Histogram payload = new Histogram(3);
        session.statistics().peer(0).takePayloadBytes(payload);
        return payload;
    }

    @ParameterizedTest
    @ValueSource(longs = {100_000, 500_000, 1_000_000, 3_000_000, 8_000_000})
    void shouldSendOneDatagramPerPeerAndTick(final long stepNs) {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.inputDelay(6).endFrame(100_000));
        match.stepNs = stepNs;
        assertTrue(match.runUntil(6000, () -> match.everybodyPast(200)), match::toString);
        final long[] before = new long[2];
        for (int peer = 0; peer < 2; peer++) {
            before[peer] = match.sessions.get(peer).statistics().peer(0).datagramsSent();
        }
        match.run(10_000);
        for (int peer = 0; peer < 2; peer++) {
            final long sent = match.sessions.get(peer).statistics().peer(0).datagramsSent() - before[peer];
            assertEquals(600, sent, 24, "peer " + peer);
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 600", "3, 300", "8, 180", "32, 90"})
    void shouldPlayWithAnyNumberOfPeersWithoutAStall(final int peers, final int frames) {
        final Match match = new Match(carrier, peers, 15, (peer, config) -> config.endFrame(frames));
        match.stepNs = Match.MS;
        assertTrue(match.runUntilEnded(frames * 17 + 2000), match::toString);
        match.assertFinishedAlike(frames, peers + " peers");
        for (final Session session : match.sessions) {
            assertEquals(0, session.statistics().stallTicks());
            assertEquals(frames / 30, session.statistics().checkedFrames());
            assertEquals(peers - 1, session.statistics().peers());
        }
    }

    @Test
    void shouldGiveEveryPeerTheSameEventsInTheirOrder() {
        final Match match = new Match(carrier, 3, 10, (peer, config) -> config.endFrame(60));
        assertTrue(match.runUntilEnded(5000), match::toString);
        for (int peer = 0; peer < 3; peer++) {
            final List<String> events = new ArrayList<>(match.events.get(peer));
            events.removeIf(event -> event.startsWith("DELAY_CHANGED"));
            assertEquals(2, match.count(peer, SessionEvent.Type.PEER_CONNECTED), events.toString());
            assertEquals(List.of("LEADER_CHANGED frame=0 peer=0", "STARTED frame=0", "ENDED frame=60"),
                events.subList(2, events.size()), events.toString());
        }
    }

    @Test
    void shouldPlayAloneWithoutAnyPeer() {
        // A transport to nobody there is in memory alone.
        final Match match = new Match(1, 10, (peer, config) -> config.endFrame(60));
        assertTrue(match.runUntilEnded(3000), match::toString);
        match.assertFinishedAlike(60, "alone");
        assertEquals(0, match.sessions.get(0).statistics().stallTicks());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 29, 30, 65_500, (1L << 24) - 40, (1L << 31) - 10, (1L << 32) - 10, (1L << 40) + 7})
    void shouldPlayFromAnyFirstFrame(final long startFrame) {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.startFrame(startFrame).endFrame(startFrame + 400));
        match.games.forEach(game -> game.expectedFrame = startFrame);
        assertTrue(match.runUntilEnded(9000), match::toString);
        match.assertFinishedAlike(startFrame + 400, "start " + startFrame);
        for (final Session session : match.sessions) {
            assertEquals((startFrame + 400) / 30 - startFrame / 30, session.statistics().checkedFrames());
            assertEquals(0, session.statistics().stallTicks());
        }
    }

    @Test
    void shouldWrapTheSixteenBitFrameUnpaced() {
        final Match match = new Match(carrier, 2, 0, (peer, config) -> config.unpaced(true).endFrame(70_000));
        assertTrue(match.runUntilEnded(60_000), match::toString);
        match.assertFinishedAlike(70_000, "unpaced");
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(70_000 / 30, match.sessions.get(peer).statistics().checkedFrames());
            assertEquals(0, match.sessions.get(peer).statistics().peer(0).refused());
            assertEquals(70_000, match.games.get(peer).frames);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 128})
    void shouldCompareChecksumsAtAnyInterval(final int interval) {
        final Match match = new Match(carrier, 2, 20,
            (peer, config) -> config.checksumInterval(interval).endFrame(600));
        assertTrue(match.runUntilEnded(13_000), match::toString);
        match.assertFinishedAlike(600, "interval " + interval);
        for (final Session session : match.sessions) {
            assertEquals(600 / interval, session.statistics().checkedFrames());
        }
    }

    @Test
    void shouldCompareEveryFrameOverALongRoundTrip() {
        final Match match = new Match(carrier, 2, 150, (peer, config) ->
            config.checksumInterval(1).inputDelay(12).endFrame(1200));
        assertTrue(match.runUntilEnded(30_000), match::toString);
        match.assertFinishedAlike(1200, "interval 1 at 300 ms");
        for (final Session session : match.sessions) {
            assertEquals(1200, session.statistics().checkedFrames());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 10, 144, 1000})
    void shouldPlayAtAnyTickRate(final int tickRate) {
        final Match match = new Match(carrier, 2, 1, (peer, config) -> config.tickRate(tickRate).endFrame(100));
        assertTrue(match.runUntilEnded(103 * 1000 / tickRate + 4000), match::toString);
        match.assertFinishedAlike(100, tickRate + " Hz");
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 8", "1, 30", "30, 30"})
    void shouldPlayWithAnyPairOfInputDelays(final int first, final int second) {
        final Match match = new Match(carrier, 2, 5, (peer, config) ->
            config.inputDelay(peer == 0 ? first : second).endFrame(300));
        assertTrue(match.runUntilEnded(20_000), match::toString);
        match.assertFinishedAlike(300, first + " and " + second);
    }

    @Test
    void shouldSampleEveryFrameOnceAndStartWithNeutralInput() {
        final List<List<Long>> sampled = List.of(new ArrayList<>(), new ArrayList<>());
        final Match match = new Match(carrier, 2, 5, (peer, config) -> config.inputDelay(peer + 3).endFrame(100)
            .input((frame, player, input) -> {
                sampled.get(peer).add(frame);
                input.putShort((short) 0x7FFF);
            }));
        match.games.forEach(game -> game.keepJournal = true);
        assertTrue(match.runUntilEnded(5000), match::toString);
        assertEquals(match.games.get(0).journal, match.games.get(1).journal);
        for (int peer = 0; peer < 2; peer++) {
            final List<Long> expected = new ArrayList<>();
            for (long frame = peer + 3; frame < 100; frame++) {
                expected.add(frame);
            }
            assertEquals(expected, sampled.get(peer));
            for (int frame = 0; frame < 100; frame++) {
                final String entry = frame + ":" + peer + "=" + (frame < peer + 3 ? 0 : 0x7FFF);
                assertTrue(match.games.get(0).journal.contains(entry), entry);
            }
        }
    }

    @Test
    void shouldSeatTwoPlayersAtOnePeer() {
        final Match match = new Match(carrier, new int[] {0, 2, 3}, 10, (peer, config) -> {
            config.players(5).peer(0, 1).peer(3, 4).endFrame(200);
            if (peer == 0) {
                config.localPlayers(0, 1);
            } else if (peer == 3) {
                config.localPlayers(3, 4);
            }
        });
        match.games.forEach(game -> game.keepJournal = true);
        assertTrue(match.runUntilEnded(6000), match::toString);
        match.assertFinishedAlike(200, "couch");
        assertEquals(match.games.get(0).journal, match.games.get(1).journal);
        assertEquals(match.games.get(0).journal, match.games.get(2).journal);
        for (int player = 0; player < 5; player++) {
            assertTrue(match.games.get(0).journal.contains("140:" + player + "=" + 20 * (player + 1)));
        }
    }

    @ParameterizedTest
    @CsvSource({"JSON, JSON", "JSON, BINARY", "BINARY, JSON"})
    void shouldPlayInJsonAndMixedWithBinary(final ProtocolMode first, final ProtocolMode second) {
        final Set<Integer> types = new TreeSet<>();
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.protocolMode(peer == 0 ? first : second).endFrame(200));
        final Set<Integer> handshake = new TreeSet<>();
        match.transports.get(0).outgoing =
            datagram -> (datagram.sequence() == 0 ? handshake : types).add(datagram.type()) || true;
        assertTrue(match.runUntilEnded(6000), match::toString);
        match.assertFinishedAlike(200, first + " and " + second);
        assertEquals(first == ProtocolMode.JSON, types.equals(Set.of(0xF)), types.toString());
        assertFalse(handshake.contains(0xF), handshake.toString());
        for (final Session session : match.sessions) {
            assertEquals(6, session.statistics().checkedFrames());
            assertEquals(0, session.statistics().peer(0).malformed());
        }
    }

    @Test
    void shouldFillTheSmallestFrameMostOfTheTimeAndTwoAtMost() {
        final long seed = 20_240;
        final int[] held = new int[2];
        final int[] largest = new int[2];
        final SplittableRandom random = new SplittableRandom(seed);
        final Match match = new Match(carrier, 2, 50, (peer, config) -> config.inputDelay(7).endFrame(3000)
            .input((frame, player, input) -> {
                if (Integer.remainderUnsigned(random.nextInt(), 12) == 0) {
                    held[player] ^= 1 << Integer.remainderUnsigned(random.nextInt(), 10);
                }
                input.putShort((short) held[player]);
            }));
        match.transports.get(0).outgoing = datagram -> {
            largest[0] = datagram.type() == 6 ? Math.max(largest[0], datagram.bytes.length) : largest[0];
            // Without a sequence it is a handshake; everything after it counts, statuses and heartbeats too.
            largest[1] = datagram.sequence() != 0 ? Math.max(largest[1], datagram.bytes.length) : largest[1];
            return true;
        };
        assertTrue(match.runUntilEnded(55_000), match::toString);
        match.assertFinishedAlike(3000, "bots, seed " + seed);
        assertTrue(largest[0] > 24 && largest[0] <= 64, "largest window " + largest[0] + ", seed " + seed);
        assertTrue(largest[1] <= 64, "largest of all in play " + largest[1] + ", seed " + seed);
        for (final Session session : match.sessions) {
            final double median = payload(session).getValueAtPercentile(50);
            assertTrue(median >= 8 && median <= 32, "median " + median + ", seed " + seed);
            assertEquals(0, session.statistics().stallTicks());
        }
    }

    @ParameterizedTest
    @CsvSource({"100000000, 16666667", "5000000, 5500000", "33000000, 1000000", "250000000, 200000",
        "240000000, 90000000"})
    void shouldShowTheSameWorldInAnyTempoOfPolling(final long firstNs, final long secondNs) {
        final Match calm = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(300).inputDelay(3));
        assertTrue(calm.runUntilEnded(8000));
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(300).inputDelay(3));
        final long[] next = {match.nowNs, match.nowNs};
        final long limit = match.nowNs + 120_000 * Match.MS;
        while (!match.ended() && match.nowNs < limit) {
            final int peer = next[0] <= next[1] ? 0 : 1;
            match.nowNs = next[peer];
            next[peer] += peer == 0 ? firstNs : secondNs;
            match.poll(peer);
        }
        match.assertFinishedAlike(300, firstNs + " and " + secondNs);
        assertEquals(calm.games.get(0).hash, match.games.get(0).hash);
    }

    @Test
    void shouldShowTheSameWorldWhenStepIsCalledWithoutPollAndPollWithoutStep() {
        final Match match = new Match(carrier, 2, 10, (peer, config) -> config.endFrame(200));
        for (int i = 0; i < 60_000 && !match.ended(); i++) {
            match.nowNs += Match.MS / 2;
            for (int peer = 0; peer < 2; peer++) {
                final Session session = match.sessions.get(peer);
                if (i % 3 != peer) {
                    session.poll(match.nowNs);
                }
                if (i % 5 != peer) {
                    session.step();
                }
                match.collect(peer);
            }
        }
        match.assertFinishedAlike(200, "uneven");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE / 2, -2_000 * Match.MS, 0, Long.MAX_VALUE / 2})
    void shouldPlayWhateverTheClockSaysAtTheStart(final long startNs) {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(300));
        match.nowNs = startNs;
        assertTrue(match.runUntilEnded(8000), match::toString);
        match.assertFinishedAlike(300, "from " + startNs);
        for (final Session session : match.sessions) {
            assertEquals(0, session.statistics().stallTicks());
            assertEquals(40, session.statistics().peer(0).rttNs() / 1e6, 2);
        }
    }

    @Test
    void shouldMeasureTheRoundTripAndTheInputLatency() {
        final Match match = new Match(carrier, 2, 30, (peer, config) -> config.inputDelay(4).endFrame(300));
        assertTrue(match.runUntilEnded(8000), match::toString);
        for (final Session session : match.sessions) {
            final Histogram rtt = new Histogram(2);
            session.statistics().peer(0).takeRttMicros(rtt);
            // One in eight windows echoes another: 300 frames are five seconds.
            assertTrue(rtt.getTotalCount() > 30);
            assertEquals(60_000, rtt.getValueAtPercentile(50), 2_000);
            final Histogram latency = new Histogram(2);
            session.statistics().takeInputLatencyMicros(latency);
            assertEquals(4 * 16_667, latency.getValueAtPercentile(50), 1_500);
            assertTrue(session.statistics().peer(0).bytesSent() > payload(session).getTotalCount() * 36);
        }
    }

    @Test
    void shouldReportACorruptedStateAtBothPeersWithBothChecksums() {
        final Match match = new Match(carrier, 2, 20, (peer, config) ->
            config.endFrame(150).desyncPolicy(DesyncPolicy.REPORT_ONLY));
        match.games.get(1).corruptAfter = 40;
        assertTrue(match.runUntilEnded(5000), match::toString);
        final List<String> first = new ArrayList<>(match.events.get(0));
        final List<String> second = new ArrayList<>(match.events.get(1));
        first.removeIf(text -> !text.startsWith("DESYNC "));
        second.removeIf(text -> !text.startsWith("DESYNC "));
        assertEquals(4, first.size(), match::toString);
        assertEquals(4, second.size(), match::toString);
        for (int i = 0; i < 4; i++) {
            final String[] words = first.get(i).split("[ =]");
            assertEquals("DESYNC frame=" + (59 + 30 * i) + " peer=1 local=" + words[6] + " remote=" + words[8],
                first.get(i));
            assertNotEquals(words[6], words[8]);
            assertEquals("DESYNC frame=" + (59 + 30 * i) + " peer=0 local=" + words[8] + " remote=" + words[6],
                second.get(i));
        }
        for (final Session session : match.sessions) {
            assertEquals(5, session.statistics().checkedFrames());
            assertEquals(4, session.statistics().desyncs());
            assertEquals(EndReason.FINISHED, session.endReason());
        }
    }

    @Test
    void shouldNameTheOnePeerWhoseStateDiffers() {
        final Match match = new Match(carrier, 3, 20, (peer, config) -> config.endFrame(60));
        match.games.get(2).corruptAfter = 59;
        assertTrue(match.runUntilEnded(5000), match::toString);
        assertEquals(1, match.count(0, SessionEvent.Type.DESYNC));
        assertEquals(1, match.count(1, SessionEvent.Type.DESYNC));
        assertEquals(2, match.count(2, SessionEvent.Type.DESYNC));
        assertTrue(match.events.get(0).stream().anyMatch(text -> text.startsWith("DESYNC frame=59 peer=2")));
        assertTrue(match.events.get(1).stream().anyMatch(text -> text.startsWith("DESYNC frame=59 peer=2")));
    }

    @Test
    void shouldPlayOnWithoutAStallWhenOneLeaves() {
        final Match match = new Match(carrier, 4, 20, (peer, config) -> config.endFrame(400));
        assertTrue(match.runUntil(2000, () -> match.everybodyPast(50)));
        final Session leaver = match.sessions.get(2);
        leaver.leave();
        assertTrue(match.runUntil(1000, () -> leaver.phase() == Phase.ENDED), match::toString);
        assertEquals(EndReason.LEFT, leaver.endReason());
        assertNull(leaver.error());
        assertTrue(match.runUntilEnded(9000), match::toString);
        final Set<String> left = new TreeSet<>();
        for (final int peer : new int[] {0, 1, 3}) {
            final Session session = match.sessions.get(peer);
            assertEquals(EndReason.FINISHED, session.endReason(), match.toString());
            assertEquals(400, session.frame());
            assertEquals(0, session.statistics().stallTicks(), match.toString());
            assertEquals(0, session.statistics().desyncs());
            assertEquals(match.games.get(0).hash, match.games.get(peer).hash);
            assertEquals(0, match.count(peer, SessionEvent.Type.PEER_DROPPED), match.toString());
            assertEquals(1, match.count(peer, SessionEvent.Type.PEER_LEFT), match.toString());
            match.events.get(peer).stream().filter(text -> text.startsWith("PEER_LEFT")).forEach(left::add);
        }
        assertEquals(1, left.size(), "everybody knows the same last frame: " + left);
        assertTrue(left.iterator().next().matches("PEER_LEFT frame=\\d+ peer=2"), left.toString());
    }

    @Test
    void shouldEndAfterLeavingBeforeTheFirstPoll() {
        final Match match = new Match(carrier, 2, 20, (peer, config) -> config.endFrame(60));
        match.sessions.get(0).leave();
        assertTrue(match.runUntil(1000, () -> match.sessions.get(0).phase() == Phase.ENDED), match::toString);
        assertEquals(EndReason.LEFT, match.sessions.get(0).endReason());
        assertEquals(0, match.sessions.get(0).poll(match.nowNs + 1));
        assertFalse(match.sessions.get(0).step());
    }

    @Test
    void shouldSayWhereBetweenTwoFramesItIs() {
        final Match match = new Match(carrier, 2, 0, (peer, config) -> config.tickRate(100));
        match.stepNs = Match.MS / 2;
        final Session session = match.sessions.get(0);
        assertTrue(match.runUntil(3000, () -> session.frame() == 20));
        assertEquals(0, session.alpha(match.nowNs), 0.06);
        assertEquals(0.5, session.alpha(match.nowNs + 5 * Match.MS), 0.06);
        assertEquals(1, session.alpha(match.nowNs + 50 * Match.MS));
    }
}
