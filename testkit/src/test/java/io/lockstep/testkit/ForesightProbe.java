package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Short matches of games played ahead, of each rule that keeps what is settled right. Also run with mutants. */
public final class ForesightProbe {

    private static final int SEEDS = 3;
    private static final int FRAMES = 500;
    private static final int WINDOW = 8;
    private static final int NARROW = 2;
    private static final int EVENT_FRAMES = 15;
    private static final double HIGHEST_DELAY = 5;
    /** Not even before it was found from play. */
    private static final int HIGHEST_EVER = 8;
    /** A window of so many frames leaves as many ticks more to the input delay as one of eight. */
    private static final int HALF_OF_IT = 4;
    private static final double LEAST_RATE = 0.99;

    private static final String REPAIRS = "repairs";
    private static final int FENCE_SEEDS = 40;
    private static final double HIGHEST_LATENCY_MS = 175;
    private static final double P50 = 50;

    private ForesightProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            put(matches, "held", seed, lossy(3, WINDOW));
            put(matches, "narrow", seed, narrow());
            put(matches, "pauses", seed, pauses(3000 + 400L * seed));
            put(matches, "deaths", seed, deaths(3000 + 300L * seed));
            put(matches, REPAIRS, seed, repairs(2500 + 350L * seed));
            put(matches, "mixed", seed, mixed());
            put(matches, "figures", seed, Scenario.of(Profile.INTERCONTINENTAL, 2, FRAMES));
            put(matches, "half the way", seed, halfTheWay());
        }
        for (long seed = 1; seed <= FENCE_SEEDS; seed++) {
            final long played = seed;
            // Nothing is settled that a promise forbids, though all of it is here.
            matches.put("fence " + seed, () -> FenceTrap.play(played, WINDOW));
        }
        return matches;
    }

    private static void put(final Map<String, Supplier<String>> matches, final String name, final long seed,
                            final Scenario scenario) {
        scenario.name = name;
        scenario.game = name.equals(REPAIRS) ? FieldsGame.NAME : StampedGame.HELD;
        scenario.prediction = scenario.prediction == 0 ? WINDOW : scenario.prediction;
        final SeatFactory seats = name.equals(REPAIRS) ? FieldsGame.seats() : StampedGame.heldSeats(EVENT_FRAMES);
        matches.put(name + ' ' + seed, () -> {
            final MatchResult result = new SimulatedMatch(scenario, seed, seats).run();
            return result.ok() ? figures(result) : result.violations.get(0).toString();
        });
    }

    /** A match in which nothing was foreseen, or nothing was taken back, has shown nothing. */
    private static String figures(final MatchResult result) {
        final Foreseen foreseen = result.foreseen();
        if (foreseen.foreseen() == 0 || foreseen.rollbacks() == 0) {
            return foreseen + " shows nothing";
        }
        final boolean half = result.scenario.name.equals("half the way");
        if (!half && !result.scenario.name.equals("figures")) {
            return null;
        }
        final boolean fine = result.meanInputDelay() <= HIGHEST_DELAY + (half ? HALF_OF_IT : 0)
            && (half || result.maxInputDelay() <= HIGHEST_EVER) && result.rate[0] >= LEAST_RATE
            && result.inputLatencyMs(P50) <= HIGHEST_LATENCY_MS;
        return fine ? null : "a delay of " + result.meanInputDelay() + " and up to " + result.maxInputDelay()
            + " ticks, " + result.rate[0] + " of the rate, " + result.inputLatencyMs(P50) + " ms";
    }

    private static Scenario lossy(final int peers, final int window) {
        final Scenario scenario = new Scenario();
        scenario.peers = peers;
        scenario.frames = FRAMES;
        scenario.prediction = window;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY,
            LinkConditions.latency(70).withJitter(20).withLoss(0.05)));
        return scenario;
    }

    /** Always at the end of the window. */
    private static Scenario narrow() {
        final Scenario scenario = lossy(3, NARROW);
        scenario.delayMode = DelayMode.FIXED;
        scenario.delayTicks = 1;
        return scenario;
    }

    private static Scenario pauses(final long atMs) {
        final Scenario scenario = lossy(3, WINDOW);
        scenario.events.add(new ScenarioEvent.PauseMatch(atMs, 700, 1));
        scenario.events.add(new ScenarioEvent.PauseMatch(atMs + 2000, 300, 2));
        return scenario;
    }

    /** One leaves, one dies, and one comes back. */
    private static Scenario deaths(final long atMs) {
        final Scenario scenario = lossy(4, WINDOW);
        scenario.frames = 2 * FRAMES;
        scenario.dropTimeoutMs = 2000;
        scenario.events.add(new ScenarioEvent.Leave(atMs, 3));
        scenario.events.add(new ScenarioEvent.Kill(atMs + 700, 2));
        scenario.events.add(new ScenarioEvent.Restart(atMs + 7000, 2));
        return scenario;
    }

    private static Scenario repairs(final long atMs) {
        final Scenario scenario = lossy(3, WINDOW);
        scenario.desyncPolicy = DesyncPolicy.REPAIR;
        scenario.events.add(new ScenarioEvent.Diverge(atMs, 1, DivergenceKind.FLIP));
        scenario.events.add(new ScenarioEvent.Diverge(atMs + 2000, 2, DivergenceKind.FLIP));
        return scenario;
    }

    /** The window covers half of a far line, and the input delay has to cover the rest. */
    private static Scenario halfTheWay() {
        final Scenario scenario = Scenario.of(Profile.INTERCONTINENTAL, 2, FRAMES);
        scenario.prediction = HALF_OF_IT;
        return scenario;
    }

    /** Windows are each peer's own. */
    private static Scenario mixed() {
        final Scenario scenario = lossy(3, WINDOW);
        scenario.windows.add(new ScenarioValues.Window(0, 0));
        scenario.windows.add(new ScenarioValues.Window(1, 30));
        return scenario;
    }
}
