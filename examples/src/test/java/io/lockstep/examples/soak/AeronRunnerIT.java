package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Tier;
import io.lockstep.examples.CommandRun;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The real Aeron stack in virtual time, judged by the same oracle as the simulated network. */
@Execution(ExecutionMode.CONCURRENT)
class AeronRunnerIT {

    private static final long SEED = 1;
    /** Six seconds: long enough for the delay to settle on most profiles. */
    private static final int FRAMES = 360;

    private static MatchResult play(final Scenario scenario, final long seed) {
        return play(scenario, seed, PeerKeys.NONE);
    }

    private static MatchResult play(final Scenario scenario, final long seed, final PeerKeys keys) {
        return new AeronRunner(keys).run(new Job(scenario, seed, new Job.Options(false, 0, false)));
    }

    private static MatchResult assertPlays(final Scenario scenario) {
        final MatchResult result = play(scenario, SEED);
        assertTrue(result.ok(), result::toJson);
        for (final long frames : result.frames) {
            assertEquals(scenario.frames, frames, result::toJson);
        }
        return result;
    }

    private static Scenario parse(final String json) {
        return Scenario.parse(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }

    static List<Arguments> repeated() {
        final List<Arguments> all = List.of(Arguments.of(Profile.BURSTY, 3), Arguments.of(Profile.WIFI_AVERAGE, 2),
            Arguments.of(Profile.WIFI_CONGESTED, 4));
        return Tier.of(all.subList(0, 1), all);
    }

    static List<Arguments> sealed() {
        final List<Arguments> all = List.of(Arguments.of(Profile.WIFI_CONGESTED, 2), Arguments.of(Profile.BURSTY, 4));
        return Tier.of(all.subList(0, 1), all);
    }

    /** With four peers only three profiles, in the ordinary build. */
    static Stream<Arguments> networks() {
        final List<Profile> all = List.of(Profile.values());
        final List<Profile> some = Tier.of(List.of(Profile.LAN, Profile.WIFI_CONGESTED, Profile.TERRIBLE), all);
        return Stream.concat(all.stream().map(profile -> Arguments.of(2, profile)),
            some.stream().map(profile -> Arguments.of(4, profile)));
    }

    @ParameterizedTest
    @MethodSource("networks")
    void shouldPlayOnAProfile(final int peers, final Profile profile) {
        assertPlays(Scenario.of(profile, peers, FRAMES));
    }

    @ParameterizedTest
    @MethodSource("repeated")
    void shouldLeaveTheSameTraceTwice(final Profile profile, final int peers) {
        final Scenario scenario = Scenario.of(profile, peers, FRAMES);
        assertEquals(play(scenario, SEED).traceHash, play(scenario, SEED).traceHash,
            profile + ", " + peers + " peers, seed " + SEED);
    }

    /** With keys a stream opens a round trip later, and nothing else is different. */
    @ParameterizedTest
    @MethodSource("sealed")
    void shouldPlayWithKeysAndRepeatIt(final Profile profile, final int peers) {
        final Scenario scenario = Scenario.of(profile, peers, FRAMES);
        final MatchResult result = play(scenario, SEED, PeerKeys.ROSTER);
        assertTrue(result.ok(), result::toJson);
        assertEquals(FRAMES, result.frames[0], result::toJson);
        assertEquals(result.traceHash, play(scenario, SEED, PeerKeys.ROSTER).traceHash);
        assertNotEquals(result.traceHash, play(scenario, SEED).traceHash);
    }

    @Test
    void shouldTakeInAgainWhoHasBeenKilledWithKeys() {
        final MatchResult result = play(parse("""
            { 'name': 'churn', 'peers': 3, 'frames': 900, 'dropTimeoutMs': 2000,
              'links': [ { 'from': '*', 'to': '*', 'latencyMs': 20, 'jitterMs': 10, 'loss': 0.05 } ],
              'events': [ { 'atMs': 3000, 'kill': 0 }, { 'atMs': 8000, 'restart': 0 } ] }
            """), SEED, PeerKeys.ROSTER);
        assertTrue(result.ok(), result::toJson);
        assertEquals("peers 0, 1 and 2", result.members.toString(), result::toJson);
    }

    @Test
    void shouldLeaveAnotherTraceWithAnotherSeed() {
        final Scenario scenario = Scenario.of(Profile.WIFI_AVERAGE, 2, FRAMES);
        assertNotEquals(play(scenario, SEED).traceHash, play(scenario, SEED + 1).traceHash);
    }

    @Test
    void shouldPlayAsManyPeersAsFit() {
        assertPlays(Scenario.of(Profile.WIFI_GOOD, 8, FRAMES / 2));
    }

    @Test
    void shouldLetTheSameEventsHappenAsInMemory() {
        final MatchResult result = assertPlays(parse("""
            { 'name': 'everything', 'peers': 3, 'frames': 600,
              'links': [ { 'from': '*', 'to': '*', 'latencyMs': 20, 'jitterMs': 10, 'loss': 0.05, 'corrupt': 0.02,
                           'duplicate': 0.02, 'reorder': { 'rate': 0.05, 'window': 3 } },
                         { 'from': 0, 'to': 2, 'bandwidthBps': 100000, 'queuePackets': 16 } ],
              'polls': [ { 'peer': 2, 'everyMs': 5 } ],
              'clocks': [ { 'peer': 1, 'driftPpm': 1000, 'offsetMs': -3000000000000 } ],
              'events': [ { 'atMs': 2000, 'forMs': 1500, 'cut': { 'from': 0, 'to': 2 } },
                          { 'atMs': 4000, 'forMs': 1000, 'partition': [[0, 1], [2]] },
                          { 'atMs': 3000, 'forMs': 800, 'pause': 1 },
                          { 'atMs': 6000, 'forMs': 1000, 'link': { 'from': '*', 'to': '*', 'latencyMs': 150 } },
                          { 'atMs': 1000, 'dropNext': { 'from': 0, 'to': 1, 'count': 30 } },
                          { 'atMs': 7000, 'clockStep': { 'peer': 1, 'byMs': -30000 } } ] }
            """));
        assertTrue(result.faults.partitioned() > 0 && result.faults.corrupted() > 0 && result.faults.duplicated() > 0
            && result.faults.reordered() > 0, result::toJson);
    }

    /** A match of three with something more in it; those who are named play it to the end, and the same. */
    private static MatchResult assertGoesOn(final String more, final int... peers) {
        final MatchResult result = play(parse("""
            { 'name': 'churn', 'peers': 3, 'frames': 900, 'dropTimeoutMs': 2000,
              'links': [ { 'from': '*', 'to': '*', 'latencyMs': 20, 'jitterMs': 10, 'loss': 0.05 } ],
              'events': [ %s ] }
            """.formatted(more)), SEED);
        assertTrue(result.ok(), result::toJson);
        for (final int peer : peers) {
            assertEquals(result.scenario.frames, result.frames[peer], result::toJson);
            assertEquals(result.stateCrc[peers[0]], result.stateCrc[peer], result::toJson);
        }
        return result;
    }

    @Test
    void shouldPlayOnWhenTheLeaderLeaves() {
        final MatchResult result = assertGoesOn("{ 'atMs': 3000, 'leave': 0 }", 1, 2);
        assertTrue(result.frames[0] < 300, result::toJson);
    }

    @Test
    void shouldPlayOnWhenTheLeaderIsKilled() {
        assertEquals("peers 1 and 2", assertGoesOn("{ 'atMs': 3000, 'kill': 0 }", 1, 2).members.toString());
    }

    @Test
    void shouldTakeInAgainWhoHasBeenKilled() {
        final MatchResult result = assertGoesOn("{ 'atMs': 3000, 'kill': 0 }, { 'atMs': 8000, 'restart': 0 }", 0, 1, 2);
        assertEquals("peers 0, 1 and 2", result.members.toString(), result::toJson);
    }

    @Test
    void shouldTakeInWhoComesLate() {
        assertEquals("peers 0, 1 and 2",
            assertGoesOn("{ 'atMs': 4000, 'join': 2 }", 0, 1, 2).members.toString());
    }

    @Test
    void shouldRepairAStateThatDiffers() {
        final MatchResult result = assertGoesOn("{ 'atMs': 4000, 'diverge': { 'peer': 1, 'kind': 'flip' } }", 0, 1, 2);
        assertTrue(result.divergences.get(0).lasting(), result::toJson);
    }

    @Test
    void shouldLeaveTheSameTraceTwiceWhenProcessesEndAndStart() {
        final String events = "{ 'atMs': 3000, 'kill': 0 }, { 'atMs': 8000, 'restart': 0 }";
        assertEquals(assertGoesOn(events, 0).traceHash, assertGoesOn(events, 0).traceHash);
    }

    @Test
    void shouldNotLoseAStreamForSecondsBecauseItsReportsAreLost() {
        // With two status messages a second peer 1 heard nothing of peer 0 for 2.4 s here.
        final MatchResult result = play(parse("""
            { 'name': 'reports', 'peers': 4, 'frames': 379,
              'links': [ { 'from': '*', 'to': '*', 'latencyMs': 120, 'jitterMs': 60, 'loss': 0.25, 'duplicate': 0.05,
                           'reorder': { 'rate': 0.1, 'window': 8 } } ] }
            """), 3);
        assertTrue(result.ok(), result::toJson);
    }

    @Test
    void shouldPlayOverRepairedInputs() {
        final MatchResult result = assertPlays(parse("""
            { 'name': 'repaired', 'peers': 2, 'frames': 600, 'delivery': 'aeron-reliable',
              'links': [ { 'from': '*', 'to': '*', 'latencyMs': 20, 'loss': 0.02 } ] }
            """));
        assertTrue(result.faults.dropped() > 0, result::toJson);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "--peers 9 --stack aeron | 9 peers are too many for --stack aeron, at most 8",
        "--stack paper | --stack paper is not known, there are memory, udp and aeron"})
    void shouldRefuseWhatTheStackCannotDo(final String args, final String why) {
        final CommandRun run = CommandRun.of(("soak --profile lan " + args).split(" "));
        assertEquals(2, run.code(), run.err().toString());
        assertTrue(run.err().get(0).contains(why), run.err().toString());
    }
}
