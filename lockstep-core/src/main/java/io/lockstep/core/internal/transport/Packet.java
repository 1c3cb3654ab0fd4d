package io.lockstep.core.internal.transport;

import java.nio.ByteBuffer;

/**
 * One packet of the plain-UDP transport, which is one UDP datagram: a header of four bytes, its content, and a tag of
 * eight that says whose it is. Everything is big-endian but the tag.
 * <pre>
 *      0       1       2       3     4 ...
 *  +-------+-------+-------+-------+-------------+-----------+   flags: REL 0x80, ACK 0x40, FIN 0x20, END 0x10,
 *  | flags | chunk |   sequence    | content ... | tag (8 B) |          OWN 0x08, SIG 0x04
 *  +-------+-------+-------+-------+-------------+-----------+
 * </pre>
 * docs/WIRE.md says which packets there are. Reusable and allocation-free; not thread-safe.
 */
public final class Packet {

    /** Bytes of the header. */
    public static final int HEADER_BYTES = 4;
    /** Bytes of the tag. */
    public static final int TAG_BYTES = Long.BYTES;
    /**
     * Longest packet: every path carries 576 bytes (RFC 791), the longest IPv4 header is 60 bytes, the UDP header 8.
     */
    public static final int MAX_BYTES = 576 - 60 - 8;
    /** Longest chunk, and the length of each chunk but the last of a sequence. */
    public static final int MAX_CHUNK_BYTES = MAX_BYTES - HEADER_BYTES - TAG_BYTES;
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
    /** Flag: what this carries is the transport's own and is handed over to nobody. */
    public static final int OWN = 0x08;
    /** Flag: the chunk is sent once, but belongs to no link of sessions yet, so it is signed and has no seal. */
    public static final int SIG = 0x04;

    /** Flags of an Init and of a ChallengeResponse. */
    public static final int ASKS = REL | FIN | OWN;
    /** Flags of a Challenge and of an Accept. */
    public static final int ANSWERS = ACK | FIN | OWN;
    /** Flags of what keeps a connection alive. */
    public static final int KEEPS_ALIVE = FIN | OWN;

    /** Bytes of a salt and a pepper. */
    public static final int HANDSHAKE_BYTES = 2 * Long.BYTES;
    /** The sequence of an Init and its answer. */
    public static final int INIT_SEQUENCE = 0;
    /** The sequence of a ChallengeResponse and its answer. */
    public static final int RESPONSE_SEQUENCE = 1;

    private static final int RESERVED = 0x03;
    private static final int U8 = 0xFF;
    private static final int FLAGS_SHIFT = 56;
    private static final int CHUNK_SHIFT = 48;
    private static final long U48 = (1L << CHUNK_SHIFT) - 1;

