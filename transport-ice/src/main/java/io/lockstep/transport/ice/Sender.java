package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Sends through relays what the game's thread hands over, on a thread of its own: ice4j makes garbage and takes locks
 * there. Ends when it is told to and nothing waits any more.
 */
final class Sender {

    private static final long NAP_NS = TimeUnit.MILLISECONDS.toNanos(100);
    private static final long LAST_WORDS_MS = 200;

    private final PacketRing ring = new PacketRing();
    private final Doorbell doorbell = new Doorbell();
    private final Link[] byPeer;
    private final Thread thread = new Thread(this::run, "lockstep-paths-send");
    private volatile boolean closing;

    Sender(final Link[] byPeer) {
        this.byPeer = byPeer;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** On the game's thread. */
    boolean send(final int peer, final ByteBuffer packet) {
        if (closing || !ring.put(peer, packet)) {
            return false;
        }
        doorbell.ring();
        return true;
    }

    private void run() {
        final ByteBuffer packet = ByteBuffer.allocate(PathSocket.MAX_PACKET_BYTES);
        final BooleanSupplier something = () -> closing || !ring.isEmpty();
        while (true) {
            final int peer = ring.take(packet.clear());
            if (peer != PacketRing.NONE) {
                byPeer[peer].send(packet.array(), 0, packet.position());
            } else if (closing) {
                return;
            } else {
                doorbell.await(something, NAP_NS);
            }
        }
    }

    /** Waits until what was handed over is sent, for a moment at most. */
    void close() {
        closing = true;
        doorbell.ring();
        try {
            thread.join(LAST_WORDS_MS);
        } catch (final InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }
}
