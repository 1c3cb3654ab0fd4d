package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * A part of a stream of bytes for one receiver, or its acknowledgement.
 *
 * <pre>
 *  0      header 0x1E
 *  1      kind: 0 CHUNK, 1 ACK
 *  2-5    transfer
 *  CHUNK:
 *  6-9    index of the chunk, from 0
 *  10     flags: bit 0 last, bits 1-7 zero
 *  11-12  length, 1 to 1024; 0 only in the last one
 *  13-    the bytes
 *  ACK:
 *  6-9    the first chunk the receiver lacks
 *  10-13  bit n: it has the chunk n + 1 after that one
 * </pre>
 *
 * <p>Not thread-safe.
 */
public final class TransferMessage extends Message {

    /** What a transfer message is for. */
    public enum Kind {
        /** A part of the stream. */
        CHUNK,
        /** What has arrived of it. */
        ACK;

        private static final Kind[] BY_CODE = values();
    }

    /** Most bytes in one chunk: with every header below it, it still fits an unfragmented Internet datagram. */
    public static final int MAX_CHUNK_BYTES = 1024;

    /** What a chunk costs beside its bytes. */
    public static final int CHUNK_OVERHEAD_BYTES = 13;

    /** How many chunks behind the first one lacking an acknowledgement tells of. */
    public static final int BITMAP_CHUNKS = Integer.SIZE;

    private static final int FLAG_LAST = 1;
    private static final int HEAD_BYTES = 5;
    private static final int CHUNK_HEAD_BYTES = 7;
    private static final int ACK_BYTES = 8;

    private final byte[] bytes = new byte[MAX_CHUNK_BYTES];
    private Kind kind = Kind.ACK;
    private int transferId;
    private int index;
    private boolean last;
    private int length;
    private int next;
    private int bitmap;

    /** A message to be filled or decoded into. */
    public TransferMessage() {
    }

    /**
     * The largest chunk a transport takes.
     *
     * @param maxPayloadBytes the transport's largest payload, more than {@value #CHUNK_OVERHEAD_BYTES}
     * @return bytes, 1 to {@value #MAX_CHUNK_BYTES}
     * @throws IllegalArgumentException if not even one byte fits
     */
    public static int maxChunkBytes(final int maxPayloadBytes) {
        checked("maxPayloadBytes", maxPayloadBytes, CHUNK_OVERHEAD_BYTES + 1, Integer.MAX_VALUE);
        return Math.min(maxPayloadBytes - CHUNK_OVERHEAD_BYTES, MAX_CHUNK_BYTES);
    }

