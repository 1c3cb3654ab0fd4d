package io.lockstep.testkit;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.membership.TwoPeerPolicy;

/** Directed fleets of two peers, or all of them at once, that lose each other. */
final class PairDrills {

    private PairDrills() {
    }

    /** Two lose each other for good: each does what was agreed on for that. */
    static String policies(final long seed) {
        return new Policies(seed).play();
    }

    private static final class Policies extends Drill {

        Policies(final long seed) {
            super(2, 600, seed);
            lines(LinkConditions.latency(between(2, 80)));
            scenario.twoPeerPolicy = draws.chance(0.5) ? TwoPeerPolicy.HALT : TwoPeerPolicy.CONTINUE_TIEBREAK;
            final long atMs = between(FIRST_MS, FIRST_MS + 2000);
            event(new ScenarioEvent.Cut(atMs, ScenarioEvent.PERMANENT, 0, 1));
            event(new ScenarioEvent.Cut(atMs, ScenarioEvent.PERMANENT, 1, 0));
        }

        @Override
        String wrong(final MatchResult result) {
            final boolean halt = scenario.twoPeerPolicy == TwoPeerPolicy.HALT;
            final EndReason lower = sessions[0].endReason();
            final EndReason higher = sessions[1].endReason();
            return lower == (halt ? EndReason.HALTED : EndReason.FINISHED)
                && higher == (halt ? EndReason.HALTED : EndReason.MINORITY) ? null
                : scenario.twoPeerPolicy + ": peer 0 ended with " + lower + ", peer 1 with " + higher;
        }
    }

    /** All stand still for longer than anybody waits, not quite at the same time, as on one machine that sleeps. */
    static String asleep(final long seed) {
        return new Asleep(seed).play();
    }

    private static final class Asleep extends Drill {

        Asleep(final long seed) {
            super(2 + (int) (seed & 1), 360, seed);
            lines(LinkConditions.latency(between(2, 60)));
            final long fromMs = between(FIRST_MS, FIRST_MS + 500);
            final long untilMs = fromMs + DROP_MS + between(500, 3000);
            for (int peer = 0; peer < scenario.peers; peer++) {
                final long sleepsMs = fromMs + between(0, 150);
                event(new ScenarioEvent.Pause(sleepsMs, untilMs + between(0, 300) - sleepsMs, peer));
            }
        }

        @Override
        String wrong(final MatchResult result) {
            return lost(result, 0);
        }
    }
}
