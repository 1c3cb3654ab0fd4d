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

/** Fills outgoing input windows from the logs and files what incoming ones hold into them. */
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
     * How far beyond the current frame a peer's inputs are taken. Two honest peers are never further apart than both
     * input delays and what both play ahead. A frame that is not taken is not acknowledged and comes again.
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

    /** Windows say from now on that we lead a term, or nothing of it when that is negative. */
    public void leads(final long term) {
        leadsTerm = term;
    }

    /** Our inputs do not count yet, and we have come to this frame: windows say so in the place of inputs. */
    public void rehearse(final long frame) {
        rehearsed = frame;
    }

    /**
     * Sends one peer everything of ours it has not acknowledged, and what we have to say back.
     *
     * @param straight whether it is to go straight
     * @param detour   whether it is to take a detour
     */
    public void send(final Link link, final long currentFrame, final boolean straight, final boolean detour,
                     final long nowNs) {
        final long bytesBefore = link.statistics.bytesSent();
        if (!log.isClosed(localPlayers[0])) {
            // Our inputs count; who leaves later has a last one, which is to be repeated.
            rehearsed = NONE;
        }
        final boolean rehearses = rehearsed != NONE;
        final long end = rehearses ? rehearsed + 1 : log.next(localPlayers[0]);
        final long owed = owed(link, end, redundant || detour);
        final boolean alone = !rehearses && !detour && owed == end - 1 && FrameInputExchange.isAgreed(link)
            && single.fits(owed);
        final long first = rehearses || alone ? end : owed;
        window.reset(localPlayers.length, log.next(link.players), first);
        // What we have sampled too late ourselves is not measured either.
        window.repeat(link.out.unsent() == end || rhythm.isLate());
        sayWhetherHeard(link, nowNs);
        // Who plays ahead needs inputs that much later; but whose clock should run earlier does not depend on it.
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
        // Behind the window: a stream discards what is overtaken, and nobody misses a window.
        if (alone && single.send(link, owed, nowNs)) {
            link.out.left(end);
        }
    }

    /** Are the repeats in the window, if all fit at all, more than what is worth sending each time? */
    private boolean isDear(final Link link, final long first, final long end, final long nowNs) {
        final int count = window.frames().count();
        final long repeated = Math.max(0, Math.min(link.out.unsent(), first + count) - first);
        final int bytes = count == 0 ? 0 : (int) (window.frames().bytes() * repeated / count);
        link.out.repeats.choose(first + count == end, bytes, link.uplink, link.queue, nowNs);
        return link.out.repeats.spares();
    }

    /**
     * Sends each frame that is to leave now, in as many windows as it takes. The first one says what there is to say,
     * and leaves even without a frame.
     */
    private void sendEach(final Link link, final long first, final long end, final long nowNs) {
        final Repeats repeats = link.out.repeats;
        repeats.begin(first, link.out.unsent(), end, nowNs);
        repeats.allow(link.uplink, link.queue.isQueueing(nowNs), link.report.loss(), link.rtt, link.echoHoldNs());
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
        if (isHead) {
            link.remarks.said(window, delays.ticks(), nowNs);
        }
        return true;
    }

    private void sayWhetherHeard(final Link link, final long nowNs) {
        window.deaf(detours.isSilent(link, nowNs));
    }

    /** The windows that follow in the same poll bring frames, and what every window tells. */
    private void sayOnlyFrames(final Link link, final long nowNs) {
        window.reset(localPlayers.length, log.next(link.players), 0);
        sayWhetherHeard(link, nowNs);
        window.leading(leadsTerm >= 0);
    }

    /**
     * Is it said in every window how those of the peer come? Before the first frame and of a newcomer it is measured;
     * in a stall somebody waits for what it would change, and windows are few.
     */
    private boolean isUrgent(final Link link) {
        return !clock.running() || clock.isStalled() || log.isClosed(link.players[0]) || link.out.isFresh();
    }

    /**
     * Lets the first frame of a window follow the one before, which the peer holds. Where somebody waits, where nothing
     * is new, and now and then it stands for itself: should the peer not hold that frame after all, or by the word of
     * others alone, it can go on.
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

    /** The first frame to send, which is the one after the last if what the peer lacks is held by others alone. */
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
     * @return false when it contradicts what is known and was left alone as a whole
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
        if (message.report().present() && !link.out.isFresh()) {
            // What was said before our first input was there is about none of them.
            link.report.file(message.report());
        }
        measure(link, message, first + message.frames().count() - 1, gap ? fresh : next, sequence, dueFrame, nowNs);
        return true;
    }

    /** Whichever way it came, a window says what has arrived at its sender, and whether anything of ours does. */
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
     * Files a window that another peer has carried. It says nothing of the straight way, nor of how long that takes.
     *
     * @return false when it contradicts what is known and was left alone as a whole
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
     * Files an input that came alone.
     *
     * @param dueFrame the frame that is due next
     * @return false when it makes no sense or one before it is missing
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
     * What a window acknowledges. While it is not settled everywhere from which frame on our inputs count, a peer
     * speaks of frames long past.
     */
    private long ackOf(final Link link, final InputWindow message) {
        final long next = log.next(localPlayers[0]);
        // Who acknowledged nothing for a long while had our inputs from others.
        final long ack = SerialNumber.unwrap(message.ack(), Math.max(link.out.acked(), next - InputLog.REACH));
        final boolean unsettled = log.isClosed(localPlayers[0]) || link.out.isFresh();
        // A link to another newcomer begins with the frame to which that one has come, perhaps before us.
        return unsettled && (ack == SerialNumber.OUTSIDE || ack > next) ? Math.min(link.out.acked(), next) : ack;
    }

    /** The first frame of a window; of a peer whose inputs do not count yet, or not any more, it does not matter. */
    private long firstOf(final Link link, final InputWindow message, final long next) {
        final long first = SerialNumber.unwrap(message.firstFrame(), next);
        final boolean unsettled = log.isClosed(link.players[0]) || message.frames().count() == 0;
        return unsettled && (first == SerialNumber.OUTSIDE || first > next) ? next : first;
    }

    /**
     * Learns how the peer's datagrams arrive. Who rehearses has no inputs to send: it names the frame after the one it
     * has come to, and that one counts as an input would.
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

    /** From one poll to the next, mostly. */
    long pollsEveryNs() {
        return rhythm.usualNs();
    }

    /** A poll begins: whether it comes late decides what counts as the network's doing. */
    public void polls(final long nowNs) {
        rhythm.poll(nowNs);
    }

    /**
     * Inputs are here for the first time. They are in time if there was no poll yet in which the first was due; what is
     * found by a late poll of ours may have been here all along. A repeat of which none is missing before was held back
     * by its sender.
     */
    private void tally(final Link link, final long first, final long newest, final boolean rehearses,
                       final long dueFrame) {
        if (!rhythm.isLate() && (rehearses || link.report.known())) {
            final long delaysNs = rehearses ? 0 : (delays.ticks() + link.report.delay()) * clock.tickNs() / 2;
            link.arrival.inputs(slackNs(first, dueFrame, rhythm.beforeNs()), delaysNs, rehearses,
                (int) (newest - first + 1), rhythm.nowNs());
        }
    }

    /** How long before it is needed the input of a frame is there. */
    private long slackNs(final long frame, final long dueFrame, final long nowNs) {
        return clock.dueNs() + (frame - dueFrame) * clock.tickNs() - nowNs;
    }

    /**
     * Files a peer's frames. If they follow one that we do not hold, nothing can be made of them: they are not
     * acknowledged, and come again. Frames behind a gap wait in the log until the gap is filled, unless they follow the
     * word of others.
     *
     * @return the first frame that is new here, {@link #NONE} if none is
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

    /** Does something wait behind a gap in what is known of a peer, so that its newest frame may be known already? */
    private boolean isBehindGap(final Link link, final long frame) {
        return log.isKept(link.players[0], frame);
    }

    /** What followed the word of others is no more than their word, either. */
    private void handOn(final int[] players, final long followed) {
        for (final int player : players) {
            if (followed < log.ownWordFrom(player)) {
                log.handedOn(player);
            }
        }
    }

    /** A peer has come to a frame, and lacks none of our inputs below it. */
    public void acknowledged(final Link link, final long frame) {
        link.out.lacksNone(Math.min(frame, log.next(localPlayers[0])));
    }

}
