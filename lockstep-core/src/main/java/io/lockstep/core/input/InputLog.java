package io.lockstep.core.input;

import java.util.Arrays;

/**
 * The inputs and events of every player, each player's as one gapless run of frames. Once in the log an input never
 * changes: a stalled peer re-sends it and never samples again, which is what keeps peers from executing different
 * copies.
 *
 * <p>A ring of the newest {@link #FRAMES} frames; what is older is gone. Fixed size, no allocation after construction.
 */
public final class InputLog {

    /**
     * Frames kept for each player. Twice the window of 128, so that every input someone may still lack is here while as
     * many newer ones wait to be simulated.
     */
    public static final int FRAMES = 256;

    private static final int MASK = FRAMES - 1;

    private final int players;
    private final int inputBytes;
    private final int maxEventBytes;
    private final byte[] inputs;
    private final byte[] events;
    private final int[] eventLengths;
    private final long[] next;

    /**
     * An empty log.
     *
     * @param players       how many players, 1 to 32
     * @param inputBytes    length of one input
     * @param maxEventBytes longest event
     * @param startFrame    the first frame of the match
     */
    public InputLog(final int players, final int inputBytes, final int maxEventBytes, final long startFrame) {
        this.players = players;
        this.inputBytes = inputBytes;
        this.maxEventBytes = maxEventBytes;
        inputs = new byte[FRAMES * players * inputBytes];
        events = new byte[FRAMES * players * maxEventBytes];
        eventLengths = new int[FRAMES * players];
        next = new long[players];
        Arrays.fill(next, startFrame);
    }

    /**
     * The first frame a player's input is not known of.
     *
     * @param player 0 to players − 1
     * @return a frame
     */
    public long next(final int player) {
        return next[player];
    }

    /**
     * Is everybody's input of a frame known?
     *
     * @param frame a frame
     * @return true when it can be simulated
     */
    public boolean complete(final long frame) {
        for (int player = 0; player < players; player++) {
            if (next[player] <= frame) {
                return false;
            }
        }
        return true;
    }

    /**
     * Is a player's input of this frame still in the ring?
     *
     * @param player 0 to players − 1
     * @param frame  a frame
     * @return true when {@link #inputOffset} and {@link #eventOffset} mean something
     */
    public boolean holds(final int player, final long frame) {
        return frame < next[player] && frame >= next[player] - FRAMES;
    }

    /**
     * Adds a player's next input, without an event.
     *
     * @param player 0 to players − 1
     * @param source where it is
     * @param offset its first byte
     */
    public void append(final int player, final byte[] source, final int offset) {
        final int slot = slot(player, next[player]);
        System.arraycopy(source, offset, inputs, slot * inputBytes, inputBytes);
        eventLengths[slot] = 0;
        next[player]++;
    }

    /**
     * Adds an event to the input that was {@link #append appended} last.
     *
     * @param player 0 to players − 1
     * @param source where it is
     * @param offset its first byte
     * @param length 1 to the longest event
     */
    public void attachEvent(final int player, final byte[] source, final int offset, final int length) {
        final int slot = slot(player, next[player] - 1);
        System.arraycopy(source, offset, events, slot * maxEventBytes, length);
        eventLengths[slot] = length;
    }

    /**
     * Does the log hold exactly this?
     *
     * @param player      0 to players − 1
     * @param frame       a frame the log {@link #holds}
     * @param input       where the input is
     * @param inputOffset its first byte
     * @param event       where the event is
     * @param eventOffset its first byte
     * @param eventLength its length, 0 for none
     * @return false when the owner has said two different things of one frame
     */
    public boolean equal(final int player, final long frame, final byte[] input, final int inputOffset,
                         final byte[] event, final int eventOffset, final int eventLength) {
        final int slot = slot(player, frame);
        return eventLengths[slot] == eventLength
            && Arrays.equals(inputs, slot * inputBytes, (slot + 1) * inputBytes,
                input, inputOffset, inputOffset + inputBytes)
            && (eventLength == 0 || Arrays.equals(events, slot * maxEventBytes, slot * maxEventBytes + eventLength,
                event, eventOffset, eventOffset + eventLength));
    }

    /**
     * All inputs, to be read only.
     *
     * @return the array {@link #inputOffset} points into
     */
    public byte[] inputs() {
        return inputs;
    }

    /**
     * Where one input starts.
     *
     * @param player 0 to players − 1
     * @param frame  a frame the log {@link #holds}
     * @return an index into {@link #inputs()}
     */
    public int inputOffset(final int player, final long frame) {
        return slot(player, frame) * inputBytes;
    }

    /**
     * All events, to be read only.
     *
     * @return the array {@link #eventOffset} points into
     */
    public byte[] events() {
        return events;
    }

    /**
     * Where one event starts.
     *
     * @param player 0 to players − 1
     * @param frame  a frame the log {@link #holds}
     * @return an index into {@link #events()}
     */
    public int eventOffset(final int player, final long frame) {
        return slot(player, frame) * maxEventBytes;
    }

    /**
     * How long one event is.
     *
     * @param player 0 to players − 1
     * @param frame  a frame the log {@link #holds}
     * @return bytes, 0 when there is none
     */
    public int eventLength(final int player, final long frame) {
        return eventLengths[slot(player, frame)];
    }

    private int slot(final int player, final long frame) {
        return (int) (frame & MASK) * players + player;
    }
}
