package io.lockstep.testkit;

import io.lockstep.core.session.SessionConfig;
import org.jspecify.annotations.Nullable;

/**
 * Tries a game on whatever the fleet draws: each seed is a match of two to eight on bad networks in which peers die,
 * leave, come back as new processes, and are cut off for longer than the others wait. So players are absent, states are
 * loaded in mid-match, and all must play on with the same state.
 *
 * <pre>
 * final SwarmTest.Result result = SwarmTest
 *     .of((peer, players, seed) -&gt; new Seat(new MyGame(players, seed), new MyBot(seed + peer), new MyEvents(peer)))
 *     .seeds(1, 20).run();
 * assertTrue(result.ok(), result::detail);
 * </pre>
 */
public final class SwarmTest {

    /**
     * Frames of a match unless said otherwise: time enough to be lost and to come back. Of twenty matches half as long
     * three find what a game forgets to save of an event or an absence, of these seven.
     */
    public static final long DEFAULT_FRAMES = SwarmScenarios.DEFAULT_FRAMES;
    /** The last seed unless said otherwise, from 1 on: half a minute for a small game. */
    public static final long DEFAULT_SEEDS = 20;

    private final SeatFactory seats;
    private long first = 1;
    private long last = DEFAULT_SEEDS;
    private long frames = DEFAULT_FRAMES;
    private int inputBytes = SessionConfig.DEFAULT_INPUT_BYTES;
    private int eventBytes = SessionConfig.DEFAULT_EVENT_BYTES;
    private byte[] matchConfig = {};

    /**
     * How a test went.
     *
     * @param matches how many were played
     * @param failed  the first match in which a promise was broken, which was the last; null if none was
     */
    public record Result(int matches, @Nullable MatchResult failed) {

        /**
         * Was every promise kept?
         *
         * @return whether every match went well
         */
        public boolean ok() {
            return failed == null;
        }

        /**
         * What broke first, and how to play it again.
         *
         * @return a line, null if all went well
         */
        public @Nullable String detail() {
            return failed == null ? null : "match " + matches + ", seed " + failed.seed + ": "
                + failed.violations.get(0) + "; again: new SimulatedMatch(SwarmScenarios.drawChurn(" + failed.seed
                + ", " + failed.scenario.frames + "), " + failed.seed + ", …)";
        }
    }

    private SwarmTest(final SeatFactory seats) {
        this.seats = seats;
    }

    /**
     * A test.
     *
     * @param seats makes the copies of the game and those who play them
     * @return of twenty matches
     */
    public static SwarmTest of(final SeatFactory seats) {
        return new SwarmTest(seats);
    }

    /**
     * Which matches are played.
     *
     * @param from the first seed
     * @param to   the last one, not less
     * @return this
     * @throws IllegalArgumentException if it is less
     */
    public SwarmTest seeds(final long from, final long to) {
        if (to < from) {
            throw new IllegalArgumentException("seeds " + from + " to " + to + " are none");
        }
        first = from;
        last = to;
        return this;
    }

    /**
     * How long a match is.
     *
     * @param count frames
     * @return this
     */
    public SwarmTest frames(final long count) {
        frames = count;
        return this;
    }

    /**
     * See {@link SessionConfig#matchConfig}.
     *
     * @param config what every game is told before the first frame; nothing by default
     * @return this
     */
    public SwarmTest matchConfig(final byte[] config) {
        matchConfig = config.clone();
        return this;
    }

    /**
     * See {@link SessionConfig#inputBytes}.
     *
     * @param bytes length of an input
     * @return this
     */
    public SwarmTest inputBytes(final int bytes) {
        inputBytes = bytes;
        return this;
    }

    /**
     * See {@link SessionConfig#maxEventBytes}.
     *
     * @param bytes length of the longest event
     * @return this
     */
    public SwarmTest maxEventBytes(final int bytes) {
        eventBytes = bytes;
        return this;
    }

    /**
     * Plays the matches one after the other.
     *
     * @return how it went; the first match in which a promise is broken ends it
     */
    public Result run() {
        int matches = 0;
        for (long seed = first; seed <= last; seed++) {
            final MatchResult match = new SimulatedMatch(SwarmScenarios.drawChurn(seed, frames), seed, seats)
                .matchConfig(matchConfig).inputBytes(inputBytes).maxEventBytes(eventBytes).run();
            matches++;
            if (!match.ok()) {
                return new Result(matches, match);
            }
        }
        return new Result(matches, null);
    }
}
