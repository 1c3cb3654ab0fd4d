package io.lockstep.testkit;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Phase;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.inspect.Inspector;
import io.lockstep.core.session.Session;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/** One session of a simulated match, with the observers between it and its game, its inputs and its network. */
@NullUnmarked
final class ObservedPeer implements Simulation, InputSource, Inspector.Owner {

    /** Frames for which an order to let a newcomer's inputs count is given ahead at the most. */
    private static final int MAX_ACTIVATION = InputLog.REACH / 2;

    /** Who was left out tries for so long to come back. */
    private static final long COME_BACK_NS = 60_000_000_000L;

    final int peer;
    final VirtualClock clock;
    final ObservedTransport transport;
    final StallAccount stalls;
    /** Null while the seat is empty. */
    Session session;
    MembershipView view;
    /** The newest line-up it has played in: who says goodbye at the end changes it once more. */
    long playedEpoch = FrameWindow.NEVER;
    int playedMembers;
    /** When this peer is polled next, true time. */
    long nextPollNs;
    /** Nothing more is to be expected of this process. */
    boolean ended;
    /** Its process was killed. */
    boolean dead;
    /** It was told to leave. */
    boolean leaving;
    /** Null when nothing goes wrong with anybody's game. */
    private final DivergenceOracle divergences;

    private final int tickRate;
    private PauseRules pauses;
    private final Seat game;
    private final Oracle oracle;
    private final PeerEvents events;
    /** Null before the session exists. */
    private Inspector.Subject insides;
    private final ObservedDatagrams datagrams;
    private ObservedDatagrams.CostJudge costs;
    private final MatchMeter meter;
    private final Trace trace;
    private final int maxDelay;
    private final int peers;
    /** Null if it sends none. */
    private final SentEvents sentEvents;
    private long nowNs;
    private boolean stepped;
    /** How often the game was stepped since a frame was settled: once, in lockstep. */
    private int steps;
    /** The next frame to be judged. */
    private long judged;
    private long loads;
    /** Null in lockstep. */
    private final Shadow shadow;
    private final ObservedStates states;
    private long endFrame = Long.MAX_VALUE;
    private boolean leftOut;
    private long leftOutNs;

    ObservedPeer(final int peer, final MatchWorld world, final Seat seat, final Oracle oracle, final MatchMeter meter,
                 final Trace trace, final StallAccount stalls, final MatchPlan match,
                 final DivergenceOracle divergences) {
        this.divergences = divergences;
        this.peer = peer;
        game = seat;
        this.oracle = oracle;
        events = new PeerEvents(peer, oracle, meter, trace);
        datagrams = new ObservedDatagrams(peer, oracle);
        this.meter = meter;
        this.trace = trace;
        this.stalls = stalls;
        maxDelay = match.highestDelay();
        peers = match.scenario().peers;
        shadow = Shadow.of(peer, seat.simulation(), oracle, match);
        states = new ObservedStates(peer, settled(), oracle, divergences);
        tickRate = match.scenario().tickRate;
        clock = world.clock(peer);
        transport = new ObservedTransport(peer, world.endpoint(peer), trace);
        transport.observer(datagrams);
        sentEvents = SentEvents.of(peer, seat, match, oracle);
    }

    /** Returns the game that has the state after the newest settled frame. */
    Simulation settled() {
        return shadow == null ? this : shadow.game();
    }

    /** Names the judge of what its datagrams cost and of what it holds. */
    void judgedBy(final ObservedDatagrams.CostJudge judge) {
        costs = judge;
        datagrams.judgedBy(judge);
        events.judgedBy(judge);
    }

    @Override
    public void inspects(final Inspector.Subject session) {
        insides = session;
    }

    /** Tells all that the session holds. */
    void inspect(final Inspector by) {
        insides.inspect(by);
    }

