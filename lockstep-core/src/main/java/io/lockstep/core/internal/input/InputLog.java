package io.lockstep.core.internal.input;

import io.lockstep.core.internal.protocol.Command;
import java.util.Arrays;

/**
 * The inputs and events of every player, each player's as one gapless run of frames. An input in the log never changes:
 * a stalled peer sends it again and never samples a second time, so all peers execute the same input.
 *
 * <p>A player may be {@link #close closed}: from a frame on its inputs are neither awaited nor accepted, until it is
 * {@link #open opened} again.
 *
 * <p>An input that arrives before an earlier one is {@link #keep kept}. It joins the run when the gap before it is
 * filled; until then only {@link #isKept} finds it.
 *
 * <p>The log is a ring of the newest {@link #FRAMES} frames; older ones are lost. Its size is fixed, and it allocates
 * only for the first event and the first command.
 */
public final class InputLog {

    /**
     * Number of frames before the current one that other parts of a session read. A peer that lags further behind gets
     * the missing frames from another source.
     */
    public static final int REACH = 256;

    /** Number of frames kept for each player: {@link #REACH} before the current one, and as many after it. */
    public static final int FRAMES = 2 * REACH;

    private static final int MASK = FRAMES - 1;
    /** Number of bits in a word of {@link #kept}. */
    private static final int WORD_BITS = Long.SIZE;
    private static final int WORDS = FRAMES / WORD_BITS;
    private static final byte[] NO_EVENTS = {};
    private static final int[] NONE_YET = {};

    private final int players;
    private final int inputBytes;
    private final int maxEventBytes;
    private final byte[] inputs;
    /** The events; empty until the first one, as many games have none and they would take most of the memory. */
    private byte[] events = NO_EVENTS;
    private int[] eventLengths = NONE_YET;
    private int[] commands = NONE_YET;
    private final long[] next;
    /** First frame of each player that the ring may still hold. */
    private final long[] floor;
    /** Frame from which on every input of a player came from its owner itself. */
    private final long[] ownWord;
    /** One bit for each slot of a player: whether the slot holds a frame after a gap. */
    private final long[] kept;
    /** The frame after the newest one that a player's slots hold after a gap; invalid below {@link #next}. */
    private final long[] keptEnd;
    private final Presence presence;

    /**
     * Creates an empty log.
     *
     * @param players       number of players, 1 to 32
     * @param inputBytes    length of one input
     * @param maxEventBytes longest event
     * @param startFrame    the first frame of the match
     */
    public InputLog(final int players, final int inputBytes, final int maxEventBytes, final long startFrame) {
        this.players = players;
        this.inputBytes = inputBytes;
        this.maxEventBytes = maxEventBytes;
        // One input more, which stays zero: the input of absent players.
        inputs = new byte[(FRAMES * players + 1) * inputBytes];
        next = new long[players];
        floor = new long[players];
        ownWord = new long[players];
        kept = new long[players * WORDS];
        keptEnd = new long[players];
        presence = new Presence(players);
        Arrays.fill(next, startFrame);
        Arrays.fill(floor, startFrame);
        Arrays.fill(ownWord, startFrame);
    }

    /**
     * Returns the first frame without an input of a player. For a closed player it is never after the first frame in
     * which the player is absent.
     *
     * @param player 0 to players − 1
     * @return a frame
     */
    public long next(final int player) {
        return next[player];
    }

    /**
     * Returns the lowest {@link #next(int) next} frame of several players: inputs of one peer may arrive one by one.
     *
     * @param of players, each 0 to players − 1
     * @return a frame
     */
    public long next(final int[] of) {
        long first = Long.MAX_VALUE;
        for (final int player : of) {
            first = Math.min(first, next(player));
        }
        return first;
    }

