package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The unreliable messages that come in: handed over as soon as they are whole, unless that one or a newer one was
 * before. Only chunks that are the peer's may come here: the newest says what is old.
 */
final class UnreliableInbox {

    /** Messages of several chunks that may be incomplete at once; the one that has waited longest makes room. */
    static final int PARTIAL = 8;

    private final Spares<Assembly> spares;
    /** What is not whole; null where nothing is. */
    private final @Nullable Assembly[] partial = new Assembly[PARTIAL];
    private final long[] sequences = new long[PARTIAL];
    private final long[] begun = new long[PARTIAL];
    private final EventCounts counts;
    private long beginnings;
    private long newest;
    /** Where the message is that was handed over last. */
    private int whole;

    UnreliableInbox(final Store store, final EventCounts counts) {
        this.counts = counts;
        spares = store.assemblies();
    }

    /** Forgets everything and expects a sequence. */
    void reset(final long sequence) {
        newest = sequence - 1;
        for (int place = 0; place < PARTIAL; place++) {
            free(place);
        }
    }

    private void free(final int place) {
        if (partial[place] != null) {
            partial[place].clear();
            spares.giveBack(partial[place]);
            partial[place] = null;
        }
    }

    /** What counts them says that this one was handed over last. If it begins anew, so does this. */
    void follow(final long sequence) {
        if (sequence < newest) {
            reset(sequence + 1);
        }
        newest = sequence;
    }

    /** The sequence that was handed over last. */
    long newest() {
        return newest;
    }

    /** Whether a whole message is to be handed over; then it counts as such. */
    boolean admits(final long sequence) {
        if (isOld(sequence)) {
            return false;
        }
        newest = sequence;
        return true;
    }

    private boolean isOld(final long sequence) {
        if (sequence > newest) {
            return false;
        }
        counts.add(sequence == newest ? DatagramEvent.DUPLICATE : DatagramEvent.LATE);
        return true;
    }

    /**
     * Takes a chunk of a message that has several; the message if it is to be handed over now, to be {@link #release
     * released} then, else null.
     */
    @SuppressWarnings("NullAway") // something is begun at the place of a sequence
    @Nullable Assembly add(final long sequence, final Packet packet, final ByteBuffer content) {
        if (isOld(sequence)) {
            return null;
        }
        final int place = place(sequence);
        switch (partial[place].add(packet, content)) {
            case WHOLE -> {
                newest = sequence;
                whole = place;
                return partial[place];
            }
            case DUPLICATE -> counts.add(DatagramEvent.DUPLICATE);
            case CONTRADICTION -> counts.add(DatagramEvent.CONTRADICTION);
            default -> {
                // Others are missing.
            }
        }
        return null;
    }

    /** The message that was handed over last is done with. */
    void release() {
        free(whole);
    }

    private int place(final long sequence) {
        int best = 0;
        for (int i = 0; i < PARTIAL; i++) {
            if (partial[i] != null && sequences[i] == sequence) {
                return i;
            }
            if (partial[best] != null && (partial[i] == null || begun[i] < begun[best])) {
                best = i;
            }
        }
        if (partial[best] != null) {
            counts.add(DatagramEvent.INCOMPLETE);
            partial[best].clear();
        } else {
            partial[best] = spares.take();
        }
        sequences[best] = sequence;
        begun[best] = beginnings++;
        return best;
    }
}
