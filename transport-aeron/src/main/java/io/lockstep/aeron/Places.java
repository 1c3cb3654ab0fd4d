package io.lockstep.aeron;

import org.agrona.DirectBuffer;

/** Where the next datagram of each stream should stand. */
final class Places {

    private final long[] paths = new long[StreamIds.LIMIT];
    private final long[] next = new long[StreamIds.LIMIT];

    /** Whether data or a heartbeat stands where the one before it has ended. The first of a session always does. */
    boolean follows(final DirectBuffer packet, final int length) {
        final int stream = Frames.stream(packet, 0);
        if (stream < 0 || stream >= StreamIds.LIMIT) {
            return true; // nobody's
        }
        final long path = Frames.path(packet, 0);
        final long place = Frames.place(packet, 0);
        final boolean follows = paths[stream] != path || next[stream] == place;
        paths[stream] = path;
        next[stream] = Frames.length(packet, 0) == 0 ? place : place + length;
        return follows;
    }
}
