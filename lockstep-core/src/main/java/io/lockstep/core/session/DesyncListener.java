package io.lockstep.core.session;

/**
 * Is told where this peer's state and another's differ, and where they are equal again. Whoever acts on it asks {@link
 * DesyncWatch#verdict} who is wrong.
 */
interface DesyncListener {

    /**
     * The states after a frame differ. Told of each such frame, of check frames as of those between them.
     *
     * @param link  to the peer
     * @param frame the frame
     */
    void differs(Link link, long frame);

    /**
     * The states after a frame are equal, and that of an earlier frame compared last was not.
     *
     * @param link  to the peer
     * @param frame the frame
     */
    void agrees(Link link, long frame);
}
