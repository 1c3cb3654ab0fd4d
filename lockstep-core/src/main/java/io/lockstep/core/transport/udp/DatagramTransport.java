package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.internal.transport.PacketCode;
import io.lockstep.core.internal.transport.PacketKind;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Datagrams over plain UDP, without Aeron and without a JVM option. Each peer is connected by a handshake that proves
 * its address; inputs travel in sequences that are sent once, control in sequences that are resent until they are
 * acknowledged and handed over in order. A message is the payload, behind it on CONTROL the tag, little-endian; it is
 * split into packets of at most 508 bytes, see {@link Packet} and docs/WIRE.md.
 *
 * <p>Every packet has a tag of its own, which is checked before the packet changes anything: the session's seal if it
 * is a chunk that is sent once, else a signature with the keys of the configuration, or a checksum without keys. Before
 * a session has handed over its {@link #seal}, tags are carried as they are on both lanes.
 *
 * <p>Everything runs on the caller's thread. {@link #send} puts its packets on the wire before it returns,
 * {@link #poll} takes what has arrived, acknowledges it and resends what is overdue; time is what was last given to
 * poll. Nothing but {@link #await} blocks and nothing allocates at steady state. Use it from one thread.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class DatagramTransport implements Transport {

    /** Bytes of the tag behind a payload. */
    static final int TAG_BYTES = Long.BYTES;
    /**
     * Packets of one poll: 31 peers who each use their whole window of 64 chunks would send twice as many in a round
     * trip, over several polls. What is left waits for the next one.
     */
    private static final int MAX_PACKETS_PER_POLL = 1024;
    /**
     * Number of link sequences that a peer may have sent while it was not heard: 15 s of four datagrams in each of 240
     * ticks a second. A stranger has to guess one of them before its packet costs a check.
     */
    private static final int MAX_LINKED_AHEAD = 1 << 14;
    /** The same number for packets that are signed and sent once: keep-alives and greetings, a few a second. */
    private static final int MAX_SIGNED_AHEAD = 256;

    private final @Nullable LinkKeys keys;
    private final PacketTags tags;
    private final Secrets secrets;
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
    private final Delivery delivery;
    private long nowNs;
    private boolean closeAfterPoll;
    private boolean closed;
    /** Whether the session that claimed this transport last still needs it. */
    private BooleanSupplier isInUse = () -> false;

    private DatagramTransport(final DatagramTransportConfig config, final PacketSocket socket, final Secrets secrets) {
        this.socket = socket;
        keys = config.keys();
        self = config.localPeer();
        maxPayload = config.maxPayload();
        tags = new PacketTags(keys == null ? PacketSigner.unkeyed(self) : keys.signer(self));
        delivery = new Delivery(tags, counts, maxPayload);
        this.secrets = secrets;
        final Outlet outlet = new Outlet(socket, tags, counts);
        message = ByteBuffer.allocate(config.maxMessage());
        final Store store = Store.of(config.maxMessage());
        final int[] peers = config.peers();
        connections = new Connection[peers.length];
        for (int i = 0; i < peers.length; i++) {
            connections[i] = new Connection(config.localPeer(), peers[i], config.address(peers[i]), store, secrets,
                outlet, counts);
            byPeer[peers[i]] = connections[i];
        }
        handshakes = new Handshakes(connections, byPeer, socket, outlet, tags, secrets, counts);
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
        return new DatagramTransport(config, UdpSocket.bind(config.listen(), config.socketBufferLength(),
            config.peers().length), config.secrets());
    }

    /**
     * Starts a transport on a way of the embedder's own, such as a simulated network. Nothing is looked up and no clock
     * is read: with a seed in the configuration, what it does depends only on what it is given.
     *
     * @param config who the peers are and where the salts start; a listening address is not needed
     * @param socket carries the packets; closed with the transport
     * @return the transport
     * @throws IllegalArgumentException if parts of the configuration contradict each other, there is no seed, or the
     *                                  socket crosses the internet and there are no keys
     */
    public static DatagramTransport over(final DatagramTransportConfig config, final PacketSocket socket) {
        config.concludeOver(socket);
        return new DatagramTransport(config, socket, config.secrets());
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
    public long drawSeed() {
        final long drawn = secrets.next();
        return drawn == 0 ? 1 : drawn;
    }

    @Override
    public long refused(final int peer) {
        return byPeer[peer] == null ? 0 : byPeer[peer].refused();
    }

    @Override
    public int maxPayloadBytes() {
        return maxPayload;
    }

    @Override
    public @Nullable LinkKeys keys() {
        return keys;
    }

    /**
     * {@inheritDoc}
     *
     * @return true
     */
    @Override
    public boolean seal(final DatagramSeal seal) {
        tags.seal(Objects.requireNonNull(seal, "seal"));
        return true;
    }

    /** {@inheritDoc} On CONTROL, before a seal was taken and as long as there is no link,
     * the message has its tag of eight bytes besides. */
    @Override
    public int wireBytes(final int payloadBytes) {
        if (tags.seals() && payloadBytes <= Packet.MAX_CHUNK_BYTES) {
            return WireSize.whole(payloadBytes, keys != null);
        }
        return WireSize.inChunks(tags.seals() ? payloadBytes : payloadBytes + TAG_BYTES);
    }

    @Override
    public int wireBytes(final Lane lane, final int payloadBytes) {
        return lane == Lane.INPUT ? wireBytes(payloadBytes) : WireSize.inChunks(payloadBytes + TAG_BYTES);
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
        if (lane == Lane.CONTROL && connection.isFull(payload.remaining())) {
            return SendResult.BACK_PRESSURED;
        }
        message.clear().put(payload).flip();
        final boolean sealed = tags.sealsChunks(lane, tag);
        if (!sealed) {
            append(tags.sealMessage(peer, lane, tag, message));
        }
        if (lane == Lane.INPUT) {
            final boolean taken = sealed ? connection.sendLinked(message, tag) : connection.sendUnreliable(message);
            return taken ? SendResult.SENT : SendResult.BACK_PRESSURED;
        }
        connection.sendReliable(message);
        return SendResult.SENT;
    }

    private void append(final long tag) {
        final int end = message.limit();
        message.position(0).limit(end + TAG_BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(end, tag);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalStateException if called by the handler of a poll
     */
    @Override
    public int poll(final long timeNs, final DatagramHandler datagramHandler) {
        if (delivery.isOpen()) {
            throw new IllegalStateException("poll called from a handler");
        }
        if (closed || socket.failure() != null) {
            return 0;
        }
        nowNs = timeNs;
        delivery.open(datagramHandler);
        try {
            return pump();
        } finally {
            delivery.close();
            if (closeAfterPoll) {
                close();
            }
        }
    }

    /** {@inheritDoc} Wakes for what is to be sent again, and for what says that we are there. */
    @Override
    public void await(final long maxNs) {
        if (closed || socket.failure() != null) {
            return;
        }
        long leftNs = maxNs;
        for (final Connection connection : connections) {
            leftNs = Math.min(leftNs, connection.dueInNs());
        }
        if (leftNs > 0) {
            socket.await(leftNs);
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
            if (connection.path.settle(nowNs)) {
                socket.connect(connection.address());
            }
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
        received.position(packet.headerBytes()).limit(received.limit() - packet.tagBytes());
        switch (packet.kind()) {
            case INIT, CHALLENGE, CHALLENGE_RESPONSE, ACCEPT -> handshakes.take(packet, received, from);
            default -> takeFrom(from);
        }
    }

    /**
     * Takes a packet from a peer's address. Two peers can have the same address for a moment, if an attacker repeats
     * the packets of one from the address of the other.
     */
    private void takeFrom(final SocketAddress from) {
        boolean known = false;
        for (final Connection connection : connections) {
            if (connection.isFrom(from)) {
                if (check(connection, from)) {
                    return;
                }
                connection.refuse();
                known = true;
            }
        }
        if (!hasMoved(from)) {
            counts.add(known ? DatagramEvent.GUARD : DatagramEvent.STRANGE);
        }
    }

    /** Takes a packet from an address that is not yet its sender's; returns whether the packet is a peer's. */
    private boolean hasMoved(final SocketAddress from) {
        for (final Connection connection : connections) {
            if (connection.isOpen() && !connection.isFrom(from) && mayMove(connection) && check(connection, from)) {
                return true;
            }
        }
        return false;
    }

    /**
     * Returns whether the packet would be recent if it were this peer's. Only packets that are sent once show a peer's
     * address: a resent packet does not show when it was sent. So few packets of strangers are checked.
     */
    private boolean mayMove(final Connection connection) {
        if (packet.isSealed()) {
            return tags.seals() && isNear(LinkTag.sequenceOf(packet.tag()), tags.newest(connection.peer),
                MAX_LINKED_AHEAD);
        }
        return (packet.kind() == PacketKind.UNRELIABLE || packet.kind() == PacketKind.KEEP_ALIVE)
            && isNear(packet.sequence(), connection.unreliable.newest(), MAX_SIGNED_AHEAD);
    }

    private static boolean isNear(final int lower, final long newest, final int most) {
        final long ahead = Window.nearest(lower, newest) - newest;
        return ahead > -Path.RECENT && ahead <= most;
    }

    /** Returns whether the packet is the peer's; only then the connection changes. */
    private boolean check(final Connection connection, final SocketAddress from) {
        final long sequence = connection.sequenceOf(packet);
        long linkSequence = DatagramSeal.NO_LINK;
        if (packet.isSealed()) {
            linkSequence = tags.openChunk(packet, connection.path, received);
            if (linkSequence == DatagramSeal.REFUSED) {
                return false;
            }
            follow(connection, from, linkSequence - tags.newest(connection.peer));
        } else {
            final long place = Packet.place(packet.flags(), packet.chunk(), sequence);
            if (!tags.isSigned(packet, connection.peer, connection.seasoning(), place, received)) {
                return false;
            }
            if (packet.kind() == PacketKind.UNRELIABLE || packet.kind() == PacketKind.KEEP_ALIVE) {
                follow(connection, from, sequence - connection.unreliable.newest());
            }
        }
        if (take(connection, sequence, linkSequence)) {
            connection.hear();
        }
        return true;
    }

    /**
     * Notes a packet of the peer, and how far it is beyond the newest before: the newest one shows the peer's address.
     */
    private void follow(final Connection connection, final SocketAddress from, final long ahead) {
        final SocketAddress before = connection.address();
        if (connection.path.come(from, ahead, nowNs)) {
            counts.add(DatagramEvent.MOVED);
            socket.disconnect(before);
        }
    }

    /** Answers whether the packet is news: repeating one keeps nobody alive. */
    private boolean take(final Connection connection, final long sequence, final long linkSequence) {
        return switch (packet.kind()) {
            case ACKNOWLEDGEMENT -> connection.resends.acknowledge(sequence, packet.chunk(), nowNs);
            case RELIABLE -> delivery.takeReliable(connection, sequence, packet, received);
            case UNRELIABLE -> delivery.takeUnreliable(connection, sequence, linkSequence, packet, received);
            case KEEP_ALIVE -> connection.unreliable.admits(sequence);
            default -> {
                counts.add(DatagramEvent.ENDED);
                shut(connection);
                yield false;
            }
        };
    }

    private void shut(final Connection connection) {
        socket.disconnect(connection.address());
        connection.close();
    }

    @Override
    public @Nullable String hint(final int peer) {
        if (isConnected(peer)) {
            return null;
        }
        if (count(DatagramEvent.RECEIVED) == 0) {
            return "no packet came from any address";
        }
        if (count(DatagramEvent.MALFORMED) > 0) {
            return "packets came that are not of this transport: the other end may use another one";
        }
        return count(DatagramEvent.BAD_HANDSHAKE) == 0 ? null : "handshakes came that were refused: the other end may "
            + "have other keys or none, or the same player number";
    }

    @Override
    public void claim(final BooleanSupplier isNowInUse) {
        if (isInUse.getAsBoolean()) {
            throw new IllegalStateException("this transport carries another session that has not ended: give each "
                + "session a transport of its own");
        }
        isInUse = isNowInUse;
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public @Nullable String failure() {
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

    /**
     * Sends everything that is not acknowledged once more, says END, and frees the socket. Waits for nothing. Called by
     * a handler, it takes effect at the end of the poll.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (delivery.isOpen()) {
            closeAfterPoll = true;
            delivery.mute();
            return;
        }
        closed = true;
        for (final Connection connection : connections) {
            connection.end();
        }
        socket.close();
        tags.destroy();
        secrets.destroy();
    }
}
