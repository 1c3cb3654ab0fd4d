package io.lockstep.testkit;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Simulated matches by name, in the form that a probe returns them. */
final class ProbedMatches {

    private static final double LATENCY_MS = 40;
    private static final double LOSS = 0.02;

    private final Map<String, Supplier<String>> matches = new LinkedHashMap<>();

    /** Returns a match on lines that lose a few datagrams. */
    static Scenario lossy(final int peers, final int frames, final long dropMs, final ScenarioEvent... events) {
        final Scenario scenario = new Scenario();
        scenario.peers = peers;
        scenario.frames = frames;
        scenario.dropTimeoutMs = dropMs;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY,
            LinkConditions.latency(LATENCY_MS).withLoss(LOSS)));
        scenario.events.addAll(List.of(events));
        return scenario;
    }

    /** Adds a match, named after its scenario and its seed. */
    void add(final String name, final long seed, final Scenario scenario) {
        scenario.name = name;
        scenario.game = StampedGame.NAME;
        matches.put(name + ' ' + seed,
            () -> Drill.broken(new SimulatedMatch(scenario, seed, StampedGame.seats()).run()));
    }

    /** Returns the matches; each says what is wrong, or null. */
    Map<String, Supplier<String>> all() {
        return matches;
    }
}
