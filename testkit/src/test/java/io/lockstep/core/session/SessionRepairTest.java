package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.Verification;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.internal.desync.RepairTarget;
import io.lockstep.core.internal.protocol.WireLimits;
import io.lockstep.core.replay.RecordingWriter;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.Random;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A peer whose state has diverged gets that of the others in mid-match. */
@ParameterizedClass(name = "over {0}")
@OverEachCarrier
@Tag(OverEachCarrier.LONG)
class SessionRepairTest {

    @Parameter
    private Carrier carrier;

    private static final long SECOND_NS = 1_000_000_000L;
    private static final int END = 1200;

    private static SimulatedNetwork network(final int peers, final long seed, final LinkConditions conditions) {
        return new SimulatedNetwork(peers, seed).conditions(conditions).followPolls();
    }

    private Match match(final int peers, final long latencyMs, final BiConsumer<Integer, SessionConfig> adjust) {
        return new Match(carrier, network(peers, 0, LinkConditions.latency(latencyMs)), peers, adjust);
    }

    private static BiConsumer<Integer, SessionConfig> toTheEnd() {
        return (peer, config) -> config.endFrame(END);
    }

    /** Gives every game a state of so many bytes that get no smaller when they are compressed. */
    private static void enlarge(final Match match, final int bytes) {
        for (final TestGame game : match.games) {
            game.padding = new byte[bytes];
            new Random(1).nextBytes(game.padding);
        }
        match.stepNs = 4 * Match.MS;
    }

    private static boolean started(final Match match) {
        return match.runUntil(5000, () -> match.everybodyPast(60));
    }

    private static boolean alike(final Match match) {
        final Session first = match.sessions.get(0);
        for (int index = 0; index < match.sessions.size(); index++) {
            if (match.killed.contains(index)) {
                continue;
            }
            final Session session = match.sessions.get(index);
            if (session.frame() == first.frame() && match.games.get(index).hash != match.games.get(0).hash) {
                return false;
            }
        }
        return true;
    }

    private static long repairs(final Match match) {
        return match.sessions.stream().mapToLong(session -> session.statistics().repairs()).sum();
    }

