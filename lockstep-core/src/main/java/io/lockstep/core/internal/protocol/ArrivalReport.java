package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The part of an {@link InputWindow} in which its sender tells the receiver how the receiver's own datagrams arrive:
 * how early on average, how much later they could, and how many are lost. Slack is measured, not computed from clocks:
 * the time from an input's arrival to the moment it is needed.
 *
 * <pre>
 *  0-1  mean slack, two's complement, in units of 16 us
 *  2-3  spare: how much later they could come at the least cost, likewise
 *  4    loss, 255 meaning all
 *  5    input delay of the sender, frames
 * </pre>
 */
public final class ArrivalReport {

    /** Unit of both slacks: two bytes then reach half a second either way, more than any input delay. */
    public static final int SLACK_UNIT_NS = 16_000;

    /** What {@link #loss} says when everything is lost. */
    public static final int MAX_LOSS = 255;

    static final int BYTES = 6;

    private static final int U8 = 0xFF;

    private boolean present;
    private short slack;
    private short spare;
    private int loss;
    private int delay;

    ArrivalReport() {
    }

    void clear() {
        present = false;
    }

    /**
     * Is there a report?
     *
     * @return true when the other fields mean something
     */
    public boolean present() {
        return present;
    }

    /**
     * Sets the report.
     *
     * @param meanSlackNs mean slack, nanoseconds; cut to what fits
     * @param spareNs     how much later they could come, nanoseconds; cut to what fits
     * @param lossShare   lost datagrams, 0 to 1
     * @param inputDelay  the sender's own input delay, 0 to 255 frames
     */
    public void set(final long meanSlackNs, final long spareNs, final double lossShare, final int inputDelay) {
        present = true;
        slack = units(meanSlackNs);
        spare = units(spareNs);
        delay = inputDelay & U8;
        loss = (int) Math.round(Math.min(Math.max(lossShare, 0), 1) * MAX_LOSS);
    }

    private static short units(final long ns) {
        return (short) Math.max(Short.MIN_VALUE, Math.min(ns / SLACK_UNIT_NS, Short.MAX_VALUE));
    }

    /**
     * How early the receiver's inputs arrive on average.
     *
     * @return nanoseconds, negative when late
     */
    public long slackNs() {
        return (long) slack * SLACK_UNIT_NS;
    }

    /**
     * How much later the receiver's inputs could come at the least cost.
     *
     * @return nanoseconds, negative when they should come earlier
     */
    public long spareNs() {
        return (long) spare * SLACK_UNIT_NS;
    }

    /**
     * How many of the receiver's datagrams are lost.
     *
     * @return 0 to 1
     */
    public double loss() {
        return (double) loss / MAX_LOSS;
    }

    /**
     * The input delay of the peer that reports.
     *
     * @return frames
     */
    public int delay() {
        return delay;
    }

    void encode(final ByteBuffer buffer) {
        buffer.putShort(slack).putShort(spare).put((byte) loss).put((byte) delay);
    }

    WireCode decode(final ByteBuffer buffer) {
        if (buffer.remaining() < BYTES) {
            return WireCode.TRUNCATED;
        }
        present = true;
        slack = buffer.getShort();
        spare = buffer.getShort();
        loss = buffer.get() & U8;
        delay = buffer.get() & U8;
        return WireCode.OK;
    }
}
