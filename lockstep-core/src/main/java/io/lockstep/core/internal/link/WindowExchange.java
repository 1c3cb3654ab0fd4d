package io.lockstep.core.internal.link;

import io.lockstep.core.game.PredictionOptions;
import io.lockstep.core.game.ProtocolMode;
import io.lockstep.core.game.Redundancy;
import io.lockstep.core.input.InputDelayController;
import io.lockstep.core.internal.game.DelaySettings;
import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameClock;
import io.lockstep.core.internal.play.FrameCopy;
import io.lockstep.core.internal.play.JsonSize;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.InputFrames;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.transport.Lane;

/** Fills outgoing input windows from the input log, and files the frames of incoming windows into it. */
public final class WindowExchange {

    private static final long NONE = -1;

    private final MatchSettings settings;
    private final InputLog log;
    private final ChecksumExchange checksums;
    private final int[] localPlayers;
    private final EventQueue events;
    private final FrameClock clock;
    private final InputDelayController delays;
    private final Wire wire;
    private final Detours detours;
    private final PollRhythm rhythm = new PollRhythm();
    private final FrameInputExchange single;
    private final InputWindow window;
    private final int limitBytes;
    private final boolean redundant;
    /**
     * Largest distance, in frames, from the current frame to a peer's input that is accepted. Two honest peers are
     * never further apart than both input delays plus the frames that both predict. A frame beyond it is not
     * acknowledged, so the peer sends it again.
     */
    private final int mostAhead;
    private final long foreseenNs;
    private long leadsTerm = -1;
    private long rehearsed = NONE;

    public WindowExchange(final MatchSettings settings, final InputLog log, final ChecksumExchange checksums,
                   final EventQueue events, final FrameClock clock, final InputDelayController delays, final Wire wire,
                   final Detours detours) {
        this.settings = settings;
        this.log = log;
        this.checksums = checksums;
        this.events = events;
        this.clock = clock;
        this.delays = delays;
        this.wire = wire;
        this.detours = detours;
        foreseenNs = settings.ahead().frames() * clock.tickNs();
        single = new FrameInputExchange(settings, log, events, wire);
        localPlayers = settings.seating().playersOf(settings.self());
        window = new InputWindow(settings.rules().inputBytes(), localPlayers.length, settings.rules().maxEventBytes());
        redundant = settings.sending().redundancy() != Redundancy.NONE;
        limitBytes = settings.ports().transport().maxPayloadBytes();
        mostAhead = DelaySettings.mostUnacknowledged(settings.rules().tickRate()) + PredictionOptions.MAX_FRAMES;
    }

    /** Sets the term that windows name from now on as led by this peer, or none if it is negative. */
    public void leads(final long term) {
        leadsTerm = term;
    }

    /** Sets the frame that this peer has reached while its inputs do not count; windows name it instead of inputs. */
    public void rehearse(final long frame) {
        rehearsed = frame;
    }

