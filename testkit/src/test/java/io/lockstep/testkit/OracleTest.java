package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.membership.TwoPeerPolicy;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every check of the oracle: what is right stays green, and a planted fault turns it red. */
class OracleTest {

    private static final int ALL = 0b111;
    private final Observations seen = new Observations(3);

    private void assertBroken(final String... promises) {
        assertEquals(List.of(promises), seen.broken(), seen.toString());
    }

    /** Three peers play ten frames; then peer 2 is cut at frame 12 by the others, who had its inputs up to there. */
    private void playAndCut() {
        seen.submit(ALL, 0, 20);
        for (int peer = 0; peer < 3; peer++) {
            seen.simulate(peer, 0, 10, ALL, true);
        }
        for (int peer = 0; peer < 2; peer++) {
            seen.enter(peer, 1, 77, 0b011, 0).left(peer, 2, 12);
            seen.simulate(peer, 10, 12, ALL, true);
            seen.simulate(peer, 12, 20, 0b011, true);
        }
    }

    @Test
    void shouldFindNothingWrongWithAPlainMatch() {
        seen.submit(ALL, 0, 10);
        for (int peer = 0; peer < 3; peer++) {
            seen.simulate(peer, 0, 10, ALL, true);
        }
        assertBroken();
    }

    @Test
    void shouldFindNothingWrongWithACut() {
        playAndCut();
        assertBroken();
    }

    @Test
    void shouldSeeAGameThatIsToldWrongWhoIsThere() {
        playAndCut();
        final long[] inputs = {Observations.input(0, 20), Observations.input(1, 20), seen.neutral};
        seen.submit(0b011, 20, 21);
        seen.simulate(0, 20, inputs, 0b111, 7);
        seen.look(0);
        assertBroken("S5");
    }

    @Test
    void shouldSeeDifferentInputsInOneEpoch() {
        seen.submit(ALL, 0, 1);
        seen.simulate(0, 0, ALL);
        seen.simulate(1, 0, new long[] {Observations.input(0, 0), Observations.input(1, 0), 5}, 8);
        assertBroken("S3", "S1", "S2");
    }

    @Test
    void shouldCompareAPeerThatWasCutOnlyUpToItsCut() {
        playAndCut();
        // It had all inputs of the others up to there, and goes on with its own.
        seen.simulate(2, 10, 15, ALL, true);
        assertBroken();
    }

    @Test
    void shouldCompareAPeerThatEntersAnEpochLateAsFarBackAsItRemembers() {
        playAndCut();
        // Had it stayed in the former epoch, nobody could have said anything against frames 12 to 14.
        seen.simulate(2, 10, 15, ALL, true).enter(2, 1, 77, 0b011, 0);
        assertEquals("S1", seen.oracle.violations().get(0).promise(), seen.toString());
        assertEquals(12, seen.oracle.violations().get(0).frame());
    }

    @Test
    void shouldSeeDifferentStates() {
        seen.submit(ALL, 0, 1);
        seen.simulate(0, 0, ALL, 1).simulate(1, 0, ALL, 2);
        assertBroken("S2");
    }

    @Test
    void shouldSeeAnInputThatNobodySubmitted() {
        seen.submit(0b011, 0, 1);
        seen.simulate(0, 0, ALL, 1);
        assertBroken("S3");
    }

    @Test
    void shouldSeeAnInputLost() {
        seen.submit(ALL, 0, 10);
        seen.simulate(0, 0, 0b011).look(0);
        assertBroken("S3");
    }

    @Test
    void shouldSeeAnInputLostThatTheCutCounts() {
        seen.submit(ALL, 0, 20);
        seen.simulate(0, 0, 10, ALL, true).enter(0, 1, 77, 0b011, 0).left(0, 2, 12);
        seen.simulate(0, 10, ALL).simulate(0, 11, 0b011).look(0);
        assertBroken("S3");
    }

    @Test
    void shouldSeeASampleRepeated() {
        seen.submit(ALL, 0, 10).submit(0b001, 9, 10);
        assertBroken("S3");
    }