    private static void assertEndsAlike(final Match match) {
        assertTrue(match.runUntilEnded(60_000), match::toString);
        for (int index = 0; index < match.sessions.size(); index++) {
            if (!match.killed.contains(index)) {
                assertEquals(EndReason.FINISHED, match.sessions.get(index).endReason(), match::toString);
                assertEquals(match.games.get(0).hash, match.games.get(index).hash, match::toString);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "2, 0", "3, 0", "3, 1", "3, 2", "4, 0", "4, 3", "8, 0", "8, 5"})
    void shouldRepairWhoeverIsInTheMinority(final int peers, final int diverged) {
        final Match match = match(peers, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(diverged).hash++;
        assertTrue(match.runUntil(2000, () -> repairs(match) > 0), match::toString);
        // Of two nobody knows who is right: the leader is.
        final int repaired = peers == 2 ? 1 : diverged;
        assertEquals(1, match.sessions.get(repaired).statistics().repairs(), match::toString);
        assertEquals(1, match.count(repaired, SessionEvent.Type.STATE_REPAIRED));
        assertEndsAlike(match);
        assertEquals(1, repairs(match), match::toString);
        assertEquals(1, match.games.get(repaired).loads);
        for (int index = 0; index < peers; index++) {
            assertEquals(1, match.count(index, SessionEvent.Type.STATE_REPAIRED), match::toString);
            assertEquals(0, match.sessions.get(index).statistics().stallTicks(), match::toString);
        }
    }

    /** The order is of a frame that nobody executes until the dead peer is dropped: until then there is no state. */
    @Test
    void shouldWaitForTheDonorWhileTheMatchStandsStill() {
        final Match match = match(4, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(3).hash++;
        assertTrue(match.runUntil(2000, () -> match.count(0, SessionEvent.Type.DESYNC) > 0), match::toString);
        match.killed.add(2);
        assertTrue(match.runUntil(20_000, () -> match.count(3, SessionEvent.Type.PEER_DROPPED) > 0), match::toString);
        assertEquals(0, repairs(match), match::toString);
        assertTrue(match.runUntil(500, () -> repairs(match) > 0), match::toString);
        assertEquals(0, match.count(3, SessionEvent.Type.STATE_NOT_REPAIRED), match::toString);
    }

    @Test
    void shouldNotWaitForTheWordOfAMemberThatLeaves() {
        final Match match = match(4, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(3).hash++;
        assertTrue(match.runUntil(2000, () -> match.count(0, SessionEvent.Type.DESYNC) > 0), match::toString);
        match.sessions.get(2).leave();
        assertTrue(match.runUntil(2000, () -> repairs(match) > 0), match::toString);
        assertEquals(1, match.sessions.get(3).statistics().repairs(), match::toString);
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "3, 2", "4, 3", "5, 4"})
    void shouldRepairWithinASecondAtAHundredMillisecondsAndSixtyFourKiB(final int peers, final int diverged) {
        final Match match = match(peers, 50, toTheEnd());
        for (final TestGame game : match.games) {
            game.padding = new byte[64 << 10];
            new Random(1).nextBytes(game.padding);
        }
        assertTrue(started(match), match::toString);
        match.run(3000);
        match.games.get(diverged).hash++;
        assertTrue(match.runUntil(2000, () -> match.count(0, SessionEvent.Type.DESYNC) > 0), match::toString);
        final long stalls = stalls(match, diverged);
        final long noticedNs = match.nowNs;
        assertTrue(match.runUntil(2000, () -> repairs(match) > 0), match::toString);
        assertTrue(match.nowNs - noticedNs < SECOND_NS, () -> match.nowNs - noticedNs + " ns");
        assertEndsAlike(match);
        assertEquals(1, repairs(match));
        assertEquals(stalls, stalls(match, diverged));
    }

    /** Ticks that the others stalled. */
    private static long stalls(final Match match, final int but) {
        long sum = 0;
        for (int index = 0; index < match.sessions.size(); index++) {
            sum += index == but ? 0 : match.sessions.get(index).statistics().stallTicks();
        }
        return sum;
    }

    @Test
    void shouldReplayMoreFramesThanTheLogHolds() {
        final Match match = match(2, 20, toTheEnd());
        for (final TestGame game : match.games) {
            game.padding = new byte[3 << 20];
            new Random(1).nextBytes(game.padding);
        }
        match.stepNs = 4 * Match.MS;
        assertTrue(started(match), match::toString);
        match.games.get(1).hash++;
        assertTrue(match.runUntil(3000, () -> match.count(0, SessionEvent.Type.DESYNC) > 0), match::toString);
        final long noticed = match.sessions.get(1).frame();
        assertTrue(match.runUntil(20_000, () -> repairs(match) > 0), match::toString);
        assertTrue(match.sessions.get(1).frame() - noticed > 300, match::toString);
        assertEndsAlike(match);
        assertEquals(1, repairs(match));
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 1", "2, 3, 0", "3, 3, 2", "4, 4, 0", "5, 4, 1"})
    void shouldRepairThroughLoss(final long seed, final int peers, final int diverged) {
        final Match match = new Match(carrier, network(peers, seed, LinkConditions.latency(30).withLoss(0.2)), peers,
            toTheEnd());
        assertTrue(match.runUntil(20_000, () -> match.everybodyPast(60)), match::toString);
        match.games.get(diverged).hash++;
        match.games.get(diverged).padding = new byte[] {1};
        assertTrue(match.runUntil(10_000, () -> repairs(match) > 0), () -> "seed " + seed + match);
        assertEndsAlike(match);
    }

    @Test
    void shouldReplaceADonorThatDiverges() {
        final Match match = match(4, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(0).hash++;
        // The leader is wrong and asks peer 1, which goes wrong before it has come to the frame that is asked for.
        assertTrue(match.runUntil(2000, () -> match.count(0, SessionEvent.Type.DESYNC) == 3), match::toString);
        match.games.get(1).hash += 2;
        assertTrue(match.runUntil(5000, () -> repairs(match) == 2), match::toString);
        assertEndsAlike(match);
        assertEquals(1, match.sessions.get(0).statistics().repairs(), match::toString);
        assertEquals(1, match.sessions.get(1).statistics().repairs(), match::toString);
    }

    @Test
    void shouldTakeAnotherDonorIfOneSendsSomethingElse() {
        final Match match = match(4, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(0).givesWrongState = true;
        match.games.get(3).hash++;
        assertTrue(match.runUntil(2000, () -> match.count(3, SessionEvent.Type.STATE_NOT_REPAIRED) > 0),
            match::toString);
        assertEquals(0, match.games.get(3).loads);
        assertTrue(match.runUntil(6000, () -> repairs(match) == 1), match::toString);
        assertEndsAlike(match);
    }

    @Test
    void shouldPutBackTheStateIfTheGameDoesNotTakeTheOther() {
        final Match match = match(2, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(1).hash++;
        match.games.get(1).loadsWrongly = true;
        final long difference = match.games.get(1).hash - match.games.get(0).hash;
        assertTrue(match.runUntil(2000, () -> match.count(1, SessionEvent.Type.STATE_NOT_REPAIRED) > 0),
            match::toString);
        assertTrue(difference != 0 && !alike(match), match::toString);
        assertTrue(match.runUntil(6000, () -> repairs(match) == 1), match::toString);
        assertEndsAlike(match);
    }

    @Test
    void shouldPlayOnIfTheGameRefusesTheOtherState() {
        final Match match = match(2, 20, toTheEnd());
        assertTrue(started(match), match::toString);
        match.games.get(1).hash++;
        match.games.get(1).refusesStates = true;
        assertTrue(match.runUntil(2000, () -> match.count(1, SessionEvent.Type.STATE_NOT_REPAIRED) > 0),
            match::toString);
        assertTrue(!alike(match), match::toString);
        match.games.get(1).refusesStates = false;
        assertTrue(match.runUntil(6000, () -> repairs(match) == 1), match::toString);
        assertEndsAlike(match);
    }

    /** No check frame before the first one was ever played, and none is waited for. */
    @Test
    void shouldRepairAMatchSoonAfterALateStart() {
        final Match match = match(2, 20, (peer, config) -> config.startFrame(65_500).endFrame(66_000));
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(65_505)), match::toString);
        match.games.get(1).hash++;
        assertTrue(match.runUntil(1000, () -> repairs(match) == 1), match::toString);
        assertEndsAlike(match);
    }

    @Test
    void shouldBeRepairedByTheNextLeaderIfOneDies() {
        final Match match = match(4, 20, toTheEnd());
        for (final TestGame game : match.games) {
            game.padding = new byte[1 << 20];
            new Random(1).nextBytes(game.padding);
        }
        match.stepNs = 4 * Match.MS;
        assertTrue(started(match), match::toString);
        match.games.get(3).hash++;
        assertTrue(match.runUntil(2000, () -> match.count(3, SessionEvent.Type.DESYNC) > 0), match::toString);
        match.run(800);
        assertEquals(0, repairs(match));
        match.killed.add(0);
        assertTrue(match.runUntil(20_000, () -> repairs(match) > 0), match::toString);
        assertTrue(match.runUntilEnded(60_000), match::toString);
        assertEquals(match.games.get(1).hash, match.games.get(3).hash, match::toString);
        assertEquals(match.games.get(1).hash, match.games.get(2).hash, match::toString);
        assertEquals(1, repairs(match));
    }

    @Test
    void shouldPlayOnWithAStateTooLargeToSend() {
        // Few checks: each hashes the whole state.
        final Match match = match(3, 20, (peer, config) -> config.endFrame(200).checksumInterval(100));
        for (final TestGame game : match.games) {
            game.padding = new byte[WireLimits.DEFAULT_STATE_BYTES + 1];
        }
        match.stepNs = 8 * Match.MS;
        assertTrue(started(match), match::toString);
        match.games.get(2).hash++;
        assertTrue(match.runUntilEnded(30_000), match::toString);
        assertEquals(0, repairs(match));
        assertEquals(0, match.games.get(2).loads);
        assertTrue(match.count(2, SessionEvent.Type.DESYNC) > 0);
        assertEquals(EndReason.FINISHED, match.sessions.get(2).endReason());
    }

    @Test
    void shouldRepairInAPause() {
        final Match match = match(3, 20, toTheEnd());
        match.games.forEach(game -> game.pauses = true);
        assertTrue(started(match), match::toString);
        match.sessions.get(1).pause();
        match.run(500);
        match.games.get(2).hash++;
        // Nothing is walked over while the game stands still: it is noticed when it goes on.
        match.run(1000);
        match.sessions.get(1).resume();
        assertTrue(match.runUntil(1500, () -> match.count(0, SessionEvent.Type.DESYNC) > 0), match::toString);
        match.sessions.get(1).pause();
        assertTrue(match.runUntil(3000, () -> repairs(match) == 1), match::toString);
        match.run(200);
        match.sessions.get(1).resume();
        assertEndsAlike(match);
        assertEquals(1, repairs(match));
    }

    @Test
    void shouldEndEverybodyInTheSameFrameUnderHalt() {
        final Match match = match(3, 20, (peer, config) -> config.desyncPolicy(DesyncPolicy.HALT));
        assertTrue(started(match), match::toString);
        match.games.get(0).hash++;
        assertTrue(match.runUntilEnded(5000), match::toString);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.DESYNC, session.endReason(), match::toString);
            assertEquals(match.sessions.get(0).frame(), session.frame(), match::toString);
            assertTrue(session.frame() < 200, match::toString);
        }
    }

    @Test
    void shouldOnlyReportUnderReportOnly() {
        final Match match = match(3, 20, (peer, config) ->
            config.endFrame(300).desyncPolicy(DesyncPolicy.REPORT_ONLY));
        assertTrue(started(match), match::toString);
        match.games.get(1).hash++;
        assertTrue(match.runUntilEnded(10_000), match::toString);
        assertEquals(0, repairs(match));
        assertEquals(0, match.games.get(1).loads);
        assertTrue(match.sessions.get(0).statistics().desyncs() > 3);
    }

    @Test
    void shouldRefuseAnotherPolicy() {
        final Match match = match(2, 20, (peer, config) ->
            config.desyncPolicy(peer == 0 ? DesyncPolicy.HALT : DesyncPolicy.REPAIR));
        assertTrue(match.runUntilEnded(5000), match::toString);
        assertEquals(EndReason.MISMATCH, match.sessions.get(0).endReason());
    }

    @Test
    void shouldRefuseAnotherPeriodOfSyncs() {
        final Match match = match(2, 20, (peer, config) -> config.stateSyncTicks(peer == 0 ? 200 : 0));
        assertTrue(match.runUntilEnded(5000), match::toString);
        for (final Session session : match.sessions) {
            assertEquals(EndReason.MISMATCH, session.endReason(), match::toString);
        }
        assertTrue(match.sessions.stream().map(Session::error)
            .anyMatch("state sync differs: ours is 0 ticks, player 0's is 200 ticks"::equals), match::toString);
    }

    @Test
    void shouldLoadTheLeadersStateNowAndThenIfTold() {
        final Match match = match(3, 20, (peer, config) -> config.endFrame(1000).stateSyncTicks(200));
        assertTrue(match.runUntilEnded(30_000), match::toString);
        match.assertFinishedAlike(1000, "periodic");
        assertEquals(0, match.games.get(0).loads);
        for (final int index : new int[] {1, 2}) {
            assertTrue(match.games.get(index).loads >= 3, match::toString);
            assertEquals(0, match.sessions.get(index).statistics().stallTicks(), match::toString);
        }
    }

    /** It says so to every later copy, and the leader does not wait for it any longer. */
    @Test
    void shouldRepairAnewWhoGaveUpAnOrderOfWhichItHeardNoMore() {
        final SimulatedNetwork network = network(3, 0, LinkConditions.latency(20));
        final Match match = new Match(carrier, network, 3, toTheEnd());
        enlarge(match, 256 << 10);
        assertTrue(started(match), match::toString);
        match.games.get(1).hash++;
        final RepairTarget target = match.sessions.get(1).loop.repair.member.target;
        assertTrue(match.runUntil(2000, () -> target.outcome() == RepairTarget.Outcome.PENDING), match::toString);
        network.cut(0, 1);
        assertTrue(match.runUntil(3000, () -> target.outcome() == RepairTarget.Outcome.NONE), match::toString);
        network.heal();
        assertTrue(match.runUntil(8000, () -> repairs(match) == 1), match::toString);
        assertEndsAlike(match);
    }

    /** The order is repeated until its answer is here; the answers to its last copies come when the next is out. */
    @Test
    void shouldSendAllOfAStateThoughAnAnswerToTheOrderBeforeComesLate() {
        final SimulatedNetwork network = network(3, 0, LinkConditions.latency(70));
        final Match match = new Match(carrier, network, 3, (peer, config) -> config.endFrame(END).stateSyncTicks(200));
        enlarge(match, 64 << 10);
        assertTrue(started(match), match::toString);
        assertTrue(match.runUntil(8000, () -> match.everybodyPast(175)), match::toString);
        match.games.get(1).hash++;
        assertTrue(match.runUntil(3000, () -> match.games.get(1).loads > 0), match::toString);
        assertTrue(match.runUntil(3000, () -> match.games.get(1).loads > 1), match::toString);
        assertEndsAlike(match);
    }

    /** Another gives its state then, and is none of those who load it. */
    @Test
    void shouldGoOnRepairingWhenAStateOfTheLeadersWasRefused() {
        final Match match = match(3, 20, (peer, config) -> config.endFrame(END).stateSyncTicks(200));
        assertTrue(started(match), match::toString);
        match.games.get(0).givesWrongState = true;
        assertTrue(match.runUntil(5000, () -> match.count(1, SessionEvent.Type.STATE_NOT_REPAIRED) > 0
            && match.count(2, SessionEvent.Type.STATE_NOT_REPAIRED) > 0), match::toString);
        match.games.get(0).givesWrongState = false;
        assertTrue(match.runUntil(5000, () -> match.games.get(2).loads > 0), match::toString);
        match.games.get(2).hash++;
        assertTrue(match.runUntil(2000, () -> match.games.get(2).loads > 1), match::toString);
        assertEndsAlike(match);
    }

    /** The leader itself is repaired, and its state is as good as any then. */
    @Test
    void shouldLoadTheLeadersStateAgainOnceThatWasRepaired() {
        final Match match = match(3, 20, (peer, config) -> config.endFrame(END).stateSyncTicks(200));
        assertTrue(started(match), match::toString);
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(195)), match::toString);
        match.games.get(0).hash++;
        assertTrue(match.runUntil(5000, () -> match.games.get(0).loads > 0), match::toString);
        assertTrue(match.count(1, SessionEvent.Type.STATE_NOT_REPAIRED) > 0, match::toString);
        assertEndsAlike(match);
        assertEquals(1, match.games.get(0).loads, match::toString);
        assertTrue(match.games.get(1).loads >= 3, match::toString);
    }

    /** Nothing differs, so that nothing else keeps the session from ending. */
    @Test
    void shouldFinishInTheLastFramesStateThoughTheGameIsStillBehindInIt() {
        final Match first = withALargeStateLoadedNowAndThen(END);
        assertTrue(first.runUntil(20_000, () -> first.games.get(1).loads > 0), first::toString);
        final long loaded = first.sessions.get(1).frame();
        for (long end = loaded + 1; end <= loaded + 3; end++) {
            final Match match = withALargeStateLoadedNowAndThen(end);
            assertEndsAlike(match);
            assertEquals(1, match.games.get(1).loads, match::toString);
        }
    }

    /** It travels for one and a half seconds, whose frames are replayed in some polls. */
    private Match withALargeStateLoadedNowAndThen(final long end) {
        final Match match = match(2, 1, (peer, config) -> config.endFrame(end).stateSyncTicks(120));
        enlarge(match, 700 << 10);
        return match;
    }

    @Test
    void shouldRepairAnUnsoundGameLessAndLessOften() {
        final Match match = match(2, 20, (peer, config) -> config.endFrame(3000));
        assertTrue(started(match), match::toString);
        while (!match.ended()) {
            match.games.get(1).hash++;
            match.run(50);
        }
        // After 1, 2, 4, 8, 16 and 32 s.
        assertTrue(repairs(match) >= 4 && repairs(match) <= 7, match::toString);
    }

    @Test
    void shouldRecordARepairedPeerAnew() {
        final MemoryTape tape = new MemoryTape();
        final RecordingWriter writer = new RecordingWriter(tape, "test 1", 5000);
        final Match match = match(2, 20, (peer, config) -> config.endFrame(END).recording(peer == 1 ? writer : null));
        assertTrue(started(match), match::toString);
        match.games.get(1).hash++;
        assertEndsAlike(match);
        assertEquals(1, repairs(match));
        assertNull(writer.problem());
        final RecordingReader recording = tape.read();
        assertEquals(RecordingCode.OK, recording.code(), recording.message());
        final TestGame game = new TestGame();
        new RecordingPlayer(recording, game).toEnd();
        assertEquals(match.games.get(1).hash, game.hash);
        // It says where the state was wrong, and is right again from where it was repaired.
        final Verification verification = Verification.of(recording, new TestGame());
        assertTrue(verification.firstFrame() >= 60 && verification.firstFrame() < 70, verification::toString);
    }

    @Test
    void shouldIgnoreOrdersOfWhoDoesNotLead() {
        final Match match = match(3, 20, (peer, config) -> { });
        assertTrue(started(match), match::toString);
        // They have agreed on another value; only so does somebody order loads where nothing is wrong.
        match.sessions.get(0).loop.repair.judge.syncTicks = 1;
        match.sessions.get(2).loop.repair.judge.syncTicks = 1;
        assertTrue(match.sessions.get(0).transferLeadership(1), match::toString);
        assertTrue(match.runUntil(3000, () -> match.sessions.stream().allMatch(session -> session.leader() == 1)),
            match::toString);
        match.run(500);
        final long loads = match.games.stream().mapToLong(game -> game.loads).sum();
        final long ignored = match.sessions.get(1).statistics().ignoredRepairs();
        for (int i = 0; i < 20; i++) {
            for (final int index : new int[] {0, 2}) {
                // One that has led before, and one that never has, think that they do.
                final Session session = match.sessions.get(index);
                session.loop.repair.judge.tick(true, session.term(), 0b111, match.nowNs);
            }
            match.run(50);
        }
        assertEquals(loads, match.games.stream().mapToLong(game -> game.loads).sum(), match::toString);
        assertTrue(match.sessions.get(1).statistics().ignoredRepairs() >= ignored + 20, match::toString);
        assertEquals(0, match.sessions.get(1).statistics().desyncs());
    }
}