    /**
     * Sends one peer all of our inputs that it has not acknowledged, with our acknowledgements and reports.
     *
     * @param straight whether to send directly
     * @param detour   whether to send through a relay
     */
    public void send(final Link link, final long currentFrame, final boolean straight, final boolean detour,
                     final long nowNs) {
        final long bytesBefore = link.statistics.bytesSent();
        if (!log.isClosed(localPlayers[0])) {
            // Our inputs count. A peer that leaves later has to repeat its last one.
            rehearsed = NONE;
        }
        final boolean rehearses = rehearsed != NONE;
        final long end = rehearses ? rehearsed + 1 : log.next(localPlayers[0]);
        final long owed = owed(link, end, redundant || detour);
        final boolean alone = !rehearses && !detour && owed == end - 1 && FrameInputExchange.isAgreed(link)
            && single.fits(owed);
        final long first = rehearses || alone ? end : owed;
        window.reset(localPlayers.length, log.next(link.players), first);
        // The peer must not measure an input that was sampled in a late poll of ours.
        window.repeat(link.out.unsent() == end || rhythm.isLate());
        sayWhetherHeard(link, nowNs);
        // A peer that predicts needs inputs later by that much; which clock should run earlier does not depend on it.
        link.remarks.add(window, rehearses || isUrgent(link), leadsTerm, rehearses ? 0 : foreseenNs,
            delays.ticks(), nowNs);
        checksums.add(link, window, currentFrame);
        final boolean whole = !redundant || rehearses || alone || !straight;
        final boolean settled = !whole && !detour && link.out.repeats.isSettled(nowNs);
        if (!settled) {
            follow(link, first, end);
            addFrames(first, end, detour ? detours.limitBytes() : limitBytes);
        }
        if (detour) {
            detours.send(link, window, nowNs);
        }
        if (settled || !whole && isDear(link, first, end, nowNs)) {
            sendEach(link, first, end, nowNs);
        } else if (straight && wire.send(link, Lane.INPUT, window, nowNs)) {
            link.windowSent(alone ? owed : first + window.frames().count(),
                link.statistics.bytesSent() - bytesBefore, nowNs);
            link.out.repeats.leftWhole(first + window.frames().count(), nowNs);
            link.remarks.said(window, delays.ticks(), nowNs);
        }
        // The input is sent after the window: if it overtakes it, the stream discards the window, which no peer needs.
        if (alone && single.send(link, owed, nowNs)) {
            link.out.left(end);
        }
    }

    /** Returns whether the repeats in the window do not fit, or are too large to be sent each time. */
    private boolean isDear(final Link link, final long first, final long end, final long nowNs) {
        final int count = window.frames().count();
        final long repeated = Math.max(0, Math.min(link.out.unsent(), first + count) - first);
        final int bytes = count == 0 ? 0 : (int) (window.frames().bytes() * repeated / count);
        link.out.repeats.choose(first + count == end, bytes, link.uplink, link.queue, nowNs);
        return link.out.repeats.spares();
    }

    /**
     * Sends each frame that is due, in as many windows as needed. The first window carries the control fields, and is
     * sent even without a frame.
     */
    private void sendEach(final Link link, final long first, final long end, final long nowNs) {
        final Repeats repeats = link.out.repeats;
        repeats.begin(first, link.out.unsent(), end, nowNs);
        repeats.allow(link.uplink, link.queue.isQueueing(nowNs), link.isSilent(nowNs) || link.out.isStuck(nowNs),
            link.report.loss(), link.rtt, link.echoHoldNs());
        long next = repeats.nextDue(first);
        boolean isHead = true;
        boolean left = true;
        while (left && (isHead || next < end)) {
            window.start(localPlayers.length, log.next(link.players), next);
            window.frames().followNothing();
            addFrames(next, repeats.dueUntil(next), limitBytes);
            final long behind = next + window.frames().count();
            window.repeat(behind <= link.out.unsent() || rhythm.isLate());
            left = (isHead || behind > next) && sendOne(link, next, behind, isHead, nowNs);
            if (isHead) {
                sayOnlyFrames(link, nowNs);
            }
            isHead = false;
            next = repeats.nextDue(behind);
        }
    }

    private boolean sendOne(final Link link, final long first, final long behind, final boolean isHead,
                            final long nowNs) {
        final long bytesBefore = link.statistics.bytesSent();
        if (!wire.send(link, Lane.INPUT, window, nowNs)) {
            return false;
        }
        final long bytes = link.statistics.bytesSent() - bytesBefore;
        link.out.repeats.left(first, behind, bytes, window.frames().bytes() / Math.max(1, behind - first));
        link.windowSent(behind > first ? behind : link.out.unsent(), bytes, nowNs);
        link.out.repeats.kept().left(link.seal.sent(Lane.INPUT), first, behind, nowNs);
        if (isHead) {
            link.remarks.said(window, delays.ticks(), nowNs);
        }
        return true;
    }

    private void sayWhetherHeard(final Link link, final long nowNs) {
        window.deaf(detours.isSilent(link, nowNs));
    }

    /** Prepares the next window of the same poll, which carries only frames and the fields of every window. */
    private void sayOnlyFrames(final Link link, final long nowNs) {
        window.reset(localPlayers.length, log.next(link.players), 0);
        sayWhetherHeard(link, nowNs);
        window.leading(leadsTerm >= 0);
    }

