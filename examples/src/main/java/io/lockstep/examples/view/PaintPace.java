package io.lockstep.examples.view;

import java.util.List;
import javax.swing.Timer;

/**
 * Paints views at a pace of their own: when something is new, at most as often as a screen shows it, and never for more
 * than half of a core, so that a slow screen takes nothing from the match that is played beside it.
 */
final class PaintPace {

    /** Some 60 times a second. */
    private static final int SHORTEST_MS = 16;
    /** Five pictures a second are the fewest that still move. */
    private static final int LONGEST_MS = 200;
    private static final long NS_PER_MS = 1_000_000L;

    private final List<DogfightPanel> views;
    private final Timer timer = new Timer(SHORTEST_MS, event -> paint());

    PaintPace(final List<DogfightPanel> views) {
        this.views = views;
        timer.setRepeats(false);
        // Otherwise a timer forgets that it was started again when it fires before its last action has returned.
        timer.setCoalesce(false);
    }

    void start() {
        timer.start();
    }

    void stop() {
        timer.stop();
    }

    private void paint() {
        final long startNs = System.nanoTime();
        try {
            for (final DogfightPanel view : views) {
                if (view.takeStale()) {
                    view.paintImmediately(0, 0, view.getWidth(), view.getHeight());
                }
            }
        } finally {
            // A picture that failed is not the last one.
            timer.setInitialDelay(pauseMs(System.nanoTime() - startNs));
            timer.restart();
        }
    }

    /** How long to rest after painting took so long. */
    static int pauseMs(final long tookNs) {
        return (int) Math.max(Math.max(1, SHORTEST_MS - tookNs / NS_PER_MS), Math.min(LONGEST_MS, tookNs / NS_PER_MS));
    }
}
