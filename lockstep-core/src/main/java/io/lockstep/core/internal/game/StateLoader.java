package io.lockstep.core.internal.game;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.sync.NamedState;
import java.nio.ByteBuffer;

/** Loads states into games, and sees to it that they read all of them. */
public final class StateLoader {

    private StateLoader() {
    }

    /**
     * Loads a state.
     *
     * @param game  takes it
     * @param state the bytes between position and limit, little-endian
     * @throws IllegalArgumentException if the game left some of them unread; it then has a state that is not whole
     */
    public static void load(final Simulation game, final ByteBuffer state) {
        final int bytes = state.remaining();
        game.load(state);
        if (state.hasRemaining()) {
            throw new IllegalArgumentException(unread(game, bytes - state.remaining(), bytes));
        }
    }

    /** What {@code save} calls the bytes that were read. */
    private static String unread(final Simulation game, final int read, final int bytes) {
        final NamedState names = new NamedState();
        game.save(names);
        final String last = names.lastWithin(read);
        return "load left " + (bytes - read) + " of " + bytes + " bytes unread, "
            + (last == null ? "it read no field" : "the last field that it read is " + last);
    }
}
