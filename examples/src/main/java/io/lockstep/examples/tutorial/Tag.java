package io.lockstep.examples.tutorial;

import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.sync.StateFields;

/** Tag: who is it runs after the other. docs/TUTORIAL.md shows what stands between the two marks. */
// tutorial: begin
public final class Tag extends DeclaredSimulation {
    static final int SIZE = 400;
    static final int LEFT = 1;
    static final int RIGHT = 2;
    static final int UP = 4;
    static final int DOWN = 8;
    private static final int SPEED = 3;
    private static final int REACH = 20;

    final int[] x = {100, 300};
    final int[] y = {200, 200};
    final int[] caught = {0, 0};
    int it; // the player who runs after the other

    @Override public void step(final long frame, final Inputs inputs) {
        for (int player = 0; player < x.length; player++) {
            final int keys = inputs.bits(player); // 0 for a player who is gone
            x[player] = move(x[player], (keys & LEFT) != 0, (keys & RIGHT) != 0);
            y[player] = move(y[player], (keys & UP) != 0, (keys & DOWN) != 0);
        }
        if (Math.abs(x[0] - x[1]) < REACH && Math.abs(y[0] - y[1]) < REACH) {
            caught[it]++;
            it = 1 - it;
            x[0] = 100;
            x[1] = 300;
        }
    }

    private static int move(final int from, final boolean less, final boolean more) {
        return Math.max(0, Math.min(SIZE, from + (more ? SPEED : 0) - (less ? SPEED : 0)));
    }

    @Override public void fields(final StateFields fields) { // all that a later frame depends on
        fields.section("tag");
        fields.array("x", x);
        fields.array("y", y);
        fields.array("caught", caught);
        it = fields.field("it", it);
    }
}
// tutorial: end