    /**
     * Returns whether the input of every present player of a frame is known.
     *
     * @param frame a frame
     * @return true if the frame can be simulated
     */
    public boolean complete(final long frame) {
        for (int player = 0; player < players; player++) {
            if (next[player] <= frame && presence.present(player, frame)) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the ring holds a player's input of a frame.
     *
     * @param player 0 to players − 1
     * @param frame  a frame
     * @return true if {@link #inputOffset} and {@link #eventOffset} are valid; false if the player is absent
     */
    public boolean holds(final int player, final long frame) {
        return frame < next[player] && frame >= Math.max(floor[player], next[player] - FRAMES)
            && presence.present(player, frame);
    }

    /**
     * Adds a player's next input, without an event. Does nothing when the player is absent in that frame.
     *
     * @param player 0 to players − 1
     * @param source where it is
     * @param offset its first byte
     */
    public void append(final int player, final byte[] source, final int offset) {
        if (!presence.present(player, next[player])) {
            return;
        }
        put(slot(player, next[player]), source, offset);
        next[player]++;
    }

    private void put(final int slot, final byte[] source, final int offset) {
        System.arraycopy(source, offset, inputs, slot * inputBytes, inputBytes);
        forget(eventLengths, slot);
        forget(commands, slot);
    }

    /**
     * Keeps an input after a gap, with its event or command. The ring then holds fewer old frames.
     *
     * @param player      0 to players − 1, present in the frame
     * @param frame       above {@link #next}, and less than {@link #FRAMES} above it
     * @param source      where the input is
     * @param offset      its first byte
     * @param event       where the event is
     * @param eventOffset its first byte
     * @param eventLength its length, 0 for none
     * @param command     a command in the place of the event, 0 for none
     */
    public void keep(final int player, final long frame, final byte[] source, final int offset, final byte[] event,
                     final int eventOffset, final int eventLength, final int command) {
        assert frame > next[player] && frame - next[player] < FRAMES : "frame " + frame + " of " + next[player];
        final int slot = slot(player, frame);
        put(slot, source, offset);
        if (eventLength > 0) {
            putEvent(slot, event, eventOffset, eventLength);
        } else if (command != Command.NONE) {
            putCommand(slot, command);
        }
        kept[word(player, frame)] |= bit(frame);
        keptEnd[player] = Math.max(keptEnd[player], frame + 1);
        floor[player] = Math.max(floor[player], frame + 1 - FRAMES);
    }

    /**
     * Returns whether a player's input of a frame is kept after a gap.
     *
     * @param player 0 to players − 1
     * @param frame  a frame
     * @return true if {@link #inputOffset} and {@link #eventOffset} are valid
     */
    public boolean isKept(final int player, final long frame) {
        return frame > next[player] && frame < keptEnd[player] && (kept[word(player, frame)] & bit(frame)) != 0;
    }

    /**
     * Adds the inputs that were kept after a gap to the run, up to the next gap. The caller calls it after it added a
     * frame with its event or command.
     *
     * @param player 0 to players − 1
     */
    public void join(final int player) {
        while (next[player] < keptEnd[player] && (kept[word(player, next[player])] & bit(next[player])) != 0) {
            kept[word(player, next[player])] &= ~bit(next[player]);
            final int command = at(commands, slot(player, next[player]));
            next[player]++;
            if (Command.isLeave(command)) {
                close(player, next[player]);
            }
        }
    }

    private void forgetKept(final int player) {
        Arrays.fill(kept, player * WORDS, (player + 1) * WORDS, 0);
        keptEnd[player] = 0;
    }

    private static int word(final int player, final long frame) {
        return player * WORDS + (int) (frame & MASK) / WORD_BITS;
    }

    private static long bit(final long frame) {
        return 1L << frame;
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
        putEvent(slot(player, next[player] - 1), source, offset, length);
    }

    private void putEvent(final int slot, final byte[] source, final int offset, final int length) {
        if (events == NO_EVENTS) {
            events = new byte[FRAMES * players * maxEventBytes];
            eventLengths = new int[FRAMES * players];
        }
        System.arraycopy(source, offset, events, slot * maxEventBytes, length);
        eventLengths[slot] = length;
        forget(commands, slot);
    }

    /**
     * Adds a command, in the place of an event, to the input that was {@link #append appended} last. If the command
     * says that the player leaves, the player is {@link #close closed} from the next frame on, however the frame came.
     *
     * @param player 0 to players − 1
     * @param packed a valid {@link Command}
     */
    public void attachCommand(final int player, final int packed) {
        putCommand(slot(player, next[player] - 1), packed);
        if (Command.isLeave(packed)) {
            close(player, next[player]);
        }
    }

    private void putCommand(final int slot, final int packed) {
        if (commands == NONE_YET) {
            commands = new int[FRAMES * players];
        }
        commands[slot] = packed;
        forget(eventLengths, slot);
    }

    /**
     * Returns the command next to an input.
     *
     * @param player 0 to players − 1
     * @param frame  any frame
     * @return a valid {@link Command}, or 0 if there is none or the log does not {@link #holds hold} the frame
     */
    public int command(final int player, final long frame) {
        return holds(player, frame) ? at(commands, slot(player, frame)) : Command.NONE;
    }

    /**
     * Makes a player absent from a frame on and forgets its inputs from that frame on. A player that is closed already
     * is then closed from the lower of the two frames. If it was opened at a later frame, that is revoked.
     *
     * @param player 0 to players − 1
     * @param frame  the first frame in which it is absent
     */
    public void close(final int player, final long frame) {
        presence.close(player, frame);
        forgetKept(player);
        if (next[player] > presence.until(player)) {
            // The forgotten frames have overwritten older ones in the ring.
            floor[player] = Math.max(floor[player], next[player] - FRAMES);
            next[player] = presence.until(player);
        }
    }

    /**
     * Makes a closed player present again. Its input of the given frame is the next one to be added; from its closing
     * up to that frame it stays absent. Does nothing if the player is not closed, or is closed only from a later frame
     * on.
     *
     * @param player 0 to players − 1
     * @param frame  the first frame in which it is present
     */
    public void open(final int player, final long frame) {
        if (presence.open(player, frame)) {
            forgetKept(player);
            next[player] = frame;
        }
    }

    /**
     * Forgets all inputs of a player; it is present, and its next input is that of the given frame. A peer that joins a
     * running match uses it.
     *
     * @param player 0 to players − 1
     * @param frame  the first frame the log is to hold of it
     */
    public void startAt(final int player, final long frame) {
        presence.reset(player);
        forgetKept(player);
        next[player] = frame;
        floor[player] = frame;
        ownWord[player] = frame;
    }

    /**
     * Marks all inputs of a player up to now as second-hand: another peer than their owner sent the newest one.
     *
     * @param player 0 to players − 1
     */
    public void handedOn(final int player) {
        ownWord[player] = next[player];
    }

    /**
     * Returns the frame from which on all known inputs of a player came from their owner itself.
     *
     * @param player 0 to players − 1
     * @return a frame
     */
    public long ownWordFrom(final int player) {
        return ownWord[player];
    }

    /**
     * Returns the frame from which on a player is present again.
     *
     * @param player 0 to players − 1
     * @return the first frame of the newest run of frames in which it is present
     */
    public long presentFrom(final int player) {
        return presence.from(player);
    }

    /**
     * Returns whether a player was closed and not opened again.
     *
     * @param player 0 to players − 1
     * @return true if it is absent from some frame on
     */
    public boolean isClosed(final int player) {
        return presence.isClosed(player);
    }

    /**
     * Returns whether a player is present in a frame.
     *
     * @param player 0 to players − 1
     * @param frame  a frame that the log still keeps, or a later one
     * @return true if its input of that frame counts
     */
    public boolean present(final int player, final long frame) {
        return presence.present(player, frame);
    }

    /**
     * Returns whether the log holds exactly the given input, event and command for a frame.
     *
     * @param player      0 to players − 1
     * @param frame       a frame the log {@link #holds}
     * @param input       where the input is
     * @param inputOffset its first byte
     * @param event       where the event is
     * @param eventOffset its first byte
     * @param eventLength its length, 0 for none
     * @param command     a command in the place of the event, 0 for none
     * @return false if the owner has sent two different inputs for one frame
     */
    public boolean equal(final int player, final long frame, final byte[] input, final int inputOffset,
                         final byte[] event, final int eventOffset, final int eventLength, final int command) {
        final int slot = slot(player, frame);
        return at(eventLengths, slot) == eventLength && at(commands, slot) == command
            && Arrays.equals(inputs, slot * inputBytes, (slot + 1) * inputBytes,
                input, inputOffset, inputOffset + inputBytes)
            && (eventLength == 0 || Arrays.equals(events, slot * maxEventBytes, slot * maxEventBytes + eventLength,
                event, eventOffset, eventOffset + eventLength));
    }

    /**
     * Returns the array of all inputs. Callers must not change it.
     *
     * @return the array {@link #inputOffset} points into
     */
    public byte[] inputs() {
        return inputs;
    }

    /**
     * Returns the start of an input in {@link #inputs()}.
     *
     * @param player 0 to players − 1
     * @param frame  a frame that the log {@link #holds} or {@link #isKept keeps}
     * @return an index into {@link #inputs()}
     */
    public int inputOffset(final int player, final long frame) {
        return slot(player, frame) * inputBytes;
    }

    /**
     * Returns the start of the input of absent players, which is all zero.
     *
     * @return an index into {@link #inputs()}
     */
    public int neutralOffset() {
        return FRAMES * players * inputBytes;
    }

    /**
     * Returns the array of all events. Callers must not change it.
     *
     * @return the array {@link #eventOffset} points into; the first event replaces it
     */
    public byte[] events() {
        return events;
    }

    /**
     * Returns the start of an event in {@link #events()}.
     *
     * @param player 0 to players − 1
     * @param frame  a frame the log {@link #holds}
     * @return an index into {@link #events()}, 0 if there is no event
     */
    public int eventOffset(final int player, final long frame) {
        final int slot = slot(player, frame);
        return at(eventLengths, slot) == 0 ? 0 : slot * maxEventBytes;
    }

    /**
     * Returns the length of an event.
     *
     * @param player 0 to players − 1
     * @param frame  a frame the log {@link #holds}
     * @return bytes; 0 if there is none, or a command in its place
     */
    public int eventLength(final int player, final long frame) {
        return at(eventLengths, slot(player, frame));
    }

    private static int at(final int[] of, final int slot) {
        return of == NONE_YET ? 0 : of[slot];
    }

    private static void forget(final int[] of, final int slot) {
        if (of != NONE_YET) {
            of[slot] = 0;
        }
    }

    private int slot(final int player, final long frame) {
        return (int) (frame & MASK) * players + player;
    }
}
