package io.lockstep.examples.soak;

import io.lockstep.core.simnet.Profile;
import io.lockstep.core.simnet.Scenario;
import io.lockstep.core.simnet.SwarmScenarios;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Thousands of matches, each promise checked at each frame of each peer. */
@Execution(ExecutionMode.CONCURRENT)
class FleetIT {

    private static final int SWARM_SEEDS = 500;
    private static final int CHURN_SEEDS = 500;
    private static final int EVERYTHING_SEEDS = 60;
    private static final int DIVERGENT_MATCHES = 400;
    private static final int DIVERGENCES = 500;
    private static final int FRAMES = 3600;
    private static final int QUIET_MATCHES = 16;
    private static final long HALF_HOUR_FRAMES = 60 * 60 * 30;

    @Test
    void shouldKeepEveryPromiseInASwarmOfDrawnScenarios() {
        Fleets.assertKept(seed -> SwarmScenarios.drawFaults(seed, SwarmScenarios.DEFAULT_FRAMES), Fleets.LIVENESS, 1,
            SWARM_SEEDS);
    }

    /** Processes die, leave, come back and are cut off for longer than the others wait. */
    @Test
    void shouldHaveOneHistoryAndGoOnWhoeverComesAndGoes() {
        Fleets.assertKept(seed -> SwarmScenarios.drawChurn(seed, SwarmScenarios.DEFAULT_FRAMES), Fleets.LIVENESS, 1,
            CHURN_SEEDS);
    }

    /**
     * Drawn matches in which something once went wrong: who has made the quorum that applied an epoch leaves at once
     * (2011); who hears nothing comes to count (2085); a player is told to be gone from two frames (1942); who was just
     * taken in leads before it counts (3134); a newcomer simulates what only its donor had (6770); two newcomers hear
     * each other too late (8482); a leader's long sleep keeps its lease (2123); a welcome comes too late (20550); what
     * is relayed is never whom it is asked for (841); a promise forbids the epoch of a few (1611); a state is of one
     * line of epochs and its newcomer of the other (204930); two members never hear each other (204271); a leader of an
     * older epoch orders that a member be taken in (18919); a deaf process wakes when all is healed (209298), or is
     * asked for its opinion (207739), and so is a newcomer that does not play yet (216038), or whose answer is awaited
     * (219536); a newcomer is taken in that has heard nothing for seconds (214907); it is not told who left while it
     * caught up (216943); what stands for a lost player's input is taken for a command (211961); a newcomer is taken in
     * while the state that a new leader ordered is under way, of which nobody speaks any more (5200850); who leads on
     * from an epoch that few are in waits for inputs that none of its members has (7204242); a newcomer is taken in by
     * an epoch that is over in the frames of its donor (7211648); the judge forgot that who was to come has left again
     * (7602332).
     */
    @ParameterizedTest
    @ValueSource(longs = {841, 1611, 1942, 2011, 2085, 2123, 3134, 6770, 8482, 18919, 20550, 204271, 204930, 207739,
        209298, 211961, 214907, 216038, 216943, 219536, 5200850, 7204242, 7211648, 7602332})
    void shouldKeepEveryPromiseWhereItWasOnceBroken(final long seed) {
        Fleets.assertKept(drawn -> SwarmScenarios.drawChurn(drawn, SwarmScenarios.DEFAULT_FRAMES), Fleets.LIVENESS,
            seed, seed);
    }

    /** Pauses, events, leaves, deaths, joins, divergences, repairs and state syncs, most of them in one match. */
    @Test
    void shouldKeepEveryPromiseWhereEverythingIsDrawnTogether() {
        Fleets.assertKeptTogether(61_000_001, 61_000_000 + EVERYTHING_SEEDS);
    }

