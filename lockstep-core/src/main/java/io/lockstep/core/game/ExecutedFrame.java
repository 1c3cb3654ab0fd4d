package io.lockstep.core.game;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.input.IdSet;

/**
 * One frame after it was executed. A view that is reused: valid only while it is handed out.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface ExecutedFrame extends FrameSource {

    /**
     * Which frame.
     *
     * @return at least the start frame
     */
    long frame();

    /**
     * Was the match paused, so that the game was not simulated in this frame?
     *
     * @return true when the state is that of the frame before
     */
    boolean paused();

    /**
     * The state after the frame.
     *
     * @return CRC32
     */
    int checksum();

    /**
     * Returns the peers in the match by the epoch applied last.
     *
     * @return a view, valid as long as the frame
     */
    IdSet members();

    /**
     * The number of that epoch.
     *
     * @return 0 and up
     */
    long epoch();
}