    /**
     * Returns whether every window must carry an arrival report: before the first frame, in a stall, and while either
     * side joins. In a stall a peer waits for the changes that it causes, and windows are few.
     */
    private boolean isUrgent(final Link link) {
        return !clock.running() || clock.isStalled() || log.isClosed(link.players[0]) || link.out.isFresh();
    }

    /**
     * Encodes the first frame of a window as a delta to the frame before, which the peer holds. In urgent windows,
     * windows without new frames, and now and then, the frame is complete: a peer that lacks the frame before, or has
     * it only from other peers, can then continue.
     */
    private void follow(final Link link, final long first, final long end) {
        if (isUrgent(link) || link.out.unsent() == end && !link.copies() || !link.out.mayFollow(first - 1)
            || settings.sending().protocolMode() == ProtocolMode.JSON || !holds(localPlayers, first - 1)) {
            link.out.stands(first);
            return;
        }
        for (int i = 0; i < localPlayers.length; i++) {
            window.frames().follow(i, log.inputs(), log.inputOffset(localPlayers[i], first - 1));
        }
    }

    private boolean holds(final int[] players, final long frame) {
        for (final int player : players) {
            if (!log.holds(player, frame)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the first frame to send, or the end if only other peers still hold the frames that the peer lacks. */
    private static long owed(final Link link, final long end, final boolean again) {
        final long owed = again ? link.out.acked() : Math.max(link.out.unsent(), link.out.acked());
        return end - owed > InputLog.REACH ? end : owed;
    }

    private void addFrames(final long first, final long end, final int mostBytes) {
        final InputFrames frames = window.frames();
        int jsonBytes = JsonSize.HEAD_BYTES;
        for (long frame = first; frame < end; frame++) {
            for (int i = 0; i < localPlayers.length; i++) {
                jsonBytes += FrameCopy.put(log, localPlayers[i], frame, frames, i, settings.rules().inputBytes());
            }
            if (settings.sending().protocolMode() == ProtocolMode.JSON && jsonBytes > mostBytes
                || !window.endFrame(mostBytes)) {
                return;
            }
        }
    }

    /**
     * Files a window.
     *
     * @param dueFrame the frame that is due next
     * @return false if it contradicts known facts and was ignored as a whole
     */
    public boolean receive(final Link link, final InputWindow message, final int sequence, final long currentFrame,
                    final long dueFrame, final long nowNs) {
        final long next = log.next(link.players);
        final long ack = ackOf(link, message);
        final long first = firstOf(link, message, next);
        if (!isPlausible(link, message, ack, first, next, currentFrame)) {
            return false;
        }
        hear(link, message, ack, nowNs);
        if (link.windowCame(sequence, nowNs)) {
            checksums.file(link, message, currentFrame);
        }
        if (message.hasEcho()) {
            link.answered(message.echoSequence());
        }
        if (message.hasEcho() && message.echoHold() != InputWindow.MAX_ECHO_HOLD) {
            link.onEcho(message.echoSequence(), (long) message.echoHold() * InputWindow.ECHO_HOLD_UNIT_NS, nowNs);
        }
        final boolean gap = first > next || isBehindGap(link, first + message.frames().count() - 1);
        final long fresh = log.isClosed(link.players[0]) ? NONE
            : fileFrames(link, message.frames(), first, currentFrame);
        if (gap && fresh != NONE) {
            link.remarks.kept();
        }
        if (message.report().present() && !link.out.isFresh()) {
            // A report from before our first input says nothing about our inputs.
            link.report.file(message.report());
        }
        measure(link, message, first + message.frames().count() - 1, gap ? fresh : next, sequence, dueFrame, nowNs);
        return true;
    }

    /** Takes the acknowledgement of a direct or relayed window, and whether its sender hears us directly. */
    private static void hear(final Link link, final InputWindow message, final long ack, final long nowNs) {
        link.detour.word(message.isDeaf(), nowNs);
        link.out.acknowledge(ack);
    }

    private boolean isPlausible(final Link link, final InputWindow message, final long ack, final long first,
                                final long next, final long currentFrame) {
        return message.frames().players() == link.players.length && ack != SerialNumber.OUTSIDE
            && ack <= log.next(localPlayers[0]) && first >= settings.rules().startFrame()
            && first <= Math.max(next, currentFrame + mostAhead)
            && checksums.isPlausible(message, currentFrame);
    }

    /**
     * Files a window that another peer has relayed. It tells nothing about the direct path or its latency.
     *
     * @return false if it contradicts known facts and was ignored as a whole
     */
    public boolean receiveCarried(final Link link, final InputWindow message, final long sequence,
                                  final long currentFrame, final long nowNs) {
        final long next = log.next(link.players);
        final long ack = ackOf(link, message);
        final long first = firstOf(link, message, next);
        if (!isPlausible(link, message, ack, first, next, currentFrame)) {
            return false;
        }
        link.heard(nowNs);
        hear(link, message, ack, nowNs);
        if (link.detour.came(sequence) && detours.isSilent(link, nowNs)) {
            checksums.file(link, message, currentFrame);
        }
        if (!log.isClosed(link.players[0])) {
            fileFrames(link, message.frames(), first, currentFrame);
        }
        return true;
    }

    /**
     * Files a FRAME_INPUT, which carries one frame without a window.
     *
     * @param dueFrame the frame that is due next
     * @return false if it is invalid or the frame before it is missing
     */
    public boolean receive(final Link link, final FrameInput message, final int sequence, final long currentFrame,
                    final long dueFrame, final long nowNs) {
        final long before = log.next(link.players);
        final boolean taken = single.file(link, message, currentFrame + mostAhead);
        final long newest = log.next(link.players) - 1;
        if (clock.running() && newest >= before) {
            tally(link, before, newest, false, dueFrame);
            link.arrival.sample(sequence, slackNs(newest, dueFrame, nowNs), nowNs);
        } else {
            link.arrival.other(sequence);
        }
        return taken;
    }

    /**
     * Returns the frame up to which a window acknowledges our inputs. Until all peers know the frame from which our
     * inputs count, a peer may name a frame long past.
     */
    private long ackOf(final Link link, final InputWindow message) {
        final long next = log.next(localPlayers[0]);
        // A peer that acknowledged nothing for a long time got our inputs from other peers.
        final long ack = SerialNumber.unwrap(message.ack(), Math.max(link.out.acked(), next - InputLog.REACH));
        final boolean unsettled = log.isClosed(localPlayers[0]) || link.out.isFresh();
        // A link to another joiner begins with the frame that it has reached, perhaps before ours.
        return unsettled && (ack == SerialNumber.OUTSIDE || ack > next) ? Math.min(link.out.acked(), next) : ack;
    }

    /** Returns the first frame of a window. It does not matter while the inputs of the peer do not count. */
    private long firstOf(final Link link, final InputWindow message, final long next) {
        final long first = SerialNumber.unwrap(message.firstFrame(), next);
        final boolean unsettled = log.isClosed(link.players[0]) || message.frames().count() == 0;
        return unsettled && (first == SerialNumber.OUTSIDE || first > next) ? next : first;
    }

    /**
     * Measures how early the peer's datagrams arrive. A rehearsing peer has no inputs to send: it names the frame after
     * the one that it has reached, and that one is measured like an input.
     */
    private void measure(final Link link, final InputWindow message, final long newestFrame, final long knownBefore,
                         final int sequence, final long dueFrame, final long nowNs) {
        if (!clock.running()) {
            link.arrival.other(sequence);
            return;
        }
        final boolean rehearses = message.frames().count() == 0 && log.isClosed(link.players[0]);
        final long come = rehearses ? SerialNumber.unwrap(message.firstFrame(), dueFrame) - 1 : newestFrame;
        final boolean isNew = rehearses ? come > link.rehearsed() && come < dueFrame + mostAhead
            : knownBefore != NONE && newestFrame >= knownBefore;
        final boolean isHeld = message.isRepeat() && link.arrival.isNext(sequence);
        if (isNew && !isHeld) {
            tally(link, rehearses ? come : knownBefore, come, rehearses, dueFrame);
        }
        if (!message.isRepeat() && isNew) {
            if (rehearses) {
                link.rehearsed(come);
            }
            link.arrival.sample(sequence, slackNs(come, dueFrame, nowNs), nowNs);
        } else {
            link.arrival.other(sequence);
        }
    }

    /** Returns the usual time between two polls, in nanoseconds. */
    long pollsEveryNs() {
        return rhythm.usualNs();
    }

    /** Records that a poll begins. Delays that a late poll explains are not attributed to the network. */
    public void polls(final long nowNs) {
        rhythm.poll(nowNs);
    }

    /**
     * Records how early new inputs arrived, measured from the poll before this one: they may have arrived since. After
     * a late poll of our own the arrival time is unknown, so nothing is recorded.
     */
    private void tally(final Link link, final long first, final long newest, final boolean rehearses,
                       final long dueFrame) {
        if (!rhythm.isLate() && (rehearses || link.report.known())) {
            final long delaysNs = rehearses ? 0 : (delays.ticks() + link.report.delay()) * clock.tickNs() / 2;
            link.arrival.inputs(slackNs(first, dueFrame, rhythm.beforeNs()), delaysNs, rehearses,
                (int) (newest - first + 1), rhythm.nowNs());
        }
    }

    /** Returns the time, in nanoseconds, by which the input of a frame is earlier than needed. */
    private long slackNs(final long frame, final long dueFrame, final long nowNs) {
        return clock.dueNs() + (frame - dueFrame) * clock.tickNs() - nowNs;
    }

    /**
     * Files a peer's frames. Deltas to a frame that we do not hold cannot be decoded: they are not acknowledged, so the
     * peer sends them again. Frames after a gap wait in the log until the gap is filled, unless they are deltas, which
     * may rest on second-hand inputs.
     *
     * @return the first new frame, or {@link #NONE}
     */
    private long fileFrames(final Link owner, final InputFrames frames, final long first, final long currentFrame) {
        if (frames.follows() && !holds(owner.players, first - 1)) {
            return NONE;
        }
        for (int p = 0; p < owner.players.length && frames.follows(); p++) {
            frames.resolve(p, log.inputs(), log.inputOffset(owner.players[p], first - 1));
        }
        final long before = log.next(owner.players);
        long fresh = NONE;
        for (int i = 0; i < frames.count() && first + i < currentFrame + mostAhead; i++) {
            fresh = fresh == NONE && isNew(owner.players[0], first + i) ? first + i : fresh;
            for (int p = 0; p < owner.players.length; p++) {
                if (!file(owner.players[p], first + i, frames, i, p)) {
                    owner.statistics.countRefused();
                    events.disagreement(owner.peer, first + i, owner.players[p]);
                }
            }
        }
        if (frames.follows() && log.next(owner.players) > before) {
            handOn(owner.players, first - 1);
        }
        return fresh;
    }

    private boolean file(final int player, final long frame, final InputFrames frames, final int index,
                         final int slot) {
        if (frame <= log.next(player) || log.isClosed(player)) {
            return FrameCopy.file(log, player, frame, frames, index, slot);
        }
        return frames.follows() || FrameCopy.keep(log, player, frame, frames, index, slot);
    }

    private boolean isNew(final int player, final long frame) {
        return frame >= log.next(player) && !log.isKept(player, frame);
    }

    /** Returns whether a frame waits in the log after a gap, so that it is not new. */
    private boolean isBehindGap(final Link link, final long frame) {
        return log.isKept(link.players[0], frame);
    }

    /** Marks frames as second-hand that were delta-encoded against second-hand inputs. */
    private void handOn(final int[] players, final long followed) {
        for (final int player : players) {
            if (followed < log.ownWordFrom(player)) {
                log.handedOn(player);
            }
        }
    }

    /** Records that a peer has reached a frame, and so lacks none of our inputs below it. */
    public void acknowledged(final Link link, final long frame) {
        link.out.lacksNone(Math.min(frame, log.next(localPlayers[0])));
    }

}
