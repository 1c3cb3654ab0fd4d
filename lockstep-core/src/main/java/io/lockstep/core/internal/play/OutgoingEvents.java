package io.lockstep.core.internal.play;

import io.lockstep.core.internal.input.InputLog;
import java.nio.ByteBuffer;

/**
 * The events of one player that wait for an input to travel with, in their order. What travelled with an input of a
 * paused frame was seen by no game: it comes back, and goes first once the match goes on.
 */
public final class OutgoingEvents {

    /** Events that may wait for a frame to travel with; a game that emits more has to merge them. */
    public static final int QUEUE = 16;

    private final int player;
    private final int maxBytes;
    private final byte[] bytes;
    private final int[] lengths = new int[QUEUE];
    private int head;
    private int size;
    /** Those that came back: no more than there can be inputs on their way. */
    private final byte[] returnedBytes;
    private final int[] returnedLengths = new int[InputLog.REACH];
    private int returnedHead;
    private int returnedSize;

    public OutgoingEvents(final int player, final int maxBytes) {
        this.player = player;
        this.maxBytes = maxBytes;
        bytes = new byte[QUEUE * maxBytes];
        returnedBytes = new byte[InputLog.REACH * maxBytes];
    }

    /** Takes an event as the last one; false when too many wait. */
    public boolean offer(final ByteBuffer event) {
        if (size == QUEUE) {
            return false;
        }
        final int tail = (head + size++) % QUEUE;
        event.get(event.position(), bytes, tail * maxBytes, event.remaining());
        lengths[tail] = event.remaining();
        return true;
    }

    /** The event of this frame, if there is one, was not seen by any game, and travels again before those that wait. */
    public void giveBack(final InputLog log, final long frame) {
        final int length = log.eventLength(player, frame);
        if (length == 0 || returnedSize == InputLog.REACH) {
            return;
        }
        final int tail = (returnedHead + returnedSize++) % InputLog.REACH;
        System.arraycopy(log.events(), log.eventOffset(player, frame), returnedBytes, tail * maxBytes, length);
        returnedLengths[tail] = length;
    }

    /** The next one, if one waits, travels with the input that was added to the log last. */
    public void attachNext(final InputLog log) {
        if (returnedSize > 0) {
            log.attachEvent(player, returnedBytes, returnedHead * maxBytes, returnedLengths[returnedHead]);
            returnedHead = (returnedHead + 1) % InputLog.REACH;
            returnedSize--;
        } else if (size > 0) {
            log.attachEvent(player, bytes, head * maxBytes, lengths[head]);
            head = (head + 1) % QUEUE;
            size--;
        }
    }
}
