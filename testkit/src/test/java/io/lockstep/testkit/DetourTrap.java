package io.lockstep.testkit;

import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Two do not hear each other, and both hear a third: by that one each knows what the other has, and sends no more than
 * what the detour takes.
 */
final class DetourTrap {

    private static final int FRAMES = 480;
    private static final int MS_PER_S = 1000;
    /** Until both ask for each other, and what was missed has come. */
    private static final long SETTLED_MS = 1000;
    /** Longest input delay here, and the ticks that asking and handing on take. */
    private static final int SLACK_FRAMES = 12;
    /** To the third, and on; and back. */
    private static final int WAYS = 4;

    private DetourTrap() {
    }

    static String play(final long seed) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = new Scenario();
        scenario.name = "detour";
        scenario.game = StampedGame.NAME;
        scenario.peers = 3 + draws.below(2);
        scenario.frames = FRAMES;
        scenario.delayMode = DelayMode.FIXED;
        scenario.delayTicks = 3 + draws.below(3);
        final int latencyMs = 5 + draws.below(20);
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(latencyMs)));
        final int one = draws.below(scenario.peers);
        final int other = (one + 1 + draws.below(scenario.peers - 1)) % scenario.peers;
        final long atMs = 1000 + draws.below(1000);
        final long forMs = SETTLED_MS + 1000 + draws.below(2000);
        scenario.events.add(new ScenarioEvent.Cut(atMs, forMs, one, other));
        scenario.events.add(new ScenarioEvent.Cut(atMs, forMs, other, one));
        final Detour world = new Detour(scenario, seed, one, other, atMs + SETTLED_MS, atMs + forMs);
        final MatchResult result = new SimulatedMatch(scenario, seed, StampedGame.seats()).world(world).run();
        final int most = scenario.delayTicks + WAYS * latencyMs * scenario.tickRate / MS_PER_S + SLACK_FRAMES;
        return !result.ok() ? Drill.broken(result) : world.longest <= most ? null
            : "S13: a window of " + world.longest + " frames, where " + most + " can be under way";
    }

    private static final class Detour extends FilteredWorld {

        private final InputWindow window = new InputWindow(SessionConfig.DEFAULT_INPUT_BYTES, 1,
            SessionConfig.DEFAULT_EVENT_BYTES);
        private final int one;
        private final int other;
        private final long fromMs;
        private final long untilMs;
        private int longest;

        Detour(final Scenario scenario, final long seed, final int one, final int other, final long fromMs,
               final long untilMs) {
            super(scenario, seed);
            this.one = one;
            this.other = other;
            this.fromMs = fromMs;
            this.untilMs = untilMs;
        }

        @Override
        boolean isLost(final int from, final int to, final Lane lane, final ByteBuffer payload) {
            final boolean apart = from == one && to == other || from == other && to == one;
            if (apart && nowMs() >= fromMs && nowMs() < untilMs && "InputWindow".equals(DatagramNames.of(payload))) {
                window.decode(payload.duplicate().order(ByteOrder.LITTLE_ENDIAN));
                longest = Math.max(longest, window.frames().count());
            }
            return false;
        }
    }
}
