package io.lockstep.examples.impair;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.examples.peer.Address;
import io.lockstep.testkit.Delivery;
import io.lockstep.testkit.SimulatedNetwork;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A relay between peers that speak real UDP on the loopback interface, which delays, loses, doubles, reorders and
 * damages what passes. What becomes of a datagram is decided by a {@link SimulatedNetwork}: the same conditions, the
 * same noise, the same cuts and counters as a match has that is simulated altogether.
 *
 * <pre>
 *   peer 0 --- relay's port for 0 to 1 === network 0 to 1 === flow socket --- peer 1
 *              answers                 === network 1 to 0 ===             answers
 * </pre>
 *
 * <p>Works like a router that translates addresses: for each socket that sends to one of the relay's ports there is a
 * flow socket, so that answers such as an Aeron receiver's status messages and NAKs find their way back, through the
 * link in the other direction.
 *
 * <p>Runs on the caller's thread, in real time with {@link #poll}, or in virtual time with {@link #collect} and
 * {@link #deliver}; never waits. Single-threaded. All queues are bounded: those of the network by their own limits,
 * those of the sockets by {@value #SOCKET_BUFFER_BYTES} bytes, flows by {@value Route#MAX_FLOWS} a direction.
 */
public final class UdpImpairment implements AutoCloseable {

    /** Asked for at every socket, so that nothing is lost that was not meant to be; systems grant some 200 KiB. */
    static final int SOCKET_BUFFER_BYTES = 1 << 20;
    /** Datagrams taken from one socket in one call: several frames of a match, and a bound. */
    private static final int MAX_READS = 256;

    private final SimulatedNetwork network;
    private final Inlets[] inlets;
    private final Transport[] ends;
    private final List<Route> routes = new ArrayList<>();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(SimulatedNetwork.MAX_UDP_PAYLOAD_BYTES + 1);
    private final DatagramHandler forwarder = this::forward;
    private long originNs;
    private boolean polled;
    private long undeliverable;
    private long oversized;
    private boolean closed;

    /**
     * A relay without routes.
     *
     * @param network decides what becomes of datagrams, and from now on carries whole UDP payloads; its conditions may
     *                change at any time
     * @throws UncheckedIOException if the system has no more sockets
     */
    public UdpImpairment(final SimulatedNetwork network) {
        this.network = network.inputDelivery(Delivery.UDP_PAYLOAD);
        inlets = new Inlets[network.peers()];
        ends = new Transport[network.peers()];
        for (int peer = 0; peer < ends.length; peer++) {
            inlets[peer] = new Inlets();
            ends[peer] = network.endpoint(peer);
        }
    }

    /**
     * Opens the way from one peer to another.
     *
     * @param from   who sends
     * @param to     who receives
     * @param target where the receiver listens, a numeric address of the loopback interface or {@code localhost}
     * @return where the sender shall send instead
     * @throws IllegalArgumentException if the target is not on the loopback interface, or there is no such link
     * @throws UncheckedIOException     if the system has no more sockets
     */
    public Address route(final int from, final int to, final Address target) {
        network.conditions(from, to); // refuses links there are not
        final InetAddress host;
        try {
            host = InetAddress.getByName(target.host());
        } catch (final UnknownHostException unknown) {
            throw new IllegalArgumentException("cannot resolve " + target.host(), unknown);
        }
        if (!host.isLoopbackAddress()) {
            throw new IllegalArgumentException(
                target + " is not on the loopback interface; this relay goes nowhere else");
        }
        if (routes.size() > Route.MAX_INDEX) {
            throw new IllegalArgumentException("more than " + (Route.MAX_INDEX + 1) + " routes");
        }
        final Route route =
            new Route(routes.size(), from, to, new InetSocketAddress(host, target.port()), inlets[from], inlets[to]);
        routes.add(route);
        return route.address();
    }

    /**
     * What decides: for conditions, cuts and counters.
     *
     * @return the network this relay was built with
     */
    public SimulatedNetwork network() {
        return network;
    }

    /**
     * Passes on what has been sent and what is due, in real time.
     *
     * @param nowNs monotonic nanoseconds
     * @return how much was done, 0 when there was nothing to do
     */
    public int poll(final long nowNs) {
        if (!polled) {
            polled = true;
            originNs = nowNs - network.nowNs();
        }
        network.advanceTo(Math.max(network.nowNs(), nowNs - originNs));
        int work = 0;
        for (int peer = 0; peer < ends.length; peer++) {
            work += collect(peer);
        }
        for (int peer = 0; peer < ends.length; peer++) {
            work += deliver(peer, network.nowNs());
        }
        return work;
    }

    /**
     * Takes what one peer has sent since the last call; it leaves at the network's time.
     *
     * @param peer whose
     * @return datagrams taken
     */
    public int collect(final int peer) {
        return collect(peer, true);
    }

    /**
     * Throws away what one peer has sent since the last call: it was killed before it did.
     *
     * @param peer whose
     */
    void discard(final int peer) {
        while (collect(peer, false) > 0) {
            // The last words of its transport.
        }
    }

    private int collect(final int peer, final boolean forward) {
        if (closed) {
            return 0;
        }
        final boolean interrupted = Thread.interrupted(); // Java closes the channels of an interrupted thread
        try {
            int work = 0;
            final int ready = inlets[peer].select();
            for (int i = 0; ready > 0 && i < inlets[peer].size(); i++) {
                if (inlets[peer].isReady(i)) {
                    work += drain(peer, inlets[peer].get(i), forward);
                }
            }
            return work;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private int drain(final int peer, final Inlet inlet, final boolean forward) {
        int work = 0;
        while (work < MAX_READS) {
            buffer.clear();
            final long tag = inlet.receive(buffer);
            if (tag == Inlet.NOTHING) {
                break;
            }
            work++;
            buffer.flip();
            if (tag == Inlet.REFUSED) {
                undeliverable++;
            } else if (buffer.remaining() > SimulatedNetwork.MAX_UDP_PAYLOAD_BYTES) {
                oversized++;
            } else if (forward) {
                ends[peer].send(inlet.other(), Lane.INPUT, tag, buffer);
            }
        }
        return work;
    }

    /**
     * Hands over to one peer everything whose time has come.
     *
     * @param peer    the receiver
     * @param localNs the time it is polled with, which counts on a network that follows polls
     * @return datagrams handed over
     */
    public int deliver(final int peer, final long localNs) {
        if (closed) {
            return 0;
        }
        final boolean interrupted = Thread.interrupted();
        final int work = ends[peer].poll(localNs, forwarder);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return work;
    }

    private void forward(final int from, final Lane lane, final long tag, final ByteBuffer payload) {
        if (!routes.get(Route.index(tag)).forward(tag, payload)) {
            undeliverable++;
        }
    }

    /**
     * Datagrams that the system would not take, or whose receiver has gone.
     *
     * @return since the beginning
     */
    public long undeliverable() {
        return undeliverable;
    }

    /**
     * Datagrams longer than an Ethernet frame carries.
     *
     * @return since the beginning, all dropped
     */
    public long oversized() {
        return oversized;
    }

    /** Closes all sockets; what is under way is gone. */
    @Override
    public void close() {
        closed = true;
        routes.forEach(Route::close);
        for (final Inlets group : inlets) {
            group.close();
        }
    }
}
