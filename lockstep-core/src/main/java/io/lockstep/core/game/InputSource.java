package io.lockstep.core.game;

import java.nio.ByteBuffer;

/**
 * Where local input comes from: keyboard, pad or bot. The session calls it exactly once for each local player and
 * frame; what it answers is sent and can never change afterwards.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface InputSource {

    /**
     * Samples one player's input.
     *
     * @param frame  the frame this input will be simulated in, later than the current one by the input delay
     * @param player the local player
     * @param input  where to put it: {@code inputBytes} zero bytes from position 0, little-endian
     */
    void sample(long frame, int player, ByteBuffer input);
}
