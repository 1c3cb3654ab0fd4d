package io.lockstep.core.transport.udp;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;

/** A network in memory whose clock and faults the test holds in its hand. Packets arrive in the order of their time. */
final class HandNet {

    static final long MS = 1_000_000L;

    /** One packet on its way. */
    record Flight(SocketAddress from, SocketAddress to, byte[] bytes, long dueNs, long serial) {
    }

    /** Sees every packet when it is sent and says how many copies arrive. */
    @FunctionalInterface
    interface Fate {
        int copies(Flight flight);
    }

    /** One end. */
    final class End implements PacketSocket {
        SocketAddress address;
        final Deque<Flight> arrived = new ArrayDeque<>();
        final List<SocketAddress> connected = new ArrayList<>();
        boolean refuses;
        /** Where packets come from and go to instead of the network; null for nowhere. */
        PacketSocket instead;
        boolean closed;
        String failure;

        End(final SocketAddress address) {
            this.address = address;
        }

        @Override
        public SocketAddress receive(final ByteBuffer into) {
            if (instead != null) {
                return instead.receive(into);
            }
            final Flight flight = arrived.poll();
            if (flight == null) {
                return null;
            }
            into.put(flight.bytes(), 0, Math.min(flight.bytes().length, into.remaining()));
            return flight.from();
        }

        @Override
        public boolean send(final ByteBuffer packet, final SocketAddress to) {
            if (refuses || instead != null) {
                return !refuses && instead.send(packet, to);
            }
            final byte[] bytes = new byte[packet.remaining()];
            packet.get(bytes);
            HandNet.this.send(address, to, bytes);
            return true;
        }

        @Override
        public void connect(final SocketAddress peer) {
            connected.add(peer);
        }

        @Override
        public void disconnect(final SocketAddress peer) {
            connected.remove(peer);
        }

        @Override
        public String failure() {
            return failure;
        }

        @Override
        public void close() {
            closed = true;
            ends.remove(address, this);
        }
    }

    final Map<SocketAddress, End> ends = new LinkedHashMap<>();
    final List<Flight> sent = new ArrayList<>();
    Fate fate = flight -> 1;
    LongSupplier latencyNs = () -> 10 * MS;
    long nowNs = 1_000 * MS;
    private final PriorityQueue<Flight> flights = new PriorityQueue<>((one, two) ->
        one.dueNs() != two.dueNs() ? Long.compare(one.dueNs(), two.dueNs()) : Long.compare(one.serial(), two.serial()));
    private long serial;

    static SocketAddress address(final int number) {
        try {
            return new InetSocketAddress(InetAddress.getByAddress(
                new byte[] {10, (byte) (number >> 16), (byte) (number >> 8), (byte) number}), 7000);
        } catch (final UnknownHostException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    End end(final int number) {
        final End end = new End(address(number));
        ends.put(end.address, end);
        return end;
    }

    /** Gives an end another address; packets in flight to the former one are lost. */
    void move(final End end, final int number) {
        ends.remove(end.address, end);
        end.address = address(number);
        ends.put(end.address, end);
    }

    /** Anybody can send anything that says it comes from anywhere. */
    void send(final SocketAddress from, final SocketAddress to, final byte[] bytes) {
        final Flight flight = new Flight(from, to, bytes, nowNs, serial);
        sent.add(flight);
        final int copies = fate.copies(flight);
        for (int i = 0; i < copies; i++) {
            flights.add(new Flight(from, to, bytes, nowNs + latencyNs.getAsLong(), serial++));
        }
    }

    /** Lets time pass, and arrive what is due. */
    void pass(final long ns) {
        nowNs += ns;
        while (!flights.isEmpty() && flights.peek().dueNs() <= nowNs) {
            final Flight flight = flights.poll();
            final End end = ends.get(flight.to());
            if (end != null) {
                end.arrived.add(flight);
            }
        }
    }
}
