package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checksum beside every datagram, and the 64-bit tag it travels in: the link sequence in the upper half, the
 * checksum in the lower. The checksum is seeded with everything that must agree, so that a flipped bit, another
 * match's, another epoch's or another incarnation's datagram fails it. Against accidents, not against attackers.
 *
 * <p>Reusable, allocation-free, not thread-safe.
 */
public final class Integrity {

    private final CRC32C crc = new CRC32C();
    private final byte[] sequenceBytes = new byte[Integer.BYTES];

    /** A sealer for one thread. */
    public Integrity() {
    }

    /**
     * The checksum of a datagram.
     *
     * @param payload  what travels, between position and limit; unchanged
     * @param sequence its link sequence, any 32 bits
     * @param seed     from {@link #seed}
     * @return CRC32C over the sequence's four bytes, lowest first, and the payload; XOR the seed
     */
    public int seal(final ByteBuffer payload, final int sequence, final int seed) {
        for (int i = 0; i < Integer.BYTES; i++) {
            sequenceBytes[i] = (byte) (sequence >>> i * Byte.SIZE);
        }
        final int position = payload.position();
        crc.reset();
        crc.update(sequenceBytes, 0, Integer.BYTES);
        crc.update(payload);
        payload.position(position);
        return (int) crc.getValue() ^ seed;
    }

    /**
     * What seeds the checksums of one direction of a link. Computed once per link, it allocates. During the handshake,
     * when neither match nor incarnations are agreed, the first four are 0.
     *
     * @param matchId         the match
     * @param epochId         the epoch
     * @param fromIncarnation the sender's incarnation
     * @param toIncarnation   the receiver's incarnation
     * @param fromPeer        the sender, 0 to 31
     * @param toPeer          the receiver, 0 to 31
     * @param laneOrdinal     ordinal of the {@link io.lockstep.core.transport.Lane}
     * @return CRC32C over the 64-bit ids, the 32-bit incarnations and the three numbers as single bytes, in this order,
     *     little-endian
     */
    public static int seed(final long matchId, final long epochId, final int fromIncarnation, final int toIncarnation,
            final int fromPeer, final int toPeer, final int laneOrdinal) {
        final CRC32C crc = new CRC32C();
        update(crc, matchId, Long.BYTES);
        update(crc, epochId, Long.BYTES);
        update(crc, fromIncarnation, Integer.BYTES);
        update(crc, toIncarnation, Integer.BYTES);
        update(crc, fromPeer, 1);
        update(crc, toPeer, 1);
        update(crc, laneOrdinal, 1);
        return (int) crc.getValue();
    }

    private static void update(final CRC32C crc, final long value, final int bytes) {
        for (int i = 0; i < bytes; i++) {
            crc.update((int) (value >>> i * Byte.SIZE));
        }
    }

    /**
     * Puts sequence and checksum into one tag.
     *
     * @param sequence link sequence
     * @param crc      from {@link #seal}
     * @return the tag
     */
    public static long tag(final int sequence, final int crc) {
        return (long) sequence << Integer.SIZE | crc & Message.U32;
    }

    /**
     * The link sequence in a tag.
     *
     * @param tag from {@link #tag}
     * @return any 32 bits
     */
    public static int sequenceOf(final long tag) {
        return (int) (tag >>> Integer.SIZE);
    }

    /**
     * The checksum in a tag.
     *
     * @param tag from {@link #tag}
     * @return any 32 bits
     */
    public static int crcOf(final long tag) {
        return (int) tag;
    }
}
