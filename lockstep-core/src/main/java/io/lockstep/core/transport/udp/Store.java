package io.lockstep.core.transport.udp;

import java.nio.ByteBuffer;

/**
 * Where the connections of a transport keep messages that are not acknowledged or not whole.
 *
 * @param maxMessageBytes the longest message
 * @param messages        of what is sent until it is acknowledged
 * @param assemblies      of what comes in parts, or before what it is to follow
 */
record Store(int maxMessageBytes, Spares<ByteBuffer> messages, Spares<Assembly> assemblies) {

    /** Keeps nothing yet. */
    static Store of(final int maxMessageBytes) {
        return new Store(maxMessageBytes, new Spares<>(() -> ByteBuffer.allocate(maxMessageBytes)),
            new Spares<>(() -> new Assembly(maxMessageBytes)));
    }
}
