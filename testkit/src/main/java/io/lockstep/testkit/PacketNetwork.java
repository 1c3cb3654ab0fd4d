package io.lockstep.testkit;

import io.lockstep.core.determinism.DeterministicRandom;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Sockets of any number of hosts in virtual time, for code that knows addresses instead of seats. Every packet is late
 * by a latency and a drawn jitter, and some are lost, doubled or damaged. The same calls with the same seed give the
 * same run.
 */
public final class PacketNetwork {

    private static final int PORT = 7000;
    private static final int PER_MILLE = 1000;
    private static final int IP_UDP_BYTES = 28;
    private static final long MS = 1_000_000L;

    private record Packet(long atNs, long number, int to, SocketAddress from, byte[] bytes) {
    }

    private final class Socket implements PacketSocket {

        private final int host;
        private final ArrayDeque<Packet> arrived = new ArrayDeque<>();
        private boolean closed;

        Socket(final int host) {
            this.host = host;
        }

        @Override
        public @Nullable SocketAddress receive(final ByteBuffer into) {
            final Packet packet = arrived.poll();
            if (packet == null) {
                return null;
            }
            into.put(packet.bytes, 0, Math.min(packet.bytes.length, into.remaining()));
            return packet.from;
        }

        @Override
        public boolean send(final ByteBuffer packet, final SocketAddress to) {
            final byte[] bytes = new byte[packet.remaining()];
            packet.get(bytes);
            if (!closed) {
                PacketNetwork.this.send(host, to, bytes);
            }
            return !closed;
        }

        @Override
        public void close() {
            closed = true;
            sockets.remove(host);
        }
    }

    private final DeterministicRandom random;
    private final Map<Integer, Socket> sockets = new TreeMap<>();
    private final PriorityQueue<Packet> underWay =
        new PriorityQueue<>(Comparator.comparingLong(Packet::atNs).thenComparingLong(Packet::number));
    private final Map<Integer, Long> sentBytes = new TreeMap<>();
    private int lossPerMille;
    private int doubledPerMille;
    private int damagedPerMille;
    private long latencyMs;
    private int jitterMs;
    private long number;
    private long nowNs;

    /**
     * Creates a network that delays and loses nothing.
     *
     * @param seed where all random numbers start
     */
    public PacketNetwork(final long seed) {
        random = new DeterministicRandom(seed);
    }

    /**
     * Delays every packet.
     *
     * @param milliseconds least delay
     * @param jitter       longest drawn delay beyond that, in milliseconds
     * @return this
     */
    public PacketNetwork latency(final long milliseconds, final int jitter) {
        latencyMs = milliseconds;
        jitterMs = jitter;
        return this;
    }

    /**
     * Loses packets.
     *
     * @param perMille how many of 1000
     * @return this
     */
    public PacketNetwork loss(final int perMille) {
        lossPerMille = perMille;
        return this;
    }

    /**
     * Doubles packets, and damages as many.
     *
     * @param perMille how many of 1000
     * @return this
     */
    public PacketNetwork doubledAndDamaged(final int perMille) {
        doubledPerMille = perMille;
        damagedPerMille = perMille;
        return this;
    }

    /**
     * Returns the address of a host.
     *
     * @param host its number
     * @return an address that no other host has
     */
    public static InetSocketAddress address(final int host) {
        try {
            return new InetSocketAddress(
                InetAddress.getByAddress(new byte[] {10, 0, (byte) (host >> Byte.SIZE), (byte) host}), PORT);
        } catch (final UnknownHostException impossible) {
            throw new AssertionError(impossible);
        }
    }

    /**
     * Opens a socket in place of the one that the host had.
     *
     * @param host its number
     * @return the socket
     */
    public PacketSocket socket(final int host) {
        final Socket socket = new Socket(host);
        sockets.put(host, socket);
        return socket;
    }

    /**
     * Takes a host's socket away. Packets to it are lost from now on.
     *
     * @param host its number
     */
    public void kill(final int host) {
        final Socket socket = sockets.remove(host);
        if (socket != null) {
            socket.closed = true;
        }
    }

    private static int hostOf(final SocketAddress address) {
        final byte[] bytes = ((InetSocketAddress) address).getAddress().getAddress();
        return (bytes[2] & 0xFF) << Byte.SIZE | bytes[3] & 0xFF;
    }

    private boolean draws(final int perMille) {
        return perMille > 0 && random.nextInt(PER_MILLE) < perMille;
    }

    private void send(final int from, final SocketAddress to, final byte[] bytes) {
        sentBytes.merge(from, (long) bytes.length + IP_UDP_BYTES, Long::sum);
        for (int copies = draws(doubledPerMille) ? 2 : 1; copies > 0; copies--) {
            if (!draws(lossPerMille)) {
                final byte[] sent = bytes.clone();
                if (draws(damagedPerMille)) {
                    sent[random.nextInt(sent.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                }
                final long late = latencyMs * MS + (jitterMs == 0 ? 0 : random.nextInt(jitterMs) * MS);
                underWay.add(new Packet(nowNs + late, number++, hostOf(to), address(from), sent));
            }
        }
    }

    /**
     * Moves the time on, and delivers the packets that are due.
     *
     * @param timeNs virtual nanoseconds, never less than before
     */
    public void advanceTo(final long timeNs) {
        nowNs = timeNs;
        while (!underWay.isEmpty() && underWay.peek().atNs <= nowNs) {
            final Packet packet = underWay.remove();
            final Socket socket = sockets.get(packet.to);
            if (socket != null) {
                socket.arrived.add(packet);
            }
        }
    }

    /**
     * Returns the number of bytes that a host has sent.
     *
     * @param host its number
     * @return bytes, headers of IPv4 and UDP included
     */
    public long sentBytes(final int host) {
        return sentBytes.getOrDefault(host, 0L);
    }
}
