package io.lockstep.core.session;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputLog;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.membership.Membership;
import io.lockstep.core.protocol.Command;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.MessageCodec;
import io.lockstep.core.protocol.WireLimits;
import io.lockstep.core.sync.ChecksumLog;
import java.nio.ByteBuffer;

/**
 * One peer's side of a lockstep match: a pure state machine that turns datagrams, time and local input into frames of
 * the game. Every peer simulates every frame with the same inputs; only inputs travel.
 *
 * <p>The game loop calls, on one thread and as often as it likes:
 * <pre>
 * session.poll(System.nanoTime());
 * while (session.step()) { }
 * for (SessionEvent e = session.nextEvent(); e != null; e = session.nextEvent()) { … }
 * draw(session.alpha(System.nanoTime()));
 * </pre>
 *
 * <p>Nothing blocks, nothing is allocated per tick, and nothing throws for what the network does.
 */
public final class Session {

    /** Frames simulated at most between two polls: a peer that fell behind must not stop hearing the others. */
    static final int MAX_STEPS_PER_POLL = 8;
    static final long NS_PER_S = 1_000_000_000L;
    /** Frames replayed at most between two polls by who joins: far beyond real time, and it still hears all. */
    private static final int MAX_REPLAY_PER_POLL = 64;

    final MatchSettings settings;
    private final InputLog log;
    private final ChecksumLog checksums;
    private final DesyncWatch desyncs;
    private final LocalInputs localInputs;
    private final FrameClock clock;
    private final EventQueue events = new EventQueue();
    private final Wire wire;
    private final WindowExchange windows;
    private final LinkSurvey survey;
    private final WindowSender sender;
    private final InputDelayController delays;
    private final StallWatch stallWatch;
    private final Farewell farewell;
    private final FrameOrders orders;
    private final Roster roster;
    private final GameRunner runner;
    final Repair repair;
    private final Inbound inbound;
    private final Gathering gathering;
    private final Sampling sampling;
    private final Obligations obligations;
    private final Link[] linkOfPeer = new Link[Message.MAX_PLAYERS];
    private final Link[] links;
    private final SessionStatistics statistics;

    private Phase phase = Phase.CONNECTING;
    private EndReason endReason = EndReason.NONE;
    private String error;
    private long frame;
    private long endFrame;
    private long nowNs;
    private long playingNs;
    private long phaseNs;
    private boolean activated;
    private int stepsLeft;

    Session(final MatchSettings settings) {
        this.settings = settings;
        log = new InputLog(settings.players(), settings.rules().inputBytes(), settings.rules().maxEventBytes(),
            settings.rules().startFrame());
        checksums = new ChecksumLog(settings.state().checksumInterval(), Message.MAX_PLAYERS);
        localInputs = new LocalInputs(settings, log);
        clock = new FrameClock(settings.rules().tickRate(), settings.sending().unpaced());
        final MessageCodec codec = new MessageCodec(new WireLimits(settings.rules().inputBytes(), settings.seating()
            .largestLink(),
            settings.rules().maxEventBytes(), WireLimits.DEFAULT_STATE_BYTES));
        wire = new Wire(settings.ports().transport(), codec, settings.sending().protocolMode());
        frame = settings.rules().startFrame();
        endFrame = settings.rules().endFrame();
        final SplitMix64 random = new SplitMix64(settings.entrance().seed());
        final int incarnation = random.nextInt();
        final Agreement agreement = new Agreement(settings);
        links = Link.toAll(settings, agreement, incarnation, random);
        for (final Link link : links) {
            linkOfPeer[link.peer] = link;
        }
        delays = new InputDelayController(settings.delay().policy(), settings.delay().min(), settings.delay().max());
        final RelayExchange relays = new RelayExchange(settings, log, linkOfPeer, links, wire);
        orders = new FrameOrders(settings, log, events);
        windows = new WindowExchange(settings, log, checksums, events, clock, delays, wire, relays);
        survey = new LinkSurvey(links, clock.tickNs());
        sender = new WindowSender(settings, links, windows, survey, clock.tickNs());
        gathering = new Gathering(this, settings, links, wire, survey, events);
        sampling = new Sampling(settings, links, localInputs, delays, windows, survey, sender, events);
        stallWatch = new StallWatch(links, log, clock, events);
        farewell = new Farewell(links, wire);
        final SessionParts parts = new SessionParts(log, checksums, localInputs, events, links, linkOfPeer, wire,
            relays, windows, survey, orders, clock, sampling, delays);
        desyncs = new DesyncWatch(settings, parts);
        obligations = new Obligations(settings, links, windows, localInputs, desyncs);
        roster = new Roster(this, settings, parts, incarnation, random.nextInt());
        runner = new GameRunner(settings, log, desyncs, orders);
        repair = new Repair(this, settings, parts, roster, runner);
        inbound = new Inbound(this, settings, agreement, linkOfPeer, codec, wire, windows, desyncs, events, farewell,
            roster, repair, random);
        statistics = new SessionStatistics(this, links, clock, localInputs, checksums, repair);
    }

