package io.lockstep.examples.peer;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The game between a session and a memory in which a bit flips when that is asked for. It does so behind a frame that
 * nobody takes back, and beyond which the game was not played: a flip ahead of that might vanish with a rollback.
 */
final class FaultyMemory implements Simulation {

    private final Simulation game;
    private final int offset;
    private boolean asked;
    private long played;

    FaultyMemory(final Simulation game, final int offset) {
        this.game = game;
        this.offset = offset;
    }

    /** Flips the lowest bit of the byte at the offset of the saved state, in one of the next frames. */
    void flip() {
        asked = true;
    }

    @Override
    public void configure(final ByteBuffer matchConfig) {
        game.configure(matchConfig);
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        game.step(frame, inputs);
        played = frame;
    }

    @Override
    public void settled(final long frame, final Inputs inputs) {
        game.settled(frame, inputs);
        if (asked && played == frame) {
            asked = false;
            final StateBuffer state = new StateBuffer(StateBuffer.DEFAULT_CAPACITY_BYTES);
            game.save(state);
            state.array()[offset] ^= 1;
            game.load(ByteBuffer.wrap(state.array(), 0, state.length()).order(ByteOrder.LITTLE_ENDIAN));
        }
    }

    @Override
    public void save(final StateWriter out) {
        game.save(out);
    }

    @Override
    public void load(final ByteBuffer state) {
        game.load(state);
    }
}
