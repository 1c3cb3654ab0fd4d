package io.lockstep.testkit;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Directed fleets about pauses: which frames pass without the game, by what players ordered and by nothing else. */
final class PauseDrills {

    private PauseDrills() {
    }

    /** Players pause and resume; others try to. */
    static String orders(final long seed) {
        return new Orders(2 + (int) (seed & 1), 480, seed).play();
    }

    /** The same while somebody comes back. */
    static String joins(final long seed) {
        final Orders match = new Orders(3, 660, seed);
        match.event(new ScenarioEvent.Kill(match.between(1500, 2500), 2));
        match.event(new ScenarioEvent.Restart(match.between(2600, 3200), 2));
        match.silent = 1 << 2;
        return match.play();
    }

    /**
     * One who does not lead, so that nothing else takes the place of its orders, pauses again and again; everybody
     * resumes now and then. Which of it counts is told by the rules.
     */
    private static class Orders extends Drill {

        private static final int PAUSES = 3;
        private static final int PAUSER = 1;

        private record Order(long frame, boolean pause) {
        }

        private final List<Order> given = new ArrayList<>();
        /** Who orders nothing. */
        int silent;
        private long next;
        private boolean pausing;

        Orders(final int peers, final long frames, final long seed) {
            super(peers, frames, seed);
            lines(LinkConditions.latency(between(5, 50)).withLoss(0.02));
            withoutEvents();
            next = between(60, 120);
        }

        @Override
        void orders(final int peer, final long frame) {
            if (peer == PAUSER && frame >= next && frame < scenario.frames - 120) {
                if (pausing ? sessions[PAUSER].resume() : sessions[PAUSER].pause()) {
                    pausing = !pausing;
                    next = frame + (pausing ? between(20, 70) : between(15, 50));
                    given.add(new Order(frame, pausing));
                }
            } else if (peer != PAUSER && (silent & 1 << peer) == 0 && draws.chance(0.04)) {
                sessions[peer].resume();
            }
        }

        @Override
        String wrong(final MatchResult result) {
            final Set<Long> played = new HashSet<>(stepped.get(PAUSER));
            long frame = 0;
            int pauses = 0;
            boolean paused = false;
            for (final Order order : given) {
                for (; frame < order.frame; frame++) {
                    if (played.contains(frame) == paused) {
                        return "S4: frame " + frame + (paused ? " was played in a pause, by " : " was not played, by ")
                            + given;
                    }
                }
                paused = order.pause && ++pauses <= PAUSES;
            }
            return unfinished(1 << PAUSER);
        }
    }

    /** The same while somebody's game goes wrong and is repaired. */
    static String repairs(final long seed) {
        final Orders match = new Orders(3, 480, seed);
        final int wrong = 2 * match.draws.below(2);
        match.event(new ScenarioEvent.Diverge(match.between(1500, 4000), wrong, DivergenceKind.FLIP));
        return match.play();
    }
}
