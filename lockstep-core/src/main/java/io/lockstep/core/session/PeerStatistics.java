package io.lockstep.core.session;

import org.HdrHistogram.Histogram;

/**
 * What a session has measured of one peer. The numbers move while the session is polled; reading them allocates
 * nothing. Histograms are live: read them on the session's thread.
 */
public final class PeerStatistics {

    private static final int MAX_PAYLOAD = 65_535;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final int peer;
    private final RttEstimator rtt;
    private final ArrivalMeter arrival;
    private final PeerReport report;
    private final Histogram payloadBytes = new Histogram(MAX_PAYLOAD, SIGNIFICANT_DIGITS);
    private long datagramsSent;
    private long bytesSent;
    private long datagramsReceived;
    private long malformed;
    private long foreign;
    private long replayed;
    private long refused;
    private long stallTicks;

    PeerStatistics(final int peer, final RttEstimator rtt, final ArrivalMeter arrival, final PeerReport report) {
        this.peer = peer;
        this.rtt = rtt;
        this.arrival = arrival;
        this.report = report;
    }

    void sent(final int payload, final int wireBytes) {
        datagramsSent++;
        bytesSent += wireBytes;
        payloadBytes.recordValue(Math.min(payload, MAX_PAYLOAD));
    }

    void received() {
        datagramsReceived++;
    }

    void countMalformed() {
        malformed++;
    }

    void countForeign() {
        foreign++;
    }

    void countReplayed() {
        replayed++;
    }

    void countStall(final int ticks) {
        stallTicks += ticks;
    }

    void countRefused() {
        refused++;
    }

    /**
     * Whose statistics these are.
     *
     * @return the peer
     */
    public int peer() {
        return peer;
    }

    /**
     * The smoothed round-trip time.
     *
     * @return nanoseconds, 0 before the first sample
     */
    public long rttNs() {
        return rtt.meanNs();
    }

    /**
     * How much the round-trip time varies: its smoothed mean deviation.
     *
     * @return nanoseconds
     */
    public long jitterNs() {
        return rtt.deviationNs();
    }

    /**
     * All round-trip times measured.
     *
     * @return a histogram of microseconds
     */
    public Histogram rttMicros() {
        return rtt.micros();
    }

    /**
     * How many of the peer's datagrams are lost on their way here.
     *
     * @return 0 to 1, over the last seconds
     */
    public double lossIn() {
        return arrival.loss();
    }

    /**
     * How many of our datagrams are lost on their way to the peer, as it reports.
     *
     * @return 0 to 1, over the last seconds
     */
    public double lossOut() {
        return report.loss();
    }

    /**
     * How early the peer's inputs arrive here on average: the time until the frame they are for is due.
     *
     * @return nanoseconds, negative when they come late; 0 before the first
     */
    public long slackInNs() {
        return arrival.meanNs();
    }

    /**
     * How early our inputs arrive there on average, as the peer reports.
     *
     * @return nanoseconds, negative when they come late; 0 before the first report
     */
    public long slackOutNs() {
        return report.slackNs();
    }

    /**
     * By how much we are ahead of the peer: half the difference of both slacks, which pacing works off.
     *
     * @return nanoseconds, negative when the peer is ahead
     */
    public long aheadNs() {
        return (slackOutNs() - slackInNs()) / 2;
    }

    /**
     * Ticks in which the match stood still here because this peer's input was missing, alone or among others.
     *
     * @return a count
     */
    public long stallTicks() {
        return stallTicks;
    }

    /**
     * Payload lengths of everything sent to the peer.
     *
     * @return a histogram of bytes
     */
    public Histogram payloadBytes() {
        return payloadBytes;
    }

    /**
     * Datagrams handed to the network.
     *
     * @return a count
     */
    public long datagramsSent() {
        return datagramsSent;
    }

    /**
     * What those took on the wire, headers included.
     *
     * @return bytes
     */
    public long bytesSent() {
        return bytesSent;
    }

    /**
     * Datagrams that arrived, whatever became of them.
     *
     * @return a count
     */
    public long datagramsReceived() {
        return datagramsReceived;
    }

    /**
     * Datagrams whose seal was right and whose content was no canonical message.
     *
     * @return a count
     */
    public long malformed() {
        return malformed;
    }

    /**
     * Datagrams that were damaged or belong to another match, epoch or incarnation.
     *
     * @return a count
     */
    public long foreign() {
        return foreign;
    }

    /**
     * Datagrams that came twice or far too late.
     *
     * @return a count
     */
    public long replayed() {
        return replayed;
    }

    /**
     * Well-formed messages that this peer must not send, or that contradict what is known.
     *
     * @return a count
     */
    public long refused() {
        return refused;
    }
}