    @Test
    void shouldSeeAFrameLeftOutAndOneRepeated() {
        seen.submit(ALL, 0, 10);
        seen.simulate(0, 0, ALL).simulate(0, 2, ALL);
        assertBroken("S4");
        seen.simulate(1, 0, ALL).simulate(1, 0, ALL);
        assertEquals(2, seen.oracle.violations().size());
    }

    /** Peer 0 is given the state after frame 3, replays two frames, and two come due meanwhile. */
    private void repair() {
        seen.submit(ALL, 0, 20);
        seen.simulate(0, 0, 10, ALL, true).simulate(1, 0, 10, ALL, true);
        seen.oracle.expectDivergence(0);
        seen.oracle.repaired(0);
        seen.simulate(0, 4, 6, ALL, false);
        assertFalse(seen.oracle.passes(0, 10, seen.views[0]));
        assertFalse(seen.oracle.passes(0, 11, seen.views[0]));
        seen.look(0);
    }

    @Test
    void shouldLetARepairedPeerSimulateLaterWhatComesDueWhileItCatchesUp() {
        repair();
        seen.simulate(0, 6, 12, ALL, true);
        seen.oracle.finished(0, 12);
        assertBroken();
    }

    @Test
    void shouldSeeAFrameLeftOutWhileAPeerCatchesUp() {
        repair();
        seen.simulate(0, 6, 10, ALL, true).simulate(0, 12, ALL);
        assertBroken("S4");
    }

    @Test
    void shouldSeeAPeerThatStopsCatchingUp() {
        repair();
        seen.look(0);
        assertBroken("S4");
    }

    @Test
    void shouldSeeAPeerThatEndsBeforeItHasCaughtUp() {
        repair();
        seen.oracle.finished(0, 12);
        assertBroken("S4");
    }

    /** All play up to frame 5; there peer 0 pauses, passes over three frames before the others do, and is repaired. */
    private void repairAheadInAPause() {
        seen.submit(ALL, 0, 20);
        for (int peer = 0; peer < 3; peer++) {
            seen.simulate(peer, 0, 5, ALL, true);
        }
        seen.oracle.expectDivergence(0);
        seen.membership.paused(0, 5);
        for (int frame = 5; frame < 8; frame++) {
            seen.oracle.passes(0, frame, seen.views[0]);
        }
        seen.look(0);
        seen.oracle.repaired(0);
    }

    @Test
    void shouldLetARepairedPeerGoOnInAPauseAheadOfTheOthers() {
        repairAheadInAPause();
        seen.oracle.passes(0, 8, seen.views[0]);
        seen.look(0);
        assertBroken();
    }

    @Test
    void shouldSeeARepairedPeerGoOnBehindAFrameThatNobodyHadWhenThePauseWasOver() {
        repairAheadInAPause();
        seen.membership.resumed(0, 7);
        seen.simulate(0, 8, ALL);
        assertBroken("S4");
    }

    /** Peer 0 is given the state of a pause, which is over before it has replayed that: two frames come due. */
    private void repairInAPauseThatEnds() {
        repairAheadInAPause();
        assertTrue(seen.oracle.owes(0, 8));
        assertTrue(seen.oracle.owes(0, 9));
        seen.membership.resumed(0, 8);
        seen.look(0).look(0).look(0);
        assertBroken();
    }

    @Test
    void shouldLetARepairedPeerSimulateLaterWhatComesDueWhileItReplaysAPause() {
        repairInAPauseThatEnds();
        seen.simulate(0, 8, 10, ALL, true).look(0);
        assertBroken();
    }

    @Test
    void shouldSeeAFrameLeftOutWhileAPeerReplaysAPause() {
        repairInAPauseThatEnds();
        seen.simulate(0, 9, ALL);
        assertBroken("S4");
    }

    @Test
    void shouldSeeAPeerThatReplaysAPauseForEver() {
        repairInAPauseThatEnds();
        for (int poll = 0; poll < FrameWindow.FRAMES / 32; poll++) {
            seen.look(0);
        }
        assertBroken("S4");
    }

