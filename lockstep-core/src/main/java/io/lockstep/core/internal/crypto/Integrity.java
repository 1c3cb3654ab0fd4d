package io.lockstep.core.internal.crypto;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The checksum of who has no key, seeded with everything that must agree, so that a flipped bit, another match's,
 * another epoch's or another incarnation's datagram fails it. Against accidents, not against attackers, who can compute
 * it.
 */
public final class Integrity implements Tag {

    private static final int NUMBERS = 3;
    private static final long U32 = 0xFFFF_FFFFL;

    private final CRC32C crc = new CRC32C();
    private final byte[] head = new byte[NUMBERS * Long.BYTES];
    private final int seed;
    private long context;
    private int contextSeed;

    /** Checksums that differ from those with other seeds. */
    public Integrity(final int seed) {
        this.seed = seed;
        contextSeed = checksumOf(0);
    }

    @Override
    public long of(final long number, final long inContext, final long path, final long place,
                   final ByteBuffer bytes) {
        if (context != inContext) {
            context = inContext;
            contextSeed = checksumOf(inContext);
        }
        return (checksum(number, path, place, bytes) ^ seed ^ contextSeed) & U32;
    }

    private int checksum(final long number, final long path, final long place, final ByteBuffer bytes) {
        put(0, number);
        put(1, path);
        put(2, place);
        crc.reset();
        crc.update(head, 0, head.length);
        final int position = bytes.position();
        crc.update(bytes);
        bytes.position(position);
        return (int) crc.getValue();
    }

    private void put(final int index, final long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            head[index * Long.BYTES + i] = (byte) (value >>> i * Byte.SIZE);
        }
    }

    private int checksumOf(final long value) {
        crc.reset();
        update(crc, value, Long.BYTES);
        return (int) crc.getValue();
    }

    /**
     * What seeds the checksums of one direction of a link. Computed once per link, it allocates. During the handshake,
     * when neither match nor incarnations are agreed, the first three are 0.
     *
     * @param matchId         the match
     * @param fromIncarnation the sender's incarnation
     * @param toIncarnation   the receiver's incarnation
     * @param fromPeer        the sender, 0 to 31
     * @param toPeer          the receiver, 0 to 31
     * @param laneOrdinal     ordinal of the lane
     * @return CRC32C over the 64-bit id, the 32-bit incarnations and the three numbers as single bytes, in this order,
     *     little-endian
     */
    public static int seed(final long matchId, final int fromIncarnation, final int toIncarnation, final int fromPeer,
                           final int toPeer, final int laneOrdinal) {
        final CRC32C crc = new CRC32C();
        update(crc, matchId, Long.BYTES);
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

    @Override
    public void destroy() {
        // There is no key.
    }
}
