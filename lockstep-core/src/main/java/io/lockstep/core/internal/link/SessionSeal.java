package io.lockstep.core.internal.link;

import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;

/** The seals of all links: for a transport that calls them where it knows more, or for the session itself. */
public final class SessionSeal implements DatagramSeal {

    private final Links links;
    private final boolean handedOver;

    /** Hands the seals over to a transport that takes them. */
    public SessionSeal(final Links links, final Transport transport) {
        this.links = links;
        handedOver = transport.seal(this);
    }

    @Override
    public long seal(final int peer, final Lane lane, final long sequence, final long path, final long place,
                     final ByteBuffer payload) {
        return links.of(peer).seal.seal(lane, sequence, path, place, payload);
    }

    @Override
    public long open(final int peer, final Lane lane, final long tag, final long path, final long place,
                     final ByteBuffer payload) {
        final Link link = links.of(peer);
        return link == null ? REFUSED : link.seal.open(lane, tag, path, place, payload);
    }

    @Override
    public long newest(final int peer, final Lane lane) {
        final Link link = links.of(peer);
        return link == null ? 0 : link.seal.newestOf(lane);
    }

    /** What is given to the transport beside a datagram. */
    long outgoing(final Link link, final Lane lane, final long sequence, final ByteBuffer payload) {
        return handedOver ? sequence : link.seal.seal(lane, sequence, 0, 0, payload);
    }

    /** The sequence of a datagram that the transport delivers; {@link #REFUSED} if it is not to be read. */
    public long incoming(final Link link, final Lane lane, final long tag, final ByteBuffer payload) {
        return handedOver ? tag : link.seal.open(lane, tag, 0, 0, payload);
    }
}
