package io.lockstep.core.internal.link;

import io.lockstep.core.game.PeerStatistics;
import org.HdrHistogram.Histogram;

/** Counts what a link sends and receives, and shows what it measures. */
public final class LinkStatistics implements PeerStatistics {

    private static final int MAX_PAYLOAD = 65_535;

    private final int peer;
    private final LinkSeal seal;
    private final RttEstimator rtt;
    private final ArrivalMeter arrival;
    private final PeerReport report;
    private final Distribution payloadBytes = new Distribution(MAX_PAYLOAD);
    private long datagramsSent;
    private long bytesSent;
    private long datagramsReceived;
    private long malformed;
    private long refused;
    private long stallTicks;
    private long waitLeftNs;
    private int wireVersion;
    private int capabilities;

    public LinkStatistics(final int peer, final LinkSeal seal, final RttEstimator rtt, final ArrivalMeter arrival,
                          final PeerReport report) {
        this.peer = peer;
        this.seal = seal;
        this.rtt = rtt;
        this.arrival = arrival;
        this.report = report;
    }

    public void agreed(final int version, final int capabilityBits) {
        wireVersion = version;
        capabilities = capabilityBits;
    }

    public void sent(final int payload, final int wireBytes) {
        datagramsSent++;
        bytesSent += wireBytes;
        payloadBytes.add(payload);
    }

    public void received() {
        datagramsReceived++;
    }

    public void countMalformed() {
        malformed++;
    }

    public void countStall(final int ticks) {
        stallTicks += ticks;
    }

    public void waitLeft(final long ns) {
        waitLeftNs = ns;
    }

    public void countRefused() {
        refused++;
    }

    @Override
    public int peer() {
        return peer;
    }

    @Override
    public int wireVersion() {
        return wireVersion;
    }

    @Override
    public int capabilities() {
        return capabilities;
    }

    @Override
    public long rttNs() {
        return rtt.meanNs();
    }

    @Override
    public long jitterNs() {
        return rtt.deviationNs();
    }

    @Override
    public void takeRttMicros(final Histogram into) {
        rtt.takeMicros(into);
    }

    @Override
    public double lossIn() {
        return arrival.loss();
    }

    @Override
    public double lossOut() {
        return report.loss();
    }

    @Override
    public long slackInNs() {
        return arrival.meanNs();
    }

    @Override
    public long slackOutNs() {
        return report.slackNs();
    }

    @Override
    public void takeEarlyMicros(final Histogram into) {
        arrival.takeEarlyMicros(into);
    }

    @Override
    public void takeLateMicros(final Histogram into) {
        arrival.takeLateMicros(into);
    }

    @Override
    public long aheadNs() {
        return (slackOutNs() - slackInNs()) / 2;
    }

    @Override
    public long stallTicks() {
        return stallTicks;
    }

    @Override
    public long waitLeftNs() {
        return waitLeftNs;
    }

    @Override
    public void takePayloadBytes(final Histogram into) {
        payloadBytes.take(into);
    }

    @Override
    public long datagramsSent() {
        return datagramsSent;
    }

    @Override
    public long bytesSent() {
        return bytesSent;
    }

    @Override
    public long datagramsReceived() {
        return datagramsReceived;
    }

    @Override
    public long malformed() {
        return malformed;
    }

    @Override
    public long foreign() {
        return seal.foreign();
    }

    @Override
    public long replayed() {
        return seal.replayed();
    }

    @Override
    public long refused() {
        return refused;
    }
}
