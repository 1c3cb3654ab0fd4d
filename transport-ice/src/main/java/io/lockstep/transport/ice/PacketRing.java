package io.lockstep.transport.ice;

import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Packets from one thread to another, without a lock and without garbage. What finds no room is lost, as it would be in
 * a socket's buffer. One producer and one consumer; each packet has a mark of a byte.
 */
final class PacketRing {

    /** Twice what one connection of a datagram transport has under way. */
    static final int BYTES = 64 * 1024;

    /** Nothing is here. */
    static final int NONE = -1;

    private static final int HEADER = Integer.BYTES;
    private static final int LENGTH_BITS = 16;
    private static final int LENGTH_MASK = (1 << LENGTH_BITS) - 1;
    /** In place of a header: what follows begins at the start. */
    private static final int SKIP = -1;

    private final byte[] bytes = new byte[BYTES];
    private final ByteBuffer headers = ByteBuffer.wrap(bytes);
    /** Both only grow; who reads them finds everything before them written. */
    private final AtomicLong head = new AtomicLong();
    private final AtomicLong tail = new AtomicLong();

    /** Room for a packet, as a place in the array, or NONE; {@link #publish} ends it. */
    private int claim(final int length) {
        final long end = tail.get();
        final int room = BYTES - (int) (end - head.get());
        final int place = (int) end & BYTES - 1;
        final int toEdge = BYTES - place;
        final int needed = size(length);
        if (needed <= toEdge) {
            return needed <= room ? place : NONE;
        }
        if (toEdge + needed > room) {
            return NONE;
        }
        headers.putInt(place, SKIP);
        tail.lazySet(end + toEdge);
        return 0;
    }

    private void publish(final int place, final int mark, final int length) {
        headers.putInt(place, mark << LENGTH_BITS | length);
        // Volatile, not lazy: whoever sleeps is looked for after this, see Doorbell.
        tail.set(tail.get() + size(length));
    }

    private static int size(final int length) {
        return HEADER + length + HEADER - 1 & -HEADER;
    }

    boolean put(final int mark, final byte[] from, final int offset, final int length) {
        final int place = claim(length);
        if (place == NONE) {
            return false;
        }
        System.arraycopy(from, offset, bytes, place + HEADER, length);
        publish(place, mark, length);
        return true;
    }

    boolean put(final int mark, final ByteBuffer from) {
        final int length = from.remaining();
        final int place = claim(length);
        if (place == NONE) {
            return false;
        }
        from.get(bytes, place + HEADER, length);
        publish(place, mark, length);
        return true;
    }

    /** Takes the oldest packet, as much of it as there is room for; answers its mark, or NONE. */
    int take(final ByteBuffer into) {
        long start = head.get();
        if (start == tail.get()) {
            return NONE;
        }
        int place = (int) start & BYTES - 1;
        int header = headers.getInt(place);
        if (header == SKIP) {
            start += BYTES - place;
            head.lazySet(start);
            if (start == tail.get()) {
                return NONE; // the packet behind the edge is not published yet
            }
            place = 0;
            header = headers.getInt(place);
        }
        final int length = header & LENGTH_MASK;
        into.put(bytes, place + HEADER, Math.min(length, into.remaining()));
        head.lazySet(start + size(length));
        return header >>> LENGTH_BITS;
    }

    boolean isEmpty() {
        return head.get() == tail.get();
    }
}
