package io.lockstep.examples.libgdx;

import io.lockstep.core.game.DeclaredSimulation;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.sync.StateFields;

/** The game without its looks: discs that push each other off a round mat. Integers alone, 256 to a pixel. */
final class Sumo extends DeclaredSimulation {

    static final int PLAYERS = 2;
    static final int MAT = 170 << 8;
    static final int DISC = 26 << 8;
    private static final int START = 80 << 8;
    private static final int PUSH = 60;

    final int[] x = new int[PLAYERS];
    final int[] y = new int[PLAYERS];
    final int[] falls = new int[PLAYERS];
    /** Where the discs were a frame ago: drawn, and no part of the state. */
    final int[] oldX = new int[PLAYERS];
    final int[] oldY = new int[PLAYERS];
    private final int[] speedX = new int[PLAYERS];
    private final int[] speedY = new int[PLAYERS];

    Sumo() {
        for (int disc = 0; disc < PLAYERS; disc++) {
            putBack(disc);
        }
    }

    @Override public void step(final long frame, final Inputs inputs) {
        for (int disc = 0; disc < PLAYERS; disc++) {
            oldX[disc] = x[disc];
            oldY[disc] = y[disc];
            final int keys = inputs.bits(disc);
            speedX[disc] += PUSH * ((keys >> 1 & 1) - (keys & 1)) - speedX[disc] / 96;
            speedY[disc] += PUSH * ((keys >> 2 & 1) - (keys >> 3 & 1)) - speedY[disc] / 96;
            x[disc] += speedX[disc];
            y[disc] += speedY[disc];
        }
        collide(x[1] - x[0], y[1] - y[0]);
        for (int disc = 0; disc < PLAYERS; disc++) {
            if (length(x[disc], y[disc]) > MAT) {
                falls[disc]++;
                putBack(disc);
            }
        }
    }

    /** Along the line between them discs of the same weight exchange their speeds. */
    private void collide(final long apartX, final long apartY) {
        final long apart = Math.max(1, length(apartX, apartY));
        final long closing = ((speedX[0] - speedX[1]) * apartX + (speedY[0] - speedY[1]) * apartY) / apart;
        if (apart < 2 * DISC && closing > 0) {
            final int pushX = (int) (closing * apartX / apart);
            final int pushY = (int) (closing * apartY / apart);
            speedX[0] -= pushX;
            speedY[0] -= pushY;
            speedX[1] += pushX;
            speedY[1] += pushY;
        }
    }

    private void putBack(final int disc) {
        x[disc] = disc == 0 ? -START : START;
        oldX[disc] = x[disc];
        y[disc] = 0;
        oldY[disc] = 0;
        speedX[disc] = 0;
        speedY[disc] = 0;
    }

    /** The square root is the same on every machine, as its cousins are not. */
    static long length(final long alongX, final long alongY) {
        return (long) Math.sqrt(alongX * alongX + alongY * alongY);
    }

    @Override public void fields(final StateFields fields) {
        fields.section("discs");
        fields.array("x", x);
        fields.array("y", y);
        fields.array("speedX", speedX);
        fields.array("speedY", speedY);
        fields.array("falls", falls);
    }
}
