package io.lockstep.core.session;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputLog;
import io.lockstep.core.membership.Epoch;
import io.lockstep.core.membership.Membership;
import io.lockstep.core.protocol.Command;
import io.lockstep.core.protocol.GoodbyeReason;
import io.lockstep.core.protocol.Heartbeat;
import io.lockstep.core.protocol.InputWindow;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.MessageCodec;
import io.lockstep.core.protocol.MessageType;
import io.lockstep.core.protocol.WireLimits;
import io.lockstep.core.sync.ChecksumLog;
import io.lockstep.core.sync.ChecksumWriter;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/**
 * One peer's side of a lockstep match: a pure state machine that turns datagrams, time and local input into frames of
 * the game. Every peer simulates every frame with the same inputs; only inputs travel.
 *
 * <p>The game loop calls, on one thread and as often as it likes:
 *
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

    /** Longest time spent on measuring before the first frame; who cannot be measured by then gets the lowest delay. */
    private static final long MEASURE_LIMIT_NS = 1_000_000_000L;

    static final long NS_PER_S = 1_000_000_000L;

    /** Frames replayed at most between two polls by who joins: far more than real time, and still it hears the others. */
    private static final int MAX_REPLAY_PER_POLL = 64;

    /** Who is not taken in by then never will be: the largest state takes a quarter of it. */
    private static final long JOIN_LIMIT_NS = 120 * NS_PER_S;

    /** How long a leaver waits until all have its last input; what they still lack then, they agree on. */
    private static final long LEAVE_LIMIT_NS = 2 * NS_PER_S;

    /** Beyond the drop timeout, in which the others settle whom they lost. */
    private static final long SETTLE_SLACK_NS = 5 * NS_PER_S;

    private static final long NS_PER_MS = 1_000_000L;

    private final SessionConfig config;
    private final InputLog log;
    private final ChecksumLog checksums;
    private final ChecksumWriter checksumWriter = new ChecksumWriter();
    private final LocalInputs localInputs;
    private final FrameInputs frameInputs;
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
    private final Inbound inbound;
    private final Heartbeat heartbeat = new Heartbeat(MessageType.HEARTBEAT);
    private final Link[] linkOfPeer = new Link[Message.MAX_PLAYERS];
    private final Link[] links;
    private final SessionStatistics statistics;

    private Phase phase = Phase.CONNECTING;
    private EndReason endReason = EndReason.NONE;
    private String error;
    private long frame;
    private long nowNs;
    private long startedNs = Long.MIN_VALUE;
    private long allOpenNs = Long.MIN_VALUE;
    private long playingNs;
    private long phaseNs;
    private boolean activated;
    private long lookedAtFrame = -1;
    private int stepsLeft;

    Session(final SessionConfig config) {
        this.config = config;
        log = new InputLog(config.players, config.inputBytes, config.maxEventBytes, config.startFrame);
        checksums = new ChecksumLog(config.checksumInterval, Message.MAX_PLAYERS);
        localInputs = new LocalInputs(config, log);
        frameInputs = new FrameInputs(log, config.players, config.inputBytes);
        clock = new FrameClock(config.tickRate, config.unpaced);
        final MessageCodec codec = new MessageCodec(new WireLimits(config.inputBytes, largestLink(config),
            config.maxEventBytes, WireLimits.DEFAULT_STATE_BYTES));
        wire = new Wire(config.transport, codec, config.protocolMode);
        frame = config.startFrame;
        final SplitMix64 random = new SplitMix64(config.seed);
        final int incarnation = random.nextInt();
        final Agreement agreement = new Agreement(config);
        links = connect(agreement, incarnation, random);
        delays = new InputDelayController(config.delayPolicy, config.minDelay, config.maxDelay);
        final RelayExchange relays = new RelayExchange(config, log, linkOfPeer, links, wire, largestLink(config));
        orders = new FrameOrders(config, log, events);
        windows = new WindowExchange(config, log, checksums, events, clock, delays, wire, relays);
        survey = new LinkSurvey(links, clock.tickNs());
        sender = new WindowSender(config, links, windows, survey, clock.tickNs());
        stallWatch = new StallWatch(links, log, clock, events);
        farewell = new Farewell(links, wire);
        roster = new Roster(this, config, new SessionParts(log, checksums, localInputs, events, links, linkOfPeer, wire,
            relays, windows, survey, orders), incarnation, random.nextInt());
        inbound = new Inbound(this, config, agreement, linkOfPeer, codec, wire, windows, events, farewell, roster,
            random);
        statistics = new SessionStatistics(this, links, clock, localInputs, checksums);
    }

    /**
     * Starts describing a session.
     *
     * @return a configuration to fill in and {@link SessionConfig#build build}
     */
    public static SessionConfig builder() {
        return new SessionConfig();
    }

    private static int largestLink(final SessionConfig config) {
        int most = 1;
        for (final int mask : config.peerPlayers) {
            most = Math.max(most, Integer.bitCount(mask));
        }
        return most;
    }

    private Link[] connect(final Agreement agreement, final int incarnation, final SplitMix64 random) {
        int count = 0;
        for (int peer = 0; peer < Message.MAX_PLAYERS; peer++) {
            if (peer != config.localPeer && config.peerPlayers[peer] != 0) {
                linkOfPeer[peer] = new Link(config, agreement, peer, incarnation, random);
                count++;
            }
        }
        final Link[] all = new Link[count];
        int next = 0;
        for (final Link link : linkOfPeer) {
            if (link != null) {
                all[next++] = link;
            }
        }
        return all;
    }

    /** The one method that changes the phase. */
    private void phase(final Phase next) {
        final Phase before = phase;
        phase = next;
        phaseNs = nowNs;
        if (next == Phase.PLAYING && before == Phase.JOINING) {
            delays.start(survey.observe(delays.ticks()), nowNs);
            clock.start(nowNs);
            inbound.joined();
            events.add().set(SessionEvent.Type.STARTED, -1, frame);
        } else if (next == Phase.PLAYING) {
            roster.start(nowNs);
            final int ticks = delays.start(survey.observe(delays.ticks()), nowNs);
            // Even without delay the first frame is neutral: it is what the others wait for before their clocks start.
            localInputs.neutral(Math.min(Math.max(ticks, 1), config.endFrame - frame), nowNs);
            sender.sampled(frame, nowNs);
            playingNs = nowNs;
        } else if (next == Phase.ENDED) {
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
        if (startedNs == Long.MIN_VALUE) {
            startedNs = now;
            for (final Link link : links) {
                link.heardNs = now;
            }
        }
        final int work = config.transport.poll(now, inbound);
        if (config.transport.failure() != null) {
            end(EndReason.TRANSPORT, config.transport.failure());
            return work;
        }
        for (final Link link : links) {
            tend(link);
        }
        advancePhase();
        return work;
    }

    private void advancePhase() {
        if (phase == Phase.CONNECTING) {
            connect();
        } else if (roster.takesPart()) {
            roster.tick(nowNs);
        }
        if (phase == Phase.JOINING && nowNs - phaseNs >= JOIN_LIMIT_NS) {
            end(EndReason.PEER_TIMED_OUT, "was not taken in within " + JOIN_LIMIT_NS / NS_PER_S + " s");
        }
        if (phase == Phase.PLAYING) {
            openTick();
            stallWatch.watch(frame, nowNs);
        }
        if (phase == Phase.DRAINING && allSettled()) {
            end(EndReason.FINISHED, null);
        }
        if (phase != Phase.LEAVING || owesInputs()) {
            sender.tend(frame, clock.isStalled(), nowNs);
        } else if (farewell.done(goodbyeReason(), frame, nowNs)) {
            phase(Phase.ENDED);
        }
    }

    private void connect() {
        if (config.joining ? anyOpen() : allOpen() && readyToPlay()) {
            phase(config.joining ? Phase.JOINING : Phase.PLAYING);
        } else if (config.joining && nowNs - startedNs > config.silenceTimeoutMs * NS_PER_MS) {
            end(EndReason.PEER_TIMED_OUT, "nobody answered within " + config.silenceTimeoutMs + " ms");
        }
    }

    /** A leaver stays until everybody has its last input. */
    boolean owesInputs() {
        if (endReason != EndReason.LEFT || !localInputs.left() || nowNs - phaseNs >= LEAVE_LIMIT_NS) {
            return false;
        }
        for (final Link link : links) {
            if (link.flows() && link.acked < localInputs.next()) {
                return true;
            }
        }
        return false;
    }

    /** The first input delay comes from what the links measure before the first frame: it need not creep there. */
    private boolean readyToPlay() {
        if (allOpenNs == Long.MIN_VALUE) {
            allOpenNs = nowNs;
        }
        return !config.measuresDelay || config.unpaced || survey.measured() || nowNs - allOpenNs >= MEASURE_LIMIT_NS;
    }

    private GoodbyeReason goodbyeReason() {
        return endReason == EndReason.FINISHED ? GoodbyeReason.FINISHED : GoodbyeReason.LEFT;
    }

    private boolean allOpen() {
        for (final Link link : links) {
            if (!link.isOpen() && (config.absent & 1 << link.peer) == 0) {
                return false;
            }
        }
        return true;
    }

    private boolean anyOpen() {
        for (final Link link : links) {
            if (link.isOpen()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Has everybody what it needs of us, and got to the end? Who has not may still need our word on whom we lost. Of a
     * peer that only a third one hears we cannot know; after the drop timeout it needs nothing any more.
     */
    private boolean allSettled() {
        final boolean late = nowNs - phaseNs >= config.dropTimeoutMs * NS_PER_MS + SETTLE_SLACK_NS;
        for (final Link link : links) {
            if (link.flows() && !windows.settled(link, config.endFrame) && !late) {
                return false;
            }
        }
        return true;
    }

    /** Timers of one link: handshake, heartbeat, silence. */
    private void tend(final Link link) {
        if (phase == Phase.LEAVING || phase == Phase.ENDED || link.left) {
            return;
        }
        if (!link.isOpen()) {
            final Message due = link.handshake.due(nowNs);
            if (due != null) {
                wire.sendHandshake(link, due, nowNs);
            }
            final boolean expected = phase == Phase.CONNECTING && !config.joining
                && (config.absent & 1 << link.peer) == 0;
            if (expected && nowNs - startedNs > config.silenceTimeoutMs * NS_PER_MS) {
                lost(link, "player " + link.peer + " did not answer within " + config.silenceTimeoutMs + " ms");
            }
        } else if (nowNs - link.sentNs >= config.heartbeatMs * NS_PER_MS) {
            link.heartbeatMs = nowNs / NS_PER_MS & Heartbeat.MAX_TIMESTAMP;
            link.heartbeatNs = nowNs;
            heartbeat.player(config.localPeer).term(roster.membership().election().term()).frame(frame)
                .timestamp(link.heartbeatMs);
            wire.send(link, Lane.INPUT, heartbeat, nowNs);
        }
    }

    private void lost(final Link link, final String text) {
        events.add().set(SessionEvent.Type.PEER_TIMED_OUT, link.peer, frame);
        link.left = true;
        end(EndReason.PEER_TIMED_OUT, text);
    }

    /** Samples local input for the frame that is due, once, and sends it. */
    private void openTick() {
        if (!clock.running()) {
            begin();
        }
        if (frame == config.endFrame || !clock.due(nowNs)) {
            return;
        }
        final long target = Math.min(frame + chooseInputDelay(), config.endFrame - 1);
        if (localInputs.next() <= target && maySample()) {
            localInputs.sampleFor(target, nowNs);
            sender.sampled(frame, nowNs);
        }
        if (!isReady()) {
            countStall(clock.stalled(nowNs));
        }
    }

    /** An input beyond this window of a peer's acknowledgement could not be repeated to it. */
    private boolean maySample() {
        for (final Link link : links) {
            if (link.flows() && localInputs.next() - link.acked >= InputWindow.MAX_FRAMES) {
                return false;
            }
        }
        return true;
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

    private int chooseInputDelay() {
        final int before = delays.ticks();
        if (frame == lookedAtFrame || delays.update(survey.observe(before), nowNs) == before) {
            lookedAtFrame = frame;
            return before;
        }
        lookedAtFrame = frame;
        events.add().set(SessionEvent.Type.DELAY_CHANGED, -1, frame).inputDelay(delays.ticks());
        return delays.ticks();
    }

    private void countStall(final int ticks) {
        for (int i = 0; i < links.length && ticks > 0; i++) {
            if (log.next(links[i].players[0]) <= frame && log.present(links[i].players[0], frame)) {
                links[i].statistics.countStall(ticks);
            }
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
        clock.simulated(nowNs, survey.aheadNs());
        return true;
    }

    /** One frame of those the others have simulated before us. */
    private boolean replay() {
        if (stepsLeft == 0 || frame == config.endFrame || !roster.mayReplay(frame)) {
            return false;
        }
        simulate();
        if (activated && phase == Phase.JOINING) {
            phase(Phase.PLAYING);
        }
        return true;
    }

    private void simulate() {
        stepsLeft--;
        orders.execute(frame);
        if (!orders.isPaused()) {
            config.simulation.step(frame, frameInputs.of(frame));
            checksumWriter.reset();
            config.simulation.save(checksumWriter);
        }
        checksums.record(frame, checksumWriter.checksum());
        roster.simulated(frame);
        frame++;
        if (checksums.isCheckFrame(frame - 1)) {
            for (final Link link : links) {
                windows.compare(link, frame);
            }
        }
        if (frame == config.endFrame) {
            phase(Phase.DRAINING);
        }
    }

    /** A state was loaded; this is the frame after it. */
    void loaded(final long next) {
        frame = next;
    }

    /** Our inputs count from some frame on: we play. */
    void activated() {
        activated = true;
    }

    /**
     * Sends an event with a local player's next sampled input. It reaches {@link Simulation#step} in the same frame at
     * every peer, here included.
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
