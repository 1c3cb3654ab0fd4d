package io.lockstep.core.transport.udp;

import java.nio.ByteBuffer;

/**
 * The unreliable messages that come in: handed over as soon as they are whole, in any order, none twice within the
 * memory of this class. Whatever arrives is better than what is waited for, so nothing is ever too old: a table that
 * remembers sequences by value cannot be led astray by one stray packet.
 */
final class UnreliableInbox {

    /** Messages of several chunks that may be incomplete at once; the one that has waited longest makes room. */
    static final int PARTIAL = 8;
    /** Sequences remembered: at 240 messages a second four seconds, longer than any path holds a packet. */
    static final int REMEMBERED = 1024;

    private static final int NONE = -1;

    private final int[] seen = new int[REMEMBERED];
    private final Assembly[] partial = new Assembly[PARTIAL];
    private final int[] sequences = new int[PARTIAL];
    private final long[] begun = new long[PARTIAL];
    private final EventCounts counts;
    private long beginnings;

    UnreliableInbox(final int maxMessageBytes, final EventCounts counts) {
        this.counts = counts;
        for (int i = 0; i < PARTIAL; i++) {
            partial[i] = new Assembly(maxMessageBytes);
        }
        reset();
    }

    void reset() {
        for (int i = 0; i < REMEMBERED; i++) {
            seen[i] = NONE;
        }
        for (final Assembly assembly : partial) {
            assembly.clear();
        }
    }

    /** Whether a message of this sequence was handed over; from now on it was. */
    boolean isSeen(final int sequence) {
        final int place = sequence & REMEMBERED - 1;
        if (seen[place] == sequence) {
            counts.add(DatagramEvent.DUPLICATE);
            return true;
        }
        seen[place] = sequence;
        return false;
    }

    /** Takes a chunk of a message that has several; the message if it is whole now, else null. */
    Assembly add(final Packet packet, final ByteBuffer datagram) {
        final int sequence = packet.sequence();
        if (seen[sequence & REMEMBERED - 1] == sequence) {
            counts.add(DatagramEvent.DUPLICATE);
            return null;
        }
        final int place = place(sequence);
        switch (partial[place].add(packet, datagram)) {
            case WHOLE -> {
                seen[sequence & REMEMBERED - 1] = sequence;
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

    private int place(final int sequence) {
        int best = 0;
        for (int i = 0; i < PARTIAL; i++) {
            if (!partial[i].isEmpty() && sequences[i] == sequence) {
                return i;
            }
            if (!partial[best].isEmpty() && (partial[i].isEmpty() || begun[i] < begun[best])) {
                best = i;
            }
        }
        if (!partial[best].isEmpty()) {
            counts.add(DatagramEvent.INCOMPLETE);
            partial[best].clear();
        }
        sequences[best] = sequence;
        begun[best] = beginnings++;
        return best;
    }
}
