package io.lockstep.core.feed;

import io.lockstep.core.internal.feed.FeedLimits;
import io.lockstep.core.replay.RecordingWriter;

/**
 * How a match is shown to spectators. Every value has a default; a value out of range is refused at once.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class FeedConfig {

    /** Longest delay in milliseconds: after a minute what is shown is worthless to a player. */
    public static final int MAX_DELAY_MS = (int) (FeedLimits.MAX_DELAY_NS / FeedLimits.MS);
    /** The delay unless said otherwise, in milliseconds. */
    public static final int DEFAULT_DELAY_MS = 1000;
    /** Most spectators of one player; more of them watch each other. */
    public static final int MAX_SPECTATORS = FeedLimits.MAX_AT_PLAYER;
    /** Bytes a second to all spectators together unless said otherwise: a megabit. */
    public static final int DEFAULT_BYTES_PER_SECOND = FeedLimits.DEFAULT_BYTES_PER_SECOND;

    private int delayMs = DEFAULT_DELAY_MS;
    private int spectators = MAX_SPECTATORS;
    private int snapshotFrames = RecordingWriter.DEFAULT_SNAPSHOT_FRAMES;
    private int bytesPerSecond = DEFAULT_BYTES_PER_SECOND;
    private String buildId = "";
    private long seed;

    /** The defaults. */
    public FeedConfig() {
        // The fields have them.
    }

    private static int range(final String name, final int value, final int from, final int to) {
        if (value < from || value > to) {
            throw new IllegalArgumentException(name + " " + value + " is not in " + from + " to " + to);
        }
        return value;
    }

    /**
     * How far spectators are behind. What is handed out is older than this less 0.75 s, which the way takes; below
     * that, frames are handed out as soon as a quarter second of them is there.
     *
     * @param milliseconds 0 to {@value #MAX_DELAY_MS}
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public FeedConfig delayMs(final int milliseconds) {
        delayMs = range("delayMs", milliseconds, 0, MAX_DELAY_MS);
        return this;
    }

    /**
     * How many may watch here.
     *
     * @param most 0 to {@value #MAX_SPECTATORS}
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public FeedConfig spectators(final int most) {
        spectators = range("spectators", most, 0, MAX_SPECTATORS);
        return this;
    }

    /**
     * From one state in the feed to the next. A newcomer begins with the newest one; each costs its size at every
     * spectator.
     *
     * @param frames 1 to {@value RecordingWriter#MAX_SNAPSHOT_FRAMES}, the same at every player
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public FeedConfig snapshotFrames(final int frames) {
        snapshotFrames = range("snapshotFrames", frames, 1, RecordingWriter.MAX_SNAPSHOT_FRAMES);
        return this;
    }

    /**
     * What is sent to all spectators together. A state must fit into twenty seconds of it.
     *
     * @param bytes at least 16 KiB a second
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public FeedConfig bytesPerSecond(final int bytes) {
        bytesPerSecond = range("bytesPerSecond", bytes, FeedLimits.MIN_BYTES_PER_SECOND, Integer.MAX_VALUE);
        return this;
    }

    /**
     * Which build of the game this is.
     *
     * @param id up to 64 printable ASCII characters
     * @return this
     */
    public FeedConfig buildId(final String id) {
        buildId = id;
        return this;
    }

    /**
     * Where numbers start that nobody may guess.
     *
     * @param number another one in each process, from a source that cannot be told in advance
     * @return this
     */
    public FeedConfig seed(final long number) {
        seed = number;
        return this;
    }

    int delayMs() {
        return delayMs;
    }

    int spectators() {
        return spectators;
    }

    int snapshotFrames() {
        return snapshotFrames;
    }

    int bytesPerSecond() {
        return bytesPerSecond;
    }

    String buildId() {
        return buildId;
    }

    long seed() {
        return seed;
    }
}
