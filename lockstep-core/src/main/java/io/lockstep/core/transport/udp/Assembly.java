package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import java.nio.ByteBuffer;

/** One message being put together from its chunks. */
final class Assembly {

    /** What became of a chunk. */
    enum Result {
        /** New, and not the last one missing. */
        STORED,
        /** New, and now the message is whole. */
        WHOLE,
        /** It had come before. */
        DUPLICATE,
        /** It lies behind the last chunk, or another one was the last. */
        CONTRADICTION
    }

    private static final int UNKNOWN = -1;

    private final ByteBuffer message;
    private final long[] arrived = new long[Packet.MAX_CHUNKS / Long.SIZE];
    private int count;
    private int highest;
    private int last;
    private int length;

    Assembly(final int maxBytes) {
        message = ByteBuffer.allocate(maxBytes);
        clear();
    }

    void clear() {
        for (int i = 0; i < arrived.length; i++) {
            arrived[i] = 0;
        }
        count = 0;
        highest = UNKNOWN;
        last = UNKNOWN;
        length = 0;
        message.clear();
    }

    /** Takes the content of a packet; chunks of a message that is too long are counted but not kept. */
    Result add(final Packet packet, final ByteBuffer content) {
        final int chunk = packet.chunk();
        if (last == UNKNOWN ? packet.isLast() && chunk < highest : chunk > last || packet.isLast() != (chunk == last)) {
            return Result.CONTRADICTION;
        }
        final long bit = 1L << chunk;
        if ((arrived[chunk / Long.SIZE] & bit) != 0) {
            return Result.DUPLICATE;
        }
        arrived[chunk / Long.SIZE] |= bit;
        count++;
        highest = Math.max(highest, chunk);
        final int offset = chunk * Packet.MAX_CHUNK_BYTES;
        final int bytes = packet.contentBytes();
        if (packet.isLast()) {
            last = chunk;
            length = offset + bytes;
        }
        if (offset + bytes <= message.capacity()) {
            message.put(offset, content, content.position(), bytes);
        }
        return isWhole() ? Result.WHOLE : Result.STORED;
    }

    boolean isWhole() {
        return last != UNKNOWN && count == last + 1;
    }

    boolean isTooLong() {
        return length > message.capacity();
    }

    /** The whole message between position and limit, unless it is too long. */
    ByteBuffer message() {
        return message.limit(length);
    }
}
