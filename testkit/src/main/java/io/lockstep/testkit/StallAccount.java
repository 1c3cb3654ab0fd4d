package io.lockstep.testkit;

import io.lockstep.core.internal.game.MatchRules;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts one peer's stalled ticks from outside: due ticks in which no frame was simulated. Due times follow the nominal
 * rate; pacing may stretch a tick by 12 %, and whatever goes beyond adds up to stalled ticks too.
 */
final class StallAccount {

    private static final int PERCENT = 100;

    /** A report shows where they were; beyond so many it shows nothing more. */
    private static final int MAX_SPANS = 512;

    private final long tickNs;
    private final List<Span> spans = new ArrayList<>();
    private boolean started;
    private long dueNs;
    private long counted;
    private long stalledTicks;
    private long longestNs;
    private long frames;
    private long firstNs;
    private long lastNs;

    /**
     * A time in which a frame was overdue.
     *
     * @param fromNs true time
     * @param toNs   true time
     */
    record Span(long fromNs, long toNs) {
    }

    /** With ticks of this length of true time. */
    StallAccount(final long tickNs) {
        this.tickNs = tickNs;
    }

    /**
     * A frame was simulated.
     *
     * @param nowNs        true time
     * @param waitingTicks ticks in which the session itself waited for inputs, since its beginning
     */
    void simulated(final long nowNs, final long waitingTicks) {
        final long waited = waitingTicks - counted;
        counted = waitingTicks;
        firstNs = frames++ == 0 ? nowNs : firstNs;
        lastNs = nowNs;
        if (!started) {
            started = true;
            dueNs = nowNs + tickNs;
            return;
        }
        final long lateNs = nowNs - dueNs;
        if (waited > 0 || lateNs >= tickNs) {
            stalledTicks += Math.max(waited, lateNs / tickNs);
            longestNs = Math.max(longestNs, lateNs);
            if (spans.size() < MAX_SPANS) {
                spans.add(new Span(Math.min(dueNs, nowNs - 1), nowNs));
            }
            dueNs = nowNs + tickNs;
        } else if (lateNs > 0) {
            dueNs += tickNs + Math.min(lateNs, tickNs * MatchRules.MAX_PACE_PERCENT / PERCENT);
        } else {
            dueNs = nowNs + tickNs;
        }
    }

    /** A new process goes on here: the time without one was no stall. */
    void restart() {
        started = false;
        counted = 0;
    }

    /** Forgets what was counted, not where we are. */
    void reset() {
        stalledTicks = 0;
        longestNs = 0;
        frames = 0;
        spans.clear();
    }

    /** The match is over, or given up, and no further frame was simulated. */
    void end(final long nowNs, final long waitingTicks) {
        if (started && nowNs - dueNs >= tickNs) {
            simulated(nowNs, waitingTicks);
        }
    }

    /** Frames simulated for each tick of time, from the first one counted to the last. */
    double rate() {
        return frames < 2 ? 0 : (double) (frames - 1) * tickNs / (lastNs - firstNs);
    }

    long stalledTicks() {
        return stalledTicks;
    }

    long longestNs() {
        return longestNs;
    }

    /** When, the first {@value #MAX_SPANS} of them. */
    List<Span> spans() {
        return List.copyOf(spans);
    }
}
