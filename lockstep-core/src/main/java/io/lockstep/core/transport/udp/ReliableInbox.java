package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.nio.ByteBuffer;

/**
 * The reliable messages that come in: put together in any order, handed over in the order of their sequences, each one
 * once. Which sequence is next says what is old, so nothing else has to be remembered.
 */
final class ReliableInbox {

    private final Assembly[] window;
    private final EventCounts counts;
    private int next;

    ReliableInbox(final int maxMessageBytes, final EventCounts counts) {
        this.counts = counts;
        window = new Assembly[Window.sequences(maxMessageBytes)];
        for (int i = 0; i < window.length; i++) {
            window[i] = new Assembly(maxMessageBytes);
        }
    }

    /** Forgets everything and expects a sequence. */
    void reset(final int sequence) {
        next = sequence & 0xFFFF;
        for (final Assembly assembly : window) {
            assembly.clear();
        }
    }

    /** Takes a chunk; true if it is to be acknowledged: it has arrived for good, now or before. */
    boolean add(final Packet packet, final ByteBuffer datagram) {
        final int ahead = Window.distance(packet.sequence(), next);
        if (ahead < 0) {
            counts.add(DatagramEvent.DUPLICATE);
            return true;
        }
        if (ahead >= window.length) {
            counts.add(DatagramEvent.BEYOND_WINDOW);
            return false;
        }
        switch (window[packet.sequence() & window.length - 1].add(packet, datagram)) {
            case CONTRADICTION -> {
                counts.add(DatagramEvent.CONTRADICTION);
                return false;
            }
            case DUPLICATE -> counts.add(DatagramEvent.DUPLICATE);
            default -> {
                // Stored.
            }
        }
        return true;
    }

    /** The next message in order if it is whole, which {@link #release} frees; null if there is none. */
    Assembly peek() {
        final Assembly assembly = window[next & window.length - 1];
        return assembly.isWhole() ? assembly : null;
    }

    /** The next message is done with. */
    void release() {
        window[next & window.length - 1].clear();
        next = next + 1 & 0xFFFF;
    }
}
