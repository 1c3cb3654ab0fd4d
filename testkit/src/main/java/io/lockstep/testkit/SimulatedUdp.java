package io.lockstep.testkit;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * One peer's {@link DatagramTransport} on a simulated network: handshakes, chunks, acknowledgements and resends are the
 * real ones, only the socket is not. Packets are lost, delayed and damaged as the network's conditions say, on both
 * lanes, their headers too: there is no checksum of UDP's here. A network that carries one of these carries nothing
 * else.
 */
public final class SimulatedUdp implements Transport {

    /** Packets that wait to be received, as many as a system's socket buffer holds; more are lost. */
    private static final int MAX_WAITING = 1024;

    private final SimulatedNetwork network;
    private final int self;
    private final Transport endpoint;
    /** The newest address that each peer sent from. */
    private final PeerAddress[] addresses;
    private final DatagramTransport transport;
    private final ArrayDeque<byte[]> waiting = new ArrayDeque<>();
    private final ArrayDeque<SocketAddress> senders = new ArrayDeque<>();
    private final DatagramHandler collector = this::collect;

    /** A peer's address on the simulated network: its number, and the number of its earlier addresses. */
    private static final class PeerAddress extends SocketAddress {

        private static final long serialVersionUID = 1L;

        private final int peer;
        private final int number;

        PeerAddress(final int peer, final int number) {
            this.peer = peer;
            this.number = number;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof PeerAddress address && address.peer == peer
                && address.number == number;
        }

        @Override
        public int hashCode() {
            return peer;
        }

        @Override
        public String toString() {
            return number == 0 ? "peer " + peer : "peer " + peer + " at address " + number;
        }
    }

    /** The end of the network as a socket. */
    private final class Socket implements PacketSocket {
        @Override
        public @Nullable SocketAddress receive(final ByteBuffer into) {
            final byte[] packet = waiting.poll();
            if (packet == null) {
                return null;
            }
            into.put(packet, 0, Math.min(packet.length, into.remaining()));
            return senders.poll();
        }

        @Override
        public boolean send(final ByteBuffer packet, final SocketAddress to) {
            return to instanceof PeerAddress address
                && endpoint.send(address.peer, Lane.INPUT, tag(network.moves(self), address.number), packet)
                == SendResult.SENT;
        }

        @Override
        public void close() {
            endpoint.close();
        }
    }

    /**
     * A transport at one end of a network. Made again for the same peer it stands for a restarted process.
     *
     * @param network carries bare datagrams from now on
     * @param self    which peer
     * @param seed    where its salts start; different at each peer and start
     * @throws IllegalArgumentException if there is no such peer, or no other one
     */
    public SimulatedUdp(final SimulatedNetwork network, final int self, final long seed) {
        this(network, self, seed, null);
    }

    /**
     * The same with keys.
     *
     * @param network carries bare datagrams from now on
     * @param self    which peer
     * @param seed    where its salts start; different at each peer and start
     * @param keys    by which it knows the others; null without
     * @throws IllegalArgumentException if there is no such peer, or no other one
     */
    public SimulatedUdp(final SimulatedNetwork network, final int self, final long seed,
                        final @Nullable LinkKeys keys) {
        this.network = network;
        this.self = self;
        endpoint = network.inputDelivery(Delivery.PLAIN_DATAGRAM).endpoint(self);
        addresses = new PeerAddress[network.peers()];
        final DatagramTransportConfig config = new DatagramTransportConfig().localPeer(self).seed(seed);
        for (int peer = 0; peer < addresses.length; peer++) {
            addresses[peer] = new PeerAddress(peer, network.moves(peer));
            if (peer != self) {
                config.peer(peer, addresses[peer]);
            }
        }
        if (keys != null) {
            config.keys(keys);
        }
        transport = DatagramTransport.over(config, new Socket());
    }

    /** Returns the addresses of a packet, its sender's and its receiver's, in one number. */
    private static long tag(final int from, final int to) {
        return (long) from << Integer.SIZE | to;
    }

    private void collect(final int from, final Lane lane, final long tag, final ByteBuffer packet) {
        // The network may have damaged the tag: no packet has an address that never existed.
        final int sent = Integer.compareUnsigned((int) tag, network.moves(self)) > 0 ? network.moves(self) : (int) tag;
        if (waiting.size() >= MAX_WAITING || sent != network.moves(self)) {
            return;
        }
        final byte[] copy = new byte[packet.remaining()];
        packet.get(copy);
        waiting.add(copy);
        senders.add(sender(from, (int) (tag >>> Integer.SIZE)));
    }

    private PeerAddress sender(final int from, final int number) {
        final int last = network.moves(from);
        final int sent = Integer.compareUnsigned(number, last) > 0 ? last : number;
        if (addresses[from].number != sent) {
            addresses[from] = new PeerAddress(from, sent);
        }
        return addresses[from];
    }

    /**
     * The transport itself, for what it counts.
     *
     * @return driven by this one's {@link #poll}
     */
    public DatagramTransport transport() {
        return transport;
    }

    @Override
    public int localPeer() {
        return transport.localPeer();
    }

    @Override
    public boolean reaches(final int peer) {
        return transport.reaches(peer);
    }

    @Override
    public @Nullable LinkKeys keys() {
        return transport.keys();
    }

    @Override
    public boolean seal(final DatagramSeal seal) {
        return transport.seal(seal);
    }

    @Override
    public int maxPayloadBytes() {
        return transport.maxPayloadBytes();
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return transport.wireBytes(payloadBytes);
    }

    @Override
    public int wireBytes(final Lane lane, final int payloadBytes) {
        return transport.wireBytes(lane, payloadBytes);
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        return transport.send(peer, lane, tag, payload);
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler handler) {
        endpoint.poll(nowNs, collector);
        return transport.poll(nowNs, handler);
    }

    /** Time is virtual here: whoever drives it says when it goes on. */
    @Override
    public void await(final long maxNs) {
        // Nothing to wait for.
    }

    @Override
    public @Nullable String failure() {
        return transport.failure();
    }

    @Override
    public void close() {
        transport.close();
    }
}
