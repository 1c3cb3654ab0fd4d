package io.lockstep.core.internal.seats;

import io.lockstep.core.internal.inspect.Inspector;

/**
 * The time for which the other peers still wait for one player. It has no clock: the caller reports the time that
 * passed.
 *
 * <p>Bad lines make every match wait now and then, so a part of the time played since is free, up to one second. Longer
 * waits are taken from a bank, which refills evenly.
 */
public final class WaitBudget {

    /** Time in which an empty bank becomes full again, in milliseconds. */
    public static final long PERIOD_MS = 300_000;

    /** Longest free wait, in nanoseconds: longer than one stall on the worst documented line. */
    static final long MOST_FREE_NS = 1_000_000_000L;
    /**
     * Number of ticks played for each free tick if the input delay follows late inputs. Honest players on the worst
     * documented line are waited for during 6 % of the time, and the bank covers 3 %.
     */
    static final int ARRIVAL_PER_FREE = 24;
    /** The same number with any other input delay: on a bad line, late inputs are much more frequent then. */
    static final int OTHER_PER_FREE = 2;
    /** Divisor of the bank that gives the part kept from waits that the player blames on another one. */
    private static final int KEPT_PART = 2;
    /** Divisor of the bank that gives the part which bad lines use: on the worst documented line 7 %. */
    private static final int LINES_PART = 10;
    /**
     * Time, in nanoseconds, for which a player with an empty bank stays suspected after the last wait, so that peers
     * which measure at different times suspect it together. It is twice the interval of their statuses.
     */
    private static final long SUSPECTED_NS = 1_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;

    private final long budgetMs;
    private final int playedPerFree;
    private long leftNs;
    private long freeNs = MOST_FREE_NS;
    /** Remaining time without a wait, in nanoseconds, until the suspicion ends. */
    private long suspectedNs;

    /**
     * Creates a full budget.
     *
     * @param budgetMs      time for which the others wait within {@value #PERIOD_MS} ms, in milliseconds
     * @param playedPerFree number of ticks played for each free tick
     */
    public WaitBudget(final long budgetMs, final int playedPerFree) {
        this.budgetMs = budgetMs;
        this.playedPerFree = playedPerFree;
        leftNs = budgetMs * NS_PER_MS;
    }

    /** Adds time that passed, played or paused, without a wait for this player. */
    public void played(final long ns) {
        freeNs = Math.min(MOST_FREE_NS, freeNs + ns / playedPerFree);
        suspectedNs = Math.max(0, suspectedNs - ns);
        fill(ns);
    }

    /**
     * Charges time in which all other players were ready for a frame and this one was not.
     *
     * @param isExcused whether the player says, and no other confirms, that it waits for another player
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
     * Adds free time for a due frame on a line with a latency above the longest input delay. A part of the wait for the
     * frame is due to the line, and more lost inputs arrive too late there than elsewhere.
     *
     * @param lineNs the excess of the line's latency, in nanoseconds
     * @param tickNs the duration of a frame, of which half is added, in nanoseconds
     */
    public void begins(final long lineNs, final long tickNs) {
        freeNs = Math.min(MOST_FREE_NS, Math.max(freeNs + tickNs / OTHER_PER_FREE, lineNs));
    }

    /** Returns whether this player has made the others wait for longer than its budget. */
    public boolean isSpent() {
        return suspectedNs > 0;
    }

    /** Returns whether excused waits can take nothing more from the bank. */
    boolean isReserve() {
        return leftNs <= budgetMs * NS_PER_MS / KEPT_PART;
    }

    /** Returns whether waits have taken more from the bank than a bad line does. */
    boolean isDrawnOn() {
        return leftNs < budgetMs * NS_PER_MS / LINES_PART * (LINES_PART - 1);
    }

    /** Returns the time for which the others would still wait, in nanoseconds. */
    public long leftNs() {
        return leftNs;
    }

    /** Tells what is spent of this budget of a peer. */
    void inspect(final Inspector by, final int peer) {
        by.adapts("nanoseconds of suspicion", peer, suspectedNs, 0, Inspector.REST_NS);
        by.adapts("free waiting in nanoseconds", peer, freeNs, MOST_FREE_NS, 2 * ARRIVAL_PER_FREE * MOST_FREE_NS);
        by.adapts("waiting in nanoseconds", peer, leftNs, budgetMs * NS_PER_MS, 2 * PERIOD_MS * NS_PER_MS);
    }
}
