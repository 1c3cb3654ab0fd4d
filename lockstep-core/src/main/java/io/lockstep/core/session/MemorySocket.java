package io.lockstep.core.session;

import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One of two ends of a line in memory. */
final class MemorySocket implements PacketSocket {

    /** Packets that wait at one end; more are lost. Two peers that poll in turn send a few before the other polls. */
    private static final int MOST_WAITING = 16;

    private final ByteBuffer[] waiting = new ByteBuffer[MOST_WAITING];
    private final End address = new End();
    private final MemorySocket other;
    private long received;
    private long sent;

    /** An address on this line, which is nobody else's. */
    private static final class End extends SocketAddress {
        private static final long serialVersionUID = 1L;
    }

    /** One end, with another one beside it. */
    MemorySocket() {
        other = new MemorySocket(this);
    }

    private MemorySocket(final MemorySocket first) {
        other = first;
    }

    /** The other end. */
    MemorySocket other() {
        return other;
    }

    SocketAddress address() {
        return address;
    }

    @Override
    public @Nullable SocketAddress receive(final ByteBuffer into) {
        if (received == sent) {
            return null;
        }
        into.put(waiting[(int) (received++ % MOST_WAITING)].rewind());
        return other.address;
    }

    @Override
    public boolean send(final ByteBuffer packet, final SocketAddress to) {
        return other.take(packet);
    }

    private boolean take(final ByteBuffer packet) {
        if (sent - received == MOST_WAITING) {
            return false;
        }
        final int place = (int) (sent++ % MOST_WAITING);
        if (waiting[place] == null) {
            waiting[place] = ByteBuffer.allocate(packet.capacity());
        }
        waiting[place].clear().put(packet).flip();
        return true;
    }

    @Override
    public void close() {
        // Nothing is held.
    }
}
