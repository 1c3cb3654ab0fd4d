package io.lockstep.transport.ice;

import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries a {@code DatagramTransport} over the ways of a {@link PathMesh}: peers are {@link PathAddress}es, and which
 * way leads to one is none of the transport's business. By a direct way the game's thread sends itself; what goes
 * through a relay, and what arrives, passes through rings of 64 KiB between it and the threads of the network. So it
 * makes no garbage and never waits; what finds no room is lost, as in a socket's buffer. Used from one thread, but for
 * {@link #close}.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class PathSocket implements PacketSocket {

    /** The shortest packet: what is shorter is a probe of the mesh's own. */
    public static final int MIN_PACKET_BYTES = 2;

    /** The longest packet: with what TURN adds it fits a tunnel's 1,280 bytes. */
    public static final int MAX_PACKET_BYTES = 1200;

    private final PathMesh mesh;
    private final Inbox[] inboxes;
    private final PathAddress[] names;
    private final Doorbell doorbell;
    private final BooleanSupplier arrived = this::hasArrived;
    private int turn;
    /** Whether packets are being taken, and since when, or when that began the last time. */
    private boolean polling;
    private long polledNs;

    PathSocket(final PathMesh mesh, final int[] peers, final Inbox[] inboxes, final Doorbell doorbell) {
        this.mesh = mesh;
        this.inboxes = inboxes;
        this.doorbell = doorbell;
        names = new PathAddress[peers.length];
        for (int i = 0; i < peers.length; i++) {
            names[i] = PathAddress.of(peers[i]);
        }
    }

    @Override
    public boolean crossesInternet() {
        return true;
    }

    @Override
    public @Nullable SocketAddress receive(final ByteBuffer into) {
        if (!polling) {
            polling = true;
            polledNs = System.nanoTime();
        }
        for (int i = 0; i < inboxes.length; i++) {
            final int place = turn;
            turn = turn + 1 == inboxes.length ? 0 : turn + 1;
            if (inboxes[place].take(into)) {
                return names[place];
            }
        }
        polling = false;
        return null;
    }

    /**
     * {@inheritDoc}
     *
     * @param packet between position and limit, {@link #MIN_PACKET_BYTES} to {@link #MAX_PACKET_BYTES}
     * @param to     a {@link PathAddress}
     * @return false as well if there is no way to the peer, or none yet, or the packet has another length
     */
    @Override
    public boolean send(final ByteBuffer packet, final SocketAddress to) {
        return to instanceof PathAddress address && packet.remaining() >= MIN_PACKET_BYTES
            && packet.remaining() <= MAX_PACKET_BYTES && mesh.send(address.peer(), packet);
    }

    @Override
    public void await(final long maxNs) {
        final long leftNs = maxNs - (System.nanoTime() - polledNs);
        if (leftNs > 0) {
            doorbell.await(arrived, leftNs);
        }
    }

    private boolean hasArrived() {
        for (int i = 0; i < inboxes.length; i++) {
            if (!inboxes[i].isEmpty()) {
                return true;
            }
        }
        return false;
    }

    @Override
    public @Nullable String failure() {
        return mesh.failure();
    }

    /** Sends what waits, then closes the mesh with all its ways. */
    @Override
    public void close() {
        mesh.close();
    }
}