    @Test
    void shouldAcceptFramesThatPassInAPauseAndNoOthers() {
        seen.submit(ALL, 0, 10);
        seen.simulate(0, 0, 5, ALL, true);
        seen.membership.paused(0, 5);
        for (int frame = 5; frame < 8; frame++) {
            seen.oracle.passes(0, frame, seen.views[0]);
            seen.oracle.simulated(0, frame, 9);
        }
        seen.look(0);
        seen.membership.resumed(0, 8);
        seen.simulate(0, 8, 9, ALL, true);
        assertBroken();
        seen.oracle.passes(0, 9, seen.views[0]);
        seen.oracle.simulated(0, 9, 9);
        seen.look(0);
        assertBroken("S4");
    }

    @Test
    void shouldSeeAFrameSimulatedInAPause() {
        seen.submit(ALL, 0, 10);
        seen.simulate(0, 0, 5, ALL, true);
        seen.membership.paused(0, 5);
        seen.simulate(0, 5, 6, ALL, true);
        assertBroken("S4");
    }

    @Test
    void shouldLetAJoinerGoOnBehindItsSnapshot() {
        playAndCut();
        rejoin();
        seen.simulate(2, 16, 20, 0b011, true);
        seen.enter(2, 2, 88, ALL, 0);
        for (int peer = 0; peer < 2; peer++) {
            seen.enter(peer, 2, 88, ALL, 0);
            seen.membership.joined(peer, 2, 25);
        }
        seen.submit(0b011, 20, 40);
        seen.submit(0b100, 25, 40);
        for (int peer = 0; peer < 3; peer++) {
            seen.simulate(peer, 20, 25, 0b011, false).simulate(peer, 25, 40, ALL, true);
        }
        assertBroken();
    }

    private void rejoin() {
        seen.oracle.restarted(2);
        seen.views[2].epochId = 1234;
        seen.oracle.loaded(2);
    }

    @Test
    void shouldSeeAJoinerThatReplaysOtherInputs() {
        playAndCut();
        rejoin();
        seen.simulate(2, 16, 18, 0b011, true).simulate(2, 18, 0b001).simulate(2, 19, 0b011).look(2);
        assertBroken();
        seen.enter(2, 1, 77, 0b011, 0).look(2);
        assertBroken("S1", "S2", "S3");
    }

    @Test
    void shouldSeeAJoinerThatBeginsBeyondEverybody() {
        playAndCut();
        rejoin();
        seen.submit(0b011, 20, 22).simulate(2, 21, 0b011);
        assertBroken("S4");
    }

    @Test
    void shouldSeeAStateLoadedByWhoDoesNotJoin() {
        seen.submit(ALL, 0, 10).simulate(0, 0, 5, ALL, true);
        seen.oracle.loaded(0);
        assertBroken("S4");
    }

    @Test
    void shouldForgetWhatAJoinerReplayedBeforeItWasGivenAnotherState() {
        playAndCut();
        rejoin();
        seen.views[2].members = 0b011;
        seen.simulate(2, 16, 20, 0b001, true);
        seen.oracle.loaded(2);
        seen.simulate(2, 18, 20, 0b011, true);
        seen.enter(2, 2, 78, 0b111, 0).enter(0, 2, 78, 0b111, 0).look(0).look(2);
        assertBroken();
        seen.oracle.loaded(2);
        assertBroken("S4");
    }

    @Test
    void shouldSeeAnInputBeforeTheJoinerIsActive() {
        playAndCut();
        seen.membership.joined(0, 2, 25);
        seen.oracle.restarted(2);
        seen.submit(0b011, 20, 30);
        seen.submit(0b100, 22, 30);
        seen.simulate(0, 20, 22, 0b011, false).simulate(0, 22, ALL).look(0);
        assertBroken("S5");
    }

    @Test
    void shouldSeeAnInputSimulatedBeyondItsCut() {
        playAndCut();
        seen.submit(ALL, 20, 21);
        seen.simulate(0, 20, ALL).look(0);
        assertBroken("S5");
    }

    @Test
    void shouldSeeACutBelowWhatWasSimulated() {
        seen.submit(ALL, 0, 20);
        seen.simulate(0, 0, 15, ALL, true);
        seen.enter(0, 1, 77, 0b011, 0).left(0, 2, 12);
        assertBroken("S5");
    }

