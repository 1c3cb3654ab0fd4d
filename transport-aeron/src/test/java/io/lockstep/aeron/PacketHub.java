package io.lockstep.aeron;

import io.lockstep.core.determinism.DeterministicRandom;
import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Sockets of packets that lead to each other in memory, without garbage; some packets are lost. */
final class PacketHub {

    private static final int ROOM = 1024;
    private static final int PER_MILLE = 1000;

    /** Names a socket. */
    static final class Place extends SocketAddress {
        private static final long serialVersionUID = 1L;
        private final int number;

        Place(final int number) {
            this.number = number;
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof Place place && place.number == number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return "place-" + number;
        }
    }

    /** One end. */
    final class Socket implements PacketSocket {
        final Place place;
        String failure;
        boolean closed;
        private final byte[][] packets = new byte[ROOM][2048];
        private final int[] lengths = new int[ROOM];
        private final Place[] from = new Place[ROOM];
        private int taken;
        private int put;

        private Socket(final Place place) {
            this.place = place;
        }

        @Override
        public SocketAddress receive(final ByteBuffer into) {
            if (taken == put) {
                return null;
            }
            final int slot = taken++ % ROOM;
            into.put(packets[slot], 0, Math.min(lengths[slot], into.remaining()));
            return from[slot];
        }

        @Override
        public boolean send(final ByteBuffer packet, final SocketAddress to) {
            longest = Math.max(longest, packet.remaining());
            sent++;
            if (random.nextInt(PER_MILLE) >= lossPerMille) {
                for (int i = 0; i < sockets.size(); i++) {
                    if (sockets.get(i).place.equals(to)) {
                        sockets.get(i).arrive(packet, place);
                    }
                }
            }
            return true;
        }

        /** From whoever says so. */
        void arrive(final ByteBuffer packet, final Place sender) {
            if (!closed && put - taken < ROOM) {
                final int slot = put++ % ROOM;
                lengths[slot] = packet.remaining();
                packet.get(packets[slot], 0, lengths[slot]);
                from[slot] = sender;
            }
        }

        @Override
        public String failure() {
            return failure;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    int longest;
    long sent;
    private final List<Socket> sockets = new ArrayList<>();
    private final DeterministicRandom random;
    private final int lossPerMille;

    PacketHub(final long seed, final int lossPerMille) {
        random = new DeterministicRandom(seed);
        this.lossPerMille = lossPerMille;
    }

    /** A new socket; one that had the number before is not reached any more. */
    Socket open(final int number) {
        final Socket socket = new Socket(new Place(number));
        sockets.removeIf(other -> other.place.equals(socket.place));
        sockets.add(socket);
        return socket;
    }
}
