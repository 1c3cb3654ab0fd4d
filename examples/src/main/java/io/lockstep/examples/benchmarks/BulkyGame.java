package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** A game whose state is of a given size; inputs change a little of it each frame. */
final class BulkyGame implements Simulation {

    private static final int PLACES = 31;

    private final byte[] state;
    private long replayed;

    BulkyGame(final int bytes) {
        state = new byte[bytes];
    }

    /** Fills the state with what cannot be compressed, the same for the same seed. */
    void fill(final long seed) {
        new SplittableRandom(seed).nextBytes(state);
    }

    /** The state goes wrong, as by a bug. */
    void diverge() {
        state[state.length / 2] ^= 1;
    }

    boolean equalTo(final BulkyGame other) {
        return Arrays.equals(state, other.state);
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        replayed++;
        for (int player = 0; player < inputs.players(); player++) {
            final int place = (int) Math.floorMod(frame * PLACES + player, (long) state.length);
            state[place] += (byte) (inputs.bits(player) + 1);
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.section("bulk");
        out.writeBytes("bytes", state, 0, state.length);
    }

    @Override
    public void load(final ByteBuffer from) {
        from.get(state);
        replayed = 0;
    }

    /** Frames simulated since the state was loaded, or since the beginning. */
    long replayed() {
        return replayed;
    }
}
