package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * What concerns a third peer. Of two that do not hear each other one gives a datagram, sealed for the other, to a peer
 * that both hear, and that one hands it on as it is. Inputs are in the clear only for a peer that is being cut: what
 * the sender holds of it.
 *
 * <pre>
 *  0        header 0x1C
 *  1        kind: 0 CARRY, 1 CARRIED, 2 INPUTS
 *  2        the third peer, 0 to 31: for whom, from whom, or whose inputs
 *  CARRY and CARRIED:
 *  3-10     tag of the sealed datagram
 *  11-      the sealed datagram, at least a byte
 *  INPUTS:
 *  3        flags: bit 0 events, bits 1-7 zero
 *  4        players of that peer - 1 in bits 0-4, bits 5-7 zero
 *  5-6      first frame
 *  7        number of frames, 0 to 128
 *  bits     as in {@link InputWindow}
 * </pre>
 */
public final class Relay extends Message {

    /** What a relay is for. */
    public enum Kind {
        /** Is to be handed on to the third peer. */
        CARRY,
        /** Comes from the third peer. */
        CARRIED,
        /** The sender holds these inputs of the third peer. */
        INPUTS;

        private static final Kind[] BY_CODE = values();
    }

    /** What a sealed datagram costs beside its bytes. */
    public static final int OVERHEAD_BYTES = HEADER_BYTES + 2 + Long.BYTES;

    /** What an unfragmented Internet datagram holds, with every header below it. */
    private static final int USUAL_BYTES = 1400;
    private static final int FLAG_EVENTS = 1;
    private static final int HEAD_BYTES = 2;
    private static final int INPUTS_BYTES = 5;
    private static final int PLAYERS_MASK = 0x1F;