    /** Polls the session once and simulates what is due; whatever it throws breaks a promise. */
    void poll(final long trueNs) {
        nowNs = trueNs;
        datagrams.at(trueNs);
        try {
            session.poll(clock.localNs(trueNs));
            // A newcomer may have been given a state meanwhile: it begins behind that.
            judged = session.frame();
            if (!transport.isDead() && (session.statistics().stateChecksum() != 0 || !oracle.catchesUp(peer))) {
                // The game is not asked to simulate the frames after it while the match is paused; but of a long pause
                // that is replayed in several polls it is not yet known where it ends.
                states.loadedAfter(session.frame() - 1, isJoining());
            }
            while (!transport.isDead() && stepsOnce()) {
                afterStep();
            }
            if (!transport.isDead()) {
                afterPoll();
            }
        } catch (final RuntimeException thrown) {
            ended = true;
            final StackTraceElement[] stack = thrown.getStackTrace();
            oracle.violated("S14", session.frame(), thrown + (stack.length > 0 ? " at " + stack[0] : ""), peer);
        }
    }

    private boolean stepsOnce() {
        final boolean played = session.step();
        if (!transport.isDead()) {
            judgeBefore(session.frame());
        }
        return played && !transport.isDead();
    }

    /** Judges the frames that were settled. */
    private void judgeBefore(final long next) {
        for (; judged < next; judged++) {
            judge(judged);
            stepped = false;
        }
    }

    private void afterPoll() {
        if (session.statistics().stateChecksum() != 0) {
            states.stoodStillUpTo(session.frame() - 1, isJoining());
        }
        if (session.phase() == Phase.PLAYING) {
            leftOut = false;
            playedEpoch = view.epoch();
            playedMembers = view.members();
        }
        if (session.phase() != Phase.CONNECTING && takesPart()) {
            oracle.membership().observe(peer, view, oracle, session.frame(), nowNs / MatchPlan.NS_PER_MS);
        } else if (session.endReason() == EndReason.LEFT) {
            // Until all have its last inputs it votes and answers, and by then it may be in another epoch.
            oracle.membership().enter(peer, view, oracle, session.frame());
        }
        events.take(session, divergences, datagrams, pauses, endFrame, nowNs);
        oracle.verify(peer);
        ended |= session.phase() == Phase.ENDED;
        if (ended && shadow != null) {
            shadow.ended(session.frame());
        }
    }

    /** A frame is settled, unless the game is behind since a repair. */
    private void judge(final long frame) {
        final int crc = session.statistics().stateChecksum();
        final boolean behind = !stepped && crc == 0 && oracle.owes(peer, frame);
        final boolean done = stepped || !behind && oracle.passes(peer, frame, view);
        if (!stepped) {
            pauses.passes(frame);
        }
        if (done) {
            oracle.simulated(peer, frame, crc);
            states.known(frame, isJoining());
        }
        if (shadow != null && crc != 0) {
            shadow.verify(frame, crc);
        }
        trace.add(frame << Byte.SIZE ^ peer, nowNs ^ (long) crc << Integer.SIZE);
    }

    private void afterStep() {
        stalls.simulated(nowNs, session.statistics().stallTicks());
        if (sentEvents != null) {
            sentEvents.stepped(session);
        }
    }

    /** Whom those elect or drop who have come to an end, and only say goodbye, is their own affair. */
    private boolean takesPart() {
        return session.endReason() == EndReason.NONE;
    }

    /** What its session has measured of playing ahead counts from now on, or up to now. */
    void measure(final boolean counts) {
        if (session != null) {
            meter.foreseen(session.statistics().prediction(), counts);
        }
    }

    boolean finished() {
        return ended && session != null && session.endReason() == EndReason.FINISHED;
    }

    /** The frame this peer would simulate next; that of the start while its seat is empty. */
    long frame(final long startFrame) {
        return session == null ? startFrame : session.frame();
    }

    /** Does its session play, as far as anybody can see? */
    boolean plays() {
        return !ended && session != null && session.phase() == Phase.PLAYING;
    }

    /** Was it left out, lately? */
    boolean mayComeBack(final long trueNs) {
        final EndReason reason = session.phase() == Phase.ENDED ? session.endReason() : EndReason.NONE;
        if (reason == EndReason.EVICTED && !leftOut) {
            leftOut = true;
            leftOutNs = trueNs;
        }
        return leftOut && trueNs - leftOutNs < COME_BACK_NS
            && (reason == EndReason.EVICTED || reason == EndReason.PEER_TIMED_OUT);
    }

