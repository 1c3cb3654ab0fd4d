package io.lockstep.core.session;

import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.input.InputLog;
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

    /** A link on which nothing was sent for this long gets a heartbeat. */
    static final long HEARTBEAT_NS = 200_000_000L;

    /** Longest time spent on measuring before the first frame; who cannot be measured by then gets the lowest delay. */
    private static final long MEASURE_LIMIT_NS = 1_000_000_000L;

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
        windows = new WindowExchange(config, log, checksums, events, clock, delays, wire, relays);
        survey = new LinkSurvey(links, clock.tickNs());
        sender = new WindowSender(config, links, windows, survey, clock.tickNs());
        stallWatch = new StallWatch(links, log, clock, events);
        farewell = new Farewell(links, wire);
        inbound = new Inbound(this, config, agreement, linkOfPeer, codec, wire, windows, events, farewell);
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
        phase = next;
        if (next == Phase.PLAYING) {
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
        stepsLeft = MAX_STEPS_PER_POLL;
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
        if (phase == Phase.CONNECTING && allOpen() && readyToPlay()) {
            phase(Phase.PLAYING);
        }
        if (phase == Phase.PLAYING) {
            openTick();
            stallWatch.watch(frame, nowNs);
        }
        if (phase == Phase.DRAINING && allSettled()) {
            end(EndReason.FINISHED, null);
        }
        if (phase == Phase.LEAVING && farewell.done(goodbyeReason(), frame, nowNs)) {
            phase(Phase.ENDED);
        } else if (phase != Phase.LEAVING) {
            sender.tend(frame, clock.isStalled(), nowNs);
        }
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
            if (!link.isOpen()) {
                return false;
            }
        }
        return true;
    }

    private boolean allSettled() {
        for (final Link link : links) {
            if (!link.left && !windows.settled(link, config.endFrame)) {
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
            if (nowNs - startedNs > config.silenceTimeoutMs * NS_PER_MS) {
                lost(link, "player " + link.peer + " did not answer within " + config.silenceTimeoutMs + " ms");
            }
            return;
        }
        if (localInputs.next() - link.acked > InputWindow.MAX_FRAMES) {
            // Never so between peers that hear each other; beyond it the log could not repeat what is lacking.
            lost(link, "player " + link.peer + " has not acknowledged " + InputWindow.MAX_FRAMES + " frames");
        } else if (nowNs - link.heardNs > config.silenceTimeoutMs * NS_PER_MS) {
            lost(link, "player " + link.peer + " was silent for " + config.silenceTimeoutMs + " ms");
        } else if (nowNs - link.sentNs >= HEARTBEAT_NS) {
            link.heartbeatMs = nowNs / NS_PER_MS & Heartbeat.MAX_TIMESTAMP;
            link.heartbeatNs = nowNs;
            heartbeat.player(config.localPeer).term(0).frame(frame).timestamp(link.heartbeatMs);
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
        if (localInputs.next() <= target) {
            localInputs.sampleFor(target, nowNs);
            sender.sampled(frame, nowNs);
        }
        if (!log.complete(frame)) {
            countStall(clock.stalled(nowNs));
            endIfMissingPlayerLeft();
        }
    }

    /** Starts the clock once everybody's first inputs are here. */
    private void begin() {
        if (!log.complete(frame)) {
            endIfMissingPlayerLeft();
        } else if (nowNs - playingNs >= survey.maxRttNs() / 2) {
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
            if (log.next(links[i].players[0]) <= frame) {
                links[i].statistics.countStall(ticks);
            }
        }
    }

    /** A peer that has left will not send what is missing. */
    private void endIfMissingPlayerLeft() {
        for (final Link link : links) {
            if (link.left && log.next(link.players[0]) <= frame) {
                end(EndReason.PEER_LEFT, "player " + link.peer + " left");
            }
        }
    }

    /**
     * Simulates one frame, if one is due and everybody's input of it is here.
     *
     * @return true when a frame was simulated, so that the caller asks again: several may be due after a stall
     */
    public boolean step() {
        if (phase != Phase.PLAYING || stepsLeft == 0 || !clock.due(nowNs)) {
            return false;
        }
        openTick();
        if (!log.complete(frame) || phase != Phase.PLAYING) {
            return false;
        }
        stepsLeft--;
        config.simulation.step(frame, frameInputs.of(frame));
        checksumWriter.reset();
        config.simulation.save(checksumWriter);
        checksums.record(frame, checksumWriter.checksum());
        localInputs.simulated(frame, nowNs);
        clock.simulated(nowNs, survey.aheadNs());
        frame++;
        if (checksums.isCheckFrame(frame - 1)) {
            for (final Link link : links) {
                windows.compare(link, frame);
            }
        }
        if (frame == config.endFrame) {
            phase(Phase.DRAINING);
        }
        return true;
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

    /** Leaves the match. Keep polling until the phase is {@link Phase#ENDED}, so that the goodbye gets out. */
    public void leave() {
        end(EndReason.LEFT, null);
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
