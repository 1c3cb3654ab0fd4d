package io.lockstep.core.internal.crypto;

import java.nio.ByteBuffer;

/**
 * Computes what proves that a datagram is whole and of whom it should be. One key, one direction, one lane.
 * Allocation-free, not thread-safe.
 */
public interface Tag {

    /**
     * 64 bits over everything that is given.
     *
     * @param number  which datagram: its link sequence
     * @param context what both sides must agree on, such as the epoch
     * @param path    where it travels, as the transport says
     * @param place   where it stands there
     * @param bytes   what travels, between position and limit; stays as it is
     */
    long of(long number, long context, long path, long place, ByteBuffer bytes);

    /** Forgets the key. */
    void destroy();
}