    @Override
    public MessageType type() {
        return MessageType.TRANSFER;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < HEAD_BYTES) {
            return WireCode.TRUNCATED;
        }
        final int code = buffer.get() & U8;
        if (code >= Kind.BY_CODE.length) {
            return WireCode.RANGE;
        }
        reset(Kind.BY_CODE[code], buffer.getInt());
        return switch (kind) {
            case CHUNK -> decodeChunk(buffer);
            case ACK -> decodeAck(buffer);
        };
    }

    private WireCode decodeChunk(final ByteBuffer buffer) {
        if (buffer.remaining() < CHUNK_HEAD_BYTES) {
            return WireCode.TRUNCATED;
        }
        index = buffer.getInt();
        final int flags = buffer.get() & U8;
        length = buffer.getShort() & U16;
        if ((flags & ~FLAG_LAST) != 0) {
            return WireCode.RESERVED;
        }
        last = flags == FLAG_LAST;
        if (length > MAX_CHUNK_BYTES) {
            return WireCode.TOO_LARGE;
        }
        final WireCode fits = exactly(buffer, length);
        if (fits != WireCode.OK) {
            return fits;
        }
        buffer.get(bytes, 0, length);
        return isLength(length, last) ? WireCode.OK : WireCode.RANGE;
    }

    /**
     * Can a chunk be as long as this?
     *
     * @param count  bytes, not negative
     * @param isLast true when the stream ends with it
     * @return true for 1 to {@value #MAX_CHUNK_BYTES}, and for 0 in the last chunk
     */
    public static boolean isLength(final int count, final boolean isLast) {
        return count >= (isLast ? 0 : 1) && count <= MAX_CHUNK_BYTES;
    }

    private WireCode decodeAck(final ByteBuffer buffer) {
        final WireCode fits = exactly(buffer, ACK_BYTES);
        if (fits == WireCode.OK) {
            next = buffer.getInt();
            bitmap = buffer.getInt();
        }
        return fits;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.put((byte) kind.ordinal());
        buffer.putInt(transferId);
        if (kind == Kind.CHUNK) {
            buffer.putInt(index);
            buffer.put((byte) (last ? FLAG_LAST : 0));
            buffer.putShort((short) length);
            buffer.put(bytes, 0, length);
        } else {
            buffer.putInt(next);
            buffer.putInt(bitmap);
        }
    }

    private void reset(final Kind newKind, final int transfer) {
        kind = newKind;
        transferId = transfer;
        index = 0;
        last = false;
        length = 0;
        next = 0;
        bitmap = 0;
    }

    /**
     * Fills the message with a part of the stream, which is copied.
     *
     * @param transfer   which stream
     * @param chunkIndex which chunk of it, from 0, unsigned
     * @param source     where the bytes are
     * @param offset     the first one
     * @param count      how many, 1 to {@value #MAX_CHUNK_BYTES}, or 0 if it is the last chunk
     * @param isLast     true when the stream ends with this chunk
     * @return this
     * @throws IllegalArgumentException  if the count is out of range
     * @throws IndexOutOfBoundsException if the bytes are not within the source
     */
    public TransferMessage chunk(final int transfer, final int chunkIndex, final byte[] source, final int offset,
                                 final int count, final boolean isLast) {
        checked("chunk length", count, isLast ? 0 : 1, MAX_CHUNK_BYTES);
        System.arraycopy(source, offset, bytes, 0, count);
        reset(Kind.CHUNK, transfer);
        index = chunkIndex;
        last = isLast;
        length = count;
        return this;
    }

    /**
     * Fills the message with what has arrived.
     *
     * @param transfer     which stream
     * @param firstLacking the first chunk the receiver lacks, unsigned
     * @param arrived      bit n: it has the chunk {@code firstLacking + n + 1}
     * @return this
     */
    public TransferMessage ack(final int transfer, final int firstLacking, final int arrived) {
        reset(Kind.ACK, transfer);
        next = firstLacking;
        bitmap = arrived;
        return this;
    }

    /**
     * What this message is for.
     *
     * @return never null
     */
    public Kind kind() {
        return kind;
    }

    /**
     * Which stream this is about.
     *
     * @return any 32 bits
     */
    public int transferId() {
        return transferId;
    }

    /**
     * Which chunk this is.
     *
     * @return 32 bits, unsigned; 0 unless the kind is CHUNK
     */
    public int index() {
        return index;
    }

    /**
     * Does the stream end with this chunk?
     *
     * @return false unless the kind is CHUNK
     */
    public boolean last() {
        return last;
    }

    /**
     * The chunk's bytes; do not change them.
     *
     * @return an array of which the first {@link #length()} bytes count; the same one every time
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * How long the chunk is.
     *
     * @return bytes, 0 to {@value #MAX_CHUNK_BYTES}
     */
    public int length() {
        return length;
    }

    /**
     * The first chunk the receiver lacks.
     *
     * @return 32 bits, unsigned; 0 unless the kind is ACK
     */
    public int next() {
        return next;
    }

    /**
     * What the receiver has behind that chunk.
     *
     * @return bit n: the chunk {@link #next()} + n + 1; 0 unless the kind is ACK
     */
    public int bitmap() {
        return bitmap;
    }

    @Override
    public String toString() {
        final String head = "Transfer{" + kind + ", transfer=" + Integer.toUnsignedString(transferId);
        return switch (kind) {
            case CHUNK -> head + ", index=" + Integer.toUnsignedString(index) + ", bytes=" + length
                + (last ? ", last}" : "}");
            case ACK -> head + ", next=" + Integer.toUnsignedString(next) + ", bitmap="
                + Integer.toBinaryString(bitmap) + '}';
        };
    }
}
