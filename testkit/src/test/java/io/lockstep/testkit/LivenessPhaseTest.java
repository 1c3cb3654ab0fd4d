package io.lockstep.testkit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.election.Quorum;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LivenessPhaseTest {

    private static EpochTruth epoch(final int id, final EpochTruth parent, final int members, final int entered) {
        final EpochTruth epoch = new EpochTruth(id, parent, false, members, new SeatHistory(8, members));
        epoch.entered = entered;
        return epoch;
    }

    @Test
    void shouldDrawEveryQuorumAndNothingLess() {
        final EpochTruth first = epoch(0, null, 0b11111, 0b11111);
        final Set<Integer> drawn = new HashSet<>();
        for (int seed = 1; seed <= 1000; seed++) {
            final int core = LivenessPhase.draw(first, 0b11111, 0, new Draws(seed));
            assertTrue(Quorum.reached(0b11111, core), "seed " + seed);
            drawn.add(core);
        }
        assertEquals(16, drawn.size());
    }

    @Test
    void shouldDrawOnlyFromThoseWhoAreLeft() {
        final EpochTruth first = epoch(0, null, 0b1111, 0b1111);
        for (int seed = 1; seed <= 100; seed++) {
            assertEquals(0b0101, LivenessPhase.draw(first, 0b0101, 0, new Draws(seed)));
        }
        assertEquals(0, LivenessPhase.draw(first, 0b1010, 0, new Draws(1)));
    }

    @Test
    void shouldAskForAQuorumOfWhatCameBeforeAnEpochThatFewHaveApplied() {
        final EpochTruth first = epoch(0, null, 0b11111, 0b11111);
        final EpochTruth cut = epoch(1, first, 0b00111, 0b00011);
        assertFalse(LivenessPhase.decides(cut, 0b00011, 0));
        assertTrue(LivenessPhase.decides(cut, 0b00111, 0));
        cut.entered = 0b00111;
        assertTrue(LivenessPhase.decides(cut, 0b00011, 0b00010));
        final EpochTruth second = epoch(2, cut, 0b00011, 0b00001);
        assertFalse(LivenessPhase.decides(second, 0b00001, 0));
        second.entered = 0b00011;
        assertTrue(LivenessPhase.decides(second, 0b00001, 0b00001));
    }

    @Test
    void shouldNotCountWhoHasAppliedAnEpochAndWasCutOffBeforeSayingSo() {
        final EpochTruth first = epoch(0, null, 0b1111, 0b1111);
        final EpochTruth cut = epoch(1, first, 0b0101, 0b0101);
        assertFalse(LivenessPhase.decides(cut, 0b0001, 0b0100));
        assertTrue(LivenessPhase.decides(cut, 0b0001, 0b0001));
        assertTrue(LivenessPhase.decides(cut, 0b0101, 0));
    }

    @Test
    void shouldLetABranchDecideAlone() {
        final EpochTruth first = epoch(0, null, 0b11, 0b11);
        final EpochTruth branch = new EpochTruth(1, first, true, 0b10, new SeatHistory(2, 0b11));
        branch.entered = 0b10;
        assertTrue(LivenessPhase.decides(branch, 0b10, 0));
        assertTrue(branch.isOrFollows(first));
        assertFalse(first.isOrFollows(branch));
    }

    /** Four seconds of three peers, in which somebody might be killed and nobody is; then LIVENESS. */
    private static SimulatedMatch match(final long seed, final MatchPlan.Viewer views) {
        final Scenario scenario = Scenario.of(Profile.LAN, 3, 240);
        scenario.events.add(new ScenarioEvent.KillAt(0, 0, "Ready", 1000));
        return new SimulatedMatch(scenario, seed, StampedGame.seats()).views(views).liveness(true);
    }

    private static MatchResult play(final long seed, final MatchPlan.Viewer views) {
        return match(seed, views).run();
    }

    private static Observations.View led(final int leader, final long term) {
        final Observations.View view = new Observations.View();
        view.members = 0b111;
        view.leader = leader;
        view.term = term;
        return view;
    }

    /** A seed with which the leader is in the core. */
    private static long healthy() {
        long seed = 1;
        while (!play(seed, (peer, session) -> led(0, 0)).ok()) {
            seed++;
        }
        return seed;
    }

    private static Set<String> broken(final long seed, final MatchPlan.Viewer views) {
        final Set<String> broken = new HashSet<>();
        play(seed, views).violations.forEach(violation -> broken.add(violation.promise()));
        return broken;
    }

    @Test
    void shouldSeeThatNobodyLeads() {
        final long seed = healthy();
        assertEquals(Set.of("L1"), broken(seed, (peer, session) -> led(MembershipView.NOBODY, 0)));
        assertEquals(Set.of("L1"), broken(seed, (peer, session) -> peer == 0 ? led(0, 0) : led(0, 1)));
    }

    @Test
    void shouldSeeThatNobodyPlaysOn() {
        // They wait for those who were left out for much longer than the scenario says.
        final Set<String> broken = new HashSet<>();
        for (long seed = 1; seed <= 10; seed++) {
            match(seed, (peer, session) -> led(0, 0)).tune((peer, config) -> config.dropTimeoutMs(60_000)).run()
                .violations.forEach(violation -> broken.add(violation.promise()));
        }
        assertTrue(broken.contains("L2"), broken.toString());
    }

    @Test
    void shouldSeeAChangeOfTheLeaderInAHealthyCore() {
        assertEquals(Set.of("L3"), broken(healthy(), (peer, session) -> new Observations.View() {
            @Override
            public int leader() {
                return session.frame() < 400 ? 0 : 1;
            }

            @Override
            public long term() {
                return session.frame() < 400 ? 0 : 1;
            }

            @Override
            public int members() {
                return 0b111;
            }
        }));
    }
}
