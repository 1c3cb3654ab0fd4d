package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections: answers who begins a handshake, and takes the answers to those begun here. Nothing is kept for who
 * has not proven yet to be reachable where it says it is.
 */
final class Handshakes {

    private final Connection[] connections;
    private final Connection[] byPeer;
    private final PacketSocket socket;
    private final Outlet outlet;
    private final PacketTags tags;
    private final Secrets secrets;
    private final EventCounts counts;

    Handshakes(final Connection[] connections, final Connection[] byPeer, final PacketSocket socket,
               final Outlet outlet, final PacketTags tags, final Secrets secrets, final EventCounts counts) {
        this.connections = connections;
        this.byPeer = byPeer;
        this.socket = socket;
        this.outlet = outlet;
        this.tags = tags;
        this.secrets = secrets;
        this.counts = counts;
    }

    /** Takes a packet of a handshake, with its content between position and limit. */
    void take(final Packet packet, final ByteBuffer content, final SocketAddress from) {
        final Connection connection = connectionOf(packet, from);
        if (connection == null) {
            counts.add(DatagramEvent.BAD_HANDSHAKE);
        } else if (!tags.isSigned(packet, connection.peer, Path.NONE,
            Packet.place(packet.flags(), packet.chunk(), packet.sequence()), content)) {
            counts.add(DatagramEvent.GUARD);
            connection.refuse();
        } else {
            take(packet, connection, from);
        }
    }

    /** Whose packet this must be: who begins names itself, and who answers is where it was asked. */
    private @Nullable Connection connectionOf(final Packet packet, final SocketAddress from) {
        return switch (packet.kind()) {
            case INIT, CHALLENGE_RESPONSE -> byPeer[Connection.peerOf(packet.salt())];
            default -> expectedAt(from, packet.salt());
        };
    }

    /** A former address of one peer may be another peer's by now: the salt tells whose answer it is. */
    private @Nullable Connection expectedAt(final SocketAddress from, final long salt) {
        Connection found = null;
        for (final Connection connection : connections) {
            if (connection.isExpectedAt(from) && (found == null || connection.salt() == salt)) {
                found = connection;
            }
        }
        return found;
    }

    private void take(final Packet packet, final Connection connection, final SocketAddress from) {
        final boolean taken = switch (packet.kind()) {
            case INIT -> takeInit(packet, connection, from);
            case CHALLENGE -> connection.challenge(packet.salt(), packet.pepper(), from);
            case CHALLENGE_RESPONSE -> takeResponse(packet, connection, from);
            default -> takeAccept(packet, connection, from);
        };
        if (!taken) {
            counts.add(DatagramEvent.BAD_HANDSHAKE);
        }
    }

    private boolean takeInit(final Packet packet, final Connection connection, final SocketAddress from) {
        outlet.sendHandshake(from, connection.peer, Packet.place(Packet.ANSWERS, 0, Packet.INIT_SEQUENCE),
            packet.salt(), pepper(connection, from));
        return true;
    }

    /**
     * Of handshakes that cross, either end may have the other's proof last: with the salt as the pepper both proofs are
     * the same. Only who can be reached where the peer is expected is told that salt. Our salt changes whenever a
     * connection opens or closes, and with it every pepper: a proof that is repeated later proves nothing.
     */
    private long pepper(final Connection connection, final SocketAddress from) {
        return !connection.isOpen() && connection.isExpectedAt(from) ? connection.salt()
            : secrets.pepper(connection.salt(), from);
    }

    /**
     * Opens the connection if the proof is right. Once it is open, the same proof is accepted from any address: the
     * first copy may have come through a relaying attacker, and the peer itself waits for the answer. The address does
     * not change by this, as any host can repeat a proof.
     */
    private boolean takeResponse(final Packet packet, final Connection connection, final SocketAddress from) {
        final long seasoning = packet.salt() ^ packet.pepper();
        if (!connection.isNamed(seasoning)) {
            if (packet.pepper() != pepper(connection, from) || !connection.mayOpen(from)) {
                return false;
            }
            if (connection.isOpen() && !connection.isFrom(from)) {
                socket.disconnect(connection.address());
            }
            connection.open(from, seasoning);
            noteOpen(from);
        }
        outlet.sendHandshake(from, connection.peer, Packet.place(Packet.ANSWERS, 0, Packet.RESPONSE_SEQUENCE),
            packet.salt(), packet.pepper());
        return true;
    }

    private void noteOpen(final SocketAddress at) {
        counts.add(DatagramEvent.OPENED);
        socket.connect(at);
    }

    private boolean takeAccept(final Packet packet, final Connection connection, final SocketAddress from) {
        if (connection.accept(packet.salt(), packet.pepper())) {
            noteOpen(from);
            return true;
        }
        return connection.isFrom(from);
    }
}
