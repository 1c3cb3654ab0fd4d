package io.lockstep.testkit;

import java.util.Map;
import java.util.function.Supplier;

/** Short matches that are recorded, each with what recordings must not miss. Also run with mutants. */
public final class RecordingProbe {

    private static final int SEEDS = 3;
    private static final int FRAMES = 480;
    private static final int PEERS = 3;
    private static final long FIRST_MS = 2500;
    private static final long DROP_MS = 2000;

    private RecordingProbe() {
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
            add(matches, "return", seed, new ScenarioEvent.Kill(FIRST_MS, 1),
                new ScenarioEvent.Restart(FIRST_MS + 200, 1));
            add(matches, "leave", seed, new ScenarioEvent.Leave(FIRST_MS, 2));
            add(matches, "repair", seed, new ScenarioEvent.Diverge(FIRST_MS, 2, DivergenceKind.FLIP));
        }
        return matches.all();
    }

    private static void add(final ProbedMatches matches, final String name, final long seed,
                            final ScenarioEvent... events) {
        final Scenario scenario = ProbedMatches.lossy(PEERS, FRAMES, DROP_MS, events);
        scenario.recordings = true;
        matches.add(name, seed, scenario);
    }
}
