package io.lockstep.core.internal.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One packet of the plain-UDP transport, which is one UDP datagram: a header of four bytes, its content, and a tag of
 * eight that says whose it is. Everything is big-endian but the tag. A whole message of a link of sessions, as every
 * tick has one, is counted by its link sequence alone, which is in its tag: its header is the flags.
 * <pre>
 *      0       1       2       3     4 ...
 *  +-------+-------+-------+-------+-------------+-----------+   flags: REL 0x80, ACK 0x40, FIN 0x20, END 0x10,
 *  | flags | chunk |   sequence    | content ... | tag (8 B) |          OWN 0x08, SIG 0x04
 *  +-------+-------+-------+-------+-------------+-----------+
 *  | flags | content ... | tag (8 B, 6 B)  |                            LNK 0x02, CUT 0x01
 *  +-------+-------------+-----------------+
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

    /** Flag, alone or with {@link #CUT}: a whole message of a link, sent once; the flags are the header. */
    public static final int LNK = 0x02;
    /** Flag: of the tag bits 32 to 47 do not travel. They are 0, as without keys they always are. */
    public static final int CUT = 0x01;
    /** The place of a whole message of a link, which its link sequence tells from all others. */
    public static final long WHOLE = (long) LNK << 56;

    /** Bytes of the header with {@link #LNK}. */
    public static final int SHORT_HEADER_BYTES = 1;
    /** Bytes of the tag with {@link #CUT}. */
    public static final int SHORT_TAG_BYTES = 6;

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

    private static final int U8 = 0xFF;
    private static final int FLAGS_SHIFT = 56;
    private static final int CHUNK_SHIFT = 48;
    private static final long U48 = (1L << CHUNK_SHIFT) - 1;
    /** What of the tag travels in front of what may be cut out. */
    private static final int TAG_START_BYTES = Integer.BYTES;
    private static final int U16 = 0xFFFF;
    private static final long U32 = 0xFFFF_FFFFL;

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
        final int start = datagram.position();
        flags = length == 0 ? 0 : datagram.get(start) & U8;
        if (length < headerBytes() + tagBytes()) {
            return PacketCode.TRUNCATED;
        }
        if (length > MAX_BYTES) {
            return PacketCode.TOO_LONG;
        }
        contentBytes = length - headerBytes() - tagBytes();
        tag = tagAt(datagram, start + length - tagBytes());
        if ((flags & (LNK | CUT)) != 0) {
            chunk = 0;
            sequence = 0;
            return classifyWhole();
        }
        chunk = datagram.get(start + 1) & U8;
        sequence = (datagram.get(start + 2) & U8) << Byte.SIZE | datagram.get(start + 3) & U8;
        salt = contentBytes == HANDSHAKE_BYTES ? number(datagram, start + HEADER_BYTES) : 0;
        pepper = contentBytes == HANDSHAKE_BYTES ? number(datagram, start + HEADER_BYTES + Long.BYTES) : 0;
        return classify();
    }

    private long tagAt(final ByteBuffer datagram, final int at) {
        if (tagBytes() == TAG_BYTES) {
            return Long.reverseBytes(number(datagram, at));
        }
        long value = 0;
        for (int i = SHORT_TAG_BYTES - 1; i >= 0; i--) {
            value = value << Byte.SIZE | datagram.get(at + i) & U8;
        }
        return value & U32 | value >>> Integer.SIZE << CHUNK_SHIFT;
    }

    /** Has a tag nothing in the bits that {@link #CUT} leaves out? Then they are left out. */
    private static boolean isCut(final long tag) {
        return (tag >>> Integer.SIZE & U16) == 0;
    }

    private PacketCode classifyWhole() {
        if ((flags & LNK) == 0) {
            return PacketCode.RESERVED;
        }
        if ((flags & ~CUT) != LNK || (flags & CUT) == 0 && isCut(tag)) {
            return PacketCode.FLAGS;
        }
        return contentBytes > MAX_CHUNK_BYTES ? PacketCode.CHUNK_LENGTH : is(PacketKind.UNRELIABLE);
    }

    private static long number(final ByteBuffer datagram, final int at) {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << Byte.SIZE | datagram.get(at + i) & U8;
        }
        return value;
    }

    private PacketCode classify() {
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
        if (flags == FIN && chunk == 0) {
            return PacketCode.FLAGS;
        }
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
     * @return any of {@link #REL}, {@link #ACK}, {@link #FIN}, {@link #END}, {@link #OWN}, {@link #SIG}, {@link #LNK}
     *     and {@link #CUT}
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
     * How long the header is.
     *
     * @return bytes: {@link #HEADER_BYTES} or, of a whole message of a link, {@link #SHORT_HEADER_BYTES}
     */
    public int headerBytes() {
        return (flags & LNK) == 0 ? HEADER_BYTES : SHORT_HEADER_BYTES;
    }

    /**
     * How long the tag is.
     *
     * @return bytes: {@link #TAG_BYTES} or {@link #SHORT_TAG_BYTES}
     */
    public int tagBytes() {
        return (flags & LNK) != 0 && (flags & CUT) != 0 ? SHORT_TAG_BYTES : TAG_BYTES;
    }

    /**
     * Whether a packet with the seal of a link sequence is in its place: what travels of a sequence is that one's.
     *
     * @param linkSequence of the seal
     * @return true if it is
     */
    public boolean isOf(final long linkSequence) {
        return (flags & LNK) != 0 || sequence == (linkSequence & U16);
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
     * @return the flag {@link #FIN}, or {@link #LNK}
     */
    public boolean isLast() {
        return (flags & (FIN | LNK)) != 0;
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
     * Puts a whole message of a link together.
     *
     * @param buffer  with the content from {@link #SHORT_HEADER_BYTES} to its limit, behind which is room for a tag;
     *                then from the header to the end of the packet
     * @param itsTag  the seal of the content at {@link #WHOLE}
     */
    public static void frameWhole(final ByteBuffer buffer, final long itsTag) {
        final int end = buffer.limit();
        final boolean cut = isCut(itsTag);
        buffer.limit(end + (cut ? SHORT_TAG_BYTES : TAG_BYTES)).order(ByteOrder.LITTLE_ENDIAN).position(0);
        buffer.put(0, (byte) (cut ? LNK | CUT : LNK));
        buffer.putInt(end, (int) itsTag);
        if (!cut) {
            buffer.putShort(end + TAG_START_BYTES, (short) (itsTag >>> Integer.SIZE));
        }
        buffer.putShort(buffer.limit() - Short.BYTES, (short) (itsTag >>> CHUNK_SHIFT));
    }

    /**
     * How long the packet of a whole message of a link is.
     *
     * @param bytes of the message, at most {@link #MAX_CHUNK_BYTES}
     * @param keyed whether its seal has more than 32 bits
     * @return bytes with header and tag; of one seal with keys in 65,536 it is two less
     */
    public static int wholeBytes(final int bytes, final boolean keyed) {
        return SHORT_HEADER_BYTES + bytes + (keyed ? TAG_BYTES : SHORT_TAG_BYTES);
    }

    /**
     * Writes the header of a packet that stands at a place, whatever the buffer's order is.
     *
     * @param buffer with room for four bytes at its position, which moves behind them
     * @param place  from {@link #place}, not of a whole message of a link
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
