package io.lockstep.testkit;

import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.game.Batching;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.session.SessionConfig;
import java.util.ArrayList;
import java.util.List;

/**
 * The values of a {@link Scenario}, which is what users fill in: a scenario file is read into them and written from
 * them, and knows nothing of who asks for that.
 */
abstract class ScenarioValues {

    /** Longest scenario, frames: more than half a year at 60 Hz. */
    public static final long MAX_FRAMES = 1_000_000_000L;
    /** Latest time in a scenario, milliseconds: more than eleven days. */
    public static final long MAX_MS = 1_000_000_000L;
    /** Highest first frame: far beyond 32 bits, and still exact wherever numbers are doubles. */
    public static final long MAX_START_FRAME = 1L << 53;
    /** After how long without progress a peer is given up unless said otherwise, milliseconds. */
    public static final long DEFAULT_DROP_TIMEOUT_MS = SessionConfig.DEFAULT_DROP_TIMEOUT_MS;
    /** The game that is played unless said otherwise. */
    public static final String DEFAULT_GAME = "dogfight";

    /** Most bytes that can be added to a state: a transfer of them takes seconds. */
    public static final int MAX_STATE_BYTES = 1 << 20;

    /** Most spectators of a match: as many as one player feeds. */
    public static final int MAX_SPECTATORS = FeedConfig.MAX_SPECTATORS;

    /** Windows that peers draw, and draws of their own for them. */
    private static final int[] WINDOWS = {0, 1, 2, 8, 12, 30};
    private static final long WINDOWS_SEED = 0x57494E444F5753L;
    private static final int MS_PER_SECOND = 1000;
    private static final long NS_PER_SECOND = 1_000_000_000L;

    /** What it is called. */
    public String name = "";
    /** How many peers there are. */
    public int peers = 2;
    /** How many players there are; player n plays at peer n modulo {@link #peers}. 0 for one player at each peer. */
    public int players;
    /** Frames a second. */
    public int tickRate = SessionConfig.DEFAULT_TICK_RATE;
    /** How many frames are played. */
    public long frames;
    /** What is played. */
    public String game = DEFAULT_GAME;
    /** How the input delay is chosen. */
    public DelayMode delayMode = DelayMode.ARRIVAL;
    /** The input delay if it is fixed, ticks. */
    public int delayTicks = 3;
    /** Least input delay, ticks; negative for the library's default. */
    public int minDelayTicks = -1;
    /** Greatest input delay, ticks; 0 for the library's default at this tick rate. */
    public int maxDelayTicks;
    /** By how many frames the game is played ahead; 0 for lockstep. */
    public int prediction;
    /** Whether a game that is played ahead saves one state in several frames only. */
    public boolean sparse;
    /** Peers that play ahead by another number of frames. */
    public List<Window> windows = new ArrayList<>();
    /** Whether inputs wait for each other. */
    public Batching batching = Batching.OFF;
    /** How often an input is sent. */
    public Redundancy redundancy = Redundancy.UNACKED;
    /** Whether the peers speak plain UDP, by {@link SimulatedUdp}; how inputs travel is then without effect. */
    public boolean udp;
    /** How the peers know each other; their keys follow from the seed. */
    public PeerKeys keys = PeerKeys.NONE;
    /** Whether each process records its match, and all recordings are replayed. */
    public boolean recordings;
    /** Number of spectators, up to {@value #MAX_SPECTATORS}. The seed draws whom they watch and what befalls them. */
    public int spectators;
    /** How inputs travel. */
    public Delivery delivery = Delivery.AERON_DATAGRAM;
    /** The first frame. */
    public long startFrame;
    /** What two peers do who lose each other. */
    public TwoPeerPolicy twoPeerPolicy = TwoPeerPolicy.CONTINUE_ALL;
    /** After how long without progress a peer is given up, milliseconds. */
    public long dropTimeoutMs = DEFAULT_DROP_TIMEOUT_MS;
    /** What becomes of a match whose peers' states differ. */
    public DesyncPolicy desyncPolicy = DesyncPolicy.REPAIR;
    /** Every how many frames peers compare checksums of their states. */
    public int checksumInterval = SessionConfig.DEFAULT_CHECKSUM_INTERVAL;
    /** Every how many frames everybody loads the leader's state; 0 for never. */
    public int stateSyncTicks;
    /** Bytes that are added to the state of the game, and change with it; 0 for none. */
    public int stateBytes;
    /** Every how many frames the number of added bytes changes, up to {@link #stateBytes}; 0 for never. */
    public int stateChangeFrames;
    /** A player sends an event in about every so many frames; 0 for as often as the game's players do anyway. */
    public int eventFrames;
    /** Bytes of an input. */
    public int inputBytes = SessionConfig.DEFAULT_INPUT_BYTES;
    /** Bytes of the longest event; 0 for the session's default. {@link StampedGame} then sends events of all sizes. */
    public int eventBytes;
    /** Peers that are polled rarely. */
    public List<Poll> polls = new ArrayList<>();
    /** What the links are like; of several rules about one link the later stands. */
    public List<LinkRule> links = new ArrayList<>();
    /** Lines of limited bandwidth that all links of a peer share; a later line of a peer replaces an earlier one. */
    public List<Uplink> uplinks = new ArrayList<>();
    /** Clocks that are not right. */
    public List<Clock> clocks = new ArrayList<>();
    /** What happens in the course of the match. */
    public List<ScenarioEvent> events = new ArrayList<>();

    /**
     * A peer that is polled rarely.
     *
     * @param peer    which
     * @param everyMs how often, milliseconds
     */
    public record Poll(int peer, int everyMs) {
    }

