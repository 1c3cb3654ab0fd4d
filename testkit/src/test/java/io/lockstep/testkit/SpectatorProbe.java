package io.lockstep.testkit;

import java.util.Map;
import java.util.function.Supplier;

/** Watched matches, each with what spectators must not notice, or must get over. Also run with mutants. */
public final class SpectatorProbe {

    private static final int SEEDS = 5;
    /** Long enough for a spectator that finds no other player to be missed. */
    private static final int FRAMES = 2400;
    private static final int PEERS = 4;
    private static final long FIRST_MS = 7000;
    private static final long DROP_MS = 2000;

    private SpectatorProbe() {
    }

    /**
     * Returns the matches to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final ProbedMatches matches = new ProbedMatches();
        for (long seed = 1; seed <= SEEDS; seed++) {
            add(matches, "pause", seed, new ScenarioEvent.PauseMatch(FIRST_MS, 900, 1));
            add(matches, "deaths", seed, new ScenarioEvent.Kill(FIRST_MS, 0),
                new ScenarioEvent.Kill(FIRST_MS + DROP_MS + DROP_MS, 1));
            add(matches, "leaves", seed, new ScenarioEvent.Leave(FIRST_MS, 2),
                new ScenarioEvent.Leave(FIRST_MS + DROP_MS, 3));
        }
        return matches.all();
    }

    private static void add(final ProbedMatches matches, final String name, final long seed,
                            final ScenarioEvent... events) {
        final Scenario scenario = ProbedMatches.lossy(PEERS, FRAMES, DROP_MS, events);
        scenario.spectators = Scenario.MAX_SPECTATORS;
        matches.add(name, seed, scenario);
    }
}