    /**
     * Starts describing a session.
     *
     * @return a configuration to fill in and {@link SessionConfig#build build}
     */
    public static SessionConfig builder() {
        return new SessionConfig();
    }

    /** The one method that changes the phase. */
    private void phase(final Phase next) {
        final Phase before = phase;
        phase = next;
        phaseNs = nowNs;
        if (next == Phase.PLAYING && before == Phase.JOINING) {
            roster.entry().ended(nowNs);
            inbound.joined();
            events.add().set(SessionEvent.Type.STARTED, -1, frame);
        } else if (next == Phase.PLAYING) {
            roster.start(nowNs);
            desyncs.begin(frame);
            sampling.begin(frame, nowNs);
            playingNs = nowNs;
        } else if (next == Phase.ENDED) {
            roster.tape.end(frame, endReason);
            desyncs.end();
            events.add().set(SessionEvent.Type.ENDED, -1, frame);
        }
    }

    /** The time of the poll that is going on. */
    long nowNs() {
        return nowNs;
    }

    void end(final EndReason reason, final String text) {
        if (endReason == EndReason.NONE) {
            endReason = reason;
            error = text;
            phase(reason == EndReason.TRANSPORT ? Phase.ENDED : Phase.LEAVING);
        }
    }

    /**
     * Does all network work that is due: receives, shakes hands, samples local input, sends, and notices who is gone.
     * Call it as often as the game loop turns, at least once a tick.
     *
     * @param now monotonic nanoseconds, never less than in the call before
     * @return how much was done, 0 when the caller may sleep
     */
    public int poll(final long now) {
        nowNs = now;
        stepsLeft = phase == Phase.JOINING ? MAX_REPLAY_PER_POLL : MAX_STEPS_PER_POLL;
        if (phase == Phase.ENDED) {
            return 0;
        }
        gathering.begin(now);
        final int work = settings.ports().transport().poll(now, inbound);
        if (settings.ports().transport().failure() != null) {
            end(EndReason.TRANSPORT, settings.ports().transport().failure());
            return work;
        }
        gathering.tend(now);
        desyncs.tick(now);
        advancePhase();
        return work;
    }

    private void advancePhase() {
        if (phase == Phase.CONNECTING) {
            connect();
        } else if (roster.takesPart()) {
            roster.tick(nowNs);
            repair.tick(nowNs);
        }
        if (phase == Phase.JOINING) {
            gathering.awaitAdmission(!roster.membership().isJoining(), phaseNs, nowNs);
        } else if (phase == Phase.PLAYING) {
            openTick();
            stallWatch.watch(frame, nowNs);
        }
        if (phase == Phase.DRAINING && !runner.isBehind()
            && obligations.allSettled(roster.followsTheOther(), endFrame, phaseNs, nowNs)) {
            end(orders.isHalted() ? EndReason.DESYNC : EndReason.FINISHED, null);
        }
        if (phase != Phase.LEAVING || owesInputs()) {
            sender.tend(frame, clock.isStalled(), nowNs);
        } else if (farewell.done(endReason, roster.epochTag(), frame, nowNs)) {
            phase(Phase.ENDED);
        }
    }

