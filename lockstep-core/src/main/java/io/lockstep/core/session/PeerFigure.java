package io.lockstep.core.session;

import io.lockstep.core.game.PeerStatistics;
import java.util.function.ToLongFunction;

/**
 * A number that a session measures of one of the others; see {@link Figure} and {@link PeerStatistics}.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public enum PeerFigure {

    /** The smoothed round-trip time, nanoseconds. */
    RTT("rtt-ns", false, PeerStatistics::rttNs),
    /** Its smoothed mean deviation, nanoseconds. */
    JITTER("jitter-ns", false, PeerStatistics::jitterNs),
    /** The peer's datagrams that are lost, of a million. */
    LOSS_IN("loss-in-ppm", false, peer -> ppm(peer.lossIn())),
    /** Our datagrams to the peer that are lost, of a million. */
    LOSS_OUT("loss-out-ppm", false, peer -> ppm(peer.lossOut())),
    /** How early the peer's inputs arrive here on average, nanoseconds, negative when they come late. */
    SLACK_IN("slack-in-ns", false, PeerStatistics::slackInNs),
    /** How early ours arrive there. */
    SLACK_OUT("slack-out-ns", false, PeerStatistics::slackOutNs),
    /** How much longer the match waits for the peer's player, nanoseconds; {@link Long#MAX_VALUE} without a limit. */
    WAIT_LEFT("wait-left-ns", false, PeerStatistics::waitLeftNs),
    /** Ticks in which the match stood still because the peer's input was missing. */
    STALL_TICKS("stall-ticks", true, PeerStatistics::stallTicks),
    /** Datagrams handed to the network. */
    DATAGRAMS_SENT("datagrams-sent", true, PeerStatistics::datagramsSent),
    /** Bytes of those on the wire, headers included. */
    BYTES_SENT("bytes-sent", true, PeerStatistics::bytesSent),
    /** Datagrams that arrived, whatever became of them. */
    DATAGRAMS_RECEIVED("datagrams-received", true, PeerStatistics::datagramsReceived),
    /** Of those, the ones that were not canonical. */
    MALFORMED("malformed", true, PeerStatistics::malformed),
    /** Those that were damaged or belong elsewhere. */
    FOREIGN("foreign", true, PeerStatistics::foreign),
    /** Those that came twice or far too late. */
    REPLAYED("replayed", true, PeerStatistics::replayed),
    /** Those that the peer must not send. */
    REFUSED("refused", true, PeerStatistics::refused);

    private static final double PPM = 1e6;

    private final String label;
    private final boolean count;
    private final ToLongFunction<PeerStatistics> reading;

    PeerFigure(final String label, final boolean count, final ToLongFunction<PeerStatistics> reading) {
        this.label = label;
        this.count = count;
        this.reading = reading;
    }

    private static long ppm(final double part) {
        return Math.round(part * PPM);
    }

    /**
     * What it is called outside, with its unit.
     *
     * @return such as {@code rtt-ns}
     */
    public String label() {
        return label;
    }

    /**
     * Whether it only ever grows while a session lives, so that the difference of two looks says something.
     *
     * @return false for what goes up and down
     */
    public boolean isCount() {
        return count;
    }

    /**
     * Reads it.
     *
     * @param peer on the session's thread
     * @return what it is now
     */
    public long of(final PeerStatistics peer) {
        return reading.applyAsLong(peer);
    }
}
