package io.lockstep.testkit;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** A game with a larger state: bytes that hardly get smaller when they are compressed, and change frame by frame. */
final class Ballast implements Simulation {

    private final Simulation game;
    private final byte[] bytes;

    Ballast(final Simulation game, final long seed, final int length) {
        this.game = game;
        bytes = new byte[length];
        final Draws draws = new Draws(seed);
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) draws.below(1 << Byte.SIZE);
        }
    }

    @Override
    public void configure(final ByteBuffer matchConfig) {
        game.configure(matchConfig);
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        game.step(frame, inputs);
        final int at = (int) Math.floorMod(Hashing.mix(frame, 0), (long) bytes.length);
        bytes[at] = (byte) (bytes[at] * 31 + inputs.bits(0) + 1);
    }

    @Override
    public void save(final StateWriter out) {
        out.section("ballast");
        out.writeBytes("bytes", bytes, 0, bytes.length);
        game.save(out);
    }

    @Override
    public void load(final ByteBuffer state) {
        state.get(bytes);
        game.load(state);
    }
}
