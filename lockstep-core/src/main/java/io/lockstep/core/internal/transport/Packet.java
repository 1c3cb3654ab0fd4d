package io.lockstep.core.internal.transport;

import java.nio.ByteBuffer;

/**
 * One packet of the plain-UDP transport, which is one UDP datagram: a header of four bytes and a chunk. Everything is
 * big-endian.
 * <pre>
 *      0       1       2       3     4 ...
 *  +-------+-------+-------+-------+-----------+
 *  | flags | chunk |   sequence    | chunk ... |     flags: REL 0x80, ACK 0x40, FIN 0x20, END 0x10
 *  +-------+-------+-------+-------+-----------+
 * </pre>
 * docs/WIRE.md says which packets there are. Reusable and allocation-free; not thread-safe.
 */
public final class Packet {

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 4;
    /**
     * Longest packet: every path carries 576 bytes (RFC 791), the longest IPv4 header is 60 bytes, the UDP header 8.
     */
    public static final int MAX_BYTES = 576 - 60 - 8;
    /** Longest chunk, and the length of each chunk but the last of a sequence. */
    public static final int MAX_CHUNK_BYTES = MAX_BYTES - HEADER_BYTES;
    /** Chunks of one sequence: the index has eight bits. */
    public static final int MAX_CHUNKS = 256;
    /** Longest message that one sequence carries. */
    public static final int MAX_MESSAGE_BYTES = MAX_CHUNKS * MAX_CHUNK_BYTES;

    /** Flag: the packet is resent until it is acknowledged. */
    public static final int REL = 0x80;
    /** Flag: this acknowledges the reliable packet with the same chunk and sequence. */
    public static final int ACK = 0x40;
    /** Flag: this is the last chunk of its sequence. */
    public static final int FIN = 0x20;
    /** Flag: the connection is closed. */
    public static final int END = 0x10;

    /** Bytes of a salt, a pepper and a seasoning. */
    static final int SECRET_BYTES = Integer.BYTES;
    /** The sequence of an Init and its answer. */
    public static final int INIT_SEQUENCE = 0;
    /** The sequence of a ChallengeResponse and its answer. */
    public static final int RESPONSE_SEQUENCE = 1;

    private static final int RESERVED = 0x0F;
    private static final int U8 = 0xFF;
    private static final int U16 = 0xFFFF;
    private static final int FLAGS_SHIFT = 24;
    private static final int CHUNK_SHIFT = 16;

    private int flags;
    private int chunk;
    private int sequence;
    private int chunkBytes;
    private int secret;
    private PacketKind kind;

    /** A packet to decode into; of no kind yet. */
    public Packet() {
        // Everything is set by decode.
    }

    /**
     * Reads a packet. The buffer's content, limits and order stay as they are.
     *
     * @param datagram what arrived, between position and limit
     * @return {@link PacketCode#OK}, or why it is no packet; only after OK do the other methods speak of it
     */
    public PacketCode decode(final ByteBuffer datagram) {
        kind = null;
        final int length = datagram.remaining();
        if (length < HEADER_BYTES) {
            return PacketCode.TRUNCATED;
        }
        if (length > MAX_BYTES) {
            return PacketCode.TOO_LONG;
        }
        final int start = datagram.position();
        flags = datagram.get(start) & U8;
        chunk = datagram.get(start + 1) & U8;
        sequence = (datagram.get(start + 2) & U8) << Byte.SIZE | datagram.get(start + 3) & U8;
        chunkBytes = length - HEADER_BYTES;
        secret = chunkBytes == SECRET_BYTES ? readSecret(datagram, start + HEADER_BYTES) : 0;
        return classify();
    }

    private static int readSecret(final ByteBuffer datagram, final int at) {
        int value = 0;
        for (int i = 0; i < SECRET_BYTES; i++) {
            value = value << Byte.SIZE | datagram.get(at + i) & U8;
        }
        return value;
    }

    private PacketCode classify() {
        if ((flags & RESERVED) != 0) {
            return PacketCode.RESERVED;
        }
        if ((flags & END) != 0) {
            return classifyEnd();
        }
        return (flags & ACK) != 0 ? classifyAcknowledgement() : classifyChunk();
    }

