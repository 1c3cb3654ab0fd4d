package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.LinkRule;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.ScenarioEvent;
import io.lockstep.testkit.StampedGame;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The scenarios in which peers are lost, leave and come back: the others play on, and all of them the same match. */
@Execution(ExecutionMode.CONCURRENT)
class MembershipMatrixIT {

    private static final int SEEDS = Tier.of(1, 2);
    private static final int SEEDS_OF_TWO = Tier.of(1, 5);
    /** Goes on for ten seconds after the last one is started again. */
    private static final int FRAMES = 2100;
    /** Which datagram of a kind is the last one that leaves: after the second one some receivers have it. */
    private static final int[] COUNTS = Tier.of(new int[] {2}, new int[] {1, 2, 3, 4, 7});
    private static final double NS_PER_MS = 1e6;

    private static MatchResult play(final Scenario scenario, final long seed) {
        final MatchResult result = new MemoryRunner(false, PeerKeys.NONE).run(new Job(scenario, seed, Fleets.PLAIN));
        assertTrue(result.ok(), () -> result.summary() + "\n" + scenario.toJson());
        return result;
    }

    private static Scenario five(final ScenarioEvent... events) {
        final Scenario scenario = new Scenario();
        scenario.name = "killed-at-every-message";
        scenario.game = StampedGame.NAME;
        scenario.peers = 5;
        scenario.frames = FRAMES;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(20).withJitter(10)
            .withLoss(0.02)));
        scenario.events.addAll(Arrays.asList(events));
        return scenario;
    }

    private static void assertFinished(final MatchResult result, final int... peers) {
        for (final int peer : peers) {
            assertEquals(result.scenario.frames, result.frames[peer], result::summary);
            assertEquals(result.stateCrc[peers[0]], result.stateCrc[peer], result::summary);
        }
    }

    private static long longestStallMs(final MatchResult result, final int... peers) {
        return (long) (Arrays.stream(peers).mapToLong(peer -> result.longestStallNs[peer]).max().orElse(0) / NS_PER_MS);
    }

    @ParameterizedTest
    @ValueSource(strings = {"one-way-cut", "split-brain", "half-open", "one-way-for-ever", "leader-crash",
        "two-leaders-crash", "leader-leaves", "crash-and-rejoin", "late-join", "moving-partition", "lid-lower",
        "lid-higher", "lids-both", "lids-again", "line-of-two-cut", "fin-two-histories",
        "fin-two-histories-unseen", "fin-two-histories-all", "left-seat-taken"})
    void shouldKeepEveryPromise(final String name) {
        final Scenario scenario = Fleets.scenario(name);
        assertEquals(name, scenario.name);
        Fleets.assertKept(seed -> scenario, Fleets.PLAIN, 1, SEEDS);
    }

    @Test
    void shouldLoseNobodyByAShortCut() {
        assertFinished(play(Fleets.scenario("one-way-cut"), 1), 0, 1, 2, 3, 4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"lid-lower", "lid-higher", "lids-both", "lids-again", "line-of-two-cut"})
    void shouldEndTwoAlikeWhoLostEachOtherForAWhile(final String name) {
        for (long seed = 1; seed <= SEEDS_OF_TWO; seed++) {
            assertFinished(play(Fleets.scenario(name), seed), 0, 1);
        }
    }

    @Test
    void shouldGoOnWithOneHistoryAfterASplit() {
        final MatchResult result = play(Fleets.scenario("split-brain"), 1);
        assertFinished(result, 0, 1);
        assertEquals("peers 0 and 1", result.members.toString(), result::summary);
        assertTrue(longestStallMs(result, 0, 1) <= 6000 + 200, result::summary);
    }

    @Test
    void shouldGoOnWithoutAPeerThatHearsNothing() {
        final MatchResult result = play(Fleets.scenario("half-open"), 1);
        assertFinished(result, 0, 1, 2);
        assertEquals("peers 0, 1 and 2", result.members.toString(), result::summary);
        assertTrue(longestStallMs(result, 0, 1, 2) <= 6000 + 200, result::summary);
    }

    @Test
    void shouldNotElectForEverBecauseOfAOneWayCut() {
        final MatchResult result = play(Fleets.scenario("one-way-for-ever"), 1);
        final long terms = result.leaders.stream().mapToLong(MatchResult.Leader::term).max().orElse(0);
        // A minute of play: one term more by the cut itself, one for its time.
        assertTrue(terms <= 2, () -> result.leaders.toString());
    }

    @Test
    void shouldLetOneSideOfAMovingPartitionPlayOn() {
        final MatchResult result = play(Fleets.scenario("moving-partition"), 1);
        assertFinished(result, 2, 3, 4);
        assertEquals("peers 2, 3 and 4", result.members.toString(), result::summary);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PreVote", "RequestVote", "VoteResponse", "PreVoteResponse", "Status", "InputWindow"})
    void shouldSurviveTheLossOfACandidateAtEveryMessageOfAnElection(final String message) {
        for (final int n : COUNTS) {
            final MatchResult result = play(five(new ScenarioEvent.Kill(5000, 0),
                new ScenarioEvent.KillAt(5000, 1, message, n)), n);
            assertFinished(result, 2, 3, 4);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Prepare", "Cut", "Relay", "Status", "InputWindow"})
    void shouldSurviveTheLossOfTheLeaderAtEveryMessageOfACut(final String message) {
        for (final int n : COUNTS) {
            final MatchResult result = play(five(new ScenarioEvent.Kill(5000, 4),
                new ScenarioEvent.KillAt(5000, 0, message, n)), n);
            assertFinished(result, 1, 2, 3);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,Cut", "0,Join", "0,Vouch", "0,Status", "0,Prepare", "1,Transfer", "1,Vouch", "1,Report", "4,Hello",
        "4,Transfer", "4,Ready", "4,Status", "4,InputWindow"})
    void shouldSurviveTheLossOfAnybodyAtEveryMessageOfAJoin(final int peer, final String message) {
        for (final int n : COUNTS) {
            final Scenario scenario = five(new ScenarioEvent.Kill(5000, 4), new ScenarioEvent.Restart(12_000, 4),
                new ScenarioEvent.KillAt(12_000, peer, message, n));
            if (peer == 4) {
                scenario.events.add(new ScenarioEvent.Restart(25_000, 4));
            }
            final MatchResult result = play(scenario, n);
            assertFinished(result, 2, 3, 4);
        }
    }
}
