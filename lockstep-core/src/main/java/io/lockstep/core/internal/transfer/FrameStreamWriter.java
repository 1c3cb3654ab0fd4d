package io.lockstep.core.internal.transfer;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.codec.BitWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Writes executed frames, one after the other, in a form that a {@link FrameStreamReader} reads: an input that did not
 * change costs one bit, a button two bytes. {@link FrameFormat} draws the layout.
 *
 * <p>Nothing is allocated per frame. Not thread-safe.
 */
public final class FrameStreamWriter {

    private final int players;
    private final int inputBytes;
    private final int maxEventBytes;
    private final byte[] previous;
    private final ByteBuffer body;
    private final byte[] bytes;
    private final BitWriter bits = new BitWriter();
    private int previousPresent;
    private int length;

    /**
     * A writer for one kind of match, at the start of a stream.
     *
     * @param players       players of the match, 1 to 32
     * @param inputBytes    length of one input, 1 to 64
     * @param maxEventBytes longest event, 0 to 255
     * @throws IllegalArgumentException if one is out of range
     */
    public FrameStreamWriter(final int players, final int inputBytes, final int maxEventBytes) {
        FrameFormat.check(players, inputBytes, maxEventBytes);
        this.players = players;
        this.inputBytes = inputBytes;
        this.maxEventBytes = maxEventBytes;
        previous = new byte[players * inputBytes];
        final int maxBody = FrameFormat.maxBodyBytes(players, inputBytes, maxEventBytes);
        body = ByteBuffer.allocate(maxBody).order(ByteOrder.LITTLE_ENDIAN);
        bytes = new byte[FrameFormat.MAX_LENGTH_BYTES + maxBody];
        reset();
    }

    /** Starts a new stream. */
    public void reset() {
        Arrays.fill(previous, (byte) 0);
        previousPresent = everybody(players);
        length = 0;
    }

    static int everybody(final int players) {
        return -1 >>> Integer.SIZE - players;
    }

    /**
     * Writes the next frame; {@link #array()} then holds its {@link #length()} bytes.
     *
     * @param frame what every player did
     * @return how many bytes it took
     * @throws IllegalArgumentException if the number of players differs, or an event is too long or stands beside a
     *                                  command; the stream is then to be given up
     */
    public int write(final FrameSource frame) {
        if (frame.players() != players) {
            throw new IllegalArgumentException(frame.players() + " players instead of " + players);
        }
        final boolean withEvents = hasEvents(frame);
        final int present = presentOf(frame);
        body.clear();
        bits.wrap(body);
        bits.write(withEvents ? 1 : 0, 1);
        bits.write(present == previousPresent ? 0 : 1, 1);
        if (present != previousPresent) {
            bits.write(present, players);
            previousPresent = present;
        }
        for (int player = 0; player < players; player++) {
            writeInput(frame, player);
            if (withEvents) {
                writeEvent(frame, player);
            }
        }
        bits.flush();
        return frameIt();
    }

    private boolean hasEvents(final FrameSource frame) {
        for (int player = 0; player < players; player++) {
            if (frame.eventLength(player) != 0 || frame.command(player) != 0) {
                return true;
            }
        }
        return false;
    }

    private int presentOf(final FrameSource frame) {
        int present = 0;
        for (int player = 0; player < players; player++) {
            present |= frame.present(player) ? 1 << player : 0;
        }
        return present;
    }

    private void writeInput(final FrameSource frame, final int player) {
        final byte[] inputs = frame.inputs();
        final int offset = frame.inputOffset(player);
        final int old = player * inputBytes;
        int changed = 0;
        for (int i = 0; i < inputBytes; i++) {
            changed |= inputs[offset + i] ^ previous[old + i];
        }
        bits.write(changed == 0 ? 0 : 1, 1);
        if (changed == 0) {
            return;
        }
        for (int i = 0; i < inputBytes; i++) {
            final int delta = (inputs[offset + i] ^ previous[old + i]) & 0xFF;
            bits.write(delta == 0 ? 0 : 1 | delta << 1, delta == 0 ? 1 : 1 + Byte.SIZE);
            previous[old + i] = inputs[offset + i];
        }
    }

    private void writeEvent(final FrameSource frame, final int player) {
        final int eventLength = frame.eventLength(player);
        final int command = frame.command(player);
        if (eventLength < 0 || eventLength > maxEventBytes || eventLength > 0 && command != 0) {
            throw new IllegalArgumentException("player " + player + " has an event of " + eventLength
                + " bytes, at most " + maxEventBytes + ", and the command " + command);
        }
        if (eventLength == 0 && command == 0) {
            bits.write(0, 1);
            return;
        }
        bits.write(1 | eventLength << 1, 1 + Byte.SIZE);
        for (int i = 0; i < eventLength; i++) {
            bits.write(frame.events()[frame.eventOffset(player) + i], Byte.SIZE);
        }
        if (eventLength == 0) {
            bits.write(command, Integer.SIZE);
        }
    }

    private int frameIt() {
        length = 0;
        int rest = body.position();
        while (rest >= FrameFormat.LENGTH_MORE) {
            bytes[length++] = (byte) (rest | FrameFormat.LENGTH_MORE);
            rest >>>= FrameFormat.LENGTH_BITS;
        }
        bytes[length++] = (byte) rest;
        System.arraycopy(body.array(), 0, bytes, length, body.position());
        length += body.position();
        return length;
    }

    /**
     * The bytes of the frame written last; do not change them.
     *
     * @return an array of which the first {@link #length()} bytes count; the same one every time
     */
    public byte[] array() {
        return bytes;
    }

    /**
     * How many bytes the frame written last takes.
     *
     * @return 0 before the first one
     */
    public int length() {
        return length;
    }
}
