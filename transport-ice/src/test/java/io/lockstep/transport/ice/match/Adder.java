package io.lockstep.transport.ice.match;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** A game whose state is a sum of all inputs. */
final class Adder implements Simulation {

    private long sum;

    long sum() {
        return sum;
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        for (int player = 0; player < 2; player++) {
            sum = sum * 31 + inputs.bits(player);
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.writeLong("sum", sum);
    }

    @Override
    public void load(final ByteBuffer state) {
        sum = state.getLong();
    }
}
