package io.lockstep.examples.impair;

import io.lockstep.aeron.AeronTransport;
import io.lockstep.aeron.AeronTransportConfig;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.TransportException;
import io.lockstep.examples.peer.Address;
import io.lockstep.examples.peer.LoopbackPorts;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.VirtualClock;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;

/**
 * The real Aeron stack in virtual time: for each peer an embedded media driver and a client, both on that peer's
 * {@link VirtualClock}, over real sockets of the loopback interface, with a {@link UdpImpairment} between them that
 * goes by the network's time. Whoever drives sessions over a {@link SimulatedNetwork} drives them over this the same
 * way, with {@link #endpoint} in place of the network's own.
 *
 * <p>Runs repeat bit for bit, because session ids are fixed, one thread does everything in the caller's order, and a
 * loopback socket has a datagram as soon as it was sent. Sessions must be polled every millisecond or so: Aeron has
 * timers.
 */
public final class VirtualAeron implements AutoCloseable {

    /** Most peers: each has a driver of its own with some 20 MB of shared memory. */
    public static final int MAX_PEERS = 8;

    /** Between the session ids of two transports: as many as one may use. */
    private static final int SESSION_STRIDE = 1024;
    /** Somebody else may take a free port before we do. */
    private static final int LAUNCH_ATTEMPTS = 5;
    /** A clock may be a century behind; what Aeron sees is above 0 all the same. */
    private static final long EPOCH_MS = 4_000_000_000_000L;
    private static final long NS_PER_MS = 1_000_000L;
    /** A poll that did less came to its end: it gives up after this many rounds that found something to do. */
    private static final int UNFINISHED_WORK = 64;

    private final UdpImpairment relay;
    private final SimulatedNetwork network;
    private final IntFunction<VirtualClock> clocks;
    private final boolean reliable;
    private final long restNs;
    private final IntFunction<LinkKeys> keys;
    private final List<Address> addresses;
    /** Where each sends instead, by sender and then by receiver. */
    private final List<Map<Integer, Address>> ways = new ArrayList<>();
    private final Endpoint[] endpoints;
    private final long bornNs;
    private int launched;

    /** One peer's transport: what is due is handed over before it is polled, and what it sent is fetched at once. */
    private final class Endpoint implements Transport {
        private final int peer;
        private final AeronTransport aeron;
        private boolean busy = true;
        private long polledNs;

        Endpoint(final int peer, final AeronTransport aeron) {
            this.peer = peer;
            this.aeron = aeron;
        }

        @Override
        public LinkKeys keys() {
            return aeron.keys();
        }

        @Override
        public boolean seal(final DatagramSeal seal) {
            return aeron.seal(seal);
        }

        @Override
        public int maxPayloadBytes() {
            return aeron.maxPayloadBytes();
        }

        @Override
        public int wireBytes(final int payloadBytes) {
            return aeron.wireBytes(payloadBytes);
        }

        @Override
        public SendResult send(final int to, final Lane lane, final long tag, final ByteBuffer payload) {
            final SendResult result = aeron.send(to, lane, tag, payload);
            relay.collect(peer);
            return result;
        }

        @Override
        public int poll(final long nowNs, final DatagramHandler handler) {
            busy |= relay.deliver(peer, nowNs) > 0;
            if (!busy && network.nowNs() - polledNs < restNs) {
                return 0;
            }
            polledNs = network.nowNs();
            final int work = aeron.poll(nowNs, handler);
            busy = work >= UNFINISHED_WORK;
            relay.collect(peer);
            return work;
        }

        /** Time is virtual here. */
        @Override
        public void await(final long maxNs) {
            // Nothing to wait for.
        }

        @Override
        public String failure() {
            return aeron.failure();
        }

        @Override
        public void close() {
            aeron.close();
            relay.collect(peer);
        }
    }

    private VirtualAeron(final SimulatedNetwork network, final IntFunction<VirtualClock> clocks,
                         final boolean reliable, final long restNs, final IntFunction<LinkKeys> keys) {
        this.network = network;
        this.clocks = clocks;
        this.reliable = reliable;
        this.restNs = restNs;
        this.keys = keys;
        bornNs = network.nowNs();
        relay = new UdpImpairment(network);
        endpoints = new Endpoint[network.peers()];
        try {
            addresses = LoopbackPorts.free(network.peers());
            for (int peer = 0; peer < endpoints.length; peer++) {
                ways.add(waysOf(peer));
            }
            for (int peer = 0; peer < endpoints.length; peer++) {
                endpoints[peer] = open(peer);
            }
        } catch (final RuntimeException failed) {
            close();
            throw failed;
        }
    }

