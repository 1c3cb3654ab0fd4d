package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** A game that mixes every input into one number: as little as a game can do, so that the session's cost shows. */
final class TinyGame implements Simulation {

    /** The golden ratio in 64 bits, which mixes well. */
    private static final long FACTOR = 0x9E3779B97F4A7C15L;

    private long hash;

    @Override
    public void step(final long frame, final Inputs inputs) {
        for (int player = 0; player < inputs.players(); player++) {
            hash = (hash ^ inputs.bits(player)) * FACTOR;
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.section("game");
        out.writeLong("hash", hash);
    }

    @Override
    public void load(final ByteBuffer state) {
        hash = state.getLong();
    }
}
