package io.lockstep.examples.peer;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * Somebody with a socket, who knows where the peers of a match listen and what Aeron's and our own packets look like,
 * and has no key. He sends all that he can think of, from a thread of his own, until he is closed.
 */
final class Stranger implements AutoCloseable {

    /** A second: 10,000 datagrams in ten seconds to each of three peers. */
    private static final int ROUNDS_A_SECOND = 50;
    private static final int OF_EACH = 4;
    private static final long SECOND_NS = 1_000_000_000L;
    private static final int LONGEST = 1_400;
    private static final int FLOOD_BYTES = 40;
    /** Stream ids are small: two lanes of each peer. */
    private static final int STREAMS = 16;
    private static final int MIB = 1 << 20;
    private static final int[] TERMS = {16 * MIB, 512 * MIB, 64 << 10, 128 << 10};
    // Aeron's frames.
    private static final int DATA = 1;
    private static final int NAK = 2;
    private static final int STATUS = 3;
    private static final int ERROR = 4;
    private static final int SETUP = 5;
    private static final int ROUND_TRIP = 6;
    private static final int MTU = 1216;

    private final List<InetSocketAddress> victims = new ArrayList<>();
    private final SplittableRandom random = new SplittableRandom(15);
    private final DatagramChannel socket;
    private final ByteBuffer datagram = ByteBuffer.allocate(LONGEST).order(ByteOrder.LITTLE_ENDIAN);
    private final Thread thread = new Thread(this::attack, "stranger");
    private volatile boolean closed;
    private volatile long sent;

    Stranger(final List<Address> peers) throws IOException {
        peers.forEach(peer -> victims.add(new InetSocketAddress(peer.host(), peer.port())));
        socket = DatagramChannel.open().bind(new InetSocketAddress("127.0.0.1", 0));
        socket.configureBlocking(false);
        thread.setDaemon(true);
        thread.start();
    }

    /** How many datagrams so far. */
    long sent() {
        return sent;
    }

    private void attack() {
        while (!closed) {
            for (final InetSocketAddress victim : victims) {
                for (int i = 0; i < OF_EACH; i++) {
                    noise(victim, random.nextInt(LONGEST));
                    noise(victim, FLOOD_BYTES);
                    setup(victim, TERMS[i]);
                    frame(victim, DATA, 64, 12);
                    frame(victim, i % 2 == 0 ? STATUS : NAK, 36, 8);
                    frame(victim, i % 2 == 0 ? ROUND_TRIP : ERROR, 40, 8);
                    own(victim);
                }
            }
            LockSupport.parkNanos(SECOND_NS / ROUNDS_A_SECOND);
        }
    }

    private void noise(final InetSocketAddress victim, final int bytes) {
        fill(bytes);
        send(victim);
    }

    private void fill(final int bytes) {
        random.nextBytes(datagram.array());
        datagram.clear().limit(bytes);
    }

    /** Announces a stream, whose receiver would make a log of that size for it. */
    private void setup(final InetSocketAddress victim, final int term) {
        fill(FLOOD_BYTES);
        datagram.putInt(0, FLOOD_BYTES).putInt(4, SETUP << 16).putInt(8, 0).putInt(16, random.nextInt(STREAMS))
            .putInt(24, datagram.getInt(20)).putInt(28, term).putInt(32, MTU);
        send(victim);
    }

    /** Another frame of Aeron's, of a session that nobody has. */
    private void frame(final InetSocketAddress victim, final int type, final int bytes, final int sessionAt) {
        fill(bytes);
        datagram.putInt(0, bytes).putInt(4, type << 16 | 0xC000).putInt(sessionAt, random.nextInt())
            .putInt(sessionAt + Integer.BYTES, random.nextInt(STREAMS));
        send(victim);
    }

    /** A packet with the first byte of one of plain UDP: chunks, acknowledgements, ENDs and handshakes. */
    private void own(final InetSocketAddress victim) {
        fill(16 + random.nextInt(64));
        datagram.put(0, (byte) (random.nextInt(32) << 3));
        send(victim);
    }

    private void send(final InetSocketAddress victim) {
        try {
            socket.send(datagram, victim);
            sent++;
        } catch (final IOException refused) {
            // Nobody listens there yet, or no more.
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        socket.close();
    }
}
