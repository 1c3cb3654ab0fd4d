package io.lockstep.core.internal.transfer;

/**
 * Says when who sends a stream does not get on with it: nothing came of it for a while although its receiver was polled
 * and heard somebody. Then it is not the receiver's line, and another donor may do better. Pure: it is told the time.
 */
public final class TransferTimer {

    /**
     * A lost chunk is sent again 300 ms later than a round trip and then 600 ms, {@link StreamSender}; by the time that
     * both are lost others of a hundred under way have come.
     */
    private static final long LIMIT_NS = 1_750_000_000L;
    /** That and some round trips, but never more: who sends can make its round trip as long as it likes. */
    private static final long LONGEST_NS = 3_000_000_000L;
    private static final int TRIPS = 4;
    /** Nobody heard for so long, two and a half heartbeats: the receiver's own line is down. */
    private static final long HEARD_NS = 500_000_000L;
    /** After a hitch of the receiver's own everything looks late; its clock may jump, too. */
    private static final long HITCH_NS = 100_000_000L;

    private long idleNs;
    private long lookedNs;

    /** Something came of it, or it begins. */
    public void progress() {
        idleNs = 0;
    }

    /** That it stands still counts for so long at most: there is nothing yet that it could send. */
    public void atMost(final long ns) {
        idleNs = Math.min(idleNs, ns);
    }

    /** It may stand still for so long more than usual. */
    public void grant(final long ns) {
        idleNs = -ns;
    }

    /**
     * Counts the time since this was called last.
     *
     * @param heardNs when anybody was heard last
     * @param nowNs   now
     */
    public void tick(final long heardNs, final long nowNs) {
        final long passedNs = nowNs - lookedNs;
        lookedNs = nowNs;
        if (passedNs >= 0 && passedNs <= HITCH_NS && nowNs - heardNs < HEARD_NS) {
            idleNs += passedNs;
        }
    }

    /**
     * Does it stand still?
     *
     * @param rttNs the round trip to who sends
     * @return true after 1.75 to three seconds
     */
    public boolean isStalled(final long rttNs) {
        return idleNs >= Math.min(LIMIT_NS + TRIPS * rttNs, LONGEST_NS);
    }
}
