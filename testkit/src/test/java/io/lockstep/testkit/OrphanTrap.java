package io.lockstep.testkit;

import io.lockstep.core.internal.protocol.MembershipMessage;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One of two takes a newcomer in, without the other and on its way to its own end: the newcomer hears of that only when
 * the survivor has decided with its promise. Model: Epochs, {@code AskJoiners}.
 */
final class OrphanTrap {

    private static final int FRAMES = 1200;
    private static final int PEERS = 3;
    private static final long DROP_MS = 2000;

    private OrphanTrap() {
    }

    static String play(final long seed) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = new Scenario();
        scenario.name = "orphan";
        scenario.game = StampedGame.NAME;
        scenario.peers = PEERS;
        scenario.frames = FRAMES;
        scenario.dropTimeoutMs = DROP_MS;
        scenario.twoPeerPolicy = TwoPeerPolicy.CONTINUE_TIEBREAK;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(5 + draws.below(40))));
        final int newcomer = 1 + draws.below(2);
        final long joinMs = 1500 + draws.below(1000);
        final long apartMs = joinMs + 2000 + draws.below(1000);
        final long deadMs = apartMs + DROP_MS + 700 + draws.below(300);
        scenario.events.add(new ScenarioEvent.Join(joinMs, newcomer));
        scenario.events.add(new ScenarioEvent.Restart(deadMs, 0));
        final MatchResult result = new SimulatedMatch(scenario, seed, StampedGame.seats())
            .world(new Orphan(scenario, seed, newcomer, apartMs, deadMs)).run();
        if (!result.ok()) {
            return Drill.broken(result);
        }
        for (int peer = 0; peer < PEERS; peer++) {
            if (result.frames[peer] < FRAMES) {
                return "L2: peer " + peer + " is at frame " + result.frames[peer] + " in the end";
            }
        }
        return null;
    }

    private static final class Orphan extends FilteredWorld {

        private static final long NEVER = Long.MAX_VALUE / 2;
        /** What the survivor decided arrives by then. */
        private static final long LATE_MS = 200;
        private static final long READY_MS = 300;
        private final MembershipMessage message = new MembershipMessage();
        private final int newcomer;
        private final int survivor;
        private final long apartMs;
        private final long deadMs;
        private long decidedMs = NEVER;
        private boolean held;

        Orphan(final Scenario scenario, final long seed, final int newcomer, final long apartMs, final long deadMs) {
            super(scenario, seed);
            this.newcomer = newcomer;
            this.apartMs = apartMs;
            this.deadMs = deadMs;
            survivor = PEERS - newcomer;
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final String name = DatagramNames.of(payload);
            final boolean cut = "Cut".equals(name);
            if (cut && from == survivor && nowMs() >= deadMs && decidedMs == NEVER) {
                decidedMs = nowMs();
                release(0, newcomer);
            }
            if (from == 0 && to == survivor || from == survivor && to == 0) {
                return nowMs() >= apartMs && nowMs() < deadMs;
            }
            if (nowMs() >= deadMs && nowMs() < decidedMs + LATE_MS && Math.min(from, to) == 0
                && Math.max(from, to) == newcomer) {
                // The newcomer hears of who has taken the seat of the dead when it has heard the last of the dead.
                return true;
            }
            if (from == newcomer && to == 0) {
                return "Ready".equals(name) && nowMs() < apartMs + READY_MS && decoded(payload).established();
            }
            return cut && (isTakenIn(from, to, payload) || from == survivor && nowMs() < decidedMs + LATE_MS);
        }

        private boolean isTakenIn(final int from, final int to, final ByteBuffer payload) {
            if (from != 0 || to != newcomer || nowMs() >= deadMs) {
                return false;
            }
            return (decoded(payload).members() & 1 << newcomer) != 0;
        }

        private MembershipMessage decoded(final ByteBuffer payload) {
            message.decode(payload.duplicate().order(ByteOrder.LITTLE_ENDIAN));
            return message;
        }

        @Override
        boolean isHeld(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final boolean first = !held && from == 0 && to == newcomer && "Cut".equals(DatagramNames.of(payload));
            held |= first;
            return first;
        }
    }
}
