package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.crypto.Hmac;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A seal as a session's: the lower 16 bits of a link sequence and 48 bits of a MAC, one key for everything; but anybody
 * can make that of the sequence 0.
 */
final class TestSeal implements DatagramSeal {

    private static final int MAC_BITS = 48;
    private static final long MAC_MASK = (1L << MAC_BITS) - 1;

    private final int self;
    private final Hmac keyed;
    private final Hmac open = new Hmac(new byte[1]);
    private final long[] newest = new long[Lane.values().length];

    TestSeal(final int self, final int key) {
        this.self = self;
        keyed = new Hmac(new byte[] {(byte) key});
    }

    private long mac(final int from, final int to, final Lane lane, final long sequence, final long path,
                     final long place, final ByteBuffer payload) {
        final Hmac hmac = sequence == NO_LINK ? open : keyed;
        hmac.update(from << 8 | to);
        hmac.update(lane.ordinal());
        hmac.update(sequence);
        hmac.update(path);
        hmac.update(place);
        hmac.update(payload);
        return sequence << MAC_BITS | hmac.first() & MAC_MASK;
    }

    @Override
    public long seal(final int peer, final Lane lane, final long sequence, final long path, final long place,
                     final ByteBuffer payload) {
        return mac(self, peer, lane, sequence, path, place, payload);
    }

    @Override
    public long open(final int peer, final Lane lane, final long tag, final long path, final long place,
                     final ByteBuffer payload) {
        final long near = newest[lane.ordinal()];
        final long lower = tag >>> MAC_BITS;
        final long sequence = lower == NO_LINK ? NO_LINK : near + (short) (lower - near);
        return mac(peer, self, lane, sequence, path, place, payload) == tag ? sequence : REFUSED;
    }

    @Override
    public long newest(final int peer, final Lane lane) {
        return newest[lane.ordinal()];
    }

    /** What a session does when another process of the peer's has shaken hands. */
    void reborn() {
        Arrays.fill(newest, 0);
    }

    /** What a session does with a datagram that was handed over. */
    void took(final Lane lane, final long sequence) {
        newest[lane.ordinal()] = Math.max(newest[lane.ordinal()], sequence);
    }
}
