package io.lockstep.core.internal.game;

import io.lockstep.core.membership.TwoPeerPolicy;

/**
 * What is played, and over which frames.
 *
 * @param gameId        the game and its version, 1 to 32 printable ASCII characters
 * @param matchId       tells this match from others
 * @param tickRate      frames a second, 1 to 1000
 * @param inputBytes    length of one player's input for one frame, 1 to 64
 * @param maxEventBytes longest event, 0 to 255 bytes
 * @param startFrame    the first frame
 * @param endFrame      the frame after the last one
 * @param twoPeerPolicy what becomes of two that lose each other
 */
public record MatchRules(String gameId, long matchId, int tickRate, int inputBytes, int maxEventBytes, long startFrame,
                         long endFrame, TwoPeerPolicy twoPeerPolicy) {

    /** How often a player may pause in a match. */
    public static final int PAUSES = 3;
    /** For so long, in all its pauses, a player may hold up others who have asked to go on: as long as by silence. */
    public static final int AGAINST_WILL_SECONDS = 10;
    /** A pause ends by itself after ten minutes: whoever should end it may be gone. */
    public static final int LONGEST_PAUSE_SECONDS = 600;

    /** A tick is stretched or shortened by at most so much: enough for any clock, and not felt as a change of speed. */
    public static final int MAX_PACE_PERCENT = 12;

    private static final long NS_PER_S = 1_000_000_000L;

    /**
     * How many whole frames pass in a time.
     *
     * @param ns nanoseconds
     * @return frames
     */
    public long framesIn(final long ns) {
        return ns * tickRate / NS_PER_S;
    }
}
