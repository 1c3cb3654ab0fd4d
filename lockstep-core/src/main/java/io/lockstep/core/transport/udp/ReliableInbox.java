package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.nio.ByteBuffer;

/**
 * The reliable messages that come in: put together in any order, handed over in the order of their sequences, each one
 * once. Which sequence is next says what is old, so nothing else has to be remembered.
 */
final class ReliableInbox {

    /** What became of a chunk. */
    enum Result {
        /** New, and here to stay. */
        STORED,
        /** Here since it came before: its acknowledgement was lost. */
        DUPLICATE,
        /** Not taken; it will come again if it is one of the peer's. */
        REFUSED
    }

    private final Assembly[] window;
    private final EventCounts counts;
    private long next;

    ReliableInbox(final int maxMessageBytes, final EventCounts counts) {
        this.counts = counts;
        window = new Assembly[Window.sequences(maxMessageBytes)];
        for (int i = 0; i < window.length; i++) {
            window[i] = new Assembly(maxMessageBytes);
        }
    }

    /** Forgets everything and expects a sequence. */
    void reset(final long sequence) {
        next = sequence;
        for (final Assembly assembly : window) {
            assembly.clear();
        }
    }

    /** The sequence that is to be handed over next. */
    long next() {
        return next;
    }

    /** Takes a chunk. */
    Result add(final long sequence, final Packet packet, final ByteBuffer content) {
        final long ahead = sequence - next;
        if (ahead < 0) {
            counts.add(DatagramEvent.DUPLICATE);
            return Result.DUPLICATE;
        }
        if (ahead >= window.length) {
            counts.add(DatagramEvent.BEYOND_WINDOW);
            return Result.REFUSED;
        }
        return switch (window[placeOf(sequence)].add(packet, content)) {
            case CONTRADICTION -> {
                counts.add(DatagramEvent.CONTRADICTION);
                yield Result.REFUSED;
            }
            case DUPLICATE -> {
                counts.add(DatagramEvent.DUPLICATE);
                yield Result.DUPLICATE;
            }
            default -> Result.STORED;
        };
    }

    private int placeOf(final long sequence) {
        return (int) sequence & window.length - 1;
    }

    /** The next message in order if it is whole, which {@link #release} frees; null if there is none. */
    Assembly peek() {
        final Assembly assembly = window[placeOf(next)];
        return assembly.isWhole() ? assembly : null;
    }

    /** The next message is done with. */
    void release() {
        window[placeOf(next)].clear();
        next++;
    }
}
