package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.nio.ByteBuffer;

/**
 * The unreliable messages that come in: handed over as soon as they are whole, unless a newer one was before, and none
 * twice within the memory of this class. What is far from the newest is taken for the newest: one stray packet must not
 * make all that follow look old.
 */
final class UnreliableInbox {

    /** Messages of several chunks that may be incomplete at once; the one that has waited longest makes room. */
    static final int PARTIAL = 8;
    /** Sequences remembered: at 240 messages a second four seconds, longer than any path holds a packet. */
    static final int REMEMBERED = 1024;

    /** A message is late when one of so many after it was handed over; as far as a session would still look at it. */
    static final int LATE = 64;

    private static final int NONE = -1;

    private final int[] seen = new int[REMEMBERED];
    private final Assembly[] partial = new Assembly[PARTIAL];
    private final int[] sequences = new int[PARTIAL];
    private final long[] begun = new long[PARTIAL];
    private final EventCounts counts;
    private long beginnings;
    private int newest;

    UnreliableInbox(final int maxMessageBytes, final EventCounts counts) {
        this.counts = counts;
        for (int i = 0; i < PARTIAL; i++) {
            partial[i] = new Assembly(maxMessageBytes);
        }
        reset(0);
    }

    /** Forgets everything and counts on from a sequence. */
    void reset(final int sequence) {
        newest = sequence - 1 & 0xFFFF;
        for (int i = 0; i < REMEMBERED; i++) {
            seen[i] = NONE;
        }
        for (final Assembly assembly : partial) {
            assembly.clear();
        }
    }

    /** Whether a whole message is to be handed over; then it counts as such. */
    boolean admits(final int sequence) {
        if (isSeen(sequence)) {
            return false;
        }
        seen[sequence & REMEMBERED - 1] = sequence;
        final int behind = -Window.distance(sequence, newest);
        if (behind > 0 && behind <= LATE) {
            counts.add(DatagramEvent.LATE);
            return false;
        }
        newest = sequence;
        return true;
    }

    private boolean isSeen(final int sequence) {
        if (seen[sequence & REMEMBERED - 1] != sequence) {
            return false;
        }
        counts.add(DatagramEvent.DUPLICATE);
        return true;
    }

    /** Takes a chunk of a message that has several; the message if it is to be handed over now, else null. */
    Assembly add(final Packet packet, final ByteBuffer datagram) {
        final int sequence = packet.sequence();
        if (isSeen(sequence)) {
            return null;
        }
        final int place = place(sequence);
        switch (partial[place].add(packet, datagram)) {
            case WHOLE -> {
                if (admits(sequence)) {
                    return partial[place];
                }
                partial[place].clear();
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
