package io.lockstep.core.session;

import io.lockstep.core.game.PeerStatistics;
import java.util.Arrays;

/**
 * The numbers of a net graph, as a game shows it over its picture: a ring of samples of a {@link Session}, one for each
 * time the game draws. It gives numbers; the lines and bars are the game's to draw.
 *
 * <pre>
 * private final NetGraph graph = new NetGraph(session.statistics().peers(), 300);
 * …
 * graph.sample(session, System.nanoTime()); // once a picture
 * for (int i = 0; i &lt; graph.size(); i++) { … graph.rttNs(peer, i) … graph.stalls(i) … }
 * </pre>
 *
 * <p>Takes the session's statistics, so sample on the thread that polls it; whoever draws on another one draws a
 * {@link #copy} that was made under a lock of the game's. Of a session that came back ({@link Session#rejoin}) the
 * samples go on where the former one's ended. After it is made nothing allocates.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class NetGraph {

    /** Most samples: a minute of 60 pictures a second, wider than a graph is on any screen. */
    public static final int MAX_SAMPLES = 3600;
    /** Fewest samples: what happened between two. */
    public static final int MIN_SAMPLES = 2;
    /** Most peers that a session has beside its own. */
    private static final int MAX_PEERS = 31;
    /** Rates are of the last second: shorter ones jump with each datagram. */
    private static final long RATE_NS = 1_000_000_000L;

    private final int capacity;
    private final int[] peers;
    private final long[] timeNs;
    private final int[] inputDelay;
    private final int[] stalls;
    /** Of every peer, one ring after the other; the four after this one, too. */
    private final long[] rttNs;
    private final long[] slackNs;
    private final long[] sentBytes;
    private final float[] lossIn;
    private final float[] lossOut;
    private final int[] peerStalls;
    /** What a session had counted when it was sampled last, of each peer and in the last place of the whole. */
    private final long[] countedStalls;
    private final long[] countedBytes;
    private int size;
    /** Where the next sample goes. */
    private int next;
    private int leader = -1;
    private long term;
    private long epoch;

    /**
     * A graph without samples.
     *
     * @param peers   how many other peers the session has, {@link SessionStatistics#peers()}, 0 to 31
     * @param samples how many are kept, {@value #MIN_SAMPLES} to {@value #MAX_SAMPLES}: at 60 a second 300 are five
     *                seconds
     * @throws IllegalArgumentException if one of them is out of range
     */
    public NetGraph(final int peers, final int samples) {
        SettingsCheck.range("peers", peers, 0, MAX_PEERS);
        SettingsCheck.range("samples", samples, MIN_SAMPLES, MAX_SAMPLES);
        capacity = samples;
        this.peers = new int[peers];
        Arrays.fill(this.peers, -1);
        timeNs = new long[samples];
        inputDelay = new int[samples];
        stalls = new int[samples];
        rttNs = new long[peers * samples];
        slackNs = new long[peers * samples];
        sentBytes = new long[peers * samples];
        lossIn = new float[peers * samples];
        lossOut = new float[peers * samples];
        peerStalls = new int[peers * samples];
        countedStalls = new long[peers + 1];
        countedBytes = new long[peers];
    }

    /**
     * Takes a sample in the place of the oldest one. Call it once for each picture, while the match stands still, too.
     *
     * @param session of as many other peers as this was made for
     * @param nowNs   monotonic nanoseconds, never less than in the call before
     * @throws IllegalArgumentException if the session has another number of peers
     */
    public void sample(final Session session, final long nowNs) {
        final SessionStatistics statistics = session.statistics();
        if (statistics.peers() != peers.length) {
            throw new IllegalArgumentException("a session with " + statistics.peers()
                + " other peers in a graph for " + peers.length);
        }
        timeNs[next] = nowNs;
        inputDelay[next] = session.inputDelay();
        stalls[next] = (int) newStalls(peers.length, statistics.stallTicks());
        for (int peer = 0; peer < peers.length; peer++) {
            sample(peer, statistics.peer(peer));
        }
        leader = session.leader();
        term = session.term();
        epoch = session.epoch().number();
        next = (next + 1) % capacity;
        size = Math.min(size + 1, capacity);
    }

    private void sample(final int peer, final PeerStatistics of) {
        final int at = peer * capacity + next;
        final int before = peer * capacity + (next + capacity - 1) % capacity;
        peers[peer] = of.peer();
        rttNs[at] = of.rttNs();
        slackNs[at] = of.slackInNs();
        lossIn[at] = (float) of.lossIn();
        lossOut[at] = (float) of.lossOut();
        peerStalls[at] = (int) newStalls(peer, of.stallTicks());
        sentBytes[at] = (size == 0 ? 0 : sentBytes[before]) + since(countedBytes[peer], of.bytesSent());
        countedBytes[peer] = of.bytesSent();
    }

    private long newStalls(final int place, final long counted) {
        final long fresh = since(countedStalls[place], counted);
        countedStalls[place] = counted;
        return fresh;
    }

    /** What has come to a count; of a session that came back all counts begin again. */
    private static long since(final long before, final long now) {
        return now < before ? now : now - before;
    }

    /**
     * How many samples there are.
     *
     * @return 0 to as many as are kept
     */
    public int size() {
        return size;
    }

    /**
     * How many other peers it shows.
     *
     * @return 0 to 31
     */
    public int peers() {
        return peers.length;
    }

    /**
     * Which peer has a place here.
     *
     * @param index 0 to {@link #peers()} − 1, in the order of the peers' ids
     * @return the peer's id, −1 before the first sample
     */
    public int peer(final int index) {
        return peers[index];
    }

    /**
     * When a sample was taken.
     *
     * @param sample 0, the oldest, to {@link #size()} − 1, the newest; so in all that follow
     * @return monotonic nanoseconds
     */
    public long timeNs(final int sample) {
        return timeNs[at(sample)];
    }

    /**
     * The input delay in use.
     *
     * @param sample which
     * @return frames
     */
    public int inputDelay(final int sample) {
        return inputDelay[at(sample)];
    }

    /**
     * Ticks since the sample before that were due and could not be played. One that is not 0 deserves a mark.
     *
     * @param sample which
     * @return a count; in the first sample all since the beginning of the match
     */
    public int stalls(final int sample) {
        return stalls[at(sample)];
    }

    /**
     * Those of them in which the input of one peer was missing, alone or among others.
     *
     * @param index  of the peer
     * @param sample which
     * @return a count
     */
    public int stalls(final int index, final int sample) {
        return peerStalls[at(index, sample)];
    }

    /**
     * The smoothed round trip to a peer.
     *
     * @param index  of the peer
     * @param sample which
     * @return nanoseconds, 0 before the first measurement
     */
    public long rttNs(final int index, final int sample) {
        return rttNs[at(index, sample)];
    }

    /**
     * How early a peer's inputs arrive here on average: the time until the frame they are for is due.
     *
     * @param index  of the peer
     * @param sample which
     * @return nanoseconds, negative when they come late
     */
    public long slackNs(final int index, final int sample) {
        return slackNs[at(index, sample)];
    }

    /**
     * The share of a peer's datagrams that was lost on the way here.
     *
     * @param index  of the peer
     * @param sample which
     * @return 0 to 1, over the last seconds
     */
    public float lossIn(final int index, final int sample) {
        return lossIn[at(index, sample)];
    }

    /**
     * The share of our datagrams that was lost on the way to a peer, as it reports.
     *
     * @param index  of the peer
     * @param sample which
     * @return 0 to 1, over the last seconds
     */
    public float lossOut(final int index, final int sample) {
        return lossOut[at(index, sample)];
    }

    /**
     * What is sent to a peer, headers included.
     *
     * @param index of the peer
     * @return bytes a second, over the last second or as much of it as there are samples of; 0 with fewer than two
     */
    public long bytesPerSecond(final int index) {
        if (size < 2) {
            return 0;
        }
        int from = size - 2;
        while (from > 0 && timeNs(size - 1) - timeNs(from) < RATE_NS) {
            from--;
        }
        final long spanNs = Math.max(1, timeNs(size - 1) - timeNs(from));
        return (sentBytes[at(index, size - 1)] - sentBytes[at(index, from)]) * RATE_NS / spanNs;
    }

    /**
     * Who led when the newest sample was taken.
     *
     * @return a peer, −1 when nobody did
     */
    public int leader() {
        return leader;
    }

    /**
     * The term of that lead.
     *
     * @return 0 and up
     */
    public long term() {
        return term;
    }

    /**
     * The number of the line-up that was agreed on then.
     *
     * @return 0 and up; it grows by one with each change of who is in the match
     */
    public long epoch() {
        return epoch;
    }

    /**
     * Becomes the same as another one, for who draws on another thread than the session's.
     *
     * @param other of as many peers and samples
     * @throws IllegalArgumentException if it is not
     */
    public void copy(final NetGraph other) {
        if (other.peers.length != peers.length || other.capacity != capacity) {
            throw new IllegalArgumentException(other.peers.length + " peers and " + other.capacity
                + " samples into a graph for " + peers.length + " and " + capacity);
        }
        System.arraycopy(other.peers, 0, peers, 0, peers.length);
        System.arraycopy(other.timeNs, 0, timeNs, 0, capacity);
        System.arraycopy(other.inputDelay, 0, inputDelay, 0, capacity);
        System.arraycopy(other.stalls, 0, stalls, 0, capacity);
        System.arraycopy(other.rttNs, 0, rttNs, 0, rttNs.length);
        System.arraycopy(other.slackNs, 0, slackNs, 0, slackNs.length);
        System.arraycopy(other.sentBytes, 0, sentBytes, 0, sentBytes.length);
        System.arraycopy(other.lossIn, 0, lossIn, 0, lossIn.length);
        System.arraycopy(other.lossOut, 0, lossOut, 0, lossOut.length);
        System.arraycopy(other.peerStalls, 0, peerStalls, 0, peerStalls.length);
        System.arraycopy(other.countedStalls, 0, countedStalls, 0, countedStalls.length);
        System.arraycopy(other.countedBytes, 0, countedBytes, 0, countedBytes.length);
        size = other.size;
        next = other.next;
        leader = other.leader;
        term = other.term;
        epoch = other.epoch;
    }

    private int at(final int sample) {
        if (sample < 0 || sample >= size) {
            throw new IndexOutOfBoundsException("sample " + sample + " of " + size);
        }
        return (next - size + sample + capacity) % capacity;
    }

    private int at(final int index, final int sample) {
        return index * capacity + at(sample);
    }
}
