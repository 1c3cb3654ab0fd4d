package io.lockstep.testkit;

import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import java.util.Arrays;

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
    public static final int MAX_SLOWDOWN = 4;
    /** Frames played in LIVENESS and after it, beyond those of the scenario. */
    public static final int LIVENESS_FRAMES = 240;

    /** How often a peer is polled unless the scenario says otherwise: as often as a sleeping game loop manages to. */
    static final long POLL_NS = 1_000_000L;
    static final long NS_PER_MS = 1_000_000L;
    /** How long a session waits for others before the first frame, or until it is taken in. */
    private static final long SILENCE_MS = SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long MILLION = 1_000_000L;
    private static final long SEED_GAMMA = 0x9E3779B97F4A7C15L;

    private final Scenario scenario;
    private final long seed;
    private final SeatFactory seats;
    private final int[] delayOrders;
    private MatchWorld world;
    private Tuner tuner = (peer, config) -> { };
    private Viewer viewer = (peer, session) -> SessionMembership.of(session);
    private boolean liveness;
    private boolean udp;
    private long statisticsFromMs;
    private String gameId;
    private int inputBytes = SessionConfig.DEFAULT_INPUT_BYTES;
    private int eventBytes = SessionConfig.DEFAULT_EVENT_BYTES;
    private int checksumInterval = SessionConfig.DEFAULT_CHECKSUM_INTERVAL;

    /** Has a last word on the configuration of a session. */
    @FunctionalInterface
    interface Tuner {
        void tune(int peer, SessionConfig config);
    }

    /** Says what a session tells of its membership. */
    @FunctionalInterface
    interface Viewer {
        MembershipView view(int peer, Session session);
    }

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
        this.seats = seats;
        gameId = scenario.game;
        delayOrders = new int[scenario.peers];
        Arrays.fill(delayOrders, -1);
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
     * Tells a peer to use another input delay from now on.
     *
     * @param peer  which
     * @param ticks the delay; it is reached by a tick a second
     */
    public void orderDelay(final int peer, final int ticks) {
        delayOrders[peer] = ticks;
    }

    /**
     * Adds the LIVENESS phase after the scenario's frames.
     *
     * @param add true to add it
     * @return this
     */
    public SimulatedMatch liveness(final boolean add) {
        liveness = add;
        return this;
    }

    /**
     * Leaves the first part of the match out of stalls, latencies, delays and bandwidth.
     *
     * @param milliseconds after the first frame; 0 by default
     * @return this
     */
    public SimulatedMatch statisticsFrom(final long milliseconds) {
        statisticsFromMs = milliseconds;
        return this;
    }

    /**
     * See {@link SessionConfig#gameId}.
     *
     * @param id the scenario's game by default
     * @return this
     */
    public SimulatedMatch gameId(final String id) {
        gameId = id;
        return this;
    }

    /**
     * See {@link SessionConfig#inputBytes}.
     *
     * @param bytes length of an input
     * @return this
     */
    public SimulatedMatch inputBytes(final int bytes) {
        inputBytes = bytes;
        return this;
    }

    /**
     * See {@link SessionConfig#maxEventBytes}.
     *
     * @param bytes length of the longest event
     * @return this
     */
    public SimulatedMatch maxEventBytes(final int bytes) {
        eventBytes = bytes;
        return this;
    }

    /**
     * See {@link SessionConfig#checksumInterval}.
     *
     * @param frames from one check frame to the next
     * @return this
     */
    public SimulatedMatch checksumInterval(final int frames) {
        checksumInterval = frames;
        return this;
    }

    /** For tests of this library. */
    SimulatedMatch tune(final Tuner last) {
        tuner = last;
        return this;
    }

    /** For tests of what watches the membership. */
    SimulatedMatch views(final Viewer other) {
        viewer = other;
        return this;
    }

    MembershipView view(final int peer, final Session session) {
        return viewer.view(peer, session);
    }

    /**
     * Plays the match.
     *
     * @return how it went
     */
    public MatchResult run() {
        final MatchWorld place = world != null ? world : new MemoryWorld(scenario, seed, this::orderDelay, udp);
        try {
            return new MatchRun(this, place).play();
        } finally {
            place.close();
        }
    }

    Scenario scenario() {
        return scenario;
    }

    long seed() {
        return seed;
    }

    boolean hasLiveness() {
        return liveness;
    }

    long statisticsFromNs() {
        return statisticsFromMs * NS_PER_MS;
    }

    int inputBytes() {
        return inputBytes;
    }

    int eventBytes() {
        return eventBytes;
    }

    int checksumInterval() {
        return checksumInterval;
    }

    Seat seat(final int peer) {
        final Seat seat = seats.seat(peer, scenario.peers, seed);
        return scenario.stateBytes == 0 ? seat
            : new Seat(new Ballast(seat.simulation(), seed, scenario.stateBytes), seat.input(), seat.events());
    }

    long endFrame() {
        return scenario.startFrame + scenario.frames + (liveness ? LIVENESS_FRAMES : 0);
    }

    /** Who comes in waits at least as long as the others do for who is lost. */
    long silenceMs() {
        return Math.max(SILENCE_MS, Math.min(scenario.dropTimeoutMs, SessionConfig.MAX_SILENCE_TIMEOUT_MS));
    }

    long tickNs() {
        return NS_PER_S / scenario.tickRate;
    }

    /** A tick of true time at the slowest clock: nobody can play faster than that. */
    long slowestTickNs() {
        int slowest = 0;
        for (final Scenario.Clock clock : scenario.clocks) {
            slowest = Math.min(slowest, clock.driftPpm());
        }
        return tickNs() * MILLION / (MILLION + slowest);
    }

    /** The highest input delay any peer can have. */
    int highestDelay() {
        int highest = scenario.delayMode == DelayMode.FIXED ? scenario.delayTicks : scenario.resolvedMaxDelayTicks();
        for (final ScenarioEvent event : scenario.events) {
            if (event instanceof ScenarioEvent.SetDelay order) {
                highest = Math.max(highest, order.ticks());
            }
        }
        return highest;
    }

    private int lowestDelay() {
        int lowest = scenario.delayMode == DelayMode.FIXED ? scenario.delayTicks : scenario.minDelayTicks;
        for (final ScenarioEvent event : scenario.events) {
            if (event instanceof ScenarioEvent.SetDelay order) {
                lowest = Math.min(lowest, order.ticks());
            }
        }
        return lowest;
    }

    /**
     * Makes a session.
     *
     * @param start how often a process was started at this seat before
     * @param joins whether the match is already being played
     */
    Session session(final ObservedPeer peer, final int start, final boolean joins) {
        final SessionConfig config = Session.builder().simulation(peer).input(peer).transport(peer.transport)
            .gameId(gameId).matchId(seed).seed((seed + peer.peer + 1) * SEED_GAMMA + start).players(scenario.peers)
            .localPlayer(peer.peer).tickRate(scenario.tickRate).batching(scenario.batching)
            .redundancy(scenario.redundancy).inputBytes(inputBytes).maxEventBytes(eventBytes)
            .checksumInterval(checksumInterval).startFrame(scenario.startFrame).endFrame(endFrame())
            .silenceTimeoutMs(silenceMs()).desync(new DesyncOptions().scratch(() -> seat(peer.peer).simulation()));
        SessionMembership.configure(config, scenario, joins);
        config.desyncPolicy(scenario.desyncPolicy).stateSyncTicks(scenario.stateSyncTicks);
        final int lowest = lowestDelay();
        final int highest = highestDelay();
        if (scenario.delayMode == DelayMode.FIXED && lowest == highest) {
            config.inputDelay(highest);
        } else {
            config.inputDelay(obeying(peer.peer)).inputDelayBounds(lowest, highest);
        }
        tuner.tune(peer.peer, config);
        return config.build();
    }

    /** The scenario's policy until a peer is told otherwise. */
    private InputDelayPolicy obeying(final int peer) {
        final InputDelayPolicy policy = switch (scenario.delayMode) {
            case ARRIVAL -> InputDelayPolicy.arrival();
            case RTT -> InputDelayPolicy.rtt();
            case FIXED -> InputDelayPolicy.fixed(scenario.delayTicks);
        };
        return observed -> delayOrders[peer] >= 0 ? delayOrders[peer] : policy.target(observed);
    }
}
