package io.lockstep.core.transport;

import java.nio.ByteBuffer;

/**
 * Receives what a {@link Transport} delivers.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface DatagramHandler {

    /**
     * One datagram from one peer.
     *
     * @param peer    the peer at the other end of the link it came in on: identity comes from the link, never from the
     *                payload
     * @param lane    the lane it came in on
     * @param tag     the 64 bits that were given to {@link Transport#send}
     * @param payload the datagram between position and limit; little-endian or not, valid only during this call and the
     *                callee's to overwrite
     */
    void onDatagram(int peer, Lane lane, long tag, ByteBuffer payload);
}
