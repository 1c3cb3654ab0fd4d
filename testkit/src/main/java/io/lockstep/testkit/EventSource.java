package io.lockstep.testkit;

import java.nio.ByteBuffer;

/** Where the events of a simulated peer come from. */
@FunctionalInterface
public interface EventSource {

    /**
     * Is asked after every frame whether there is something to send.
     *
     * @param frame the frame to be simulated next
     * @param event where to put it, from position 0, as long as there is room; nothing for no event
     */
    void next(long frame, ByteBuffer event);
}
