package io.lockstep.examples.tutorial;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** Tag that does not save who is it. */
final class ForgetfulTag implements Simulation {

    private final Tag tag = new Tag();

    @Override
    public void step(final long frame, final Inputs inputs) {
        tag.step(frame, inputs);
    }

    @Override
    public void save(final StateWriter out) {
        out.section("tag");
        for (int player = 0; player < 2; player++) {
            out.writeInt("x", tag.x[player]);
            out.writeInt("y", tag.y[player]);
            out.writeInt("caught", tag.caught[player]);
        }
    }

    @Override
    public void load(final ByteBuffer state) {
        for (int player = 0; player < 2; player++) {
            tag.x[player] = state.getInt();
            tag.y[player] = state.getInt();
            tag.caught[player] = state.getInt();
        }
    }
}