    /** Gives the seat its session, and what its datagrams are replayed by, if by anything. */
    void seat(final Session newSession, final MembershipView newView, final long end, final ReplayAttack replays) {
        session = newSession;
        loads = 0;
        if (shadow != null) {
            shadow.begins();
        }
        // What an earlier session was told of beyond its cut is no part of the match that this one comes into.
        pauses = new PauseRules(peer, tickRate, oracle);
        view = newView;
        endFrame = end;
        datagrams.seat(newSession, newView, replays);
    }

    /** The process ends here and now. */
    void kill() {
        transport.kill();
        dead = true;
        ended = true;
    }

    @Override
    public void configure(final ByteBuffer matchConfig) {
        if (shadow != null) {
            shadow.game().configure(matchConfig.duplicate().order(matchConfig.order()));
        }
        game.simulation().configure(matchConfig);
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        if (transport.isDead()) {
            return;
        }
        if (frame <= session.frame()) {
            // Nothing is played ahead: the game's state is the one that is settled.
            states.loadedAfter(frame - 1, isJoining());
            states.stoodStillUpTo(frame - 1, isJoining());
        }
        game.simulation().step(frame, inputs);
        steps++;
        if (!inputs.replayed()) {
            meter.local(oracle.submissions().sampledNs(peer, frame), nowNs);
        }
        if (shadow != null) {
            shadow.played(frame, session.frame(), inputs);
        }
    }

    @Override
    public void settled(final long frame, final Inputs inputs) {
        if (transport.isDead()) {
            return;
        }
        final boolean replayed = frame != session.frame();
        if (!replayed) {
            judgeBefore(frame);
            stepped = true;
        }
        oracle.begins(peer, frame, view);
        for (int player = 0; player < inputs.players(); player++) {
            final long input = Hashing.of(inputs.bytes(player));
            final long sent = Hashing.ofEvent(inputs.event(player));
            oracle.simulates(peer, player, frame, input, sent, inputs.present(player));
            if (player % peers != peer) {
                meter.latency(oracle.submissions().sampledNs(player, frame), nowNs);
            }
        }
        game.simulation().settled(frame, inputs);
        if (steps != 1 && shadow == null) {
            oracle.violated("S4", frame, "stepped " + steps + " times", peer);
        }
        steps = 0;
        if (shadow != null) {
            shadow.settled(frame, inputs);
        }
        if (replayed) {
            states.replayed(frame, isJoining());
        }
    }

    private boolean isJoining() {
        return session.phase() == Phase.JOINING;
    }

    @Override
    public void save(final StateWriter out) {
        game.simulation().save(out);
    }

    @Override
    public void load(final ByteBuffer state) {
        if (session.statistics().prediction().loads() != loads) {
            // The session goes back to a state that this game had before.
            loads = session.statistics().prediction().loads();
            game.simulation().load(state);
            return;
        }
        final ByteBuffer again = state.duplicate().order(state.order());
        game.simulation().load(state);
        if (shadow != null) {
            shadow.load(again);
        }
        states.loaded(this);
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        game.input().sample(frame, player, input);
        if (transport.isDead()) {
            return;
        }
        input.rewind();
        final long delay = frame - session.head();
        // Who leaves adds an input that says so; where the inputs of a newcomer begin was settled by the others.
        final boolean first = oracle.membership().isJoiner(peer)
            && oracle.submissions().first(player) == FrameWindow.NEVER;
        final int most = first ? Math.max(maxDelay, MAX_ACTIVATION) : maxDelay + (leaving ? 1 : 0);
        if (delay > most) {
            oracle.violated("S13", frame, "sampled " + delay + " frames ahead, at most " + most, peer);
        }
        meter.delay(delay);
        oracle.sampled(player, frame, Hashing.of(input), nowNs);
        costs.sampled(peer, player, frame, input, nowNs);
    }
}