    private int flags;
    private int chunk;
    private int sequence;
    private int contentBytes;
    private long salt;
    private long pepper;
    private long tag;
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
        if (length < HEADER_BYTES + TAG_BYTES) {
            return PacketCode.TRUNCATED;
        }
        if (length > MAX_BYTES) {
            return PacketCode.TOO_LONG;
        }
        final int start = datagram.position();
        flags = datagram.get(start) & U8;
        chunk = datagram.get(start + 1) & U8;
        sequence = (datagram.get(start + 2) & U8) << Byte.SIZE | datagram.get(start + 3) & U8;
        contentBytes = length - HEADER_BYTES - TAG_BYTES;
        salt = contentBytes == HANDSHAKE_BYTES ? number(datagram, start + HEADER_BYTES) : 0;
        pepper = contentBytes == HANDSHAKE_BYTES ? number(datagram, start + HEADER_BYTES + Long.BYTES) : 0;
        tag = Long.reverseBytes(number(datagram, start + length - TAG_BYTES));
        return classify();
    }

    private static long number(final ByteBuffer datagram, final int at) {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << Byte.SIZE | datagram.get(at + i) & U8;
        }
        return value;
    }

    private PacketCode classify() {
        if ((flags & RESERVED) != 0) {
            return PacketCode.RESERVED;
        }
        if ((flags & SIG) != 0 && (flags & ~FIN) != SIG) {
            return PacketCode.FLAGS;
        }
        if ((flags & OWN) != 0) {
            return classifyOwn();
        }
        return (flags & (END | ACK)) != 0 ? classifyBare() : classifyChunk();
    }

    private PacketCode classifyOwn() {
        if (flags == KEEPS_ALIVE) {
            return chunk == 0 && contentBytes == 0 ? is(PacketKind.KEEP_ALIVE) : PacketCode.CONTENT;
        }
        if (flags != ASKS && flags != ANSWERS) {
            return PacketCode.FLAGS;
        }
        if (chunk != 0 || sequence > RESPONSE_SEQUENCE || contentBytes != HANDSHAKE_BYTES) {
            return PacketCode.CONTENT;
        }
        if (flags == ANSWERS) {
            return is(sequence == INIT_SEQUENCE ? PacketKind.CHALLENGE : PacketKind.ACCEPT);
        }
        if (sequence == RESPONSE_SEQUENCE) {
            return is(PacketKind.CHALLENGE_RESPONSE);
        }
        return pepper == 0 ? is(PacketKind.INIT) : PacketCode.CONTENT;
    }

    private PacketCode classifyBare() {
        if (flags != END && flags != ACK) {
            return PacketCode.FLAGS;
        }
        if (contentBytes != 0 || flags == END && (chunk != 0 || sequence != 0)) {
            return PacketCode.CONTENT;
        }
        return is(flags == END ? PacketKind.END : PacketKind.ACKNOWLEDGEMENT);
    }

    private PacketCode classifyChunk() {
        final boolean last = (flags & FIN) != 0;
        if (last ? contentBytes == 0 && chunk > 0 : contentBytes != MAX_CHUNK_BYTES) {
            return PacketCode.CHUNK_LENGTH;
        }
        if (!last && chunk == MAX_CHUNKS - 1) {
            return PacketCode.CHUNK;
        }
        return is((flags & REL) == 0 ? PacketKind.UNRELIABLE : PacketKind.RELIABLE);
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
     * @return any of {@link #REL}, {@link #ACK}, {@link #FIN}, {@link #END}, {@link #OWN} and {@link #SIG}
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
     * The sequence it belongs to, as far as it travels.
     *
     * @return 0 to 65,535: the lower 16 bits
     */
    public int sequence() {
        return sequence;
    }

    /**
     * How much lies between header and tag.
     *
     * @return bytes, 0 to 496
     */
    public int contentBytes() {
        return contentBytes;
    }

    /**
     * What the initiator of a handshake has drawn.
     *
     * @return the salt; meaningless for other packets
     */
    public long salt() {
        return salt;
    }

    /**
     * What the other side of a handshake has answered.
     *
     * @return the pepper; 0 in an Init, meaningless for other packets
     */
    public long pepper() {
        return pepper;
    }

    /**
     * What says whose packet this is.
     *
     * @return 64 bits
     */
    public long tag() {
        return tag;
    }

    /**
     * Whether the tag of this chunk is the session's seal.
     *
     * @return true for an unreliable one without the flag {@link #SIG}
     */
    public boolean isSealed() {
        return kind == PacketKind.UNRELIABLE && (flags & SIG) == 0;
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
     * Where a packet stands in its connection, which its tag covers: the header, and of the sequence what does not
     * travel.
     *
     * @param flags    any of {@link #REL}, {@link #ACK}, {@link #FIN}, {@link #END}, {@link #OWN} and {@link #SIG}
     * @param chunk    0 to 255; higher bits are ignored
     * @param sequence counted on past 16 bits; more than 48 bits are ignored
     * @return flags in the highest byte, the chunk in the next one, then the sequence
     */
    public static long place(final int flags, final int chunk, final long sequence) {
        return (long) flags << FLAGS_SHIFT | (long) (chunk & U8) << CHUNK_SHIFT | sequence & U48;
    }

    /**
     * Writes the header of a packet that stands at a place, whatever the buffer's order is.
     *
     * @param buffer with room for four bytes at its position, which moves behind them
     * @param place  from {@link #place}
     */
    public static void putHeader(final ByteBuffer buffer, final long place) {
        buffer.put((byte) (place >>> FLAGS_SHIFT)).put((byte) (place >>> CHUNK_SHIFT))
            .put((byte) (place >>> Byte.SIZE)).put((byte) place);
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
