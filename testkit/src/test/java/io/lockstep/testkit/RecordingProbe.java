package io.lockstep.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Short matches that are recorded, each with what recordings must not miss. Also run with mutants. */
public final class RecordingProbe {

    private static final int SEEDS = 3;
    private static final int FRAMES = 480;
    private static final int PEERS = 3;
    private static final long FIRST_MS = 2500;

    private RecordingProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        for (long seed = 1; seed <= SEEDS; seed++) {
            put(matches, "pause", seed, new ScenarioEvent.PauseMatch(FIRST_MS, 900, 1));
            put(matches, "return", seed, new ScenarioEvent.Kill(FIRST_MS, 1),
                new ScenarioEvent.Restart(FIRST_MS + 200, 1));
            put(matches, "leave", seed, new ScenarioEvent.Leave(FIRST_MS, 2));
            put(matches, "repair", seed, new ScenarioEvent.Diverge(FIRST_MS, 2, DivergenceKind.FLIP));
        }
        return matches;
    }

    private static void put(final Map<String, Supplier<String>> matches, final String name, final long seed,
                            final ScenarioEvent... events) {
        final Scenario scenario = new Scenario();
        scenario.name = name;
        scenario.peers = PEERS;
        scenario.frames = FRAMES;
        scenario.game = StampedGame.NAME;
        scenario.recordings = true;
        scenario.dropTimeoutMs = 2000;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(40).withLoss(0.02)));
        scenario.events.addAll(List.of(events));
        matches.put(name + ' ' + seed,
            () -> Drill.broken(new SimulatedMatch(scenario, seed, StampedGame.seats()).run()));
    }
}
