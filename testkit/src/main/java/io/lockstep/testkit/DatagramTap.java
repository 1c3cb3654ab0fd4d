package io.lockstep.testkit;

import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/** Sees every datagram that is handed to a {@link SimulatedNetwork}, before anything happens to it. */
@FunctionalInterface
public interface DatagramTap {

    /**
     * One datagram is being sent; also called for those that will be lost.
     *
     * @param from    who sends it
     * @param to      who it is for
     * @param lane    how it travels
     * @param tag     the tag beside it
     * @param payload what it holds between position and limit, valid only during this call and not to be changed
     */
    void onSend(int from, int to, Lane lane, long tag, ByteBuffer payload);
}
