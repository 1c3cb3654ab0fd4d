package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

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

    private final Spares<Assembly> spares;
    /** What has come, at least in part; null where nothing has. */
    private final @Nullable Assembly[] window;
    private final EventCounts counts;
    private long next;

    ReliableInbox(final Store store, final EventCounts counts) {
        this.counts = counts;
        spares = store.assemblies();
        window = new Assembly[Window.sequences(store.maxMessageBytes())];
    }

    /** Forgets everything and expects a sequence. */
    void reset(final long sequence) {
        next = sequence;
        for (int place = 0; place < window.length; place++) {
            free(place);
        }
    }

    private void free(final int place) {
        if (window[place] != null) {
            window[place].clear();
            spares.giveBack(window[place]);
            window[place] = null;
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
        final int place = placeOf(sequence);
        Assembly assembly = window[place];
        if (assembly == null) {
            assembly = spares.take();
            window[place] = assembly;
        }
        return switch (assembly.add(packet, content)) {
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
    @Nullable Assembly peek() {
        final Assembly assembly = window[placeOf(next)];
        return assembly != null && assembly.isWhole() ? assembly : null;
    }

    /** The next message is done with. */
    void release() {
        free(placeOf(next));
        next++;
    }
}
