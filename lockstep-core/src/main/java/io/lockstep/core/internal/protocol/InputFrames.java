package io.lockstep.core.internal.protocol;

import io.lockstep.core.internal.codec.BitReader;
import io.lockstep.core.internal.codec.BitWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Consecutive frames of one sender's inputs, and beside each an event, a {@link Command} or nothing, packed into bits:
 * an input that did not change since the frame before costs one bit. {@link InputWindow} draws the layout. Reused for
 * every window; nothing is allocated per frame.
 *
 * <p>The first frame is told by its difference from zeros, or, where it follows a frame that the receiver holds, from
 * that. Who decodes such frames holds the differences until it has {@link #resolve resolved} them.
 */
public final class InputFrames {

    private final int inputBytes;
    private final int maxEventBytes;
    /** Where the first input starts: behind the frame with which the first one is compared, of zeros mostly. */
    private final int start;
    private final BitReader reader = new BitReader();
    private final BitWriter writer = new BitWriter();
    private final byte[] inputs;
    private final int[] eventLengths;
    private final int[] commands;
    private final byte[] events;
    private int players = 1;
    private boolean follows;
    private int count;
    private int inputBits;
    private int eventBits;

    InputFrames(final int inputBytes, final int maxPlayers, final int maxEventBytes) {
        this.inputBytes = inputBytes;
        this.maxEventBytes = maxEventBytes;
        start = maxPlayers * inputBytes;
        // One frame more than a window holds: the frame that turns out not to fit is built there first.
        inputs = new byte[start + (InputWindow.MAX_FRAMES + 1) * maxPlayers * inputBytes];
        eventLengths = new int[(InputWindow.MAX_FRAMES + 1) * maxPlayers];
        commands = new int[eventLengths.length];
        events = new byte[(InputWindow.MAX_FRAMES + 1) * maxPlayers * maxEventBytes];
    }

    void reset(final int senderPlayers) {
        players = senderPlayers;
        count = 0;
        inputBits = 0;
        eventBits = 0;
    }

    /** The first frame is compared with zeros, until another one is named. */
    public void followNothing() {
        if (follows) {
            Arrays.fill(inputs, 0, start, (byte) 0);
            follows = false;
        }
    }

    /**
     * Does the first frame follow one that the receiver holds, with which it is compared?
     *
     * @return false when it is compared with zeros
     */
    public boolean follows() {
        return follows;
    }

    /**
     * Says so, of what is read from text: the inputs that are set are differences.
     *
     * @param really whether it does
     */
    public void follows(final boolean really) {
        follows = really;
    }

    /**
     * Lets the first frame follow another, of which this is one player's input. For all players, and before any frame.
     *
     * @param player index among the sender's players, from 0
     * @param source where the input of the frame before the first one is
     * @param offset its first byte
     */
    public void follow(final int player, final byte[] source, final int offset) {
        follows = true;
        System.arraycopy(source, offset, inputs, offsetOf(player - players), inputBytes);
    }

    /**
     * Makes inputs of the differences that were decoded of one player, whose frames {@link #follows follow} another.
     *
     * @param player index among the sender's players, from 0
     * @param source where its input of the frame before the first one is
     * @param offset its first byte
     */
    public void resolve(final int player, final byte[] source, final int offset) {
        for (int frame = -1; frame < count; frame++) {
            final int at = inputOffset(frame, player);
            for (int i = 0; i < inputBytes; i++) {
                inputs[at + i] ^= source[offset + i];
            }
        }
    }

    /**
     * Sets one player's input of the frame that {@link InputWindow#endFrame} will add.
     *
     * @param player index among the sender's players, from 0
     * @param source where the input is
     * @param offset its first byte
     */
    public void input(final int player, final byte[] source, final int offset) {
        final int slot = count * players + player;
        System.arraycopy(source, offset, inputs, offsetOf(slot), inputBytes);
        eventLengths[slot] = 0;
        commands[slot] = Command.NONE;
    }

    private int offsetOf(final int slot) {
        return start + slot * inputBytes;
    }

    /**
     * Sets the event beside that input, in the place of a command.
     *
     * @param player index among the sender's players, from 0
     * @param source where the event is
     * @param offset its first byte
     * @param length 1 to the maximum
     * @throws IllegalArgumentException if the length is out of range
     */
    public void event(final int player, final byte[] source, final int offset, final int length) {
        Message.checked("event length", length, 1, maxEventBytes);
        final int slot = count * players + player;
        eventLengths[slot] = length;
        commands[slot] = Command.NONE;
        System.arraycopy(source, offset, events, slot * maxEventBytes, length);
    }

    /**
     * Sets the command beside that input, in the place of an event.
     *
     * @param player index among the sender's players, from 0
     * @param packed a valid {@link Command}
     * @throws IllegalArgumentException if it is not valid
     */
    public void command(final int player, final int packed) {
        final int slot = count * players + player;
        commands[slot] = Command.checked(packed);
        eventLengths[slot] = 0;
    }

    /** Adds the frame whose inputs were set, or leaves it out if all frames then take more than the given bits. */
    boolean end(final int limitBits) {
        int frameInputBits = 0;
        int frameEventBits = 0;
        for (int player = 0; player < players; player++) {
            frameInputBits += bitsOf(count * players + player);
            frameEventBits += eventBitsOf(count * players + player);
        }
        final int allEventBits = eventBits + frameEventBits;
        final int flagBits = allEventBits == 0 ? 0 : (count + 1) * players;
        if (inputBits + frameInputBits + allEventBits + flagBits > limitBits) {
            return false;
        }
        inputBits += frameInputBits;
        eventBits = allEventBits;
        count++;
        return true;
    }

    /** What an event or a command takes behind the bit that announces it. */
    private int eventBitsOf(final int slot) {
        if (commands[slot] != Command.NONE) {
            return Byte.SIZE + Command.BITS;
        }
        return eventLengths[slot] == 0 ? 0 : Byte.SIZE + Byte.SIZE * eventLengths[slot];
    }

    /**
     * Does an event or a command stand beside any input?
     *
     * @return false if the frames hold inputs alone
     */
    public boolean hasEvents() {
        return eventBits > 0;
    }

    /**
     * Returns the size of the frames.
     *
     * @return bytes
     */
    public int bytes() {
        return (inputBits + eventBits + (eventBits == 0 ? 0 : count * players)) / Byte.SIZE;
    }

    private int bitsOf(final int slot) {
        final int offset = offsetOf(slot);
        final int previous = offsetOf(slot - players);
        int changed = 0;
        for (int i = 0; i < inputBytes; i++) {
            changed += inputs[offset + i] == inputs[previous + i] ? 0 : 1;
        }
        return changed == 0 ? 1 : 1 + inputBytes + Byte.SIZE * changed;
    }

    /** Writes the frames, behind a bit of a window's that says whether they follow another. */
    void encode(final ByteBuffer buffer, final boolean ofWindow) {
        writer.wrap(buffer);
        if (ofWindow && count > 0) {
            writer.write(follows ? 1 : 0, 1);
        }
        for (int slot = 0; slot < count * players; slot++) {
            encodeInput(slot);
            if (eventBits > 0) {
                encodeEvent(slot);
            }
        }
        writer.flush();
    }

    private void encodeInput(final int slot) {
        if (bitsOf(slot) == 1) {
            writer.write(0, 1);
            return;
        }
        writer.write(1, 1);
        final int offset = offsetOf(slot);
        final int previous = offsetOf(slot - players);
        for (int i = 0; i < inputBytes; i++) {
            final int delta = (inputs[offset + i] ^ inputs[previous + i]) & Message.U8;
            if (delta == 0) {
                writer.write(0, 1);
            } else {
                writer.write(1 | delta << 1, 1 + Byte.SIZE);
            }
        }
    }

    private void encodeEvent(final int slot) {
        final int length = eventLengths[slot];
        if (commands[slot] != Command.NONE) {
            writer.write(1, 1);
            writer.write(0, Byte.SIZE);
            writer.write(commands[slot], Command.BITS);
            return;
        }
        writer.write(length == 0 ? 0 : 1, 1);
        if (length > 0) {
            writer.write(length, Byte.SIZE);
            for (int i = 0; i < length; i++) {
                writer.write(events[slot * maxEventBytes + i], Byte.SIZE);
            }
        }
    }

    WireCode decode(final ByteBuffer buffer, final int expected, final boolean withEvents, final boolean ofWindow) {
        reader.wrap(buffer);
        follows = ofWindow && expected > 0 && reader.read(1) != 0;
        for (int slot = 0; slot < expected * players; slot++) {
            WireCode code = decodeInput(slot);
            if (code == WireCode.OK && withEvents) {
                code = decodeEvent(slot);
            }
            if (code != WireCode.OK) {
                return code;
            }
        }
        if (buffer.hasRemaining()) {
            return WireCode.TRAILING;
        }
        if (!reader.paddingIsZero()) {
            return WireCode.RESERVED;
        }
        if (withEvents && eventBits == 0) {
            return WireCode.NOT_CANONICAL;
        }
        count = expected;
        return WireCode.OK;
    }

    private WireCode decodeInput(final int slot) {
        eventLengths[slot] = 0;
        commands[slot] = Command.NONE;
        final int offset = offsetOf(slot);
        final int previous = offsetOf(slot - players);
        final boolean changed = reader.read(1) != 0;
        System.arraycopy(inputs, previous, inputs, offset, inputBytes);
        if (!changed) {
            return reader.overrun() ? WireCode.TRUNCATED : WireCode.OK;
        }
        int nonZero = 0;
        for (int i = 0; i < inputBytes; i++) {
            if (reader.read(1) != 0) {
                final int delta = reader.read(Byte.SIZE);
                nonZero++;
                if (delta == 0) {
                    return reader.overrun() ? WireCode.TRUNCATED : WireCode.NOT_CANONICAL;
                }
                inputs[offset + i] ^= (byte) delta;
            }
        }
        if (reader.overrun()) {
            return WireCode.TRUNCATED;
        }
        return nonZero == 0 ? WireCode.NOT_CANONICAL : WireCode.OK;
    }

    private WireCode decodeEvent(final int slot) {
        if (reader.read(1) != 0) {
            final int length = reader.read(Byte.SIZE);
            if (length == 0) {
                return decodeCommand(slot);
            }
            if (length > maxEventBytes) {
                return WireCode.TOO_LARGE;
            }
            for (int i = 0; i < length; i++) {
                events[slot * maxEventBytes + i] = (byte) reader.read(Byte.SIZE);
            }
            beside(slot, length, Command.NONE);
        }
        return reader.overrun() ? WireCode.TRUNCATED : WireCode.OK;
    }

    private WireCode decodeCommand(final int slot) {
        final int packed = reader.read(Command.BITS);
        if (reader.overrun()) {
            return WireCode.TRUNCATED;
        }
        if (!Command.isValid(packed)) {
            return WireCode.RANGE;
        }
        beside(slot, 0, packed);
        return WireCode.OK;
    }

    /** Sets what stands beside one input: the length of its event, and its command. */
    private void beside(final int slot, final int eventLength, final int command) {
        eventLengths[slot] = eventLength;
        commands[slot] = command;
        eventBits += eventBitsOf(slot);
    }

    /**
     * How long each input is.
     *
     * @return bytes, 1 to {@link WireLimits#MAX_INPUT_BYTES}
     */
    public int inputBytes() {
        return inputBytes;
    }

    /**
     * How many players each frame holds.
     *
     * @return 1 to 32
     */
    public int players() {
        return players;
    }

    /**
     * How many frames there are.
     *
     * @return 0 to {@link InputWindow#MAX_FRAMES}
     */
    public int count() {
        return count;
    }

    /**
     * Where the inputs are; do not change them.
     *
     * @return one array for all, see {@link #inputOffset}
     */
    public byte[] inputs() {
        return inputs;
    }

    /**
     * Where one input starts in {@link #inputs()}.
     *
     * @param frame  0 to {@link #count()} − 1
     * @param player 0 to {@link #players()} − 1
     * @return an index
     */
    public int inputOffset(final int frame, final int player) {
        return offsetOf(frame * players + player);
    }

    /**
     * The length of the event beside an input.
     *
     * @param frame  0 to {@link #count()} − 1
     * @param player 0 to {@link #players()} − 1
     * @return 0 when there is none, or a command in its place
     */
    public int eventLength(final int frame, final int player) {
        return eventLengths[frame * players + player];
    }

    /**
     * The command beside an input.
     *
     * @param frame  0 to {@link #count()} − 1
     * @param player 0 to {@link #players()} − 1
     * @return a valid {@link Command}, or 0 when there is none
     */
    public int commandOf(final int frame, final int player) {
        return commands[frame * players + player];
    }

    /**
     * Where the events are; do not change them.
     *
     * @return one array for all, see {@link #eventOffset}
     */
    public byte[] events() {
        return events;
    }

    /**
     * Where one event starts in {@link #events()}.
     *
     * @param frame  0 to {@link #count()} − 1
     * @param player 0 to {@link #players()} − 1
     * @return an index
     */
    public int eventOffset(final int frame, final int player) {
        return (frame * players + player) * maxEventBytes;
    }
}
