package io.lockstep.testkit.liars;

import io.lockstep.core.game.DesyncOptions;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.SessionEvent;
import io.lockstep.core.session.Session;
import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.DrawnKeys;
import io.lockstep.testkit.LinkConditions;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.SimulatedNetwork;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A match of three to six peers on a drawn, mild network in which one member never sends one kind of message. Meanwhile
 * other members die, return, leave, do not hear each other, or have a wrong state. The others must continue in time,
 * lose no peer that is there, and end with one history.
 */
public final class MuteMatch {

    private static final int TICK_RATE = 60;
    private static final long NS_PER_MS = 1_000_000L;
    private static final int MS_PER_S = 1000;
    private static final int LEAST_PEERS = 3;
    private static final int MOST_PEERS = 6;
    /** Smallest number of peers with a majority left without the mute member and one that dies. */
    private static final int SPARE_PEERS = 5;
    private static final int FRAMES = 2700;
    /** Number of frames after the last one for which sampled inputs are remembered, too. */
    private static final int SPARE_FRAMES = 300;
    private static final int INPUT_DELAY = 9;
    private static final int BALLAST_BYTES = 20_000;
    private static final int FAR_MS = 40;
    private static final int JITTER_MS = 8;
    private static final double PERCENT = 100;
    private static final int MOST_LOSS = 4;
    private static final int MUTE_FROM_MS = 2000;
    /** Time, in milliseconds, in which all links open. A match in which one cannot open never begins. */
    private static final int HANDSHAKE_MS = 1000;
    /** Time, in milliseconds, from one poll to the next: half a tick, as in most game loops. */
    private static final int TURN_MS = 8;
    /** Milliseconds within which the time of an event is drawn. */
    private static final int SPAN_MS = 3000;
    private static final int DEATH_FROM_MS = 3000;
    private static final int ABSENT_MS = 7000;
    private static final int WRONG_FROM_MS = 8000;
    private static final int LEAVE_FROM_MS = 26_000;
    private static final int APART_MS = 12_000;
    /**
     * Longest time, in milliseconds, from the loss of a member to its cut: two seconds for a silent member, and some
     * round trips.
     */
    private static final long CUT_MS = 3000;
    /** Additional time, in milliseconds, if the leader does nothing: five seconds, two of doubt, and an election. */
    static final long IDLE_LEADER_MS = 9000;
    /** Longest time, in milliseconds, to return: load a state, catch up, and pass the rehearsal. */
    private static final long RETURN_MS = 10_000;
    /** Additional time, in milliseconds, to return if the leader does nothing: its replacement takes ten seconds. */
    private static final long IDLE_HOST_MS = 14_000;
    /**
     * Additional time, in milliseconds, for the end of a match if a peer lacks inputs that only the mute member has.
     */
    private static final long END_MS = 20_000;

    private final long seed;
    private final Unsaid unsaid;
    private final int peers;
    private final int mute;
    /** The peer that dies, or −1 if none does. */
    private final int dies;
    private final boolean returns;
    private final int leaves;
    private final int wrongs;
    private final int apart;
    private final int deathMs;
    private final int leaveMs;
    private final int wrongMs;
    private final DesyncPolicy policy;
    private final SimulatedNetwork network;
    private final Session[] sessions;
    private final Witness[] witnesses;
    private final int[][] sampled;
    private final byte[] ballast;
    private final LiarView view;
    private LyingTransport.Hook hook;
    private DrawnKeys keys;
    private final long[] movedMs;
    private final long[] frames;
    private @Nullable String wrong;
    private long longestMs;
    private long joinedMs;
    private long nowMs;

