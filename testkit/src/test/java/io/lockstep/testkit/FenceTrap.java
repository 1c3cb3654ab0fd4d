package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/**
 * The last inputs of one who died arrive only when all have promised a leader that they have less, and that one has
 * decided so; then another leader asks, dies as well, and the first one leads again. Model: Cut, {@code KeepFence}.
 */
final class FenceTrap {

    private static final int FRAMES = 900;
    private static final int PEERS = 5;
    private static final long DROP_MS = 2000;

    private FenceTrap() {
    }

    static String play(final long seed) {
        return play(seed, 0);
    }

    /** The same with games that are played ahead. */
    static String play(final long seed, final int window) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = new Scenario();
        scenario.name = "fence";
        scenario.game = StampedGame.NAME;
        scenario.peers = PEERS;
        scenario.frames = FRAMES;
        scenario.prediction = window;
        scenario.dropTimeoutMs = DROP_MS;
        scenario.delayMode = DelayMode.FIXED;
        scenario.delayTicks = 4 + draws.below(8);
        scenario.twoPeerPolicy = TwoPeerPolicy.CONTINUE_TIEBREAK;
        final long latencyMs = 5 + draws.below(30);
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(latencyMs)));
        final int victim = 1 + draws.below(PEERS - 1);
        final long atMs = 2000 + draws.below(1000);
        scenario.events.add(new ScenarioEvent.Kill(atMs, victim));
        // Whoever is the second to ask dies of it; nobody knows who that will be.
        final int prepares = 4 + draws.below(12);
        for (int peer = 1; peer < PEERS; peer++) {
            scenario.events.add(new ScenarioEvent.KillAt(atMs, peer, "Prepare", prepares));
        }
        return Drill.broken(new SimulatedMatch(scenario, seed, StampedGame.seats())
            .world(new Fence(scenario, seed, victim, atMs - latencyMs - 20 - draws.below(60))).run());
    }

    private static final class Fence extends FilteredWorld {

        private static final long NEVER = Long.MAX_VALUE / 2;
        /** Beyond the time that the second leader's questions take. */
        private static final long AWAY_MS = 1200;
        private final int victim;
        private final long lastMs;
        private long decidedMs = NEVER;
        private long askedMs = NEVER;
        private int second;

        Fence(final Scenario scenario, final long seed, final int victim, final long lastMs) {
            super(scenario, seed);
            this.victim = victim;
            this.lastMs = lastMs;
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final String name = DatagramNames.of(payload);
            if (from == 0 && "Cut".equals(name) && decidedMs == NEVER) {
                decidedMs = nowMs();
                for (int peer = 1; peer < PEERS; peer++) {
                    release(victim, peer);
                }
            }
            if (from != 0 && "Prepare".equals(name) && askedMs == NEVER) {
                askedMs = nowMs();
                second = from;
            }
            final boolean away = nowMs() >= decidedMs && nowMs() < askedMs + AWAY_MS;
            return from == victim && nowMs() >= lastMs || away && (from == 0 || to == 0)
                || nowMs() >= askedMs && to == second;
        }

        @Override
        boolean isHeld(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            return from == victim && to != 0 && lane == Lane.INPUT && decidedMs == NEVER;
        }
    }
}
