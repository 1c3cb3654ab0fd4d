package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.net.SocketAddress;
import java.util.SplittableRandom;

/** Opens connections: answers who begins a handshake, and takes the answers to those begun here. */
final class Handshakes {

    private final Connection[] connections;
    private final Connection[] byPeer;
    private final PacketSocket socket;
    private final Outlet outlet;
    private final SplittableRandom random;
    private final EventCounts counts;
    private final HalfOpen halfOpen;

    Handshakes(final Connection[] connections, final Connection[] byPeer, final PacketSocket socket,
               final Outlet outlet, final SplittableRandom random, final EventCounts counts) {
        this.connections = connections;
        this.byPeer = byPeer;
        this.socket = socket;
        this.outlet = outlet;
        this.random = random;
        this.counts = counts;
        halfOpen = new HalfOpen(connections.length, counts);
    }

    /** How many peers have begun a handshake and not finished it. */
    int halfOpen() {
        return halfOpen.size();
    }

    /** Takes a packet of a handshake. */
    void take(final Packet packet, final SocketAddress from, final long nowNs) {
        switch (packet.kind()) {
            case INIT -> takeInit(packet, from, nowNs);
            case CHALLENGE -> takeChallenge(packet, from);
            case CHALLENGE_RESPONSE -> takeResponse(packet.secret(), from, nowNs);
            default -> takeAccept(packet, from);
        }
    }

    /** The open connection at an address; null for none. */
    Connection openAt(final SocketAddress from) {
        for (final Connection connection : connections) {
            if (connection.isFrom(from)) {
                return connection;
            }
        }
        return null;
    }

    private void takeInit(final Packet packet, final SocketAddress from, final long nowNs) {
        final Connection connection = byPeer[Connection.peerOf(packet.secret())];
        if (connection == null) {
            counts.add(DatagramEvent.BAD_HANDSHAKE);
            return;
        }
        int place = -1;
        for (int i = 0; i < connections.length; i++) {
            if (connections[i] == connection && connection.expected.equals(from)) {
                place = i;
            }
        }
        // Of handshakes that cross, either end may have the other's proof last: with the salt as the pepper both proofs
        // are the same. Only who can be reached where the peer is expected is told that salt.
        final int fresh = place >= 0 && !connection.isOpen() ? connection.salt() : random.nextInt();
        final int pepper = halfOpen.challenge(from, packet.secret(), place, fresh, nowNs);
        outlet.sendSecret(from, Packet.header(Packet.ACK | Packet.FIN, 0, Packet.INIT_SEQUENCE), pepper);
    }

    private void takeChallenge(final Packet packet, final SocketAddress from) {
        for (final Connection connection : connections) {
            if (!connection.isOpen() && connection.expected.equals(from) && connection.challenge(packet.secret())) {
                return;
            }
        }
        counts.add(DatagramEvent.BAD_HANDSHAKE);
    }

    private void takeResponse(final int secret, final SocketAddress from, final long nowNs) {
        if (halfOpen.isAnswered(from, secret, nowNs)) {
            final Connection connection = byPeer[Connection.peerOf(halfOpen.salt())];
            if (!connection.mayOpen(from)) {
                counts.add(DatagramEvent.BAD_HANDSHAKE);
                return;
            }
            open(connection, from, secret);
        } else {
            final Connection connection = openAt(from);
            if (connection == null || !connection.isProvenBy(secret)) {
                counts.add(DatagramEvent.BAD_HANDSHAKE);
                return;
            }
        }
        outlet.sendSecret(from, Packet.header(Packet.ACK | Packet.FIN, 0, Packet.RESPONSE_SEQUENCE), secret);
    }

    private void open(final Connection connection, final SocketAddress from, final int secret) {
        if (connection.isOpen() && !connection.isFrom(from)) {
            socket.disconnect(connection.address());
        }
        connection.open(from, secret);
        noteOpen(connection, from);
    }

    private void noteOpen(final Connection connection, final SocketAddress at) {
        halfOpen.forget(connection.peer);
        counts.add(DatagramEvent.OPENED);
        socket.connect(at);
    }

    private void takeAccept(final Packet packet, final SocketAddress from) {
        for (final Connection connection : connections) {
            if (!connection.isOpen() && connection.expected.equals(from) && connection.accept(packet.secret())) {
                noteOpen(connection, from);
                return;
            }
        }
        if (openAt(from) == null) {
            counts.add(DatagramEvent.BAD_HANDSHAKE);
        }
    }
}
