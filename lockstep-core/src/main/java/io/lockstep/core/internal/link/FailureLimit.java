package io.lockstep.core.internal.link;

import io.lockstep.core.internal.crypto.LinkTag;

/**
 * Limits how often somebody may try 48 bits in vain. After {@link #FAILURES} failed checks within a second only those
 * datagrams are checked whose sequence the peer itself may have come to: near the newest that it has proven, and
 * further ahead the longer nothing of it came. Whoever does not see the peer's datagrams has to guess the sequence,
 * too, and costs no check; and however many are forged, no datagram of the peer's own goes unchecked.
 */
final class FailureLimit {

    /** With so many failures a second it takes 2^48 tries, all there are, some 4,500 years. */
    static final int FAILURES = 2_000;
    /** Reordered or lost in a row: a second of a match with 60 frames a second. */
    static final int NEAR = 64;
    /** More than any peer sends on a lane: four a frame at the highest rate, {@code SessionConfig.MAX_TICK_RATE}. */
    static final long SENT_PER_S = 4_096;

    private static final long NS_PER_S = 1_000_000_000L;
    /** In this time a peer may have come to any sequence. */
    private static final long ANY_NS = LinkTag.SEQUENCES / SENT_PER_S * NS_PER_S;

    private long nowNs;
    private long secondNs;
    private int failures;

    void now(final long ns) {
        nowNs = ns;
        if (nowNs - secondNs >= NS_PER_S) {
            secondNs = nowNs;
            failures = 0;
        }
    }

    long now() {
        return nowNs;
    }

    void failed() {
        failures++;
    }

    /**
     * Returns how far ahead of its newest sequence a peer may have come.
     *
     * @param newestNs when that one came
     */
    long reach(final long newestNs) {
        return NEAR + (nowNs - newestNs) * SENT_PER_S / NS_PER_S;
    }

    /**
     * Is a datagram to be checked?
     *
     * @param distance how far its sequence is ahead of the newest
     * @param newestNs when that one came
     */
    boolean admits(final long distance, final long newestNs) {
        return failures < FAILURES
            || distance >= -NEAR && distance <= NEAR + Math.min(nowNs - newestNs, ANY_NS) * SENT_PER_S / NS_PER_S;
    }
}
