package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * A compressed state of the game.
 *
 * <pre>
 *  0      header 0x11
 *  1-4    frame
 *  5-8    checksum: CRC32 of the inflated state
 *  9-12   term
 *  13-16  length of the payload
 *  17-    payload: one complete zlib stream, to the end of the datagram
 * </pre>
 *
 * <p>Any single complete zlib stream is accepted, so encoding again may give other bytes of the same state. The
 * checksum is not compared here: whoever applies the state does. Buffers grow to the largest state seen and are kept.
 */
public final class StateSync extends Message {

    /** Bytes before the payload, the header byte among them. */
    public static final int HEAD_BYTES = 17;

    /** Most bytes out for one byte in: no reader inflates more, and no writer compresses better. */
    public static final int MAX_RATIO = StateDeflater.MAX_RATIO;

    private static final int FIXED_BODY_BYTES = HEAD_BYTES - HEADER_BYTES;
    /** Deflate stores what it cannot compress in blocks, which cost 5 bytes for 16 KiB or more; and zlib's 6 bytes. */
    private static final int STORED_BLOCK_SHIFT = 13;
    private static final int STORED_BLOCK_BYTES = 5;
    private static final int ZLIB_BYTES = 64;
    private static final int UNKNOWN = -1;
    /** How much the state's buffer holds at first. */
    private static final int FIRST_BYTES = 4 << 10;

    private final int maxStateBytes;
    private StateInflater inflater;
    private StateDeflater deflater;
    private byte[] state = new byte[0];
    private int stateLength;
    private boolean deflated;
    private long frame;
    private int checksum;
    private long term;
    /** Length of the payload as it arrived: encoding the same state again may give another. */
    private int wireLength = UNKNOWN;

    /**
     * A message to be filled or decoded into.
     *
     * @param maxStateBytes largest inflated state
     */
    public StateSync(final int maxStateBytes) {
        this.maxStateBytes = maxStateBytes;
    }

    @Override
    public MessageType type() {
        return MessageType.STATE_SYNC;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        frame = buffer.getInt() & U32;
        checksum = buffer.getInt();
        term = buffer.getInt() & U32;
        final long length = buffer.getInt() & U32;
        if (length != buffer.remaining()) {
            return length > buffer.remaining() ? WireCode.TRUNCATED : WireCode.TRAILING;
        }
        wireLength = (int) length;
        if (inflater == null) {
            inflater = new StateInflater();
        }
        final WireCode code = inflater.inflate(buffer, (int) Math.min(maxStateBytes, MAX_RATIO * length));
        state = inflater.array();
        stateLength = inflater.length();
        deflated = false;
        return code;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.putInt((int) frame);
        buffer.putInt(checksum);
        buffer.putInt((int) term);
        buffer.putInt(deflate());
        buffer.put(deflater.array(), 0, deflater.length());
    }

    /** Compresses the state unless that is done already, and returns the length. */
    private int deflate() {
        if (deflater == null) {
            deflater = new StateDeflater(Deflater.DEFAULT_COMPRESSION);
        }
        if (!deflated) {
            deflater.deflate(state, stateLength);
            deflated = true;
        }
        return deflater.length();
    }

    /**
     * Writes what stands before a payload that is compressed elsewhere.
     *
     * @param buffer        little-endian, with room for {@value #HEAD_BYTES} bytes
     * @param payloadLength length of the compressed payload
     */
    public void writeHead(final ByteBuffer buffer, final int payloadLength) {
        buffer.put((byte) (VERSION << VERSION_SHIFT | MessageType.STATE_SYNC.code()));
        buffer.putInt((int) frame).putInt(checksum).putInt((int) term).putInt(payloadLength);
    }

    /**
     * Reads what stands before a payload that arrives in pieces: frame, checksum and term are then those of it.
     *
     * @param buffer little-endian, with {@value #HEAD_BYTES} bytes
     * @return length of the compressed payload, or −1 when these are not the first bytes of such a message
     */
    public long readHead(final ByteBuffer buffer) {
        if (buffer.get() != (byte) (VERSION << VERSION_SHIFT | MessageType.STATE_SYNC.code())) {
            return -1;
        }
        frame = buffer.getInt() & U32;
        checksum = buffer.getInt();
        term = buffer.getInt() & U32;
        return buffer.getInt() & U32;
    }

    /**
     * The longest payload that a state can become.
     *
     * @param stateBytes length of the state
     * @return bytes
     */
    public static long maxCompressedBytes(final int stateBytes) {
        return stateBytes + ((long) stateBytes >> STORED_BLOCK_SHIFT) * STORED_BLOCK_BYTES + ZLIB_BYTES;
    }

    private void reserve(final int length) {
        if (length > state.length) {
            final long grown = Math.max(length, Math.max(FIRST_BYTES, 2L * state.length));
            state = new byte[(int) Math.min(grown, maxStateBytes)];
        }
        stateLength = length;
        deflated = false;
    }

    /**
     * The frame the state is of.
     *
     * @return its lower 32 bits
     */
    public long frame() {
        return frame;
    }

    /**
     * Sets the frame the state is of.
     *
     * @param value the lower 32 bits travel
     * @return this
     */
    public StateSync frame(final long value) {
        frame = value & U32;
        return this;
    }

    /**
     * The checksum of the inflated state.
     *
     * @return a CRC32
     */
    public int checksum() {
        return checksum;
    }

    /**
     * Sets the checksum of the inflated state.
     *
     * @param crc a CRC32
     * @return this
     */
    public StateSync checksum(final int crc) {
        checksum = crc;
        return this;
    }

    /**
     * The term of the leader whose state it is.
     *
     * @return its lower 32 bits
     */
    public long term() {
        return term;
    }

    /**
     * Sets the term of the leader whose state it is.
     *
     * @param value the lower 32 bits travel
     * @return this
     */
    public StateSync term(final long value) {
        term = value & U32;
        return this;
    }

    /**
     * The inflated state; do not change it.
     *
     * @return an array of which the first {@link #payloadLength()} bytes count; valid until the message is used again
     */
    public byte[] payload() {
        return state;
    }

    /**
     * Length of the inflated state.
     *
     * @return bytes
     */
    public int payloadLength() {
        return stateLength;
    }

    /**
     * Length of the compressed state.
     *
     * @return bytes: as it arrived, or as this library compresses it
     */
    public int compressedLength() {
        return wireLength >= 0 ? wireLength : deflate();
    }

    /**
     * Sets the state, which is copied.
     *
     * @param source where it is
     * @param offset its first byte
     * @param length how long it is, 0 to the largest state
     * @return this
     * @throws IllegalArgumentException if it is longer than the largest state
     * @throws IndexOutOfBoundsException if it is not within the source
     */
    public StateSync payload(final byte[] source, final int offset, final int length) {
        if (length > maxStateBytes) {
            throw new IllegalArgumentException("state of " + length + " bytes is larger than " + maxStateBytes);
        }
        wireLength = UNKNOWN;
        reserve(length);
        System.arraycopy(source, offset, state, 0, length);
        return this;
    }

    @Override
    public String toString() {
        return "StateSync{frame=" + frame + ", term=" + term + ", bytes=" + payloadLength() + '}';
    }
}
