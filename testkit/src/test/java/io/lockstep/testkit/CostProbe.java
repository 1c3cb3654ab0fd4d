package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import java.util.Map;
import java.util.function.Supplier;

/** Short matches whose lines come to rest, of each promise about cost and measurement. Also run with mutants. */
public final class CostProbe {

    private static final int SEEDS = 3;
    private static final int FRAMES = 840;
    private static final int LONG_FRAMES = 1620;
    /** Frames after which no peer asks for inputs any more, 72 s after activity. */
    private static final int LONGEST_FRAMES = 6000;
    private static final long FIRST_MS = 3000;
    private static final int SLOW_PPM = -45_000;

    private CostProbe() {
    }

    /**
     * Returns the matches to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final ProbedMatches matches = new ProbedMatches();
        for (long seed = 1; seed <= SEEDS; seed++) {
            matches.add("rest", seed, rest());
            matches.add("long way", seed, match(2, 90));
            matches.add("spike", seed, spike());
            matches.add("one way", seed, oneWay());
            matches.add("deaf", seed, deaf());
            matches.add("difference", seed, difference());
            matches.add("newcomer", seed, newcomer());
            matches.add("lost newcomer", seed, lostNewcomer());
            matches.add("second repair", seed, secondRepair());
            matches.add("lost target", seed, lostTarget());
            matches.add("slow ticks", seed, slowTicks());
            matches.add("large inputs", seed, largeInputs());
        }
        return matches.all();
    }

    private static Scenario match(final int peers, final double latencyMs) {
        final Scenario scenario = new Scenario();
        scenario.peers = peers;
        scenario.frames = FRAMES;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(latencyMs)));
        return scenario;
    }

    /** Much is lost, and then nothing any more. */
    private static Scenario rest() {
        final Scenario scenario = match(2, 40);
        scenario.events.add(new ScenarioEvent.Link(FIRST_MS, 2000, LinkRule.of(LinkRule.ANY, LinkRule.ANY,
            LinkConditions.latency(40).withLoss(0.2))));
        return scenario;
    }

    /** A line is slow for a while. */
    private static Scenario spike() {
        final Scenario scenario = match(2, 20);
        scenario.events.add(new ScenarioEvent.Link(FIRST_MS, 2000, LinkRule.of(LinkRule.ANY, LinkRule.ANY,
            LinkConditions.latency(250))));
        return scenario;
    }

    /** One does not hear another for a while, but by a third. */
    private static Scenario oneWay() {
        final Scenario scenario = match(3, 60);
        scenario.events.add(new ScenarioEvent.Cut(FIRST_MS, 7000, 0, 1));
        return scenario;
    }

    /** One of three has another state from some frame on, and is left with it. */
    private static Scenario difference() {
        final Scenario scenario = match(3, 40);
        scenario.frames = LONG_FRAMES;
        scenario.desyncPolicy = DesyncPolicy.REPORT_ONLY;
        scenario.events.add(new ScenarioEvent.Diverge(FIRST_MS, 1, DivergenceKind.FLIP));
        return scenario;
    }

    /** One of four dies while much is lost, and comes back. */
    private static Scenario newcomer() {
        final Scenario scenario = match(4, 40);
        scenario.frames = LONGEST_FRAMES;
        scenario.dropTimeoutMs = 2000;
        scenario.events.add(new ScenarioEvent.Link(2000, 2000, LinkRule.of(LinkRule.ANY, LinkRule.ANY,
            LinkConditions.latency(40).withLoss(0.3))));
        scenario.events.add(new ScenarioEvent.Kill(FIRST_MS, 3));
        scenario.events.add(new ScenarioEvent.Restart(7000, 3));
        return scenario;
    }

    /** One of four dies, comes back, and dies while a state is sent to it. */
    private static Scenario lostNewcomer() {
        final Scenario scenario = match(4, 40);
        scenario.frames = LONG_FRAMES;
        scenario.stateBytes = 48 << 10;
        scenario.dropTimeoutMs = 2000;
        scenario.events.add(new ScenarioEvent.Kill(FIRST_MS, 3));
        scenario.events.add(new ScenarioEvent.Restart(7000, 3));
        scenario.events.add(new ScenarioEvent.KillAt(7000, 3, "Transfer", 5));
        return scenario;
    }

    /** One of three is repaired, and again fifteen seconds later. */
    private static Scenario secondRepair() {
        final Scenario scenario = match(3, 40);
        scenario.frames = LONG_FRAMES;
        scenario.desyncPolicy = DesyncPolicy.REPAIR;
        scenario.events.add(new ScenarioEvent.Diverge(FIRST_MS, 1, DivergenceKind.FLIP));
        scenario.events.add(new ScenarioEvent.Diverge(FIRST_MS + 15_000, 1, DivergenceKind.FLIP));
        return scenario;
    }

    /** One of three dies while it is given a state. */
    private static Scenario lostTarget() {
        final Scenario scenario = match(3, 40);
        scenario.frames = LONG_FRAMES;
        scenario.stateBytes = 48 << 10;
        scenario.dropTimeoutMs = 2000;
        scenario.desyncPolicy = DesyncPolicy.REPAIR;
        scenario.events.add(new ScenarioEvent.Diverge(FIRST_MS, 1, DivergenceKind.FLIP));
        scenario.events.add(new ScenarioEvent.KillAt(FIRST_MS, 1, "Transfer", 5));
        return scenario;
    }

    /** One of two, whose clock is slow, does not hear the other for a while, so both stall. */
    private static Scenario deaf() {
        final Scenario scenario = match(2, 5);
        scenario.clocks.add(new Scenario.Clock(1, SLOW_PPM, 0));
        scenario.events.add(new ScenarioEvent.Cut(FIRST_MS, 1900, 0, 1));
        return scenario;
    }

    /** Half as many windows as usual leave, so that all else is a larger part of what is sent. */
    private static Scenario slowTicks() {
        final Scenario scenario = match(2, 40);
        scenario.tickRate = 30;
        scenario.frames = FRAMES / 2;
        return scenario;
    }

    /** Repeats of so large inputs are spared. */
    private static Scenario largeInputs() {
        final Scenario scenario = match(2, 40);
        scenario.inputBytes = 64;
        return scenario;
    }
}