    /**
     * Draws a match.
     *
     * @param seed  the seed of everything that is drawn
     * @param named the kind of message that the mute member never sends, or null to draw it
     */
    public MuteMatch(final long seed, final @Nullable Unsaid named) {
        this.seed = seed;
        final SplittableRandom random = new SplittableRandom(seed);
        final Unsaid[] all = Unsaid.values();
        final Unsaid any = all[random.nextInt(all.length)];
        unsaid = named == null ? any : named;
        peers = LEAST_PEERS + random.nextInt(MOST_PEERS - LEAST_PEERS + 1);
        mute = random.nextBoolean() ? 0 : random.nextInt(peers);
        final int drawnMs = random.nextInt(MUTE_FROM_MS);
        final int fromMs = unsaid.isHandshake() ? Math.max(HANDSHAKE_MS, drawnMs) : drawnMs;
        view = new LiarView(mute, peers, fromMs, Long.MAX_VALUE, random.split());
        hook = new Mute(view, unsaid, fromMs);
        deathMs = DEATH_FROM_MS + random.nextInt(SPAN_MS);
        leaveMs = LEAVE_FROM_MS + random.nextInt(SPAN_MS);
        wrongMs = WRONG_FROM_MS + random.nextInt(SPAN_MS);
        final int death = other(random);
        final boolean isDeath = random.nextInt(4) > 0 && (peers >= SPARE_PEERS || unsaid.leavesItsVote());
        dies = isDeath ? death : -1;
        // The lower one of two leads alone. The other one cannot replace it, and so no third one joins.
        final boolean isPair = peers == LEAST_PEERS && mute == 0 && unsaid == Unsaid.JOIN;
        returns = random.nextBoolean() && !isPair;
        final int leaver = other(random);
        leaves = random.nextInt(3) == 0 && leaver != dies && peers >= SPARE_PEERS ? leaver : -1;
        final int loser = other(random);
        wrongs = random.nextInt(3) == 0 && loser != dies && peers > LEAST_PEERS ? loser : -1;
        final int far = other(random);
        // A member that does not hear another one during a cut may be cut, too: docs/ELECTION.md says when.
        final boolean isCut = dies >= 0 || unsaid == Unsaid.INPUT_WINDOW;
        apart = random.nextInt(3) == 0 && !isCut && peers >= SPARE_PEERS ? far : -1;
        policy = unsaid == Unsaid.HALT ? DesyncPolicy.HALT : DesyncPolicy.REPAIR;
        network = new SimulatedNetwork(peers, seed).followPolls();
        network.conditions(LinkConditions.latency(1 + random.nextInt(FAR_MS)).withJitter(random.nextInt(JITTER_MS))
            .withLoss(random.nextInt(3) == 0 ? random.nextInt(MOST_LOSS) / PERCENT : 0));
        sessions = new Session[peers];
        witnesses = new Witness[peers];
        sampled = new int[peers][FRAMES + SPARE_FRAMES];
        movedMs = new long[peers];
        frames = new long[peers];
        ballast = new byte[BALLAST_BYTES];
        random.nextBytes(ballast);
        keys = new DrawnKeys(PeerKeys.NONE, peers, seed);
    }

    /**
     * Lets the mute member send everything. A fault of such a match has another cause.
     *
     * @return this
     */
    public MuteMatch truthful() {
        hook = new Deceiver(view);
        return this;
    }

    /**
     * Sets the keys by which the peers know each other.
     *
     * @param kind the kind of keys; {@link PeerKeys#NONE} by default
     * @return this
     */
    public MuteMatch keys(final PeerKeys kind) {
        keys = new DrawnKeys(kind, peers, seed);
        return this;
    }

    private int other(final SplittableRandom random) {
        return (mute + 1 + random.nextInt(peers - 1)) % peers;
    }

    /** Returns whether a peer is there all the time, so that all of its inputs count. */
    private boolean isSteady(final int peer) {
        return peer != mute && peer != dies && peer != leaves;
    }

    private int steady() {
        int steady = 0;
        for (int peer = 0; peer < peers; peer++) {
            steady |= isSteady(peer) ? 1 << peer : 0;
        }
        return steady;
    }

    private void start(final int peer, final boolean joining) {
        final Witness witness = new Witness(peer, sampled, steady(), ballast);
        witnesses[peer] = witness;
        witness.failsAt = peer == wrongs ? (long) wrongMs * TICK_RATE / MS_PER_S : -1;
        Transport transport = network.endpoint(peer);
        if (peer == mute) {
            view.transport = new LyingTransport(mute, transport, hook);
            transport = view.transport;
        }
        final long salts = seed * MOST_PEERS * 2 + peer * 2L + (joining ? 1 : 0);
        final SessionConfig config = Session.builder().simulation(witness).input(witness).transport(transport)
            .gameId("mutes").matchId(seed).sessionSeed(salts).keys(keys.of(peer, salts)).players(peers)
            .localPlayer(peer).tickRate(TICK_RATE).inputDelay(INPUT_DELAY).endFrame(FRAMES).joining(joining)
            .seatToken(peer + 1).desyncPolicy(policy)
            .desync(new DesyncOptions().scratch(() -> new Witness(peer, sampled, 0, ballast)));
        sessions[peer] = config.build();
        movedMs[peer] = nowMs;
        frames[peer] = -1;
        if (peer == mute) {
            view.session = sessions[peer];
        }
    }

    /**
     * Plays the match.
     *
     * @return the outcome
     */
    public MuteOutcome play() {
        try {
            for (int peer = 0; peer < peers; peer++) {
                start(peer, false);
            }
            final long limitMs = 2L * FRAMES * MS_PER_S / TICK_RATE + 2 * stallMs() + END_MS;
            while (nowMs < limitMs && !isOver()) {
                turn();
            }
            judge();
        } catch (final RuntimeException | StackOverflowError thrown) {
            note(thrown + " at " + List.of(thrown.getStackTrace()).subList(0, Math.min(6,
                thrown.getStackTrace().length)));
        }
        return new MuteOutcome(unsaid, peers, mute, script(), wrong, longestMs);
    }

