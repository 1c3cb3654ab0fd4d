package io.lockstep.core.internal.input;

import io.lockstep.core.internal.protocol.Command;
import java.util.Arrays;

/**
 * The inputs and events of every player, each player's as one gapless run of frames. Once in the log an input never
 * changes: a stalled peer re-sends it and never samples again, which is what keeps peers from executing different
 * copies.
 *
 * <p>A player may be {@link #close closed}: from a frame on it takes no part, no input of it is waited for, and none is
 * taken, until it is {@link #open opened} again.
 *
 * <p>An input that arrives before an earlier one is {@link #keep kept}. It joins the run when the gap before it is
 * filled; until then only {@link #isKept} tells of it.
 *
 * <p>A ring of the newest {@link #FRAMES} frames; what is older is gone. Fixed size, no allocation after construction.
 */
public final class InputLog {

    /**
     * Frames behind the current one that other parts of a session go back to. A peer that lags farther behind gets what
     * it lacks from another source.
     */
    public static final int REACH = 256;

    /** Frames kept for each player: {@link #REACH} frames behind the current one, and as many that wait before it. */
    public static final int FRAMES = 2 * REACH;

    private static final int MASK = FRAMES - 1;
    /** Bits of the words in which the frames that came early are marked. */
    private static final int WORD_BITS = Long.SIZE;
    private static final int WORDS = FRAMES / WORD_BITS;
    private static final byte[] NO_EVENTS = {};
    private static final int[] NONE_YET = {};

    private final int players;
    private final int inputBytes;
    private final int maxEventBytes;
    private final byte[] inputs;
    /** Without room until there is one: many games have none, and room for all would be the most of a log. */
    private byte[] events = NO_EVENTS;
    private int[] eventLengths = NONE_YET;
    private int[] commands = NONE_YET;
    private final long[] next;
    /** Below this frame the ring holds nothing of a player, or no more what it once held. */
    private final long[] floor;
    /** From this frame on every input of a player came from its owner itself. */
    private final long[] ownWord;
    /** One bit for each slot of a player: the slot holds a frame behind a gap. */
    private final long[] kept;
    /** The frame after the newest one that a player's slots hold behind a gap; below {@link #next} it is void. */
    private final long[] keptEnd;
    private final Presence presence;

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
        // One input more, which stays zero: that of everybody who is absent.
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
     * The first frame a player's input is not known of. For a closed player it goes no further than the first frame in
     * which it is absent.
     *
     * @param player 0 to players − 1
     * @return a frame
     */
    public long next(final int player) {
        return next[player];
    }

    /**
     * The next frame of some players, that of the one who is furthest behind: those of one peer may come one by one.
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
     * Is the input of everybody who is present in a frame known?
     *
     * @param frame a frame
     * @return true when it can be simulated
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
     * Is a player's input of this frame in the ring?
     *
     * @param player 0 to players − 1
     * @param frame  a frame
     * @return true when {@link #inputOffset} and {@link #eventOffset} mean something; false where the player is absent
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
     * Keeps an input behind a gap, with what stands beside it. The ring then holds as much less of what is old.
     *
     * @param player      0 to players − 1, not closed
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
     * Is a player's input of this frame kept behind a gap?
     *
     * @param player 0 to players − 1
     * @param frame  a frame
     * @return true when {@link #inputOffset} and {@link #eventOffset} mean something
     */
    public boolean isKept(final int player, final long frame) {
        return frame > next[player] && frame < keptEnd[player] && (kept[word(player, frame)] & bit(frame)) != 0;
    }

    /**
     * Lets the inputs that were kept behind a gap join the run, up to the next gap. To be called after a frame was
     * added with all that stands beside it.
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
     * Adds a command, in the place of an event, to the input that was {@link #append appended} last. A player who
     * leaves by it is {@link #close closed} from the next frame on; so whichever way the frame came, it ends alike.
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
     * The command beside an input.
     *
     * @param player 0 to players − 1
     * @param frame  any frame
     * @return a valid {@link Command}, or 0 when there is none or the log does not {@link #holds hold} the frame
     */
    public int command(final int player, final long frame) {
        return holds(player, frame) ? at(commands, slot(player, frame)) : Command.NONE;
    }

    /**
     * Lets a player take no part from a frame on. What is stored of it from there on is forgotten. A player who is
     * closed already stays so from the lower of the two frames on; if it was opened at a later frame than this, that is
     * taken back.
     *
     * @param player 0 to players − 1
     * @param frame  the first frame in which it is absent
     */
    public void close(final int player, final long frame) {
        presence.close(player, frame);
        forgetKept(player);
        if (next[player] > presence.until(player)) {
            // The frames that are forgotten have overwritten older ones in the ring.
            floor[player] = Math.max(floor[player], next[player] - FRAMES);
            next[player] = presence.until(player);
        }
    }

    /**
     * Lets a closed player take part again. Its input of this frame is the next one to be added; in the frames before,
     * back to where it was closed, it stays absent. Does nothing when the player is not closed, or is closed only from
     * a later frame on.
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
     * Forgets everything of a player and begins anew: it is present, and its next input is that of this frame. For a
     * peer that enters a match which is already being played.
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
     * What was added of a player last came from another than its owner, and is no more than that one's word.
     *
     * @param player 0 to players − 1
     */
    public void handedOn(final int player) {
        ownWord[player] = next[player];
    }

    /**
     * From where on is everything that is known of a player its owner's own word?
     *
     * @param player 0 to players − 1
     * @return a frame
     */
    public long ownWordFrom(final int player) {
        return ownWord[player];
    }

    /**
     * From where on does a player count again?
     *
     * @param player 0 to players − 1
     * @return the first frame of the newest run of frames in which it is present
     */
    public long presentFrom(final int player) {
        return presence.from(player);
    }

    /**
     * Was a player closed and not opened again?
     *
     * @param player 0 to players − 1
     * @return true when it is absent from some frame on
     */
    public boolean isClosed(final int player) {
        return presence.isClosed(player);
    }

    /**
     * Does a player take part in a frame?
     *
     * @param player 0 to players − 1
     * @param frame  a frame of which inputs are kept, or a later one
     * @return true when its input of that frame counts
     */
    public boolean present(final int player, final long frame) {
        return presence.present(player, frame);
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
     * @param command     a command in the place of the event, 0 for none
     * @return false when the owner has said two different things of one frame
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
     * @param frame  a frame that the log {@link #holds} or {@link #isKept keeps}
     * @return an index into {@link #inputs()}
     */
    public int inputOffset(final int player, final long frame) {
        return slot(player, frame) * inputBytes;
    }

    /**
     * Where the input of everybody who is absent is: all zero.
     *
     * @return an index into {@link #inputs()}
     */
    public int neutralOffset() {
        return FRAMES * players * inputBytes;
    }

    /**
     * All events, to be read only.
     *
     * @return the array {@link #eventOffset} points into; another one once there has been an event
     */
    public byte[] events() {
        return events;
    }

    /**
     * Where one event starts.
     *
     * @param player 0 to players − 1
     * @param frame  a frame the log {@link #holds}
     * @return an index into {@link #events()}, 0 where there is none
     */
    public int eventOffset(final int player, final long frame) {
        final int slot = slot(player, frame);
        return at(eventLengths, slot) == 0 ? 0 : slot * maxEventBytes;
    }

    /**
     * How long one event is.
     *
     * @param player 0 to players − 1
     * @param frame  a frame the log {@link #holds}
     * @return bytes, 0 when there is none, or a command in its place
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
