package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** Short matches in which somebody's game goes wrong, in each way and after each frame. Also run with mutants. */
public final class DivergenceProbe {

    private static final int INTERVAL = 30;
    private static final int FRAMES = 150;
    /** The load that is ordered then is of a frame just before the second check frame. */
    private static final int SYNC_FRAMES = 48;
    private static final int LOSSY_SEEDS = 6;
    private static final int SLOW_POLL_MS = 24;
    private static final long FIRST_MS = 1200;
    private static final long FRAME_MS = 17;

    private DivergenceProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by name, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        for (int i = 0; i < 2 * INTERVAL; i++) {
            put(matches, "single " + i, i, single(i));
        }
        for (int seed = 1; seed <= LOSSY_SEEDS; seed++) {
            for (final DivergenceKind kind : DivergenceKind.values()) {
                put(matches, "lossy, " + kind.key() + ' ' + seed, seed, lossy(seed, kind));
            }
        }
        for (int i = 0; i < INTERVAL; i++) {
            put(matches, "repaired " + i, i, repaired(i));
            put(matches, "synced " + i, i, synced(i));
        }
        return matches;
    }

    private static void put(final Map<String, Supplier<String>> matches, final String name, final long seed,
                            final Scenario scenario) {
        matches.put(name, () -> {
            final MatchResult result = new SimulatedMatch(scenario, seed, FieldsGame.seats()).run();
            return result.ok() ? null : result.divergences + ": " + result.violations.get(0);
        });
    }

    private static Scenario single(final int i) {
        // After another frame of the check interval each time.
        final Scenario scenario = Scenario.of(Profile.LAN, 2 + i % 3, FRAMES);
        diverge(scenario, FIRST_MS + i % INTERVAL * FRAME_MS, i % 2, DivergenceKind.FLIP);
        return scenario;
    }

    private static Scenario lossy(final int seed, final DivergenceKind kind) {
        final Scenario scenario = Scenario.of(Profile.MOBILE_4G, 3, 2 * FRAMES);
        diverge(scenario, FIRST_MS + seed * FRAME_MS, seed % 3, kind);
        return scenario;
    }

    private static Scenario repaired(final int i) {
        // One after the other, so that no check frame lies between the repair of one and the fault of the next.
        final Scenario scenario = Scenario.of(i % 2 == 0 ? Profile.LAN : Profile.MOBILE_4G, 2 + i % 4, 2 * FRAMES);
        diverge(scenario, FIRST_MS + i * FRAME_MS, i % 2, DivergenceKind.FLIP);
        diverge(scenario, FIRST_MS + (i + INTERVAL) * FRAME_MS, (i + 1) % scenario.peers, DivergenceKind.FLIP);
        scenario.desyncPolicy = DesyncPolicy.REPAIR;
        if (i % 3 == 0) {
            // A donor that is behind gives the state after the check frame itself, or after one before.
            scenario.polls.add(new Scenario.Poll(0, SLOW_POLL_MS));
        }
        return scenario;
    }

    /**
     * The leader orders loads although nothing differs, and a game goes wrong about then: a check frame may lie between
     * the frame that is loaded and the one executed last, and what is reported of it is of the state before.
     */
    private static Scenario synced(final int i) {
        final Scenario scenario = Scenario.of(Profile.MOBILE_4G, 3 + i % 3, 2 * FRAMES);
        diverge(scenario, FIRST_MS + i * FRAME_MS, i % 2, DivergenceKind.FLIP);
        scenario.desyncPolicy = DesyncPolicy.REPAIR;
        scenario.stateSyncTicks = SYNC_FRAMES;
        return scenario;
    }

    private static void diverge(final Scenario scenario, final long atMs, final int peer, final DivergenceKind kind) {
        scenario.name = kind.key();
        scenario.game = FieldsGame.NAME;
        scenario.desyncPolicy = DesyncPolicy.REPORT_ONLY;
        scenario.events.add(new ScenarioEvent.Diverge(atMs, peer, kind));
    }
}
