package io.lockstep.core.session;

import io.lockstep.core.input.InputLog;
import io.lockstep.core.protocol.Goodbye;
import io.lockstep.core.protocol.GoodbyeReason;
import io.lockstep.core.protocol.Heartbeat;
import io.lockstep.core.protocol.Integrity;
import io.lockstep.core.protocol.Message;
import io.lockstep.core.protocol.MessageCodec;
import io.lockstep.core.protocol.MessageType;
import io.lockstep.core.protocol.WireCode;
import io.lockstep.core.protocol.WireLimits;
import io.lockstep.core.sync.ChecksumLog;
import io.lockstep.core.sync.ChecksumWriter;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/**
 * One peer's side of a lockstep match: a pure state machine that turns datagrams, time and local input into frames of the
 * game. Every peer simulates every frame with the same inputs; only inputs travel.
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

    private static final long NS_PER_MS = 1_000_000L;

    private final SessionConfig config;
    private final Agreement agreement;
    private final InputLog log;
    private final ChecksumLog checksums;
    private final ChecksumWriter checksumWriter = new ChecksumWriter();
    private final LocalInputs localInputs;
    private final FrameInputs frameInputs;
    private final FrameClock clock;
    private final EventQueue events = new EventQueue();
    private final MessageCodec codec;
    private final Wire wire;
    private final WindowExchange windows;
    private final Farewell farewell;
    private final DatagramHandler datagramHandler = this::onDatagram;
    private final Heartbeat heartbeat = new Heartbeat(MessageType.HEARTBEAT);
    private final Heartbeat heartbeatAck = new Heartbeat(MessageType.HEARTBEAT_ACK);
    private final Link[] linkOfPeer = new Link[Message.MAX_PLAYERS];
    private final Link[] links;
    private final SessionStatistics statistics;
    private final int incarnation;

    private Phase phase = Phase.CONNECTING;
    private EndReason endReason = EndReason.NONE;
    private String error;
    private long frame;
    private long nowNs;
    private long startedNs = Long.MIN_VALUE;
    private long windowsSentNs;
    private int stepsLeft;

    Session(final SessionConfig config) {
        this.config = config;
        agreement = new Agreement(config);
        log = new InputLog(config.players, config.inputBytes, config.maxEventBytes, config.startFrame);
        checksums = new ChecksumLog(config.checksumInterval, Message.MAX_PLAYERS);
        localInputs = new LocalInputs(config, log);
        frameInputs = new FrameInputs(log, config.players, config.inputBytes);
        clock = new FrameClock(config.tickRate, config.unpaced);
        codec = new MessageCodec(new WireLimits(config.inputBytes, largestLink(config), config.maxEventBytes,
            WireLimits.DEFAULT_STATE_BYTES));
        wire = new Wire(config.transport, codec, config.protocolMode);
        windows = new WindowExchange(config, log, checksums, events, wire);
        frame = config.startFrame;
        final SplitMix64 random = new SplitMix64(config.seed);
        incarnation = random.nextInt();
        links = connect(random);
        farewell = new Farewell(links, wire);
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

    private Link[] connect(final SplitMix64 random) {
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
            localInputs.neutral(Math.min(config.inputDelay, config.endFrame - frame), nowNs);
            sendWindows();
        } else if (next == Phase.ENDED) {
            events.add().set(SessionEvent.Type.ENDED, -1, frame);
        }
    }

    private void end(final EndReason reason, final String text) {
        if (endReason == EndReason.NONE) {
            endReason = reason;
            error = text;
            phase(reason == EndReason.TRANSPORT ? Phase.ENDED : Phase.LEAVING);
        }
    }

    /**
     * Does all network work that is due: receives, shakes hands, samples local input, sends, and notices who is gone. Call
     * it as often as the game loop turns, at least once a tick.
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
        final int work = config.transport.poll(now, datagramHandler);
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
        if (phase == Phase.CONNECTING && allOpen()) {
            phase(Phase.PLAYING);
        }
        if (phase == Phase.PLAYING && !clock.running() && (config.inputDelay == 0 || log.complete(frame))) {
            clock.start(nowNs);
            events.add().set(SessionEvent.Type.STARTED, -1, frame);
        }
        if (phase == Phase.PLAYING) {
            openTick();
        }
        if (phase == Phase.PLAYING || phase == Phase.DRAINING) {
            if (nowNs - windowsSentNs >= clock.tickNs()) {
                sendWindows();
            }
        }
        if (phase == Phase.DRAINING && allSettled()) {
            end(EndReason.FINISHED, null);
        }
        if (phase == Phase.LEAVING && farewell.done(goodbyeReason(), frame, nowNs)) {
            phase(Phase.ENDED);
        }
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
        if (nowNs - link.heardNs > config.silenceTimeoutMs * NS_PER_MS) {
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
        if (frame == config.endFrame || !clock.due(nowNs)) {
            return;
        }
        final long target = Math.min(frame + config.inputDelay, config.endFrame - 1);
        if (localInputs.next() <= target) {
            localInputs.sampleFor(target, nowNs);
            sendWindows();
        }
        if (!log.complete(frame)) {
            clock.stalled(nowNs);
            endIfMissingPlayerLeft();
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

    private void sendWindows() {
        windowsSentNs = nowNs;
        for (final Link link : links) {
            if (link.isOpen()) {
                windows.send(link, nowNs);
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
        clock.simulated(nowNs);
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

    private void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final Link link = peer >= 0 && peer < linkOfPeer.length ? linkOfPeer[peer] : null;
        if (link == null) {
            return;
        }
        link.statistics.received();
        final LinkSeal.Verdict verdict = link.seal.check(lane, tag, payload);
        if (verdict == LinkSeal.Verdict.FOREIGN) {
            link.statistics.countForeign();
            return;
        }
        if (verdict == LinkSeal.Verdict.REPLAYED) {
            link.statistics.countReplayed();
            return;
        }
        final WireCode code = codec.decode(payload);
        if (code != WireCode.OK) {
            link.statistics.countMalformed();
            if (code == WireCode.VERSION && verdict == LinkSeal.Verdict.HANDSHAKE && !link.isOpen()) {
                refuse(link, Agreement.Field.PROTOCOL_VERSION, "another version");
            }
            return;
        }
        final boolean understood = verdict == LinkSeal.Verdict.LINK ? onLinkMessage(link, tag) : onHandshake(link);
        if (!understood) {
            link.statistics.countRefused();
        }
    }

    private boolean onLinkMessage(final Link link, final long tag) {
        link.heardNs = nowNs;
        switch (codec.decoded().type()) {
            case INPUT_WINDOW -> {
                final boolean taken =
                    windows.receive(link, codec.inputWindow(), Integrity.sequenceOf(tag), frame, nowNs);
                windows.compare(link, frame);
                return taken;
            }
            case HEARTBEAT -> {
                heartbeatAck.player(config.localPeer).term(0).frame(frame).noTimestamp();
                if (codec.heartbeat().hasTimestamp()) {
                    heartbeatAck.timestamp(codec.heartbeat().timestamp());
                }
                wire.send(link, Lane.INPUT, heartbeatAck, nowNs);
                return true;
            }
            case HEARTBEAT_ACK -> {
                if (codec.heartbeatAck().timestamp() == link.heartbeatMs) {
                    link.rtt.sample(nowNs - link.heartbeatNs);
                    link.heartbeatMs = -1;
                }
                return true;
            }
            case GOODBYE -> {
                return onGoodbye(link, codec.goodbye());
            }
            default -> {
                return false;
            }
        }
    }

    private boolean onGoodbye(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() == GoodbyeReason.FINISHED) {
            link.acked = Math.max(link.acked, Math.min(goodbye.frame(), localInputs.next()));
        }
        if (!link.left) {
            link.left = true;
            if (phase != Phase.LEAVING) {
                events.add().set(SessionEvent.Type.PEER_LEFT, link.peer, goodbye.frame());
            }
        }
        if (phase == Phase.CONNECTING) {
            end(EndReason.PEER_LEFT, "player " + link.peer + " left before the match began");
        }
        return true;
    }

    private boolean onHandshake(final Link link) {
        final Handshake handshake = link.handshake;
        final boolean wasOpen = handshake.isOpen();
        Message answer = null;
        switch (codec.decoded().type()) {
            case HELLO -> answer = handshake.onHello(codec.hello());
            case CHALLENGE -> handshake.onChallenge(codec.challenge());
            case CHALLENGE_RESPONSE -> answer = handshake.onResponse(codec.challengeResponse());
            case WELCOME -> handshake.onWelcome(codec.welcome());
            case GOODBYE -> {
                return onRefusal(link, codec.goodbye());
            }
            default -> {
                return false;
            }
        }
        if (answer != null && phase != Phase.LEAVING) {
            wire.sendHandshake(link, answer, nowNs);
        }
        if (!wasOpen && handshake.isOpen()) {
            link.heardNs = nowNs;
            link.seal.open(config.matchId, 0, incarnation, handshake.theirs().incarnation());
            events.add().set(SessionEvent.Type.PEER_CONNECTED, link.peer, frame);
        } else if (handshake.state() == Handshake.State.REFUSED) {
            refuse(link, handshake.mismatch(), Agreement.theirs(handshake.mismatch(), handshake.theirs()));
        }
        return true;
    }

    /** Our configuration differs from a peer's: tell it, and end. */
    private void refuse(final Link link, final Agreement.Field field, final String theirs) {
        final String ours = agreement.ours(field, link.peer);
        farewell.refuse(link, field.ordinal(), ours);
        mismatch(link, field.label(), ours, theirs);
    }

    /** A peer says that its configuration differs from ours. Only the one we greeted can know the salt. */
    private boolean onRefusal(final Link link, final Goodbye goodbye) {
        if (goodbye.reason() != GoodbyeReason.MISMATCH || link.handshake.isOpen()
            || goodbye.salt() != link.handshake.salt()) {
            return false;
        }
        link.left = true;
        mismatch(link, Agreement.Field.labelOf(goodbye.field()), agreement.ours(goodbye.field(), link.peer),
            goodbye.value());
        return true;
    }

    private void mismatch(final Link link, final String field, final String ours, final String theirs) {
        end(EndReason.MISMATCH, field + " differs: ours is " + ours + ", player " + link.peer + "'s is " + theirs);
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
     * What has been measured.
     *
     * @return a view that stays valid and moves on
     */
    public SessionStatistics statistics() {
        return statistics;
    }
}