    /**
     * Starts all peers. Takes some 20 ms for each once the classes are loaded; no virtual time passes.
     *
     * @param network  decides what becomes of datagrams, and whose time counts; from now on it carries whole UDP
     *                 payloads
     * @param clocks   each peer's clock
     * @param reliable whether Aeron repairs inputs too, as {@link AeronTransportConfig#inputsReliable} has it
     * @param restNs   how long a peer's stack is left alone while nothing arrives for it and nothing is sent, however
     *                 often it is polled: its timers, of 30 ms and more, come so much later; 0 for not at all
     * @param keys     the keys of a peer's process that starts; gives null for a match without
     * @return the running stacks
     * @throws TransportException       if one cannot start
     * @throws IllegalArgumentException if there are less than 2 or more than {@value #MAX_PEERS} peers
     */
    public static VirtualAeron launch(final SimulatedNetwork network, final IntFunction<VirtualClock> clocks,
                                      final boolean reliable, final long restNs,
                                      final IntFunction<LinkKeys> keys) {
        if (network.peers() < 2 || network.peers() > MAX_PEERS) {
            throw new IllegalArgumentException(
                network.peers() + " peers; the real stack takes 2 to " + MAX_PEERS);
        }
        for (int attempt = 1; ; attempt++) {
            try {
                return new VirtualAeron(network, clocks, reliable, restNs, keys);
            } catch (final TransportException failed) {
                if (attempt == LAUNCH_ATTEMPTS) {
                    throw failed;
                }
            }
        }
    }

    private Map<Integer, Address> waysOf(final int peer) {
        final Map<Integer, Address> others = new TreeMap<>();
        for (int other = 0; other < endpoints.length; other++) {
            if (other != peer) {
                final Address way = relay.route(peer, other, addresses.get(other));
                if (addresses.contains(way)) { // nobody holds the free ports, so our own relay may get one
                    throw new TransportException("the relay was given " + way + ", which a peer is to have");
                }
                others.put(other, way);
            }
        }
        return others;
    }

    private Endpoint open(final int peer) {
        final Address address = addresses.get(peer);
        final VirtualClock clock = clocks.apply(peer);
        final AeronTransportConfig config = new AeronTransportConfig().localPeer(peer).listen(address.host(),
                address.port())
            .inputsReliable(reliable).fixedSessions(SESSION_STRIDE * ++launched)
            .socketBufferLength(UdpImpairment.SOCKET_BUFFER_BYTES)
            .clock(() -> EPOCH_MS * NS_PER_MS + clock.localNs(network.nowNs() - bornNs),
                () -> EPOCH_MS + Math.floorDiv(clock.wallNs(network.nowNs() - bornNs), NS_PER_MS));
        final LinkKeys own = keys.apply(peer);
        if (own != null) {
            config.keys(own);
        }
        ways.get(peer).forEach((other, way) -> config.peer(other, way.host(), way.port()));
        return new Endpoint(peer, AeronTransport.launch(config));
    }

    /**
     * One peer's transport: the one that runs, or a new one if that was killed, which stands for a new process and
     * hears nothing of what arrived in between.
     *
     * @param peer its id
     * @return polls and sends in virtual time
     * @throws TransportException if a new one cannot start
     */
    public Transport endpoint(final int peer) {
        if (endpoints[peer] == null) {
            relay.deliver(peer, network.nowNs()); // to a port where nobody listens
            endpoints[peer] = open(peer);
        }
        return endpoints[peer];
    }

    /**
     * Ends a peer's process without a word. What it has sent before travels on.
     *
     * @param peer its id
     */
    public void kill(final int peer) {
        if (endpoints[peer] != null) {
            endpoints[peer].aeron.close();
            relay.discard(peer);
            endpoints[peer] = null;
        }
    }

    /**
     * What lies between the peers.
     *
     * @return for its counters; driven by the endpoints
     */
    public UdpImpairment relay() {
        return relay;
    }

    /** Closes the transports and the relay. */
    @Override
    public void close() {
        for (final Endpoint endpoint : endpoints) {
            if (endpoint != null) {
                endpoint.close();
            }
        }
        relay.close();
    }
}
