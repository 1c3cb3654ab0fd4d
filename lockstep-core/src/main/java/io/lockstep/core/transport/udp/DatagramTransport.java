package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.internal.transport.PacketCode;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.PacketGuard;
import io.lockstep.core.transport.Transport;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;

/**
 * Datagrams over plain UDP, without Aeron and without a JVM option. Each peer is connected by a handshake that proves
 * its address; inputs travel in sequences that are sent once, control in sequences that are resent until they are
 * acknowledged and handed over in order. A message is the payload and behind it the tag, little-endian:
 * <pre>
 *  +-------------+------------------+-------------+
 *  | payload ... | guard's overhead | tag (8 B)   |
 *  +-------------+------------------+-------------+
 * </pre>
 * It is split into packets of at most 508 bytes; see {@link Packet} and docs/WIRE.md.
 *
 * <p>Everything runs on the caller's thread. {@link #send} puts its packets on the wire before it returns,
 * {@link #poll} takes what has arrived, acknowledges it and resends what is overdue; time is what was last given to
 * poll. Nothing blocks and nothing allocates at steady state. Use it from one thread.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class DatagramTransport implements Transport {

    /** Bytes of the tag behind each payload. */
    static final int TAG_BYTES = Long.BYTES;
    /** Headers of IPv4 without options and of UDP. */
    private static final int IP_UDP_BYTES = 28;
    /**
     * Packets of one poll: 31 peers who each use their whole window of 64 chunks would send twice as many in a round
     * trip, over several polls. What is left waits for the next one.
     */
    private static final int MAX_PACKETS_PER_POLL = 1024;

    private final PacketGuard guard;
    private final int self;
    private final int maxPayload;
    private final PacketSocket socket;
    private final EventCounts counts = new EventCounts();
    private final Handshakes handshakes;
    private final Connection[] connections;
    private final Connection[] byPeer = new Connection[DatagramTransportConfig.MAX_PEERS];
    private final Packet packet = new Packet();
    /** One byte more than a packet has shows what is longer. */
    private final ByteBuffer received = ByteBuffer.allocateDirect(Packet.MAX_BYTES + 1);
    private final ByteBuffer message;
    private DatagramHandler handler;
    private long nowNs;
    private boolean closeAfterPoll;
    private boolean closed;

    private DatagramTransport(final DatagramTransportConfig config, final PacketSocket socket, final long seed) {
        this.socket = socket;
        guard = config.guard();
        self = config.localPeer();
        maxPayload = config.maxPayload();
        final SplittableRandom random = new SplittableRandom(seed);
        final Outlet outlet = new Outlet(socket, counts);
        final int maxMessage = config.maxMessage();
        message = ByteBuffer.allocate(maxMessage);
        final int[] peers = config.peers();
        connections = new Connection[peers.length];
        for (int i = 0; i < peers.length; i++) {
            connections[i] = new Connection(config.localPeer(), peers[i], config.address(peers[i]), maxMessage, random,
                outlet, counts);
            byPeer[peers[i]] = connections[i];
        }
        handshakes = new Handshakes(connections, byPeer, socket, outlet, random, counts);
    }

    /**
     * Starts a transport on a socket of the system's. Whether a peer is there is another matter, {@link #send} tells.
     *
     * @param config who the peers are; may be changed and used again afterwards
     * @return the transport
     * @throws IllegalArgumentException if parts of the configuration contradict each other
     * @throws io.lockstep.core.transport.TransportException if it cannot start, with one line that says why
     */
    public static DatagramTransport launch(final DatagramTransportConfig config) {
        config.conclude(true);
        final UdpSocket socket =
            UdpSocket.bind(config.listen(), config.socketBufferLength(), config.peers().length);
        return new DatagramTransport(config, socket, config.seedOr(UdpSocket.entropy()));
    }

    /**
     * Starts a transport on a way of the embedder's own, such as a simulated network. Nothing is looked up and no clock
     * is read: with a seed in the configuration, what it does depends only on what it is given.
     *
     * @param config who the peers are and where the salts start; a listening address is not needed
     * @param socket carries the packets; closed with the transport
     * @return the transport
     * @throws IllegalArgumentException if parts of the configuration contradict each other, or there is no seed
     */
    public static DatagramTransport over(final DatagramTransportConfig config, final PacketSocket socket) {
        config.conclude(false);
        return new DatagramTransport(config, socket, config.seedOr(0));
    }

    @Override
    public int localPeer() {
        return self;
    }

    @Override
    public boolean reaches(final int peer) {
        return peer == self || byPeer[peer] != null;
    }

    @Override
    public int maxPayloadBytes() {
        return maxPayload;
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        final int bytes = payloadBytes + guard.overheadBytes() + TAG_BYTES;
        return bytes + Packet.chunksOf(bytes) * (Packet.HEADER_BYTES + IP_UDP_BYTES);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException if the peer is none of this transport's, or the payload is too long
     */
    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        if (peer < 0 || peer >= byPeer.length || byPeer[peer] == null) {
            throw new IllegalArgumentException("peer " + peer + " is not one of this transport's");
        }
        if (payload.remaining() > maxPayload) {
            throw new IllegalArgumentException("payload of " + payload.remaining() + " B, at most " + maxPayload);
        }
        if (closed || socket.failure() != null) {
            return SendResult.CLOSED;
        }
        final Connection connection = byPeer[peer];
        if (!connection.isOpen()) {
            return SendResult.NOT_CONNECTED;
        }
        message.clear().order(ByteOrder.LITTLE_ENDIAN).put(payload).flip();
        guard.seal(peer, lane, tag, message);
        final int end = message.limit();
        message.position(0).limit(end + TAG_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(end, tag);
        final boolean taken =
            lane == Lane.CONTROL ? connection.sendReliable(message) : connection.sendUnreliable(message);
        return taken ? SendResult.SENT : SendResult.BACK_PRESSURED;
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if called by the handler of a poll
     */
    @Override
    public int poll(final long timeNs, final DatagramHandler datagramHandler) {
        if (handler != null) {
            throw new IllegalStateException("poll called from a handler");
        }
        if (closed || socket.failure() != null) {
            return 0;
        }
        nowNs = timeNs;
        handler = datagramHandler;
        try {
            return pump();
        } finally {
            handler = null;
            if (closeAfterPoll) {
                close();
            }
        }
    }

    private int pump() {
        for (final Connection connection : connections) {
            connection.now(nowNs);
        }
        int work = 0;
        while (work < MAX_PACKETS_PER_POLL && !closeAfterPoll) {
            final SocketAddress from = socket.receive(received.clear());
            if (from == null) {
                break;
            }
            counts.add(DatagramEvent.RECEIVED);
            received.flip();
            work++;
            take(from);
        }
        for (final Connection connection : connections) {
            // Only now: what had arrived before this poll counts as heard.
            if (connection.isSilent()) {
                counts.add(DatagramEvent.TIMED_OUT);
                shut(connection);
            }
            work += connection.work();
        }
        return work;
    }

    private void take(final SocketAddress from) {
        if (packet.decode(received) != PacketCode.OK) {
            counts.add(DatagramEvent.MALFORMED);
            return;
        }
        switch (packet.kind()) {
            case INIT, CHALLENGE, CHALLENGE_RESPONSE, ACCEPT -> handshakes.take(packet, from, nowNs);
            default -> {
                final Connection connection = handshakes.openAt(from);
                if (connection == null) {
                    counts.add(DatagramEvent.STRANGE);
                } else {
                    take(connection);
                }
            }
        }
    }

    private void take(final Connection connection) {
        switch (packet.kind()) {
            case END -> {
                if (!connection.isProvenBy(packet.secret())) {
                    counts.add(DatagramEvent.FORGED_END);
                    return;
                }
                counts.add(DatagramEvent.ENDED);
                shut(connection);
                return;
            }
            case ACKNOWLEDGEMENT -> connection.resends.acknowledge(packet.sequence(), packet.chunk(), nowNs);
            case RELIABLE -> takeReliable(connection);
            case UNRELIABLE -> takeUnreliable(connection);
            default -> {
                // Somebody is there.
            }
        }
        connection.hear();
    }

    private void shut(final Connection connection) {
        socket.disconnect(connection.address());
        connection.close();
    }

    private void takeReliable(final Connection connection) {
        if (connection.reliable.add(packet, received)) {
            connection.acknowledge(packet);
        }
        for (Assembly whole = connection.reliable.peek(); whole != null; whole = connection.reliable.peek()) {
            try {
                deliver(connection, Lane.CONTROL, whole);
            } finally {
                connection.reliable.release();
            }
        }
    }

    private void takeUnreliable(final Connection connection) {
        if (packet.chunk() == 0 && packet.isLast()) {
            if (connection.unreliable.admits(packet.sequence())) {
                deliver(connection, Lane.INPUT, received.position(Packet.HEADER_BYTES));
            }
            return;
        }
        final Assembly whole = connection.unreliable.add(packet, received);
        if (whole != null) {
            try {
                deliver(connection, Lane.INPUT, whole);
            } finally {
                whole.clear();
            }
        }
    }

    private void deliver(final Connection connection, final Lane lane, final Assembly whole) {
        if (whole.isTooLong()) {
            counts.add(DatagramEvent.WRONG_LENGTH);
        } else {
            deliver(connection, lane, whole.message());
        }
    }

    private void deliver(final Connection connection, final Lane lane, final ByteBuffer arrived) {
        if (closeAfterPoll) {
            return;
        }
        if (arrived.remaining() < TAG_BYTES) {
            counts.add(DatagramEvent.WRONG_LENGTH);
            return;
        }
        final int end = arrived.limit() - TAG_BYTES;
        final long tag = arrived.order(ByteOrder.LITTLE_ENDIAN).getLong(end);
        arrived.limit(end);
        if (guard.open(connection.peer, lane, tag, arrived)) {
            handler.onDatagram(connection.peer, lane, tag, arrived);
        } else {
            counts.add(DatagramEvent.GUARD);
        }
    }

    @Override
    public String failure() {
        return socket.failure();
    }

    /**
     * Whether there is a connection with a peer.
     *
     * @param peer 0 to 31
     * @return true if a {@link #send} to it would find somebody, as far as is known
     */
    public boolean isConnected(final int peer) {
        return byPeer[peer] != null && byPeer[peer].isOpen();
    }

    /**
     * The round-trip time as the timers of the CONTROL lane see it, waiting for the next poll at both ends included.
     *
     * @param peer one of the peers this transport was built with
     * @return nanoseconds, 0 if nothing was measured yet
     */
    public long roundTripNs(final int peer) {
        return byPeer[peer].roundTripNs();
    }

    /**
     * How often something has happened.
     *
     * @param event what
     * @return since launch
     */
    public long count(final DatagramEvent event) {
        return counts.of(event);
    }

    /** How many peers have begun a handshake and not finished it. */
    int halfOpen() {
        return handshakes.halfOpen();
    }

    /**
     * Sends everything that is not acknowledged once more, says END, and frees the socket. Waits for nothing. Called by
     * a handler, it takes effect at the end of the poll.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (handler != null) {
            closeAfterPoll = true;
            return;
        }
        closed = true;
        for (final Connection connection : connections) {
            connection.end();
        }
        socket.close();
    }
}
