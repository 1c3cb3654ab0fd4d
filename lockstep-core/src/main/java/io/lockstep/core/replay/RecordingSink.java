package io.lockstep.core.replay;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Takes the bytes of a recording, such as a file opened for appending. Called on the session's thread.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public interface RecordingSink {

    /**
     * Appends bytes.
     *
     * @param bytes those between position and limit, all to be written before this returns
     * @return null when all were written, otherwise what went wrong, in one line; the recording then ends there
     */
    @Nullable String append(ByteBuffer bytes);
}