    private String script() {
        return (dies < 0 ? "" : ", " + dies + " dies" + (returns ? " and returns" : ""))
            + (leaves < 0 ? "" : ", " + leaves + " leaves") + (wrongs < 0 ? "" : ", " + wrongs + " goes wrong")
            + (apart < 0 ? "" : ", " + apart + " does not hear all");
    }

    /** Returns the longest stall that is allowed, in milliseconds. */
    private long stallMs() {
        return SessionConfig.DEFAULT_DROP_TIMEOUT_MS + CUT_MS + (unsaid.isOrder() ? IDLE_LEADER_MS : 0);
    }

    private void note(final String what) {
        if (wrong == null) {
            wrong = nowMs + " ms: " + what;
        }
    }

    private boolean isOver() {
        for (int peer = 0; peer < peers; peer++) {
            if (peer != mute && sessions[peer] != null && sessions[peer].phase() != Phase.ENDED) {
                return false;
            }
        }
        return true;
    }

    private void turn() {
        nowMs += TURN_MS;
        view.nowMs = nowMs;
        events();
        for (int peer = 0; peer < peers; peer++) {
            if (sessions[peer] != null) {
                poll(peer, sessions[peer]);
            }
        }
    }

    @SuppressWarnings("NullAway") // a process that is killed has no session
    private void events() {
        final long stepMs = nowMs - TURN_MS;
        if (dies >= 0 && stepMs < deathMs && nowMs >= deathMs) {
            network.kill(dies);
            sessions[dies] = null;
        }
        if (dies >= 0 && returns && stepMs < deathMs + ABSENT_MS && nowMs >= deathMs + ABSENT_MS) {
            start(dies, true);
        }
        if (leaves >= 0 && stepMs < leaveMs && nowMs >= leaveMs && sessions[leaves].phase() == Phase.PLAYING) {
            sessions[leaves].leave();
        }
        final int victim = (apart + 1) % peers;
        if (apart >= 0 && victim != mute && stepMs < deathMs && nowMs >= deathMs) {
            network.cut(apart, victim);
            network.cut(victim, apart);
        }
        if (apart >= 0 && stepMs < deathMs + APART_MS && nowMs >= deathMs + APART_MS) {
            network.heal();
        }
    }

    private void poll(final int peer, final Session session) {
        session.poll(nowMs * NS_PER_MS);
        while (session.step()) {
            // Executes every frame that is due.
        }
        for (SessionEvent event = session.nextEvent(); event != null; event = session.nextEvent()) {
            if (peer != mute) {
                heard(peer, event);
            }
        }
        if (session.frame() != frames[peer] || session.phase() != Phase.PLAYING) {
            frames[peer] = session.frame();
            movedMs[peer] = nowMs;
        }
        if (peer != mute) {
            longestMs = Math.max(longestMs, nowMs - movedMs[peer]);
            if (nowMs - movedMs[peer] > stallMs()) {
                note("peer " + peer + " stands still at frame " + session.frame() + " since " + movedMs[peer]
                    + " ms, led by " + session.leader());
            }
        }
        if (peer == dies && nowMs > deathMs && joinedMs == 0 && session.phase() == Phase.PLAYING) {
            joinedMs = nowMs;
        }
    }

    private void heard(final int peer, final SessionEvent event) {
        final boolean aboutMute = event.peer() == mute;
        if (event.type() == SessionEvent.Type.PEER_LIED && !aboutMute) {
            note("peer " + peer + " calls peer " + event.peer() + " a liar: " + event.lie());
        }
        if (event.type() == SessionEvent.Type.PEER_DROPPED && !aboutMute && event.peer() != dies) {
            note("peer " + peer + " has lost peer " + event.peer());
        }
    }

    private void judge() {
        Witness first = null;
        for (int peer = 0; peer < peers; peer++) {
            if (peer == mute || sessions[peer] == null || peer == leaves) {
                continue;
            }
            final Session session = sessions[peer];
            final boolean halted = policy == DesyncPolicy.HALT && wrongs >= 0;
            if (session.endReason() != (halted ? EndReason.DESYNC : EndReason.FINISHED)) {
                note("peer " + peer + " is " + session.phase() + " at frame " + session.frame() + ": "
                    + session.endReason() + ", " + session.error());
            }
            final Witness one = witnesses[peer];
            if (one.wrong != null) {
                note(one.wrong);
            }
            first = first == null ? one : first;
            if (one.hash() != first.hash() && !halted) {
                note("different states at the end, first at frame " + Witness.firstDifference(first, one) + ": "
                    + first + " and " + one);
            }
        }
        final long allowedMs = deathMs + ABSENT_MS + RETURN_MS + (unsaid.keepsOut() ? IDLE_HOST_MS : 0);
        if (dies >= 0 && returns && (joinedMs == 0 || joinedMs > allowedMs)) {
            note("who came back after " + (deathMs + ABSENT_MS) + " ms was taken in after " + joinedMs);
        }
    }
}