    private void connect() {
        if (gathering.isComplete(nowNs)) {
            phase(settings.entrance().joining() ? Phase.JOINING : Phase.PLAYING);
        } else if (gathering.isInVain(nowNs)) {
            end(EndReason.PEER_TIMED_OUT, "nobody answered within " + settings.timeouts().silenceMs() + " ms");
        }
    }

    /** Have we left, and is our last input still under way? */
    boolean owesInputs() {
        return endReason == EndReason.LEFT && obligations.owesInputs(phaseNs, nowNs);
    }

    /** Samples local input for the frame that is due, once, and sends it. */
    private void openTick() {
        if (!clock.running()) {
            begin();
        }
        if (frame == endFrame || !clock.due(nowNs)) {
            return;
        }
        sampling.sample(frame, nowNs);
        if (!isReady()) {
            stallWatch.count(frame, clock.stalled(nowNs));
        }
    }

    /** Is everybody's input of the due frame here, and does no promise keep us from simulating it? */
    private boolean isReady() {
        return log.complete(frame) && frame < roster.fence();
    }

    /** Starts the clock once everybody's first inputs are here. */
    private void begin() {
        if (log.complete(frame) && nowNs - playingNs >= survey.maxRttNs() / 2) {
            // Ours reach the others half a round trip after they left: whoever hears the others first waits that long.
            clock.start(nowNs);
            events.add().set(SessionEvent.Type.STARTED, -1, frame);
        }
    }

    /**
     * Simulates one frame, if one is due and everybody's input of it is here.
     *
     * @return true when a frame was simulated, so that the caller asks again: several may be due after a stall
     */
    public boolean step() {
        if (phase == Phase.JOINING) {
            return replay();
        }
        if (phase != Phase.PLAYING || stepsLeft == 0 || !clock.due(nowNs)) {
            return false;
        }
        openTick();
        if (!isReady() || phase != Phase.PLAYING) {
            return false;
        }
        localInputs.simulated(frame, nowNs);
        simulate();
        clock.simulated(nowNs, survey.aheadNs(0));
        return true;
    }

    /** One frame of those the others have simulated before us. */
    private boolean replay() {
        if (stepsLeft == 0 || frame == endFrame || !roster.entry().mayReplay(frame, nowNs)) {
            return false;
        }
        simulate();
        roster.entry().replayed(nowNs);
        if (activated && phase == Phase.JOINING) {
            phase(Phase.PLAYING);
        }
        return true;
    }

    private void simulate() {
        stepsLeft--;
        runner.execute(frame);
        localInputs.executed(frame, orders.isPaused(), phase == Phase.PLAYING);
        roster.simulated(frame, runner.isBehind());
        repair.executed(frame);
        frame++;
        endFrame = orders.isHalted() ? frame : endFrame;
        if (frame == endFrame) {
            phase(Phase.DRAINING);
        }
    }

    /** A state was loaded; this is the frame after it. */
    void loaded(final long next) {
        frame = next;
        desyncs.begin(next);
    }

    /** Our inputs count from some frame on: we play. */
    void activated() {
        activated = true;
    }

    /**
     * Sends an event with a local player's next sampled input. It reaches {@link Simulation#step} in the same frame at
     * every peer, here included, and once. What is sent in a pause of the match, or was under way, comes when it ends.
     *
     * @param player a player who plays here
     * @param event  the bytes between position and limit, 1 to the configured maximum; copied
     * @return false when too many events wait already: nothing was queued
     * @throws IllegalArgumentException if the player does not play here or the length is out of range
     */
    public boolean sendEvent(final int player, final ByteBuffer event) {
        return localInputs.event(player, event);
    }

    /**
     * Leaves the match. The others go on without a pause: our next input says that it is the last. Keep polling until
     * the phase is {@link Phase#ENDED}, so that it and the goodbye get out.
     */
    public void leave() {
        if (phase == Phase.PLAYING) {
            roster.membership().transferTo(Membership.NOBODY);
            localInputs.leave();
            localInputs.sampleFor(localInputs.next(), nowNs);
            sender.sampled(frame, nowNs);
        }
        end(EndReason.LEFT, null);
    }

