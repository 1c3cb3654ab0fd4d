package io.lockstep.testkit;

/** What a {@link SimulatedNetwork} has done to the datagrams of one sender, or of all; a view that moves on. */
public final class FaultCounters {

    long datagrams;
    long wireBytes;
    long lost;
    long burstLost;
    long droppedOnOrder;
    long queueDropped;
    long longestLoss;
    long longestGap;
    long partitioned;
    long duplicated;
    long reordered;
    long discarded;
    long corrupted;
    long repaired;
    long vanished;

    FaultCounters() {
    }

    void clear() {
        datagrams = 0;
        wireBytes = 0;
        lost = 0;
        burstLost = 0;
        droppedOnOrder = 0;
        queueDropped = 0;
        partitioned = 0;
        longestLoss = 0;
        longestGap = 0;
        duplicated = 0;
        reordered = 0;
        discarded = 0;
        corrupted = 0;
        repaired = 0;
        vanished = 0;
    }

    void add(final FaultCounters other) {
        datagrams += other.datagrams;
        wireBytes += other.wireBytes;
        lost += other.lost;
        burstLost += other.burstLost;
        droppedOnOrder += other.droppedOnOrder;
        queueDropped += other.queueDropped;
        partitioned += other.partitioned;
        longestLoss = Math.max(longestLoss, other.longestLoss);
        longestGap = Math.max(longestGap, other.longestGap);
        duplicated += other.duplicated;
        reordered += other.reordered;
        discarded += other.discarded;
        corrupted += other.corrupted;
        repaired += other.repaired;
        vanished += other.vanished;
    }

    /**
     * All that were dropped for another reason than a cut: by loss, in runs, on order, for want of bandwidth.
     *
     * @return datagrams
     */
    public long dropped() {
        return lost + burstLost + droppedOnOrder + queueDropped;
    }

    /**
     * Datagrams sent, repairs and second copies by the network not included.
     *
     * @return datagrams
     */
    public long datagrams() {
        return datagrams;
    }

    /**
     * What was sent, as it would cross the wire: payload and tag in an Aeron frame, padded to 32 bytes, UDP and
     * IPv4 headers; repairs and requests for them included.
     *
     * @return bytes
     */
    public long wireBytes() {
        return wireBytes;
    }

    /**
     * Datagrams lost one by one: the loss of the link.
     *
     * @return datagrams
     */
    public long lost() {
        return lost;
    }

    /**
     * The longest run of datagrams that were lost one after the other on one link, for whatever reason.
     *
     * @return datagrams
     */
    public long longestLoss() {
        return longestLoss;
    }

    /**
     * The longest run of datagrams that never came on a link that discards what was overtaken: lost, or come too late.
     *
     * @return datagrams
     */
    public long longestGap() {
        return longestGap;
    }

    /**
     * Datagrams lost in runs.
     *
     * @return datagrams
     */
    public long burstLost() {
        return burstLost;
    }

    /**
     * Datagrams dropped because {@link SimulatedNetwork#dropNext} said so.
     *
     * @return datagrams
     */
    public long droppedOnOrder() {
        return droppedOnOrder;
    }

    /**
     * Datagrams dropped because too many waited for bandwidth, or were under way at all.
     *
     * @return datagrams
     */
    public long queueDropped() {
        return queueDropped;
    }

    /**
     * Datagrams lost because their link was cut.
     *
     * @return datagrams
     */
    public long partitioned() {
        return partitioned;
    }

    /**
     * Second copies made.
     *
     * @return datagrams
     */
    public long duplicated() {
        return duplicated;
    }

    /**
     * Datagrams that arrived behind one sent after them on the same lane.
     *
     * @return datagrams
     */
    public long reordered() {
        return reordered;
    }

    /**
     * Datagrams thrown away at arrival, late or second, as an Aeron stream without repair does.
     *
     * @return datagrams
     */
    public long discarded() {
        return discarded;
    }

    /**
     * Datagrams that were delivered damaged.
     *
     * @return datagrams
     */
    public long corrupted() {
        return corrupted;
    }

    /**
     * Datagrams that reliable streams sent again.
     *
     * @return datagrams
     */
    public long repaired() {
        return repaired;
    }

    /**
     * Datagrams that a reliable stream accepted and lost for good, because the outage outlived it.
     *
     * @return datagrams
     */
    public long vanished() {
        return vanished;
    }
}
