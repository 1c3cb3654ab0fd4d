package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.protocol.WireSupport;
import io.lockstep.core.transport.Lane;

/**
 * Inputs without repetition: each once, alone in a {@link FrameInput}. What has no place in one, a
 * command, travels in a window, and so do several frames at once, which could overtake each other, and all that is said
 * back.
 */
public final class FrameInputExchange {

    private static final int U8 = 0xFF;

    private final InputLog log;
    private final EventQueue events;
    private final Wire wire;
    private final int[] localPlayers;
    private final int inputBytes;
    private final int maxEventBytes;
    private final FrameInput message = new FrameInput();
    private final byte[] input = new byte[FrameInput.INPUT_BYTES];

    FrameInputExchange(final MatchSettings settings, final InputLog log, final EventQueue events, final Wire wire) {
        this.log = log;
        this.events = events;
        this.wire = wire;
        localPlayers = settings.seating().playersOf(settings.self());
        inputBytes = settings.rules().inputBytes();
        maxEventBytes = settings.rules().maxEventBytes();
    }

    /** Do inputs travel so between this peer and that one? */
    public static boolean isAgreed(final Link link) {
        return (link.handshake().capabilities() & WireSupport.FRAME_INPUT) != 0;
    }

    /** Is there nothing in this frame that has no place in a FrameInput? */
    boolean fits(final long frame) {
        for (final int player : localPlayers) {
            if (log.command(player, frame) != Command.NONE) {
                return false;
            }
        }
        return true;
    }

    /** Sends the inputs of a frame; false when not all of them left. */
    boolean send(final Link link, final long frame, final long nowNs) {
        boolean all = true;
        for (final int player : localPlayers) {
            all &= send(link, player, frame, nowNs);
        }
        return all;
    }

    private boolean send(final Link link, final int player, final long frame, final long nowNs) {
        int bits = 0;
        for (int i = inputBytes - 1; i >= 0; i--) {
            bits = bits << Byte.SIZE | log.inputs()[log.inputOffset(player, frame) + i] & U8;
        }
        final int eventLength = log.eventLength(player, frame);
        message.player(player).frame(frame).inputs(bits)
            .events(log.events(), eventLength == 0 ? 0 : log.eventOffset(player, frame), eventLength);
        return wire.send(link, Lane.INPUT, message, nowNs);
    }

    /**
     * Files an input.
     *
     * @return false when it makes no sense, or one before it is missing, and it was left alone
     */
    boolean file(final Link from, final FrameInput theirs, final long beyond) {
        final int player = theirs.player();
        if (!plays(from, player) || theirs.inputs() >>> inputBytes * Byte.SIZE != 0
            || theirs.eventLength() > maxEventBytes) {
            return false;
        }
        final long next = log.next(player);
        final long frame = SerialNumber.unwrap(theirs.frame(), next);
        if (frame == SerialNumber.OUTSIDE || frame > next) {
            return false;
        }
        if (frame < beyond && !log.isClosed(player) && log.present(player, frame)) {
            file(from, player, frame, theirs);
        }
        return true;
    }

    private void file(final Link from, final int player, final long frame, final FrameInput theirs) {
        for (int i = 0; i < inputBytes; i++) {
            input[i] = (byte) (theirs.inputs() >>> i * Byte.SIZE);
        }
        if (frame == log.next(player)) {
            log.append(player, input, 0);
            if (theirs.eventLength() > 0) {
                log.attachEvent(player, theirs.events(), 0, theirs.eventLength());
            }
            log.join(player);
        } else if (log.holds(player, frame) && !log.equal(player, frame, input, 0, theirs.events(), 0,
            theirs.eventLength(), Command.NONE)) {
            from.statistics.countRefused();
            events.disagreement(from.peer, frame, player);
        }
    }

    private static boolean plays(final Link from, final int player) {
        for (final int each : from.players) {
            if (each == player) {
                return true;
            }
        }
        return false;
    }
}
