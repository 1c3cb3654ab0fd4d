package io.lockstep.core.game;

import io.lockstep.core.internal.sync.StateHistory;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How much a session does to find out where a difference between two peers' states comes from.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public final class DesyncOptions {

    /** Most memory for states: what a server with many matches would hardly give. */
    public static final int MAX_STATE_BYTES = 256 << 20;

    private @Nullable Supplier<Simulation> scratch;
    private int stateBytes = StateHistory.DEFAULT_STATE_BYTES;

    /** The defaults: states are kept, and fields are not named. */
    public DesyncOptions() {
        // Every field has its default.
    }

    /**
     * Makes games that nobody plays, to name the fields of a state and to simulate again what led to a difference. The
     * running game is never touched for that. Called only after a difference was found, on the session's thread.
     *
     * @param factory a game of the same kind and rules as the one that is played; none by default, and then a report
     *                names the section and the byte
     * @return this
     */
    public DesyncOptions scratch(final Supplier<Simulation> factory) {
        scratch = factory;
        return this;
    }

    /**
     * How much memory the states of the newest frames may take. With too little, reports name the section alone.
     *
     * @param bytes 0 to {@value #MAX_STATE_BYTES}; {@value StateHistory#DEFAULT_STATE_BYTES} by default
     * @return this
     */
    public DesyncOptions stateBytes(final int bytes) {
        if (bytes < 0 || bytes > MAX_STATE_BYTES) {
            throw new IllegalArgumentException("stateBytes is " + bytes + ", allowed is 0 to " + MAX_STATE_BYTES);
        }
        stateBytes = bytes;
        return this;
    }

    /**
     * What makes games that nobody plays.
     *
     * @return null if there is none
     */
    public @Nullable Supplier<Simulation> scratch() {
        return scratch;
    }

    /**
     * How much memory the states of the newest frames may take.
     *
     * @return bytes
     */
    public int stateBytes() {
        return stateBytes;
    }
}
