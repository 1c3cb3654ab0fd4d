package io.lockstep.aeron;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/** Stands for a session's seal: 16 bits of sequence and 48 bits of MAC, for sequences that need no more. */
final class TestSeal implements DatagramSeal {

    private static final int MAC_BITS = 48;
    private static final long MAC_MASK = (1L << MAC_BITS) - 1;

    private final int localPeer;
    private final PacketSigner signer;
    private final PacketSigner[] others = new PacketSigner[AeronTransportConfig.MAX_PEERS];

    TestSeal(final MatchKey sessionKey, final int localPeer) {
        this.localPeer = localPeer;
        final LinkKeys keys = LinkKeys.of(sessionKey);
        signer = keys.signer(localPeer);
        for (int peer = 0; peer < others.length; peer++) {
            others[peer] = keys.signer(peer);
        }
    }

    @Override
    public long seal(final int peer, final Lane lane, final long sequence, final long path, final long place,
        final ByteBuffer payload) {
        return sequence << MAC_BITS | mac(signer, peer, lane, sequence, path, place, payload);
    }

    @Override
    public long open(final int peer, final Lane lane, final long tag, final long path, final long place,
        final ByteBuffer payload) {
        final long sequence = tag >>> MAC_BITS;
        return (tag & MAC_MASK) == mac(others[peer], localPeer, lane, sequence, path, place, payload)
            ? sequence : REFUSED;
    }

    @Override
    public long newest(final int peer, final Lane lane) {
        return 0;
    }

    private static long mac(final PacketSigner from, final int to, final Lane lane, final long sequence,
        final long path, final long place, final ByteBuffer payload) {
        return from.sign(to, path + lane.ordinal(), place + sequence, payload) & MAC_MASK;
    }
}
