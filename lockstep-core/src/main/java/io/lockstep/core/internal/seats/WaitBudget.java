package io.lockstep.core.internal.seats;

/**
 * How much longer the others wait for one player. Has no clock: it is told what passed.
 *
 * <p>Bad lines make everybody wait now and then, so part of the time is free: a part of what was played since, up to a
 * second of it. Waits beyond that take from a bank, which fills up evenly.
 */
public final class WaitBudget {

    /** A bank that is empty is full again after so long. */
    public static final long PERIOD_MS = 300_000;

    /** Longer than what the worst of the documented lines stands still at a time. */
    static final long MOST_FREE_NS = 1_000_000_000L;
    /**
     * Ticks played for each free tick where the input delay is measured. Honest players on the worst documented line
     * are waited for during 6 % of the time, of which the bank gives 3 %.
     */
    static final int MEASURED_PER_FREE = 24;
    /** The same where somebody chose the input delay: losses on such a line come too late much more often. */
    static final int CHOSEN_PER_FREE = 2;
    /** The part of the bank, one in so many, that no wait takes which the player blames on another one. */
    private static final int KEPT_PART = 2;
    /** The part of the bank, one in so many, that waits for bad lines take: on the worst documented one 7 %. */
    private static final int LINES_PART = 10;
    /**
     * Who has spent its bank stays suspected for so long after the last wait, so that the others, who measure it at
     * other times, suspect it at the same time: twice what they take to say so when nothing else is to be said.
     */
    private static final long SUSPECTED_NS = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;

    private final long budgetMs;
    private final int playedPerFree;
    private long leftNs;
    private long freeNs = MOST_FREE_NS;
    /** Until then nothing must be waited for, for the suspicion to end. */
    private long suspectedNs;

    /**
     * A full budget.
     *
     * @param budgetMs      how long the others wait within {@value #PERIOD_MS} ms
     * @param playedPerFree how many ticks are played for each tick that is free
     */
    public WaitBudget(final long budgetMs, final int playedPerFree) {
        this.budgetMs = budgetMs;
        this.playedPerFree = playedPerFree;
        leftNs = budgetMs * NS_PER_MS;
    }

    /** So much time was played, or paused, without waiting for this player. */
    public void played(final long ns) {
        freeNs = Math.min(MOST_FREE_NS, freeNs + ns / playedPerFree);
        suspectedNs = Math.max(0, suspectedNs - ns);
        fill(ns);
    }

    /**
     * So much time everybody else was ready for a frame and this player was not.
     *
     * @param isExcused whether the player alone says that another one keeps it waiting
     */
    public void waited(final long ns, final boolean isExcused) {
        fill(ns);
        final long free = Math.min(freeNs, ns);
        freeNs -= free;
        final long kept = isExcused ? Math.min(leftNs, budgetMs * NS_PER_MS / KEPT_PART) : 0;
        leftNs = Math.max(kept, leftNs - (ns - free));
        if (leftNs == 0 && ns > free) {
            suspectedNs = SUSPECTED_NS;
        }
    }

    private void fill(final long ns) {
        leftNs = Math.min(budgetMs * NS_PER_MS, leftNs + ns * budgetMs / PERIOD_MS);
    }

    /**
     * A frame is due on a line that takes longer than the longest input delay: a part of the wait for it is the line's,
     * and of what is lost there more comes too late than elsewhere.
     *
     * @param lineNs how much longer
     * @param tickNs how long a frame is: half as much more is free
     */
    public void begins(final long lineNs, final long tickNs) {
        freeNs = Math.min(MOST_FREE_NS, Math.max(freeNs + tickNs / CHOSEN_PER_FREE, lineNs));
    }

    /** Has this player made the others wait for longer than they do? */
    public boolean isSpent() {
        return suspectedNs > 0;
    }

    /** Whether waits have taken more from the bank than a bad line does. */
    boolean isDrawnOn() {
        return leftNs < budgetMs * NS_PER_MS / LINES_PART * (LINES_PART - 1);
    }

    /** How much longer they would wait, nanoseconds. */
    public long leftNs() {
        return leftNs;
    }
}
