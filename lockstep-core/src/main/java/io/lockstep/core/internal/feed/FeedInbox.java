package io.lockstep.core.internal.feed;

import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Takes what has come from a socket, so much at most in one poll; what is no datagram of a feed is dropped. */
public final class FeedInbox {

    private final PacketSocket socket;
    private final FeedPacket packet = new FeedPacket();
    /** One byte more than a datagram has shows what is longer. */
    private final ByteBuffer in =
        ByteBuffer.allocate(FeedLimits.MAX_DATAGRAM_BYTES + 1).order(ByteOrder.LITTLE_ENDIAN);
    private int taken;

    public FeedInbox(final PacketSocket socket) {
        this.socket = socket;
    }

    /** A new poll begins. */
    public void begin() {
        taken = 0;
    }

    /** Goes to the next datagram; answers who sent it, null if there is none or this poll has taken enough. */
    public SocketAddress next() {
        while (taken < FeedLimits.MAX_DATAGRAMS_PER_POLL) {
            in.clear();
            final SocketAddress from = socket.receive(in);
            if (from == null) {
                return null;
            }
            taken++;
            in.flip();
            if (in.limit() <= FeedLimits.MAX_DATAGRAM_BYTES && packet.open(in)) {
                return from;
            }
        }
        return null;
    }

    /** The datagram, with its content between position and limit. */
    public ByteBuffer datagram() {
        return in;
    }

    /** How many have come in this poll. */
    public int taken() {
        return taken;
    }
}
