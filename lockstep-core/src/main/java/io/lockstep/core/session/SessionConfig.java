package io.lockstep.core.session;

import io.lockstep.core.game.Batching;
import io.lockstep.core.game.Cues;
import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputDelayPolicy;
import io.lockstep.core.internal.game.CueLedger;
import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.Entrance;
import io.lockstep.core.internal.game.MatchConfig;
import io.lockstep.core.internal.game.MatchRules;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.Ports;
import io.lockstep.core.internal.game.PredictionSettings;
import io.lockstep.core.internal.game.Seating;
import io.lockstep.core.internal.game.SendSettings;
import io.lockstep.core.internal.game.StateSettings;
import io.lockstep.core.internal.game.Timeouts;
import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Transport;
import org.jspecify.annotations.Nullable;

/**
 * Everything a session is told at its start, checked before the first datagram. What must be equal at every peer is
 * marked (agreed): the handshake compares it and names the first field that differs.
 *
 * <p>Made by {@link Session#builder()}; a builder can be used for one session, and what is said to it later changes
 * nothing.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class SessionConfig {

    /** Frames a second unless said otherwise: what most displays show. */
    public static final int DEFAULT_TICK_RATE = 60;
    /** Highest tick rate; a tick is then a millisecond, about what a sleeping game loop can hit. */
    public static final int MAX_TICK_RATE = 1000;
    /** Highest input delay at 60 Hz and below; at a higher tick rate {@link #maxInputDelay} has more frames. */
    public static final int MAX_INPUT_DELAY = DelaySettings.MAX_TICKS_SLOW;
    /**
     * What a stalled tick is worth unless said otherwise: one in 300, five seconds at 60 Hz, as much as a tick of delay
     * all the time.
     */
    public static final int DEFAULT_STALL_PRICE = 300;
    /** Highest price of a stalled tick: the seconds that are remembered hold no rarer stall. */
    public static final int MAX_STALL_PRICE = 10_000;
    /** Room for sixteen buttons, of which FrameInput names ten. */
    public static final int DEFAULT_INPUT_BYTES = 2;
    /** Longest input: larger ones belong into events. */
    public static final int MAX_INPUT_BYTES = 64;
    /** Longest event unless said otherwise; costs memory for each player and frame kept. */
    public static final int DEFAULT_EVENT_BYTES = 64;
    /** Longest event there can be: its length is one byte on the wire. */
    public static final int MAX_EVENT_BYTES = 255;
    /** Two checks a second at 60 Hz: a desync is noticed soon, at 12 bytes a second. */
    public static final int DEFAULT_CHECKSUM_INTERVAL = 30;
    /** Longest check interval: what the checksum ring can still compare. */
    public static final int MAX_CHECKSUM_INTERVAL = 128;
    /** Default of {@link #maxStateBytes}: 64 MiB. */
    public static final int DEFAULT_MAX_STATE_BYTES = 64 << 20;

    /** Highest value of {@link #maxStateBytes}: 1 GiB, so that a state and the frames after it fit into one array. */
    public static final int MAX_STATE_BYTES = 1 << 30;

    /** How long to wait at the start: the others have to be started, too, by hand perhaps. */
    public static final long DEFAULT_SILENCE_TIMEOUT_MS = 15_000;
    /** Shortest wait at the start: in less nobody can start two processes. */
    public static final long MIN_SILENCE_TIMEOUT_MS = 500;
    /** Longest wait at the start: nobody waits for ten minutes. */
    public static final long MAX_SILENCE_TIMEOUT_MS = 600_000;
    /** A peer that makes no progress for this long is lost; players endure a pause of about that. */
    public static final long DEFAULT_DROP_TIMEOUT_MS = 5000;
    /** Shortest drop timeout: below it an ordinary hitch costs a player the match. */
    public static final long MIN_DROP_TIMEOUT_MS = 2000;
    /** Longest drop timeout: nobody waits longer than a minute. */
    public static final long MAX_DROP_TIMEOUT_MS = 60_000;
    /** How long everybody waits for one player within five minutes, unless the drop timeout is more than half of it. */
    public static final long DEFAULT_WAIT_BUDGET_MS = 10_000;
    /** Largest budget of waiting: who may be waited for five minutes in five has none. */
    public static final long MAX_WAIT_BUDGET_MS = 300_000;
    /** Longest match config: it travels within a greeting, in the smallest datagram that a transport may carry. */
    public static final int MAX_MATCH_CONFIG_BYTES = Greeting.MAX_MATCH_CONFIG_BYTES;
    /** Longest game id: one line of an error message. */
    public static final int MAX_GAME_ID_LENGTH = 32;

    private static final int NOBODY = Transport.UNKNOWN;
    private static final int NOT_SAID = Integer.MIN_VALUE;

    private @Nullable Simulation simulation;
    private @Nullable InputSource input;
    private @Nullable Transport transport;
    private @Nullable LinkKeys keys;
    private @Nullable String gameId;
    private long matchId;
    private byte @Nullable [] matchConfig;
    private long sessionSeed;
    private boolean seeded;
    private int players = NOT_SAID;
    private int localPeer = NOBODY;
    private final int[] peerPlayers = new int[Message.MAX_PLAYERS];
    /** Peers whose seats are empty at the start, bit n for peer n. */
    private int absent;
    private int tickRate = DEFAULT_TICK_RATE;
    private InputDelayPolicy delayPolicy = InputDelayPolicy.arrival();
    private boolean measuresDelay = true;
    private int minDelay = NOT_SAID;
    private int maxDelay = NOT_SAID;
    private int stallPrice = DEFAULT_STALL_PRICE;
    private PredictionOptions prediction = new PredictionOptions();
    private Batching batching = Batching.OFF;
    private Redundancy redundancy = Redundancy.UNACKED;
    private int inputBytes = DEFAULT_INPUT_BYTES;
    private int maxEventBytes = DEFAULT_EVENT_BYTES;
    private int checksumInterval = DEFAULT_CHECKSUM_INTERVAL;
    private long startFrame;
    private long endFrame = Long.MAX_VALUE;
    private int maxStateBytes = DEFAULT_MAX_STATE_BYTES;
    private long silenceTimeoutMs = DEFAULT_SILENCE_TIMEOUT_MS;
    private TwoPeerPolicy twoPeerPolicy = TwoPeerPolicy.REJOIN;
    private long dropTimeoutMs = DEFAULT_DROP_TIMEOUT_MS;
    private long waitBudgetMs = NOT_SAID;
    private DesyncPolicy desyncPolicy = DesyncPolicy.REPAIR;
    private int stateSyncTicks;
    private long seatToken;
    private boolean joining;
    private boolean unpaced;
    private ProtocolMode protocolMode = ProtocolMode.BINARY;
    private @Nullable MatchRecorder recorder;
    private @Nullable MatchObserver observer;
    private DesyncOptions desync = new DesyncOptions();
    private final CueLedger cues = new CueLedger();
    private boolean built;

    SessionConfig() {
    }

    /**
     * The game (required), and with it the state before the first frame (agreed): from the first poll on its checksum
     * is compared. Where that is drawn at random all peers must draw the same, from a seed in the {@link #matchConfig}.
     *
     * @param game steps, saves and loads the state
     * @return this
     */
    public SessionConfig simulation(final Simulation game) {
        simulation = game;
        return this;
    }

    /**
     * Where local input comes from (required).
     *
     * @param source asked once for each local player and frame
     * @return this
     */
    public SessionConfig input(final InputSource source) {
        input = source;
        return this;
    }

    /**
     * How datagrams travel (required). The session polls it and does not close it.
     *
     * @param carrier built with the same peers as this session
     * @return this
     */
    public SessionConfig transport(final Transport carrier) {
        transport = carrier;
        return this;
    }

    /**
     * Names the game and its version (required, agreed).
     *
     * @param id 1 to 32 printable ASCII characters, such as {@code "dogfight-1"}
     * @return this
     */
    public SessionConfig gameId(final String id) {
        gameId = id;
        return this;
    }

    /**
     * Tells this match from others (agreed); usually handed out by a lobby.
     *
     * @param id any number, 0 by default
     * @return this
     */
    public SessionConfig matchId(final long id) {
        matchId = id;
        return this;
    }

    /**
     * What the game is told by {@link Simulation#configure} before the first frame, at every peer: map, rules, the seed
     * of its random numbers (agreed). It is enough if the lowest peer that is there at the start says it: the others
     * hear it from there in the handshake, and so does who comes in late. Whoever else says one must say the same;
     * where the lowest says none, that is an empty one, of which no game is told.
     *
     * @param config 0 to {@value #MAX_MATCH_CONFIG_BYTES} bytes, copied; null, the default, to hear it from the others,
     *               or at the lowest peer for none
     * @return this
     */
    public SessionConfig matchConfig(final byte @Nullable [] config) {
        matchConfig = config == null ? null : config.clone();
        return this;
    }

    /**
     * Where the session's own random numbers start: its incarnation and handshake salts. Never the game's seed, which
     * all peers share and which belongs into the {@link #matchConfig}: this one differs at each peer and between two
     * starts of the same. Required over a transport that draws none, see {@link Transport#drawSeed}; for tests, in
     * which the same must happen again.
     *
     * @param value any number
     * @return this
     */
    public SessionConfig sessionSeed(final long value) {
        sessionSeed = value;
        seeded = true;
        return this;
    }

    /**
     * How many players the match has (agreed). Unless {@link #peer} says otherwise each one sits at a peer of its own,
     * peer {@code p} playing for player {@code p}.
     *
     * @param count 1 to 32; by default as many as sit at the peers that the transport was told, or 2 if it does not
     *              know them
     * @return this
     */
    public SessionConfig players(final int count) {
        players = count;
        return this;
    }

    /**
     * The player who plays here. Required of a transport that does not know whose end it is; where several play here,
     * see {@link #localPlayers}.
     *
     * @param player 0 to players − 1; by default the transport's own peer
     * @return this
     */
    public SessionConfig localPlayer(final int player) {
        return localPlayers(player);
    }

    /**
     * All players who play here, for couch co-op.
     *
     * @param first  the lowest of them, which is also this peer's id
     * @param others the rest
     * @return this
     */
    public SessionConfig localPlayers(final int first, final int... others) {
        localPeer = first;
        return peer(first, others);
    }

    /**
     * Says that one peer plays for several players (agreed).
     *
     * @param id     the lowest of its players, which is the peer's id
     * @param others the rest
     * @return this
     * @throws IllegalArgumentException if a player is outside 0 to 31 or not above the id
     */
    public SessionConfig peer(final int id, final int... others) {
        SettingsCheck.range("player", id, 0, Message.MAX_PLAYERS - 1);
        int mask = 1 << id;
        for (final int other : others) {
            SettingsCheck.range("further player of peer " + id, other, id + 1,
                Message.MAX_PLAYERS - 1);
            mask |= 1 << other;
        }
        peerPlayers[id] = mask;
        return this;
    }

    /**
     * Frames a second (agreed).
     *
     * @param hertz 1 to {@value #MAX_TICK_RATE}; {@value #DEFAULT_TICK_RATE} by default
     * @return this
     */
    public SessionConfig tickRate(final int hertz) {
        tickRate = hertz;
        return this;
    }

    /**
     * Always simulates a local input the same number of frames after sampling it. An input that takes longer on the
     * network causes a stall.
     *
     * @param frames 0 to {@link #maxInputDelay}
     * @return this
     */
    public SessionConfig inputDelay(final int frames) {
        delayPolicy = InputDelayPolicy.fixed(frames);
        measuresDelay = false;
        return inputDelayBounds(frames, frames);
    }

    /**
     * Chooses the input delay from what the network does; each peer chooses its own.
     *
     * @param policy {@link InputDelayPolicy#arrival()} by default
     * @return this
     */
    public SessionConfig inputDelay(final InputDelayPolicy policy) {
        delayPolicy = policy;
        measuresDelay = true;
        return this;
    }

    /**
     * The highest input delay at a tick rate: 500 ms, but no less than {@value #MAX_INPUT_DELAY} frames and no more
     * than an input log holds.
     *
     * @param tickRate 1 to {@value #MAX_TICK_RATE}
     * @return frames
     */
    public static int maxInputDelay(final int tickRate) {
        return DelaySettings.limit(tickRate);
    }

    /**
     * Keeps the input delay within bounds.
     *
     * @param min fewest frames; {@value InputDelayController#DEFAULT_MIN_TICKS} by default, or
     *            {@value InputDelayController#DEFAULT_MIN_TICKS_AHEAD} with {@link #prediction}
     * @param max most frames, up to {@link #maxInputDelay}; by default 200 ms, or 50 ms more than the shortest way of
     *            the longest line, where that is more
     * @return this
     */
    public SessionConfig inputDelayBounds(final int min, final int max) {
        minDelay = min;
        maxDelay = max;
        return this;
    }

    /**
     * What a stalled tick is worth when {@link InputDelayPolicy#arrival()} weighs stalls against input delay: one
     * stalled tick in so many is worth one tick of delay. The others choose how late their inputs come here by it.
     *
     * @param frames 1 to {@value #MAX_STALL_PRICE}, higher for fewer stalls and more delay;
     *               {@value #DEFAULT_STALL_PRICE} by default
     * @return this
     */
    public SessionConfig stallPrice(final int frames) {
        stallPrice = frames;
        return this;
    }

    /**
     * Plays the game ahead of inputs that are missing, by guesses, and again from there where a guess was wrong
     * (rollback). What is settled stays the same, so that peers with and without it play together. The game must
     * {@link Simulation#save save} and {@link Simulation#load load} all of its state: test it with the testkit's
     * {@code SyncTest}.
     *
     * @param frames how far ahead at most, 0 to {@value PredictionOptions#MAX_FRAMES}; 0, the default, is plain
     *               lockstep
     * @return this
     */
    public SessionConfig prediction(final int frames) {
        return prediction(new PredictionOptions().frames(frames));
    }

    /**
     * The same with more to choose. An {@link #unpaced} session plays nothing ahead.
     *
     * @param options how the game is played ahead; copied when the session is built
     * @return this
     */
    public SessionConfig prediction(final PredictionOptions options) {
        prediction = options;
        return this;
    }

    /**
     * Where the game emits its sounds, effects and chat, and the application takes them, each once, with
     * {@link #prediction} and without: for both from before the game is made until the end of the match, here and
     * after a {@link Session#rejoin}.
     *
     * @return the same object every time
     */
    public Cues cues() {
        return cues;
    }

    /**
     * Whether inputs wait for each other to travel together.
     *
     * @param mode {@link Batching#OFF} by default
     * @return this
     */
    public SessionConfig batching(final Batching mode) {
        batching = mode;
        return this;
    }

    /**
     * How often an input is sent.
     *
     * @param mode {@link Redundancy#UNACKED} by default
     * @return this
     */
    public SessionConfig redundancy(final Redundancy mode) {
        redundancy = mode;
        return this;
    }

    /**
     * Length of one input (agreed).
     *
     * @param bytes 1 to {@value #MAX_INPUT_BYTES}; {@value #DEFAULT_INPUT_BYTES} by default
     * @return this
     */
    public SessionConfig inputBytes(final int bytes) {
        inputBytes = bytes;
        return this;
    }

    /**
     * Longest event beside an input (agreed).
     *
     * @param bytes 0 to {@value #MAX_EVENT_BYTES}; {@value #DEFAULT_EVENT_BYTES} by default
     * @return this
     */
    public SessionConfig maxEventBytes(final int bytes) {
        maxEventBytes = bytes;
        return this;
    }

    /**
     * Frames from one exchanged checksum to the next (agreed).
     *
     * @param frames 1 to {@value #MAX_CHECKSUM_INTERVAL}; {@value #DEFAULT_CHECKSUM_INTERVAL} by default
     * @return this
     */
    public SessionConfig checksumInterval(final int frames) {
        checksumInterval = frames;
        return this;
    }

    /**
     * The first frame (agreed); a match need not start at 0.
     *
     * @param frame at least 0; 0 by default
     * @return this
     */
    public SessionConfig startFrame(final long frame) {
        startFrame = frame;
        return this;
    }

    /**
     * Ends the match by itself: the frame before this one is the last. The session then waits until everybody has what
     * they need and says goodbye.
     *
     * @param frame above the start frame; never by default
     * @return this
     */
    public SessionConfig endFrame(final long frame) {
        endFrame = frame;
        return this;
    }

    /**
     * The largest state that a peer is given when it joins, and that is taken from one. A match with a larger state is
     * played on, and its game hears of it, {@code SessionEvent.Type.STATE_TOO_LARGE}. No peer can join it then, and
     * each joiner is told size and limit. A repair takes states of up to 8 MiB.
     *
     * @param bytes 1 to {@value #MAX_STATE_BYTES}; {@value #DEFAULT_MAX_STATE_BYTES} by default
     * @return this
     */
    public SessionConfig maxStateBytes(final int bytes) {
        maxStateBytes = bytes;
        return this;
    }

    /**
     * How long to wait for the others before the first frame, or for anybody when and while {@link #joining}. Later
     * {@link #dropTimeoutMs} counts.
     *
     * @param milliseconds {@value #MIN_SILENCE_TIMEOUT_MS} to {@value #MAX_SILENCE_TIMEOUT_MS};
     *                     {@value #DEFAULT_SILENCE_TIMEOUT_MS} by default
     * @return this
     */
    public SessionConfig silenceTimeoutMs(final long milliseconds) {
        silenceTimeoutMs = milliseconds;
        return this;
    }

    /**
     * What the two peers of an epoch of two do when they lose each other (agreed).
     *
     * @param policy {@link TwoPeerPolicy#REJOIN} by default
     * @return this
     */
    public SessionConfig twoPeerPolicy(final TwoPeerPolicy policy) {
        twoPeerPolicy = policy;
        return this;
    }

    /**
     * What becomes of the match when two states differ (agreed).
     *
     * @param policy {@link DesyncPolicy#REPAIR} by default
     * @return this
     */
    public SessionConfig desyncPolicy(final DesyncPolicy policy) {
        desyncPolicy = policy;
        return this;
    }

    /**
     * Has everybody load the leader's state now and then, although it is the same (agreed).
     *
     * @param frames from one time to the next; 0, the default, for never
     * @return this
     */
    public SessionConfig stateSyncTicks(final int frames) {
        stateSyncTicks = frames;
        return this;
    }

    /**
     * How long the match waits for a peer that sends no input it owes, or acknowledges none of ours, until the others
     * agree to go on without it.
     *
     * @param milliseconds {@value #MIN_DROP_TIMEOUT_MS} to {@value #MAX_DROP_TIMEOUT_MS};
     *                     {@value #DEFAULT_DROP_TIMEOUT_MS} by default
     * @return this
     */
    public SessionConfig dropTimeoutMs(final long milliseconds) {
        dropTimeoutMs = milliseconds;
        return this;
    }

    /**
     * How long the match waits for one player within five minutes. Each wait takes from it and it fills up evenly; who
     * has spent it is lost, as after {@link #dropTimeoutMs}, if most of the others measure the same. A wait is a frame
     * that is due and complete but for this player, beyond what a bad line takes ({@code docs/NETWORK.md}).
     *
     * @param milliseconds the drop timeout to {@value #MAX_WAIT_BUDGET_MS}, or 0 for no limit; by default
     *                     {@value #DEFAULT_WAIT_BUDGET_MS}, or two drop timeouts if that is more
     * @return this
     */
    public SessionConfig waitBudgetMs(final long milliseconds) {
        waitBudgetMs = milliseconds;
        return this;
    }

    /**
     * What proves that the player of this seat is the one who comes back: the others remember it from the first
     * handshake. Usually handed out by a lobby.
     *
     * @param token any number; 0 by default, which anybody can guess
     * @return this
     */
    public SessionConfig seatToken(final long token) {
        seatToken = token;
        return this;
    }

    /**
     * Starts without some peers, who may join later.
     *
     * @param peers their ids
     * @return this
     * @throws IllegalArgumentException if an id is outside 0 to 31
     */
    public SessionConfig absent(final int... peers) {
        for (final int peer : peers) {
            SettingsCheck.range("absent peer", peer, 0, Message.MAX_PLAYERS - 1);
            absent |= 1 << peer;
        }
        return this;
    }

    /**
     * Enters a match that is already being played, late or again: the state comes from another peer.
     *
     * @param late false by default: the match starts when everybody is here
     * @return this
     */
    public SessionConfig joining(final boolean late) {
        joining = late;
        return this;
    }

    /**
     * Runs as fast as inputs arrive instead of at the tick rate; for tests and soaks.
     *
     * @param asFastAsPossible false by default
     * @return this
     */
    public SessionConfig unpaced(final boolean asFastAsPossible) {
        unpaced = asFastAsPossible;
        return this;
    }

    /**
     * What we send; both forms are understood whatever this says.
     *
     * @param mode {@link ProtocolMode#BINARY} by default; JSON is for debugging, allocates, and needs
     *             {@code lockstep-codecs} on the class path
     * @return this
     */
    public SessionConfig protocolMode(final ProtocolMode mode) {
        protocolMode = mode;
        return this;
    }

    /**
     * Records the match as this peer sees it.
     *
     * @param recording such as an {@code io.lockstep.core.replay.RecordingWriter}; none by default
     * @return this
     */
    public SessionConfig recording(final MatchRecorder recording) {
        recorder = recording;
        return this;
    }

    /**
     * Looks at the session while it plays: its figures, and what happens.
     *
     * @param instrument such as {@link MatchMeters}, or several of them; none by default
     * @return this
     */
    public SessionConfig observer(final MatchObserver instrument) {
        observer = instrument;
        return this;
    }

    /**
     * How a difference between states is looked into.
     *
     * @param options the defaults by default
     * @return this
     */
    public SessionConfig desync(final DesyncOptions options) {
        desync = options;
        return this;
    }

    /**
     * The keys by which the peers know each other, for a transport that has none itself: those of this library are
     * given them when they are launched, and hand them on.
     *
     * @param ofLinks null, the default, for those of the transport
     * @return this
     */
    public SessionConfig keys(final @Nullable LinkKeys ofLinks) {
        keys = ofLinks;
        return this;
    }

    /**
     * Checks everything and builds the session. Nothing is sent before its first poll.
     *
     * @return a session
     * @throws IllegalArgumentException if something is missing, out of range or not what the transport was built for;
     * the text names it, its value and the range
     * @throws IllegalStateException if a session was built of this already
     */
    public Session build() {
        final MatchSettings settings = settings();
        if (built) {
            throw new IllegalStateException("a session was built of this builder already; each takes one of its own");
        }
        built = true;
        return new Session(settings, observer);
    }

    /** What was said so far, checked. */
    MatchSettings settings() {
        SettingsCheck.present(desync != null, "desync");
        SettingsCheck.present(prediction != null, "prediction");
        SettingsCheck.present(transport != null, "transport");
        if (!seeded && transport != null) {
            sessionSeed = transport.drawSeed();
        }
        SettingsCheck.present(seeded || sessionSeed != 0, "sessionSeed, which this transport does not draw,");
        final MatchSettings settings = unchecked();
        SettingsCheck.present(settings.self() != NOBODY, "localPlayer");
        SettingsCheck.check(settings);
        return settings;
    }

    /** What was said so far, for parts that need not all of it. */
    MatchSettings unchecked() {
        final Seating seating = seating();
        final int leastDelay = minDelay == NOT_SAID ? DelaySettings.least(prediction.frames()) : minDelay;
        return new MatchSettings(
            new MatchRules(gameId, matchId, tickRate, inputBytes, maxEventBytes, startFrame, endFrame, twoPeerPolicy),
            seating,
            new Timeouts(silenceTimeoutMs, dropTimeoutMs, waitBudget()),
            new DelaySettings(delayPolicy, measuresDelay, leastDelay,
                maxDelay == NOT_SAID ? DelaySettings.most(tickRate, leastDelay) : maxDelay,
                maxDelay == NOT_SAID ? DelaySettings.limit(tickRate) : maxDelay, stallPrice),
            PredictionSettings.of(prediction, unpaced),
            new SendSettings(batching, redundancy, protocolMode, unpaced),
            new StateSettings(checksumInterval, desyncPolicy, stateSyncTicks, desync.scratch(), desync.stateBytes(),
                maxStateBytes),
            new Entrance(joining, sessionSeed, seatToken, recorder),
            new Ports(simulation, input, transport, keys == null && transport != null ? transport.keys() : keys,
                cues, new MatchConfig(matchConfig(seating))));
    }

    /** The peers are listed once: what the transport was told need not be said again. */
    private Seating seating() {
        final int self = localPeer == NOBODY && transport != null ? transport.localPeer() : localPeer;
        return new Seating(players == NOT_SAID ? Seating.playersOf(transport, peerPlayers) : players, self, peerPlayers,
            absent);
    }

    /** Who is the lowest at the start has the say: nobody waits for a config that none has said. */
    private byte @Nullable [] matchConfig(final Seating seating) {
        final int there = seating.awaited();
        final boolean hasSay = !joining && there != 0 && Integer.numberOfTrailingZeros(there) == seating.localPeer();
        return matchConfig == null && hasSay ? new byte[0] : matchConfig;
    }

    private long waitBudget() {
        return waitBudgetMs == NOT_SAID ? Math.max(DEFAULT_WAIT_BUDGET_MS, 2 * dropTimeoutMs) : waitBudgetMs;
    }
}