    private final int maxPlayers;
    private final InputFrames frames;
    private final byte[] sealed;
    private final ByteBuffer payload;
    private Kind kind = Kind.INPUTS;
    private int peer;
    private int firstFrame;
    private long tag;
    private int length;

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
        sealed = new byte[Math.max(USUAL_BYTES,
            InputWindow.worstCaseBytes(maxPlayers, inputBytes, maxEventBytes) - OVERHEAD_BYTES)];
        payload = ByteBuffer.wrap(sealed);
    }

    @Override
    public MessageType type() {
        return MessageType.RELAY;
    }

    /**
     * Fills the message with a datagram that is sealed for a third peer.
     *
     * @param to      for whom
     * @param itsTag  its tag
     * @param bytes   what it holds, copied; its position stays
     * @throws IllegalArgumentException if the peer or the length is out of range
     */
    public void carry(final int to, final long itsTag, final ByteBuffer bytes) {
        reset(Kind.CARRY, to);
        length = checked("length", bytes.remaining(), 1, sealed.length);
        tag = itsTag;
        bytes.get(bytes.position(), sealed, 0, length);
    }

    /**
     * Turns a datagram that is to be carried into one that was.
     *
     * @param from from whom
     * @throws IllegalArgumentException if the peer is out of range
     */
    public void carriedFrom(final int from) {
        kind = Kind.CARRIED;
        peer = checked("peer", from, 0, MAX_PLAYERS - 1);
    }

    /**
     * Empties the message, to be filled with inputs.
     *
     * @param owner        the peer whose inputs these are
     * @param ownerPlayers how many players it has
     * @param first        first frame; the lower 16 bits travel
     * @throws IllegalArgumentException if the peer or the number of its players is out of range
     */
    public void inputs(final int owner, final int ownerPlayers, final long first) {
        reset(Kind.INPUTS, owner);
        frames.reset(checked("players", ownerPlayers, 1, maxPlayers));
        firstFrame = (int) first & U16;
    }

    private void reset(final Kind newKind, final int third) {
        kind = newKind;
        peer = checked("peer", third, 0, MAX_PLAYERS - 1);
        firstFrame = 0;
        tag = 0;
        length = 0;
        frames.reset(1);
    }

    /**
     * Adds the frame whose inputs were set, if the message then still fits.
     *
     * @param limitBytes longest message wanted
     * @return false when it does not fit or the message is full: the frame is left out
     */
    public boolean endFrame(final int limitBytes) {
        final int head = HEADER_BYTES + HEAD_BYTES + INPUTS_BYTES;
        return frames.count() < InputWindow.MAX_FRAMES && frames.end((limitBytes - head) * Byte.SIZE);
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) kind.ordinal());
        buffer.put((byte) peer);
        if (kind != Kind.INPUTS) {
            buffer.putLong(tag);
            buffer.put(sealed, 0, length);
            return;
        }
        buffer.put((byte) (frames.hasEvents() ? FLAG_EVENTS : 0));
        buffer.put((byte) (frames.players() - 1));
        buffer.putShort((short) firstFrame);
        buffer.put((byte) frames.count());
        frames.encode(buffer, false);
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < HEAD_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int code = buffer.get() & U8;
        final int third = buffer.get() & U8;
        if (code >= Kind.BY_CODE.length || third >= MAX_PLAYERS) {
            return WireCode.RANGE;
        }
        reset(Kind.BY_CODE[code], third);
        return kind == Kind.INPUTS ? decodeInputs(buffer) : decodeSealed(buffer);
    }

    private WireCode decodeSealed(final ByteBuffer buffer) {
        if (buffer.remaining() <= Long.BYTES) {
            return WireCode.TRUNCATED;
        }
        tag = buffer.getLong();
        if (buffer.remaining() > sealed.length) {
            return WireCode.TOO_LARGE;
        }
        length = buffer.remaining();
        buffer.get(sealed, 0, length);
        return WireCode.OK;
    }

    private WireCode decodeInputs(final ByteBuffer buffer) {
        if (buffer.remaining() < INPUTS_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int flags = buffer.get() & U8;
        final int playersByte = buffer.get() & U8;
        if ((flags & ~FLAG_EVENTS) != 0 || (playersByte & ~PLAYERS_MASK) != 0) {
            return WireCode.RESERVED;
        }
        if (playersByte >= maxPlayers) {
            return WireCode.TOO_LARGE;
        }
        inputs(peer, playersByte + 1, buffer.getShort());
        final int count = buffer.get() & U8;
        return count > InputWindow.MAX_FRAMES ? WireCode.RANGE
            : frames.decode(buffer, count, flags == FLAG_EVENTS, false);
    }

    /**
     * What this relay is for.
     *
     * @return never null
     */
    public Kind kind() {
        return kind;
    }

    /**
     * The third peer: for whom, from whom, or whose inputs.
     *
     * @return a peer, 0 to 31
     */
    public int peer() {
        return peer;
    }

    /**
     * The tag of the sealed datagram.
     *
     * @return any 64 bits, 0 if there is none
     */
    public long tag() {
        return tag;
    }

    /**
     * The sealed datagram.
     *
     * @return an array of which the first {@link #length()} bytes count; the same one every time
     */
    public byte[] sealed() {
        return sealed;
    }

    /**
     * The sealed datagram, to be opened where it is.
     *
     * @return from position to limit; the same buffer every time
     */
    public ByteBuffer payload() {
        return payload.clear().limit(length);
    }

    /**
     * How long the sealed datagram is.
     *
     * @return bytes, 0 if there is none
     */
    public int length() {
        return length;
    }

    /**
     * The longest datagram that can be carried.
     *
     * @return bytes
     */
    public int maxLength() {
        return sealed.length;
    }

    /**
     * The first frame of the inputs.
     *
     * @return its lower 16 bits
     */
    public int firstFrame() {
        return firstFrame;
    }

    /**
     * The inputs.
     *
     * @return the same object every time; without frames unless the kind is INPUTS
     */
    public InputFrames frames() {
        return frames;
    }

    @Override
    public String toString() {
        return "Relay{" + kind + ", peer=" + peer + (kind == Kind.INPUTS
            ? ", first=" + firstFrame + ", frames=" + frames.count() : ", bytes=" + length) + '}';
    }
}
