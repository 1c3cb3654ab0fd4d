package io.lockstep.testkit;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.sync.NamedState;
import io.lockstep.core.sync.FieldDifference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A state of a game that is looked at, as bytes and as fields. */
final class StateBytes extends NamedState {

    /** Largest state: many of them are held at once. */
    private static final int MAX_BYTES = 256 << 20;

    StateBytes() {
        super(MAX_BYTES);
    }

    StateBytes reset() {
        clear();
        return this;
    }

    /** The state, little-endian, to be read. */
    ByteBuffer bytes() {
        if (overflowed()) {
            throw new IllegalStateException("the state is larger than " + MAX_BYTES + " bytes");
        }
        return ByteBuffer.wrap(Arrays.copyOf(array(), length())).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Loads a state that a game has saved; null, or why it does not take it. */
    static @Nullable String load(final Simulation game, final ByteBuffer state) {
        try {
            StateLoader.load(game, state);
            return null;
        } catch (final IllegalArgumentException refused) {
            return refused.getMessage();
        }
    }

    /** The first field in which another state differs, with both values and who has them; null when none does. */
    @Nullable String difference(final String here, final StateBytes other, final String there) {
        final FieldDifference first = difference(other);
        return first == null ? null
            : first.name() + ": " + first.local() + ' ' + here + ", " + first.remote() + ' ' + there;
    }
}
