package io.lockstep.testkit;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Does everything as another transport does it. Whoever stands between a session and its carrier, to watch, to count or
 * to lie, overrides what it wants otherwise and forgets nothing.
 */
public abstract class ForwardingTransport implements Transport {

    /** What really sends. */
    protected final Transport carrier;

    /**
     * Stands before a transport.
     *
     * @param carrier what really sends; closed with this one
     */
    protected ForwardingTransport(final Transport carrier) {
        this.carrier = carrier;
    }

    @Override
    public int localPeer() {
        return carrier.localPeer();
    }

    @Override
    public boolean reaches(final int peer) {
        return carrier.reaches(peer);
    }

    @Override
    public @Nullable LinkKeys keys() {
        return carrier.keys();
    }

    @Override
    public long drawSeed() {
        return carrier.drawSeed();
    }

    @Override
    public boolean seal(final DatagramSeal seal) {
        return carrier.seal(seal);
    }

    @Override
    public long refused(final int peer) {
        return carrier.refused(peer);
    }

    @Override
    public int maxPayloadBytes() {
        return carrier.maxPayloadBytes();
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return carrier.wireBytes(payloadBytes);
    }

    @Override
    public int wireBytes(final Lane lane, final int payloadBytes) {
        return carrier.wireBytes(lane, payloadBytes);
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        return carrier.send(peer, lane, tag, payload);
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler handler) {
        return carrier.poll(nowNs, handler);
    }

    @Override
    public void await(final long maxNs) {
        carrier.await(maxNs);
    }

    @Override
    public @Nullable String hint(final int peer) {
        return carrier.hint(peer);
    }

    @Override
    public @Nullable String failure() {
        return carrier.failure();
    }

    @Override
    public void close() {
        carrier.close();
    }
}
