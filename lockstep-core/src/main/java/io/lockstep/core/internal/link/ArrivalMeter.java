package io.lockstep.core.internal.link;

/**
 * Measures how one peer's datagrams arrive: how early before their inputs are needed, on average and at worst, and how
 * many are lost. Its findings go back to that peer in every window.
 */
public final class ArrivalMeter {

    /** The least slack is taken over the current and the previous of these, so over a quarter to half a second. */
    private static final long BUCKET_NS = 250_000_000L;

    private static final int MEAN_GAIN = 16;

    /** Of every ten datagrams one or more tell of loss, so this is some ten seconds: 5 % is then known to within 2. */
    private static final double LOSS_GAIN = 1.0 / 64;

    /** A longer gap is an outage, not loss. */
    private static final int MAX_GAP = 64;

    private boolean known;
    private long meanNs;
    private long bucketStartNs;
    private long bucketLowNs;
    private long previousLowNs;
    private double loss;
    private int newestSequence;
    private final long spacingNs;
    private final HeldMinimum slowest = new HeldMinimum();

    /** A meter for a peer that sends at least every so often; half a tick where it sends everything twice. */
    public ArrivalMeter(final long spacingNs) {
        this.spacingNs = spacingNs;
    }

    /**
     * A window brought a frame that was new here, and was sent as soon as that frame was sampled.
     *
     * @param sequence of the datagram
     * @param slackNs  from now until that frame is due
     */
    public void sample(final int sequence, final long slackNs, final long nowNs) {
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
        slowest.add(slackNs, nowNs);
        countLoss(sequence, slackNs);
        newestSequence = sequence;
    }

    /**
     * Aeron drops a datagram that a later one has overtaken, which leaves the same gap as loss but loses nothing: the
     * later one held it all. To overtake it must have been faster by the time between the two, so what is missing just
     * before one of the slowest datagrams was not overtaken but lost. Only those are counted.
     */
    private void countLoss(final int sequence, final long slackNs) {
        if (slackNs > slowest.value() + spacingNs) {
            return;
        }
        final int gap = sequence - newestSequence - 1;
        for (int i = 0; i < gap && gap <= MAX_GAP && newestSequence != 0; i++) {
            loss += (1 - loss) * LOSS_GAIN;
        }
        loss -= loss * LOSS_GAIN;
    }

    /** A datagram without a new frame says nothing of slack, but it came. */
    public void other(final int sequence) {
        if (sequence - newestSequence > 0) {
            newestSequence = sequence;
        }
    }

    /** Another process sends from now on, whose sequences begin anew. */
    public void reborn() {
        restart();
        newestSequence = 0;
        loss = 0;
    }

    /** What was known of slack is void; what is lost on the way is still the same. */
    public void restart() {
        known = false;
        slowest.restart();
    }

    public boolean known() {
        return known;
    }

    public long meanNs() {
        return meanNs;
    }

    public long lowNs() {
        return Math.min(bucketLowNs, previousLowNs);
    }

    public double loss() {
        return loss;
    }
}
