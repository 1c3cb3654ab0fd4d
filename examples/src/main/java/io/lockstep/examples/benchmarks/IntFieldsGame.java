package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** A game whose state is a number of fields of four bytes each, written one by one; a frame changes one of them. */
final class IntFieldsGame implements Simulation {

    private final int[] fields;

    IntFieldsGame(final int bytes) {
        fields = new int[bytes / Integer.BYTES];
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        for (int player = 0; player < inputs.players(); player++) {
            fields[(int) (frame % fields.length)] += inputs.bits(player) + 1;
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.section("fields");
        for (final int field : fields) {
            out.writeInt("field", field);
        }
    }

    @Override
    public void load(final ByteBuffer from) {
        for (int i = 0; i < fields.length; i++) {
            fields[i] = from.getInt();
        }
    }
}
