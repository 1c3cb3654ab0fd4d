package io.lockstep.core.game;

import org.HdrHistogram.Histogram;

/**
 * What a session has measured of one peer. The numbers move while the session is polled, on whose thread they are read;
 * reading them allocates nothing.
 *
 * <p>What is measured often is handed out in intervals. Each method that begins with {@code take} fills a histogram
 * with what was measured since it was called last, so every value is given once: add the intervals up for the whole
 * match. Any thread may call it while the session plays, which never waits for that.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public interface PeerStatistics {

    /**
     * Whose statistics these are.
     *
     * @return the peer
     */
    int peer();

    /**
     * The version of the wire in which we talk with the peer: the highest that both speak.
     *
     * @return 1 or higher; 0 before the handshake is done
     */
    int wireVersion();

    /**
     * The capabilities that we and the peer both have; {@code docs/WIRE.md} numbers them.
     *
     * @return bit 0 for reading JSON; 0 before the handshake is done
     */
    int capabilities();

    /**
     * The smoothed round-trip time.
     *
     * @return nanoseconds, 0 before the first sample
     */
    long rttNs();

    /**
     * How much the round-trip time varies: its smoothed mean deviation.
     *
     * @return nanoseconds
     */
    long jitterNs();

    /**
     * The round-trip times measured since this was called last, in microseconds. From any thread.
     *
     * @param into emptied, then filled; best one that grows by itself, {@code new Histogram(2)}
     * @throws ArrayIndexOutOfBoundsException if it has no room for a value
     */
    void takeRttMicros(Histogram into);

    /**
     * How many of the peer's datagrams are lost on their way here.
     *
     * @return 0 to 1, over the last seconds
     */
    double lossIn();

    /**
     * How many of our datagrams are lost on their way to the peer, as it reports.
     *
     * @return 0 to 1, over the last seconds
     */
    double lossOut();

    /**
     * How early the peer's inputs arrive here on average: the time until the frame they are for is due.
     *
     * @return nanoseconds, negative when they come late; 0 before the first
     */
    long slackInNs();

    /**
     * How early our inputs arrive there on average, as the peer reports.
     *
     * @return nanoseconds, negative when they come late; 0 before the first report
     */
    long slackOutNs();

    /**
     * How early the peer's inputs arrived that were in time, since this was called last, in microseconds. They are
     * counted from the first call on, which finds nothing. From any thread.
     *
     * @param into emptied, then filled; best one that grows by itself, {@code new Histogram(2)}
     * @throws ArrayIndexOutOfBoundsException if it has no room for a value
     */
    void takeEarlyMicros(Histogram into);

    /**
     * By how much the others of them were late, since this was called last, in microseconds. Late ones stall the match,
     * or take back what was played ahead. From any thread.
     *
     * @param into emptied, then filled; best one that grows by itself, {@code new Histogram(2)}
     * @throws ArrayIndexOutOfBoundsException if it has no room for a value
     */
    void takeLateMicros(Histogram into);

    /**
     * By how much we are ahead of the peer: half the difference of both slacks, which pacing works off.
     *
     * @return nanoseconds, negative when the peer is ahead
     */
    long aheadNs();

    /**
     * Ticks in which the match stood still here because this peer's input was missing, alone or among others.
     *
     * @return a count
     */
    long stallTicks();

    /**
     * How much longer this session waits for the peer's player, by what is left of its budget.
     *
     * @return nanoseconds; {@link Long#MAX_VALUE} where there is no budget
     */
    long waitLeftNs();

    /**
     * Payload lengths of everything sent to the peer since this was called last, in bytes. From any thread.
     *
     * @param into emptied, then filled; best one that grows by itself, {@code new Histogram(3)}
     * @throws ArrayIndexOutOfBoundsException if it has no room for a value
     */
    void takePayloadBytes(Histogram into);

    /**
     * Datagrams handed to the network.
     *
     * @return a count
     */
    long datagramsSent();

    /**
     * What those took on the wire, headers included.
     *
     * @return bytes
     */
    long bytesSent();

    /**
     * Datagrams that arrived, whatever became of them.
     *
     * @return a count
     */
    long datagramsReceived();

    /**
     * Datagrams whose seal was right and whose content was no canonical message.
     *
     * @return a count
     */
    long malformed();

    /**
     * Datagrams that were damaged or belong to another match, epoch or incarnation.
     *
     * @return a count
     */
    long foreign();

    /**
     * Datagrams that came twice or far too late.
     *
     * @return a count
     */
    long replayed();

    /**
     * Well-formed messages that this peer must not send, that contradict what is known, or that are of an extended type
     * which is not known here.
     *
     * @return a count
     */
    long refused();
}