    /**
     * A peer that plays ahead by another number of frames than the rest.
     *
     * @param peer   which
     * @param frames how many, 0 for lockstep
     */
    public record Window(int peer, int frames) {
    }

    /**
     * The line by which a peer reaches all others.
     *
     * @param peer         the peer, or {@link LinkRule#ANY}
     * @param bandwidthBps bits a second, 0 for no limit
     * @param queueMs      longest wait of a datagram before it, in milliseconds; one that would wait longer is dropped
     */
    public record Uplink(int peer, long bandwidthBps, int queueMs) {
    }

    /**
     * A clock that is not right.
     *
     * @param peer     whose
     * @param driftPpm see {@link VirtualClock}
     * @param offsetMs see {@link VirtualClock}
     */
    public record Clock(int peer, int driftPpm, long offsetMs) {
    }

    ScenarioValues() {
    }

    /**
     * Gives each peer a window of its own.
     *
     * @param seed decides which
     */
    public void mixWindows(final long seed) {
        final Draws draws = new Draws(seed ^ WINDOWS_SEED);
        windows.clear();
        for (int peer = 0; peer < peers; peer++) {
            windows.add(new Window(peer, WINDOWS[draws.below(WINDOWS.length)]));
        }
    }

    /**
     * By how many frames a peer plays ahead.
     *
     * @param peer which
     * @return frames, 0 for lockstep
     */
    public int predictionOf(final int peer) {
        int frames = prediction;
        for (final Window window : windows) {
            frames = window.peer() == peer ? window.frames() : frames;
        }
        return frames;
    }

    /**
     * How many players there are, with the default filled in.
     *
     * @return {@link #players}, or as many as peers
     */
    public int resolvedPlayers() {
        return players > 0 ? players : peers;
    }

    /**
     * Where a player plays.
     *
     * @param player which
     * @return the peer
     */
    public int peerOf(final int player) {
        return player % peers;
    }

    /**
     * The players at a peer.
     *
     * @param peer which
     * @return bit n for player n; the lowest one is the peer's number
     */
    public int playersOf(final int peer) {
        int mask = 0;
        for (int player = peer; player < resolvedPlayers(); player += peers) {
            mask |= 1 << player;
        }
        return mask;
    }

    /**
     * The least input delay, with the default filled in.
     *
     * @return ticks: {@link #minDelayTicks}, or what the library takes, which is more where the game is played ahead
     */
    public int resolvedMinDelayTicks() {
        if (minDelayTicks >= 0) {
            return minDelayTicks;
        }
        return prediction > 0 ? InputDelayController.DEFAULT_MIN_TICKS_AHEAD : InputDelayController.DEFAULT_MIN_TICKS;
    }

    /**
     * The greatest input delay, with the default filled in.
     *
     * @return ticks: {@link #maxDelayTicks}, or as many as 200 ms have, within what a session can do
     */
    public int resolvedMaxDelayTicks() {
        if (maxDelayTicks > 0) {
            return maxDelayTicks;
        }
        final long ticks = InputDelayController.DEFAULT_MAX_NS * tickRate / NS_PER_SECOND;
        return (int) Math.max(resolvedMinDelayTicks(), Math.min(ticks, SessionConfig.maxInputDelay(tickRate)));
    }

    /**
     * Who is there at the start: everybody but those who {@link ScenarioEvent.Join join}.
     *
     * @return bit n for peer n
     */
    public int seatedAtStart() {
        int seated = (int) ((1L << peers) - 1);
        for (final ScenarioEvent event : events) {
            if (event instanceof ScenarioEvent.Join join) {
                seated &= ~(1 << join.peer());
            }
        }
        return seated;
    }

    /**
     * Does anybody come or go in the course of the match?
     *
     * @return true if a process starts, ends or leaves by an event
     */
    public boolean hasChurn() {
        for (final ScenarioEvent event : events) {
            if (event instanceof ScenarioEvent.Kill || event instanceof ScenarioEvent.Restart
                || event instanceof ScenarioEvent.Leave || event instanceof ScenarioEvent.Join
                || event instanceof ScenarioEvent.KillAt) {
                return true;
            }
        }
        return false;
    }

    /**
     * Does anybody pause the match?
     *
     * @return true if a player does by an event
     */
    public boolean hasPauses() {
        return events.stream().anyMatch(event -> event instanceof ScenarioEvent.PauseMatch);
    }

    /**
     * Do peers load each other's states though nothing is wrong with theirs?
     *
     * @return true if they do from time to time
     */
    public boolean hasStateSync() {
        return stateSyncTicks > 0 && desyncPolicy == DesyncPolicy.REPAIR;
    }

    /**
     * Does anybody's copy of the game go wrong in the course of the match?
     *
     * @return true if one does by an event
     */
    public boolean hasDivergence() {
        return events.stream().anyMatch(event -> event instanceof ScenarioEvent.Diverge);
    }

    /**
     * How long the match takes at its nominal rate.
     *
     * @return milliseconds
     */
    public long nominalMs() {
        return frames * MS_PER_SECOND / tickRate;
    }

    /**
     * What a link is like at the beginning.
     *
     * @param from the sender
     * @param to   the receiver
     * @return its conditions by {@link #links}
     */
    public LinkConditions conditions(final int from, final int to) {
        LinkConditions conditions = LinkConditions.PERFECT;
        for (final LinkRule rule : links) {
            if (rule.matches(from, to)) {
                conditions = rule.applyTo(conditions);
            }
        }
        return conditions;
    }
}