    /**
     * Comes back into a match that went on without this peer: over the same transport, with the same game, which loads
     * the others' state. Nothing of it is recorded.
     *
     * @return what the game loop goes on with in the place of this session, which must be {@link Phase#ENDED}
     * @throws IllegalStateException if it is not, or not for a reason after which {@link EndReason#mayRejoin one may}
     */
    public Session rejoin() {
        if (phase != Phase.ENDED || !endReason.mayRejoin()) {
            throw new IllegalStateException("there is no coming back after " + endReason + " in phase " + phase);
        }
        return new Session(settings.rejoining());
    }

    /**
     * Stops the game for everybody, in the frame our next input is for. Frames pass meanwhile, but
     * {@link Simulation#step} is not called. A player may do so {@value FrameOrders#PAUSES} times in a match; a pause
     * ends with {@link #resume}, at the latest after ten minutes.
     *
     * @return false when the match is not being played, or too many orders wait already
     */
    public boolean pause() {
        return phase == Phase.PLAYING && localInputs.command(Command.of(Command.Kind.PAUSE));
    }

    /**
     * Ends a pause: ours at once, another player's once it has lasted for {@value FrameOrders#PAUSE_SECONDS} s.
     *
     * @return false when the match is not being played, or too many orders wait already
     */
    public boolean resume() {
        return phase == Phase.PLAYING && localInputs.command(Command.of(Command.Kind.RESUME));
    }

    /**
     * Asks the others to go on without a peer before its drop timeout is over. It is done when all others ask for it.
     *
     * @param peer which
     */
    public void voteToDrop(final int peer) {
        roster.membership().voteOut(peer);
    }

    /**
     * Hands the lead to another peer.
     *
     * @param peer a member
     * @return false when this peer does not lead or the other one is no member
     */
    public boolean transferLeadership(final int peer) {
        return roster.membership().transferTo(peer);
    }

    /**
     * Who leads, as far as this peer knows.
     *
     * @return a peer, −1 when nobody does
     */
    public int leader() {
        return roster.membership().isJoining() ? Membership.NOBODY : roster.membership().election().leader();
    }

    /**
     * The term of that lead.
     *
     * @return 0 and up
     */
    public long term() {
        return roster.membership().election().term();
    }

    /**
     * The line-up that was agreed on last: its number, its id, who is in it, and whose inputs ended in which frame.
     *
     * @return a view that moves on; without members before the match and while joining
     */
    public Epoch epoch() {
        return roster.membership().epoch();
    }

    /**
     * The oldest event not pulled yet.
     *
     * @return an event, valid until the next call, or null when there is none
     */
    public SessionEvent nextEvent() {
        return events.poll();
    }

    /**
     * How far between two frames we are, for drawing: 0 at the frame simulated last, 1 when the next is due.
     *
     * @param now monotonic nanoseconds
     * @return 0 to 1
     */
    public float alpha(final long now) {
        return clock.alpha(now);
    }

    /**
     * Where the session is in its life.
     *
     * @return the phase
     */
    public Phase phase() {
        return phase;
    }

    /**
     * Why the session ended.
     *
     * @return {@link EndReason#NONE} while it has not
     */
    public EndReason endReason() {
        return endReason;
    }

    /**
     * What went wrong, for a person.
     *
     * @return one line, or null
     */
    public String error() {
        return error;
    }

    /**
     * The frame to be simulated next; so many frames are behind us, counted from 0.
     *
     * @return a frame
     */
    public long frame() {
        return frame;
    }

    /**
     * The input delay in use: how many frames after being sampled a local input is simulated.
     *
     * @return frames
     */
    public int inputDelay() {
        return delays.ticks();
    }

    /** How long the frame that is due has been waiting for an input. */
    long stalledNs() {
        return clock.isStalled() ? nowNs - clock.stallStartNs() : 0;
    }

    /**
     * What has been measured.
     *
     * @return a view that stays valid and moves on
     */
    public SessionStatistics statistics() {
        return statistics;
    }
}
