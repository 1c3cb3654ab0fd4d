package io.lockstep.testkit;

import io.lockstep.core.session.SessionConfig;
import org.jspecify.annotations.Nullable;

/**
 * Plays a whole match of your own game on a bad network, in virtual time, and checks the library's promises at every
 * frame of every peer. Scenario and seed determine the run bit for bit.
 *
 * <pre>
 * final Scenario scenario = Scenario.of(Profile.WIFI_AVERAGE, 4, 3600);
 * final MatchResult result = new SimulatedMatch(scenario, seed,
 *     (peer, players, matchSeed) -&gt; new Seat(new MyGame(players, matchSeed), new MyBot(matchSeed + peer))).run();
 * assertTrue(result.ok(), result::toJson);
 * </pre>
 *
 * <p>The match goes through SAFETY, in which the scenario's events happen; with {@link #liveness} through LIVENESS, in
 * which all faults have ended and play must go on; and through DRAIN, in which everybody must get to the end and to the
 * same state. One match, one run, one thread.
 */
public final class SimulatedMatch {

    /** A match that takes longer than so many times its nominal time has not been played. */
    public static final int MAX_SLOWDOWN = MatchPlan.MAX_SLOWDOWN;
    /** Frames played in LIVENESS and after it, beyond those of the scenario. */
    public static final int LIVENESS_FRAMES = MatchPlan.LIVENESS_FRAMES;

    private final Scenario scenario;
    private final long seed;
    private final MatchPlan plan;
    private @Nullable MatchWorld world;
    private boolean udp;
    private PeerKeys keys;

    /**
     * A match that is to be played.
     *
     * @param scenario what happens; not to be changed any more
     * @param seed     where all random numbers start
     * @param seats    makes the copies of the game
     */
    public SimulatedMatch(final Scenario scenario, final long seed, final SeatFactory seats) {
        this.scenario = scenario;
        this.seed = seed;
        plan = new MatchPlan(scenario, seed, seats);
        udp = scenario.udp;
        keys = scenario.keys;
    }

    /**
     * Lets the match take place elsewhere than in memory.
     *
     * @param place an own world of this scenario and seed, which reports changes of the delay to {@link #orderDelay};
     *              it is closed at the end
     * @return this
     */
    public SimulatedMatch world(final MatchWorld place) {
        world = place;
        return this;
    }

    /**
     * Lets the peers speak plain UDP, by {@link SimulatedUdp}, instead of using the network's own two lanes. How the
     * scenario wants inputs to be delivered is then without effect.
     *
     * @return this
     */
    public SimulatedMatch overUdp() {
        udp = true;
        return this;
    }

    /**
     * Says how the peers know each other; their keys follow from the seed.
     *
     * @param kind by which keys; those of the scenario unless told otherwise
     * @return this
     */
    public SimulatedMatch keys(final PeerKeys kind) {
        keys = kind;
        return this;
    }

    /**
     * Tells a peer to use another input delay from now on.
     *
     * @param peer  which
     * @param ticks the delay; it is reached by a tick a second
     */
    public void orderDelay(final int peer, final int ticks) {
        plan.orderDelay(peer, ticks);
    }

    /**
     * Adds the LIVENESS phase after the scenario's frames.
     *
     * @param add true to add it
     * @return this
     */
    public SimulatedMatch liveness(final boolean add) {
        plan.liveness = add;
        return this;
    }

    /**
     * Leaves the first part of the match out of stalls, latencies, delays and bandwidth.
     *
     * @param milliseconds after the first frame; 0 by default
     * @return this
     */
    public SimulatedMatch statisticsFrom(final long milliseconds) {
        plan.statisticsFromMs = milliseconds;
        return this;
    }

    /**
     * See {@link SessionConfig#gameId}.
     *
     * @param id the scenario's game by default
     * @return this
     */
    public SimulatedMatch gameId(final String id) {
        plan.gameId = id;
        return this;
    }

    /**
     * See {@link SessionConfig#matchConfig}. The lowest peer says it, the others hear it from there.
     *
     * @param config what every game is told before the first frame; none by default
     * @return this
     */
    public SimulatedMatch matchConfig(final byte[] config) {
        plan.matchConfig = config.clone();
        return this;
    }

    /**
     * See {@link SessionConfig#inputBytes}.
     *
     * @param bytes length of an input
     * @return this
     */
    public SimulatedMatch inputBytes(final int bytes) {
        plan.inputBytes = bytes;
        return this;
    }

    /**
     * See {@link SessionConfig#maxEventBytes}.
     *
     * @param bytes length of the longest event
     * @return this
     */
    public SimulatedMatch maxEventBytes(final int bytes) {
        plan.eventBytes = bytes;
        return this;
    }

    /**
     * See {@link SessionConfig#checksumInterval}.
     *
     * @param frames from one check frame to the next
     * @return this
     */
    public SimulatedMatch checksumInterval(final int frames) {
        plan.checksumInterval = frames;
        return this;
    }

    /** For tests of this library. */
    SimulatedMatch tune(final MatchPlan.Tuner last) {
        plan.tuner = last;
        return this;
    }

    /** For tests of what watches the membership. */
    SimulatedMatch views(final MatchPlan.Viewer other) {
        plan.viewer = other;
        return this;
    }

    /**
     * Plays the match.
     *
     * @return how it went
     */
    public MatchResult run() {
        final MatchWorld place = world != null ? world : new MemoryWorld(scenario, seed, this::orderDelay, udp, keys);
        try {
            return new MatchRun(plan, place).play();
        } finally {
            place.close();
        }
    }
}
