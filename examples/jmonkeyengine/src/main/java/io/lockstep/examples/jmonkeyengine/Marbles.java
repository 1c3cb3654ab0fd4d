package io.lockstep.examples.jmonkeyengine;

import io.lockstep.core.determinism.DeterministicRandom;
import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.sync.StateFields;

/** The game without its looks: marbles roll on a board and gather gems. Integers alone, 65,536 to a unit. */
final class Marbles extends DeclaredSimulation {

    static final int PLAYERS = 2;
    static final int GEMS = 5;
    static final int UNIT = 1 << 16;
    /** From the middle of the board to its edge. */
    static final int EDGE = 8 * UNIT;
    private static final int REACH = UNIT;
    private static final int PUSH = 300;

    final int[] x = new int[PLAYERS];
    final int[] z = new int[PLAYERS];
    final int[] score = new int[PLAYERS];
    final int[] gemX = new int[GEMS];
    final int[] gemZ = new int[GEMS];
    /** Where the marbles were a frame ago: drawn, and no part of the state. */
    final int[] oldX = new int[PLAYERS];
    final int[] oldZ = new int[PLAYERS];
    private final int[] speedX = new int[PLAYERS];
    private final int[] speedZ = new int[PLAYERS];
    private final DeterministicRandom random = new DeterministicRandom(7);

    Marbles() {
        for (int marble = 0; marble < PLAYERS; marble++) {
            x[marble] = (marble * 2 - 1) * 4 * UNIT;
            oldX[marble] = x[marble];
        }
        for (int gem = 0; gem < GEMS; gem++) {
            drop(gem);
        }
    }

    @Override public void step(final long frame, final Inputs inputs) {
        for (int marble = 0; marble < PLAYERS; marble++) {
            oldX[marble] = x[marble];
            oldZ[marble] = z[marble];
            final int keys = inputs.bits(marble);
            speedX[marble] += PUSH * ((keys >> 1 & 1) - (keys & 1)) - speedX[marble] / 64;
            speedZ[marble] += PUSH * ((keys >> 3 & 1) - (keys >> 2 & 1)) - speedZ[marble] / 64;
            x[marble] += speedX[marble];
            z[marble] += speedZ[marble];
            speedX[marble] = bounced(x[marble], speedX[marble]);
            speedZ[marble] = bounced(z[marble], speedZ[marble]);
            gather(marble);
        }
    }

    private static int bounced(final int place, final int speed) {
        return Math.abs(place) > EDGE && place > 0 == speed > 0 ? -speed : speed;
    }

    private void gather(final int marble) {
        for (int gem = 0; gem < GEMS; gem++) {
            if (Math.abs(gemX[gem] - x[marble]) < REACH && Math.abs(gemZ[gem] - z[marble]) < REACH) {
                score[marble]++;
                drop(gem);
            }
        }
    }

    private void drop(final int gem) {
        gemX[gem] = random.nextInt(2 * EDGE) - EDGE;
        gemZ[gem] = random.nextInt(2 * EDGE) - EDGE;
    }

    @Override public void fields(final StateFields fields) {
        fields.section("marbles");
        fields.array("x", x);
        fields.array("z", z);
        fields.array("speedX", speedX);
        fields.array("speedZ", speedZ);
        fields.array("score", score);
        fields.section("gems");
        fields.array("gemX", gemX);
        fields.array("gemZ", gemZ);
        fields.part("random", random);
    }
}
