package io.lockstep.testkit;

import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What a {@link SimulatedMatch} was asked to play: the scenario, and how its sessions are configured. */
final class MatchPlan {

    /** A match that takes longer than so many times its nominal time has not been played. */
    static final int MAX_SLOWDOWN = 4;
    /** Frames played in LIVENESS and after it, beyond those of the scenario. */
    static final int LIVENESS_FRAMES = 240;
    /** How often a peer is polled unless the scenario says otherwise: as often as a sleeping game loop manages to. */
    static final long POLL_NS = 1_000_000L;
    static final long NS_PER_MS = 1_000_000L;
    /** How long a session waits for others before the first frame, or until it is taken in. */
    private static final long SILENCE_MS = SessionConfig.DEFAULT_SILENCE_TIMEOUT_MS;
    private static final long NS_PER_S = 1_000_000_000L;
    private static final long MILLION = 1_000_000L;
    private static final long SEED_GAMMA = 0x9E3779B97F4A7C15L;

    Tuner tuner = (peer, config) -> { };
    Viewer viewer = (peer, session) -> SessionMembership.of(session);
    boolean liveness;
    long statisticsFromMs;
    /** Said by the lowest peer; null for none. */
    @SuppressWarnings("NullAway.Init") // given before it is used
    byte[] matchConfig;
    String gameId;
    int inputBytes;
    int eventBytes;
    int checksumInterval;
    private final Scenario scenario;
    private final long seed;
    private final SeatFactory seats;
    private final int[] delayOrders;

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

    MatchPlan(final Scenario scenario, final long seed, final SeatFactory seats) {
        this.scenario = scenario;
        this.seed = seed;
        this.seats = seats;
        gameId = scenario.game;
        inputBytes = scenario.inputBytes;
        eventBytes = scenario.eventBytes > 0 ? scenario.eventBytes : SessionConfig.DEFAULT_EVENT_BYTES;
        checksumInterval = scenario.checksumInterval;
        delayOrders = new int[scenario.peers];
        Arrays.fill(delayOrders, -1);
    }

    /** A peer is to use another input delay from now on, ticks. */
    void orderDelay(final int peer, final int ticks) {
        delayOrders[peer] = ticks;
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

    MembershipView view(final int peer, final Session session) {
        return viewer.view(peer, session);
    }

    /** A copy of the game for a seat. */
    Seat seat(final int peer) {
        final Seat seat = seats.seat(peer, scenario.resolvedPlayers(), seed);
        return scenario.stateBytes == 0 ? seat
            : new Seat(new Ballast(seat.simulation(), seed, scenario.stateBytes, scenario.stateChangeFrames),
                seat.input(), seat.events());
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

    /** By how many frames any peer plays ahead at most: so much further apart two may be. */
    int widestWindow() {
        int widest = 0;
        for (int peer = 0; peer < scenario.peers; peer++) {
            widest = Math.max(widest, scenario.predictionOf(peer));
        }
        return widest;
    }

    private int lowestDelay() {
        int lowest = scenario.delayMode == DelayMode.FIXED ? scenario.delayTicks : scenario.resolvedMinDelayTicks();
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
     * @param peer  whose
     * @param start how often a process was started at this seat before
     * @param joins whether the match is already being played
     */
    Session session(final int peer, final Simulation game, final InputSource input, final Transport transport,
                    final int start, final boolean joins, final @Nullable MatchRecorder recorder) {
        final SessionConfig config = Session.builder().simulation(game).input(input).transport(transport)
            .gameId(gameId).matchId(seed).sessionSeed((seed + peer + 1) * SEED_GAMMA + start)
            .players(scenario.resolvedPlayers())
            .localPlayer(peer).tickRate(scenario.tickRate).batching(scenario.batching)
            .redundancy(scenario.redundancy).inputBytes(inputBytes).maxEventBytes(eventBytes)
            .checksumInterval(checksumInterval).startFrame(scenario.startFrame).endFrame(endFrame())
            .silenceTimeoutMs(silenceMs()).desync(new DesyncOptions().scratch(() -> seat(peer).simulation()));
        SessionMembership.configure(config, scenario, joins);
        for (int other = 0; other < scenario.peers; other++) {
            config.peer(other, further(other));
        }
        config.prediction(new PredictionOptions().frames(scenario.predictionOf(peer)).sparse(scenario.sparse));
        config.desyncPolicy(scenario.desyncPolicy).stateSyncTicks(scenario.stateSyncTicks);
        final int lowest = lowestDelay();
        final int highest = highestDelay();
        if (scenario.delayMode == DelayMode.FIXED && lowest == highest) {
            config.inputDelay(highest);
        } else {
            config.inputDelay(obeying(peer)).inputDelayBounds(lowest, highest);
        }
        if (peer == 0) {
            config.matchConfig(matchConfig);
        }
        if (recorder != null) {
            config.recording(recorder);
        }
        tuner.tune(peer, config);
        return config.build();
    }

    /** The players of a peer beyond its first. */
    private int[] further(final int peer) {
        return IntStream.range(peer + 1, scenario.resolvedPlayers())
            .filter(player -> scenario.peerOf(player) == peer).toArray();
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
