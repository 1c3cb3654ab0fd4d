package io.lockstep.testkit;

import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/**
 * A leader decides on a cut, and nobody hears of it before it has died and the others have promised its successor to
 * take nothing older. Then what it had sent arrives. Model: Cut and Epochs, {@code AbidePromise}.
 */
final class LateCutTrap {

    private static final int FRAMES = 480;
    private static final int PEERS = 5;
    private static final long DROP_MS = 2000;

    private LateCutTrap() {
    }

    static String play(final long seed) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = new Scenario();
        scenario.name = "late cut";
        scenario.game = StampedGame.NAME;
        scenario.peers = PEERS;
        scenario.frames = FRAMES;
        scenario.dropTimeoutMs = DROP_MS;
        scenario.twoPeerPolicy = TwoPeerPolicy.CONTINUE_TIEBREAK;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(5 + draws.below(40))));
        final int victim = 1 + draws.below(PEERS - 1);
        final long atMs = 2000 + draws.below(2000);
        scenario.events.add(new ScenarioEvent.Kill(atMs, victim));
        scenario.events.add(new ScenarioEvent.Kill(atMs + DROP_MS + 1000 + draws.below(1000), 0));
        return Drill.broken(new SimulatedMatch(scenario, seed, StampedGame.seats())
            .world(new LateCut(scenario, seed, draws.below(PEERS), 60 + draws.below(200))).run());
    }

    private static final class LateCut extends FilteredWorld {

        private static final long NEVER = Long.MAX_VALUE / 2;
        /** Of those who may be the one to whom the older cut comes first, which. */
        private final int turn;
        private final long lateMs;
        private boolean decided;
        private long succeededMs = NEVER;
        private int late;
        private int held;

        LateCut(final Scenario scenario, final long seed, final int turn, final long lateMs) {
            super(scenario, seed);
            this.turn = turn;
            this.lateMs = lateMs;
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final boolean cut = "Cut".equals(DatagramNames.of(payload));
            decided |= cut;
            if (cut && from != 0 && succeededMs == NEVER) {
                succeededMs = nowMs();
                late = turn;
                while (late == from || (held & 1 << late) == 0) {
                    late = (late + 1) % PEERS;
                }
                release(0, late);
            }
            return decided && (from == 0 || to == 0) || cut && to == late && nowMs() < succeededMs + lateMs;
        }

        @Override
        boolean isHeld(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final boolean first = from == 0 && "Cut".equals(DatagramNames.of(payload)) && (held & 1 << to) == 0;
            held |= first ? 1 << to : 0;
            return first;
        }
    }
}
