package io.lockstep.core.session;

/**
 * Measures how one peer's datagrams arrive: how early before their inputs are needed, on average and at worst, and how
 * many are lost. Its findings go back to that peer in every window.
 */
final class ArrivalMeter {

    /** The least slack is taken over the current and the previous of these, so over a quarter to half a second. */
    private static final long BUCKET_NS = 250_000_000L;

    private static final int MEAN_GAIN = 16;

    /** About two seconds of datagrams at 60 Hz: 5 % is then known to within 1.5. */
    private static final double LOSS_GAIN = 1.0 / 128;

    /** A longer gap is an outage, not loss. */
    private static final int MAX_GAP = 64;

    private boolean known;
    private long meanNs;
    private long bucketStartNs;
    private long bucketLowNs;
    private long previousLowNs;
    private double loss;
    private int newestSequence;
    private int pendingGap;

    /**
     * A window brought a frame that was new here, and was sent as soon as that frame was sampled.
     *
     * @param sequence of the datagram
     * @param slackNs  from now until that frame is due
     */
    void sample(final int sequence, final long slackNs, final long nowNs) {
        if (!known) {
            known = true;
            meanNs = slackNs;
            bucketStartNs = nowNs;
            bucketLowNs = slackNs;
            previousLowNs = slackNs;
        }
        meanNs += (slackNs - meanNs) / MEAN_GAIN;
        if (nowNs - bucketStartNs >= BUCKET_NS) {
            previousLowNs = nowNs - bucketStartNs >= 2 * BUCKET_NS ? slackNs : bucketLowNs;
            bucketLowNs = slackNs;
            bucketStartNs = nowNs;
        }
        bucketLowNs = Math.min(bucketLowNs, slackNs);
        countLoss(sequence, slackNs);
        newestSequence = sequence;
    }

    /**
     * Aeron drops a datagram that a later one has overtaken, which leaves the same gap as loss but loses nothing: the
     * later one held it all. Who overtakes is early, so only gaps before a datagram that is not early are taken for
     * loss.
     */
    private void countLoss(final int sequence, final long slackNs) {
        final int missing = gapBefore(sequence) + pendingGap;
        pendingGap = 0;
        if (slackNs > meanNs) {
            return;
        }
        for (int i = 0; i < missing; i++) {
            loss += (1 - loss) * LOSS_GAIN;
        }
        loss -= loss * LOSS_GAIN;
    }

    private int gapBefore(final int sequence) {
        final int gap = sequence - newestSequence - 1;
        return newestSequence == 0 || gap < 0 || gap > MAX_GAP ? 0 : gap;
    }

    /** A datagram that repeats an earlier one says nothing of slack; what is missing before it counts later. */
    void repeat(final int sequence) {
        pendingGap += gapBefore(sequence);
        newestSequence = sequence;
    }

    boolean known() {
        return known;
    }

    long meanNs() {
        return meanNs;
    }

    long lowNs() {
        return Math.min(bucketLowNs, previousLowNs);
    }

    double loss() {
        return loss;
    }
}