    /**
     * Drawn matches of everything in which something once went wrong: a state of the leader's is refused, and the next
     * donor is ordered to load its own (63001313); who has given up an order says so in vain (64003105); an answer to
     * an order ends the next one (63007837); who comes in a pause has a state that nobody else keeps (61002744,
     * 64003449); an old greeting stops who comes late again and again (63004943); an order arrives behind its own
     * copies when its frame is long past (64004789); somebody is dropped while it tells of its state (65001137), or
     * has left before its difference was noticed (63032058); copies of a cut hold up the cut (63040637); a difference
     * from a new process is taken for that from the one before (67000114); a newcomer cut where it would have begun to
     * count is said, once its leader has gone, to be gone since before it came (71001950); what a newcomer catches up
     * with, sent frame by frame on a line that loses much, holds up a repair for seconds (68000855); who has no input
     * left to send is dropped for that while it tells of its state (71001901); a leader whose windows wait behind a
     * state that it sends on a narrow line is succeeded (71008712); whom a promise holds back is lost for that, and
     * nobody frees it (68000683); a newcomer whose frames are of a later epoch is taken in by the one before
     * (71309651); what came last of a player who had come back is not repeated when it leaves (72001023); a leader
     * waits for inputs of somebody who has sent none since it was activated (72002612); what the others say of a state
     * is forgotten if it comes before the order to load it (73105712); who has not come to the frame of an activation
     * waits for inputs up to where they would have begun (73108692). In the others repairs were
     * asked for too soon after a peer had come right by itself (64000976), or such as nobody can order: of who is
     * still joining (63000861), of two that each play on alone (63001753); a state of a pause was loaded, and the
     * pause was over before that was replayed (63000752); of who died before the difference could be checked
     * (63013837); or reports were held against what the judge had forgotten: a process that is another now (61002960),
     * frames of ten seconds ago (61002418), a state that was loaded though it was there (63000855), the first frame of
     * who came in a pause (63003831), a check frame that was too old to be spoken of when its sender was heard again
     * (63002671), or was before their link opened (63030557), that a match may begin without who is another process by
     * then (63022398), what a newcomer told of a state that was replaced before it began (63046863), a state loaded in
     * a pause (63042849), or before one (66002221), that a pause beyond a cut is none of the match (71111341), that a
     * burst of losses pushes a check frame out of memory as a cut does (71008458), or that who was to come has left
     * again (73100820).
     */
    @ParameterizedTest
    @ValueSource(longs = {61002418, 61002744, 61002960, 63000752, 63000855, 63000861, 63001313, 63001753, 63002671,
        63003831, 63004943, 63007837, 63013837, 63022398, 63030557, 63032058, 63040637, 63042849, 63046863, 64000976,
        64003105, 64003449, 64004789, 65001137, 66002221, 67000114, 68000683, 68000855, 71001901, 71001950,
        71008458, 71008712, 71111341, 71309651, 72001023, 72002612, 73100820, 73105712,
        73108692})
    void shouldKeepEveryPromiseOfEverythingWhereItWasOnceBroken(final long seed) {
        Fleets.assertKept(drawn -> SwarmScenarios.drawEverything(drawn, SwarmScenarios.DEFAULT_FRAMES), Fleets.LIVENESS,
            seed, seed);
    }

    /**
     * A state of hundreds of datagrams travels at its own rate, and the match goes on beside it; where such states
     * differ, not every frame's is kept, and the first one that both keep is compared. A peer that was just repaired is
     * ordered to load an earlier state: nobody else is repaired until it answers.
     */
    @ParameterizedTest
    @CsvSource({"large-state, 1, 1", "large-state-diverges, 1, 2", "sync-after-repair, 61000146, 61000146"})
    void shouldSendStatesBesideTheMatch(final String name, final long first, final long last) {
        final Scenario scenario = Fleets.scenario(name);
        Fleets.assertKept(seed -> scenario, Fleets.PLAIN, first, last);
    }

    /** What is new fits the line, but not what is unacknowledged in every window, once a queue makes that longer. */
    @Test
    void shouldPlayOnALineTooNarrowForEveryCopy() {
        final Scenario scenario = Fleets.scenario("narrow-line");
        Fleets.assertKept(seed -> scenario, Fleets.LIVENESS, 1, 4);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 8})
    void shouldKeepEveryPromiseOnEveryProfile(final int peers) {
        final Profile[] profiles = Profile.values();
        Fleets.assertKept(seed -> Scenario.of(profiles[(int) (seed % profiles.length)], peers, FRAMES), Fleets.PLAIN, 0,
            profiles.length - 1);
    }

    /** A bit turned over in any field of the state, an input lost or changed at one peer alone, a draw skipped. */
    @Test
    void shouldReportEveryDivergence() {
        Fleets.assertReported(1, DIVERGENT_MATCHES, DIVERGENCES);
    }

    /**
     * Drawn matches in which something once went wrong: word of a repair comes when the match is over (7000169), or is
     * damaged on its way (9101014); two that differ load states one after the other, and the second hears of the first
     * too late to tell more (9100380); a state that was just loaded is held against the one before it (7000060), and
     * the history of the one before against the checksum that was heard since (7300337, 7311714).
     */
    @ParameterizedTest
    @ValueSource(longs = {7000060, 7000169, 7300337, 7311714, 9100380, 9101014})
    void shouldReportEveryDivergenceWhereItWasOnceMissed(final long seed) {
        Fleets.assertKept(drawn -> SwarmScenarios.drawDivergence(drawn, SwarmScenarios.DIVERGENCE_FRAMES), Fleets.PLAIN,
            seed, seed);
    }

    /** Eight hours of play in which nothing is wrong: nobody may think that anything is. */
    @Test
    void shouldSeeNoFaultWhereThereIsNone() {
        Fleets.assertQuiet(1, QUIET_MATCHES, HALF_HOUR_FRAMES);
    }
}
