package io.lockstep.testkit;

import io.lockstep.core.game.DesyncPolicy;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

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

    /** In this order; each answers what went wrong, or null, and counts differences that were there to be reported. */
    private static final Map<String, Function<int[], String>> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("single", DivergenceProbe::single);
        PARTS.put("lossy", DivergenceProbe::lossy);
        PARTS.put("repaired", lasting -> repaired());
        PARTS.put("synced", lasting -> synced());
    }

    private DivergenceProbe() {
    }

    /**
     * Plays everything.
     *
     * @return what went wrong first, or "green"
     */
    public static String run() {
        final int[] lasting = new int[1];
        final String red = PARTS.values().stream().map(part -> part.apply(lasting)).filter(answer -> answer != null)
            .findFirst().orElse(null);
        return red != null ? red : lasting[0] >= INTERVAL ? "green"
            : "only " + lasting[0] + " differences were there to be reported";
    }

    /**
     * Plays everything, one part first.
     *
     * @param first its name
     * @return what went wrong first, or "green"
     */
    public static String run(final String first) {
        final String red = PARTS.get(first).apply(new int[1]);
        return red != null ? red : run();
    }

    private static String single(final int[] lasting) {
        for (int i = 0; i < 2 * INTERVAL; i++) {
            // After another frame of the check interval each time.
            final Scenario scenario = Scenario.of(Profile.LAN, 2 + i % 3, FRAMES);
            diverge(scenario, FIRST_MS + i % INTERVAL * FRAME_MS, i % 2, DivergenceKind.FLIP);
            final MatchResult result = play(scenario, i);
            if (!result.ok()) {
                return red(result);
            }
            lasting[0] += result.divergences.get(0).lasting() ? 1 : 0;
        }
        return null;
    }

    private static String lossy(final int[] lasting) {
        for (int seed = 1; seed <= LOSSY_SEEDS; seed++) {
            for (final DivergenceKind kind : DivergenceKind.values()) {
                final Scenario scenario = Scenario.of(Profile.MOBILE_4G, 3, 2 * FRAMES);
                diverge(scenario, FIRST_MS + seed * FRAME_MS, seed % 3, kind);
                final MatchResult result = play(scenario, seed);
                if (!result.ok()) {
                    return red(result);
                }
                lasting[0] += result.divergences.get(0).lasting() ? 1 : 0;
            }
        }
        return null;
    }

    private static String repaired() {
        for (int i = 0; i < INTERVAL; i++) {
            // One after the other, so that no check frame lies between the repair of one and the fault of the next.
            final Scenario scenario = Scenario.of(i % 2 == 0 ? Profile.LAN : Profile.MOBILE_4G, 2 + i % 4, 2 * FRAMES);
            diverge(scenario, FIRST_MS + i * FRAME_MS, i % 2, DivergenceKind.FLIP);
            diverge(scenario, FIRST_MS + (i + INTERVAL) * FRAME_MS, (i + 1) % scenario.peers, DivergenceKind.FLIP);
            scenario.desyncPolicy = DesyncPolicy.REPAIR;
            if (i % 3 == 0) {
                // A donor that is behind gives the state after the check frame itself, or after one before.
                scenario.polls.add(new Scenario.Poll(0, SLOW_POLL_MS));
            }
            final MatchResult result = play(scenario, i);
            if (!result.ok()) {
                return red(result);
            }
        }
        return null;
    }

    /**
     * The leader orders loads although nothing differs, and a game goes wrong about then: a check frame may lie between
     * the frame that is loaded and the one executed last, and what is reported of it is of the state before.
     */
    private static String synced() {
        for (int i = 0; i < INTERVAL; i++) {
            final Scenario scenario = Scenario.of(Profile.MOBILE_4G, 3 + i % 3, 2 * FRAMES);
            diverge(scenario, FIRST_MS + i * FRAME_MS, i % 2, DivergenceKind.FLIP);
            scenario.desyncPolicy = DesyncPolicy.REPAIR;
            scenario.stateSyncTicks = SYNC_FRAMES;
            final MatchResult result = play(scenario, i);
            if (!result.ok()) {
                return red(result);
            }
        }
        return null;
    }

    private static void diverge(final Scenario scenario, final long atMs, final int peer, final DivergenceKind kind) {
        scenario.name = kind.key();
        scenario.game = FieldsGame.NAME;
        scenario.desyncPolicy = DesyncPolicy.REPORT_ONLY;
        scenario.events.add(new ScenarioEvent.Diverge(atMs, peer, kind));
    }

    private static MatchResult play(final Scenario scenario, final long seed) {
        return new SimulatedMatch(scenario, seed, FieldsGame.seats()).run();
    }

    private static String red(final MatchResult result) {
        return result.scenario.name + ", seed " + result.seed + ", " + result.divergences + ": "
            + result.violations.get(0);
    }
}
