package io.lockstep.core.session;

import io.lockstep.core.game.PeerStatistics;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.core.internal.desync.DesyncWatch;
import io.lockstep.core.internal.desync.RepairTally;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.link.Link;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.play.MatchState;
import io.lockstep.election.ElectionCounters;
import org.HdrHistogram.Histogram;

/**
 * What a session has measured of itself. The numbers move while it is polled, on whose thread they are read; reading
 * them allocates nothing.
 *
 * <p>What is measured often is handed out in intervals. Each method that begins with {@code take} fills a histogram
 * with what was measured since it was called last, so every value is given once: add the intervals up for the whole
 * match. Any thread may call it while the session plays, which never waits for that.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class SessionStatistics {

    private final Link[] links;
    private final PeerStatistics[] peers;
    private final FrameClock clock;
    private final LocalInputs inputs;
    private final MatchState state;
    private final DesyncWatch desyncs;
    private final RepairTally repairs;
    private final EventQueue events;
    private final ElectionCounters elections;
    private final PredictionStatistics prediction;

    SessionStatistics(final MatchState state, final Link[] links, final FrameClock clock, final LocalInputs inputs,
                      final DesyncWatch desyncs, final RepairTally repairs, final EventQueue events,
                      final ElectionCounters elections, final PredictionStatistics prediction) {
        this.prediction = prediction;
        this.desyncs = desyncs;
        this.events = events;
        this.elections = elections;
        this.repairs = repairs;
        this.state = state;
        this.links = links;
        this.clock = clock;
        this.inputs = inputs;
        peers = new PeerStatistics[links.length];
        for (int i = 0; i < links.length; i++) {
            peers[i] = links[i].statistics;
        }
    }

    /**
     * What playing ahead has brought and cost.
     *
     * @return a view that stays valid and moves on
     */
    public PredictionStatistics prediction() {
        return prediction;
    }

    /**
     * How many other peers there are.
     *
     * @return 0 to 31
     */
    public int peers() {
        return peers.length;
    }

    /**
     * One of the other peers.
     *
     * @param index 0 to {@link #peers()} − 1, in the order of their ids
     * @return what has been measured of it
     */
    public PeerStatistics peer(final int index) {
        return peers[index];
    }

    /**
     * CRC32 of the state after the newest frame.
     *
     * @return the checksum, 0 before the first frame and while the game replays frames after a repair
     */
    public int stateChecksum() {
        return desyncs.checksumAfter(state.frame() - 1);
    }

    /**
     * Check frames that were compared with every peer that is in the match; once nobody else is, those that were
     * compared with anybody.
     *
     * @return a count
     */
    public long checkedFrames() {
        long least = Long.MAX_VALUE;
        long most = 0;
        for (final Link link : links) {
            final long checked = desyncs.checked(link);
            most = Math.max(most, checked);
            least = link.isMember() ? Math.min(least, checked) : least;
        }
        return Math.min(least, most);
    }

    /**
     * Comparisons that failed.
     *
     * @return a count
     */
    public long desyncs() {
        long sum = 0;
        for (final Link link : links) {
            sum += desyncs.desyncs(link);
        }
        return sum;
    }

    /**
     * How often this peer loaded another one's state because its own differed.
     *
     * @return a count
     */
    public long repairs() {
        return repairs.repairs();
    }

    /**
     * How often it was to, and did not: what arrived was damaged, or not what most peers have.
     *
     * @return a count
     */
    public long failedRepairs() {
        return repairs.failures();
    }

    /**
     * Orders and answers about repairs that were ignored: not from the leader, out of date, repeated, or implausible.
     *
     * @return a count
     */
    public long ignoredRepairs() {
        return repairs.ignoredMessages();
    }

    /**
     * How many events are lost because the game fetched them too seldom: at most {@value EventQueue#CAPACITY} wait.
     *
     * @return a count since the start
     */
    public long lostEvents() {
        return events.dropped();
    }

    /**
     * What became of the leader elections: how often this peer stood, how often another came to lead, what it
     * refused. All of it is 0 in a match in which the first leader stays. {@link Session#term()} has the term.
     *
     * @return counts since the start, which move on; the same object every time
     */
    public ElectionCounters elections() {
        return elections;
    }

    /**
     * Ticks that were due and could not be simulated because an input was missing.
     *
     * @return a count
     */
    public long stallTicks() {
        return clock.stallTicks();
    }

    /**
     * How long each stall took that has ended since this was called last, in microseconds. From any thread.
     *
     * @param into emptied, then filled; best one that grows by itself, {@code new Histogram(2)}
     * @throws ArrayIndexOutOfBoundsException if it has no room for a value
     */
    public void takeStallMicros(final Histogram into) {
        clock.takeStallMicros(into);
    }

    /**
     * From sampling a local input to simulating it here, for the frames simulated since this was called last, in
     * microseconds. From any thread.
     *
     * @param into emptied, then filled; best one that grows by itself, {@code new Histogram(2)}
     * @throws ArrayIndexOutOfBoundsException if it has no room for a value
     */
    public void takeInputLatencyMicros(final Histogram into) {
        inputs.takeLatencyMicros(into);
    }
}