    @Test
    void shouldSeeAFrameSimulatedBeforeAnActivePlayerSubmittedAnything() {
        seen.submit(0b011, 0, 40);
        seen.simulate(0, 0, 30, 0b011, true);
        assertBroken();
        seen.simulate(0, 30, 31, 0b011, true);
        assertBroken("S11");
    }

    @Test
    void shouldSeeADesyncReportedWhereThereIsNone() {
        seen.submit(ALL, 0, 10).simulate(0, 0, 10, ALL, true).simulate(1, 0, 10, ALL, true);
        seen.oracle.desyncReported(0, 1, 5);
        assertBroken("S17");
    }

    @Test
    void shouldLetASeatBeEmptyAtTheStart() {
        final Observations late = new Observations(3, 0b011, TwoPeerPolicy.CONTINUE_ALL);
        late.submit(0b011, 0, 40);
        late.simulate(0, 0, 40, 0b011, true).simulate(1, 0, 40, 0b011, true);
        assertEquals(List.of(), late.broken(), late.toString());
    }

    @Test
    void shouldLetAnEventTravelLaterButOnceAndNotForEver() {
        final ViolationLog log = new ViolationLog();
        final Submissions submissions = new Submissions(1, 0, 0, new PlayedFrames(1), log);
        submissions.sent(0, 31);
        submissions.sent(0, 41);
        for (int frame = 0; frame < 400; frame++) {
            submissions.sampled(0, frame, 5, frame);
        }
        assertEquals(false, submissions.isSubmitted(0, 0, 3, 6, 0), "another input");
        assertEquals(false, submissions.isSubmitted(0, 0, 3, 5, 32), "an event that nobody sent");
        assertEquals(true, submissions.isSubmitted(0, 0, 3, 5, 0));
        assertEquals(true, submissions.isSubmitted(0, 0, 4, 5, 31));
        assertEquals(true, submissions.isSubmitted(0, 0, 4, 5, 31), "the same frame at another peer");
        assertEquals(false, submissions.isSubmitted(0, 0, 5, 5, 31), "once more");
        assertEquals(false, submissions.isSubmitted(0, 0, 400, 5, 0), "not sampled yet");
        for (int frame = 0; frame < 256; frame++) {
            submissions.simulated(0, frame);
            submissions.simulated(0, frame);
        }
        assertEquals(List.of(), log.all());
        submissions.simulated(0, 256);
        assertEquals("S3", log.all().get(0).promise());
    }

    @Test
    void shouldNotWaitForAnEventOfAProcessThatIsNoMore() {
        final ViolationLog log = new ViolationLog();
        final Submissions submissions = new Submissions(1, 0, 0, new PlayedFrames(1), log);
        submissions.sent(0, 31);
        submissions.restarted(0);
        submissions.sent(0, 31);
        for (int frame = 0; frame < 400; frame++) {
            submissions.sampled(0, frame, 5, frame);
            assertEquals(true, submissions.isSubmitted(0, 0, frame, 5, frame == 200 ? 31 : 0));
            submissions.simulated(0, frame);
        }
        assertEquals(List.of(), log.all());
        assertEquals(true, submissions.isSubmitted(0, 0, 399, 5, 31), "others may have had it");
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldJudgeFramesFromAnyFirstFrame(final long start) {
        final Observations far = new Observations(3, start);
        far.submit(ALL, start, start + 300);
        for (int peer = 0; peer < 3; peer++) {
            far.simulate(peer, start, start + 100, ALL, true);
        }
        for (int peer = 0; peer < 2; peer++) {
            far.enter(peer, 1, 77, 0b011, 0).left(peer, 2, start + 120);
            far.simulate(peer, start + 100, start + 120, ALL, true);
            far.simulate(peer, start + 120, start + 300, 0b011, true);
        }
        assertEquals(List.of(), far.broken(), far.toString());
        far.submit(0b011, start + 300, start + 302);
        far.simulate(0, start + 300, 0b011).simulate(1, start + 300, 0b011, 9);
        assertEquals(List.of("S2"), far.broken(), far.toString());
        far.simulate(0, start + 301, new long[] {5, 6, far.neutral}, 8);
        assertEquals(List.of("S2", "S3"), far.broken(), far.toString());
    }
}
