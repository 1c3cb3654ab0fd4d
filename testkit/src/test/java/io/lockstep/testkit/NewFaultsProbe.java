package io.lockstep.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.function.Supplier;

/**
 * Short matches of four fleets, drawn as the fleets of the build draw them, half of them with keys. Also run with
 * mutants: what each shows, and by its trace whether a fault has any effect.
 */
public final class NewFaultsProbe {

    private static final int SEEDS = 40;
    /** Six seconds: long enough for losses and repairs, and short enough for a hundred matches for each fault. */
    private static final long FRAMES = SwarmScenarios.DIVERGENCE_FRAMES;
    /** Ten seconds, as who leaves has to come back. */
    private static final long LONG_FRAMES = 600;
    private static final int ROSTER_EVERY = 8;

    private NewFaultsProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        each((name, match) -> matches.put(name, () -> {
            final MatchResult result = match.get();
            return result.ok() ? null : result.violations.get(0).toString();
        }));
        return matches;
    }

    /**
     * The same matches, for who compares what happened in them.
     *
     * @return matches by name, each of which says its trace, and what is wrong if something is
     */
    public static Map<String, Supplier<String>> traces() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        each((name, match) -> matches.put(name, () -> {
            final MatchResult result = match.get();
            return Long.toHexString(result.traceHash) + (result.ok() ? "" : " " + result.violations.get(0));
        }));
        return matches;
    }

    private static void each(final BiConsumer<String, Supplier<MatchResult>> take) {
        put(take, "faults", seed -> SwarmScenarios.drawFaults(seed, FRAMES));
        put(take, "churn", seed -> SwarmScenarios.drawChurn(seed, FRAMES));
        put(take, "divergence", seed -> SwarmScenarios.drawDivergence(seed, FRAMES));
        put(take, "everything", seed -> SwarmScenarios.drawEverything(seed, LONG_FRAMES));
    }

    private static void put(final BiConsumer<String, Supplier<MatchResult>> take,
                            final String fleet, final LongFunction<Scenario> drawn) {
        for (long seed = 1; seed <= SEEDS; seed++) {
            final long played = seed;
            take.accept(fleet + ' ' + seed, () -> play(drawn.apply(played), played));
        }
    }

    private static MatchResult play(final Scenario scenario, final long seed) {
        final boolean stamped = scenario.game.equals(StampedGame.NAME);
        if (!stamped) {
            // The game that is drawn otherwise is an example's; this one has fields of every kind, too.
            scenario.game = FieldsGame.NAME;
        }
        final SimulatedMatch match =
            new SimulatedMatch(scenario, seed, stamped ? StampedGame.seats() : FieldsGame.seats());
        if (seed % 2 == 0) {
            match.keys(seed % ROSTER_EVERY == 0 ? PeerKeys.ROSTER : PeerKeys.MATCH);
        }
        return match.run();
    }
}
