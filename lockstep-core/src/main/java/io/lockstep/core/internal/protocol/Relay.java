package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * Hands on what the sender knows of a third peer to a receiver that does not hear that peer: its inputs, and which of
 * the receiver's inputs have arrived there. The one message in which the owner of an input is data and not the link; it
 * is believed only for frames that are not known yet.
 *
 * <pre>
 *  0        header 0x1C
 *  1        peer whose inputs these are, 0 to 31
 *  2        flags: bit 0 ack, bit 1 events, bits 2-7 zero
 *  3        players of that peer - 1 in bits 0-4, bits 5-7 zero
 *  4-5      first frame
 *  6        number of frames, 0 to 128
 *  [2]      ack: the first frame which that peer lacks from the receiver
 *  bits     as in {@link InputWindow}
 * </pre>
 */
public final class Relay extends Message {

    private static final int FLAG_ACK = 1;
    private static final int FLAG_EVENTS = 1 << 1;
    private static final int FLAGS_KNOWN = FLAG_ACK | FLAG_EVENTS;
    private static final int FIXED_BODY_BYTES = 6;
    private static final int PLAYERS_MASK = 0x1F;

    private final int maxPlayers;
    private final InputFrames frames;
    private int peer;
    private int firstFrame;
    private boolean acked;
    private int ack;

    /**
     * A relay for one kind of match.
     *
     * @param inputBytes    length of one input, 1 to 64
     * @param maxPlayers    most players of one peer, 1 to 32
     * @param maxEventBytes longest event, 0 to 255
     */
    public Relay(final int inputBytes, final int maxPlayers, final int maxEventBytes) {
        this.maxPlayers = maxPlayers;
        frames = new InputFrames(inputBytes, maxPlayers, maxEventBytes);
    }

    @Override
    public MessageType type() {
        return MessageType.RELAY;
    }

    /**
     * Empties the message, to be filled anew.
     *
     * @param owner        the peer whose inputs these are
     * @param ownerPlayers how many players it has
     * @param first        first frame; the lower 16 bits travel
     * @throws IllegalArgumentException if the peer or the number of its players is out of range
     */
    public void reset(final int owner, final int ownerPlayers, final long first) {
        peer = checked("peer", owner, 0, MAX_PLAYERS - 1);
        checked("players", ownerPlayers, 1, maxPlayers);
        firstFrame = (int) first & U16;
        acked = false;
        ack = 0;
        frames.reset(ownerPlayers);
    }

    /**
     * Says which of the receiver's inputs have arrived at the third peer.
     *
     * @param frame the first frame it lacks; the lower 16 bits travel
     */
    public void acknowledge(final long frame) {
        acked = true;
        ack = (int) frame & U16;
    }

    /**
     * Adds the frame whose inputs were set, if the message then still fits.
     *
     * @param limitBytes longest message wanted
     * @return false when it does not fit or the message is full: the frame is left out
     */
    public boolean endFrame(final int limitBytes) {
        final int head = HEADER_BYTES + FIXED_BODY_BYTES + Short.BYTES;
        return frames.count() < InputWindow.MAX_FRAMES && frames.end((limitBytes - head) * Byte.SIZE);
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) peer);
        buffer.put((byte) ((acked ? FLAG_ACK : 0) | (frames.hasEvents() ? FLAG_EVENTS : 0)));
        buffer.put((byte) (frames.players() - 1));
        buffer.putShort((short) firstFrame);
        buffer.put((byte) frames.count());
        if (acked) {
            buffer.putShort((short) ack);
        }
        frames.encode(buffer);
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int owner = buffer.get() & U8;
        final int flags = buffer.get() & U8;
        final int playersByte = buffer.get() & U8;
        if ((flags & ~FLAGS_KNOWN) != 0 || (playersByte & ~PLAYERS_MASK) != 0) {
            return WireCode.RESERVED;
        }
        if (playersByte >= maxPlayers) {
            return WireCode.TOO_LARGE;
        }
        if (owner >= MAX_PLAYERS) {
            return WireCode.RANGE;
        }
        reset(owner, playersByte + 1, buffer.getShort());
        final int count = buffer.get() & U8;
        if (count > InputWindow.MAX_FRAMES) {
            return WireCode.RANGE;
        }
        if ((flags & FLAG_ACK) != 0) {
            if (buffer.remaining() < Short.BYTES) {
                return WireCode.TRUNCATED;
            }
            acknowledge(buffer.getShort());
        }
        return frames.decode(buffer, count, (flags & FLAG_EVENTS) != 0);
    }

    /**
     * Whose inputs these are.
     *
     * @return a peer, 0 to 31
     */
    public int peer() {
        return peer;
    }

    /**
     * The first frame.
     *
     * @return its lower 16 bits
     */
    public int firstFrame() {
        return firstFrame;
    }

    /**
     * Does the message say what has arrived at the third peer?
     *
     * @return true when {@link #ack} means something
     */
    public boolean hasAck() {
        return acked;
    }

    /**
     * The first frame which the third peer lacks from the receiver.
     *
     * @return its lower 16 bits
     */
    public int ack() {
        return ack;
    }

    /**
     * The frames.
     *
     * @return the same object every time
     */
    public InputFrames frames() {
        return frames;
    }

    @Override
    public String toString() {
        return "Relay{peer=" + peer + ", first=" + firstFrame + ", frames=" + frames.count() + '}';
    }
}