    private PacketCode classifyEnd() {
        if (flags != END) {
            return PacketCode.FLAGS;
        }
        if (chunk != 0 || sequence != 0 || chunkBytes != SECRET_BYTES) {
            return PacketCode.CONTENT;
        }
        return is(PacketKind.END);
    }

    private PacketCode classifyAcknowledgement() {
        if (flags == ACK) {
            return chunkBytes == 0 ? is(PacketKind.ACKNOWLEDGEMENT) : PacketCode.CONTENT;
        }
        if (flags != (ACK | FIN)) {
            return PacketCode.FLAGS;
        }
        if (chunk != 0 || sequence > RESPONSE_SEQUENCE || chunkBytes != SECRET_BYTES) {
            return PacketCode.CONTENT;
        }
        return is(sequence == INIT_SEQUENCE ? PacketKind.CHALLENGE : PacketKind.ACCEPT);
    }

    private PacketCode classifyChunk() {
        final boolean last = (flags & FIN) != 0;
        if (last ? chunkBytes == 0 && chunk > 0 : chunkBytes != MAX_CHUNK_BYTES) {
            return PacketCode.CHUNK_LENGTH;
        }
        if (!last && chunk == MAX_CHUNKS - 1) {
            return PacketCode.CHUNK;
        }
        if ((flags & REL) == 0) {
            return is(chunkBytes == 0 ? PacketKind.KEEP_ALIVE : PacketKind.UNRELIABLE);
        }
        if (chunk == 0 && chunkBytes == SECRET_BYTES && sequence <= RESPONSE_SEQUENCE) {
            return is(sequence == INIT_SEQUENCE ? PacketKind.INIT : PacketKind.CHALLENGE_RESPONSE);
        }
        return is(PacketKind.RELIABLE);
    }

    private PacketCode is(final PacketKind found) {
        kind = found;
        return PacketCode.OK;
    }

    /**
     * What the packet is for.
     *
     * @return its kind, null if the last decode did not end with OK
     */
    public PacketKind kind() {
        return kind;
    }

    /**
     * The flags.
     *
     * @return any of {@link #REL}, {@link #ACK}, {@link #FIN} and {@link #END}
     */
    public int flags() {
        return flags;
    }

    /**
     * Which chunk of its sequence this is.
     *
     * @return 0 to 255
     */
    public int chunk() {
        return chunk;
    }

    /**
     * The sequence it belongs to.
     *
     * @return 0 to 65,535
     */
    public int sequence() {
        return sequence;
    }

    /**
     * How much follows the header.
     *
     * @return bytes, 0 to 504
     */
    public int chunkBytes() {
        return chunkBytes;
    }

    /**
     * The number that a packet of the handshake or an end carries.
     *
     * @return salt, pepper or seasoning; meaningless for other kinds
     */
    public int secret() {
        return secret;
    }

    /**
     * Whether this is the last chunk of its sequence.
     *
     * @return the flag {@link #FIN}
     */
    public boolean isLast() {
        return (flags & FIN) != 0;
    }

    /**
     * A header as one number.
     *
     * @param flags    any of {@link #REL}, {@link #ACK}, {@link #FIN} and {@link #END}
     * @param chunk    0 to 255; higher bits are ignored
     * @param sequence 0 to 65,535; higher bits are ignored
     * @return the four bytes of the header, the first in the highest
     */
    public static int header(final int flags, final int chunk, final int sequence) {
        return flags << FLAGS_SHIFT | (chunk & U8) << CHUNK_SHIFT | sequence & U16;
    }

    /**
     * Writes a header, whatever the buffer's order is.
     *
     * @param buffer with room for four bytes at its position, which moves behind them
     * @param header from {@link #header}
     */
    public static void putHeader(final ByteBuffer buffer, final int header) {
        for (int shift = FLAGS_SHIFT; shift >= 0; shift -= Byte.SIZE) {
            buffer.put((byte) (header >>> shift));
        }
    }

    /**
     * How many packets a message takes.
     *
     * @param bytes length of the message, 0 to {@link #MAX_MESSAGE_BYTES}
     * @return chunks, at least 1
     */
    public static int chunksOf(final int bytes) {
        return Math.max(1, (bytes + MAX_CHUNK_BYTES - 1) / MAX_CHUNK_BYTES);
    }
}
