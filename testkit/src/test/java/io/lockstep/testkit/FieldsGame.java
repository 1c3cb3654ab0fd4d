package io.lockstep.testkit;

import io.lockstep.core.determinism.DeterministicRandom;
import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/**
 * A game with every kind of field in several sections, a list that grows and shrinks, and random numbers. What goes
 * wrong in one field mostly stays there: nothing but its own field shows it.
 */
final class FieldsGame implements Simulation, InputSource {

    static final String NAME = "fields";

    private static final int MAX_UNITS = 12;
    private static final int GRID_BYTES = 40;
    private static final int FORTY = 40;

    private final int players;
    private final DeterministicRandom random;
    private final int[] score;
    private final double[] speed;
    private final long[] place = new long[MAX_UNITS];
    private final short[] health = new short[MAX_UNITS];
    private final boolean[] awake = new boolean[MAX_UNITS];
    private final byte[] grid = new byte[GRID_BYTES];
    private int units = 1;
    private int weather;
    private int last;

    FieldsGame(final int players, final long seed) {
        this.players = players;
        random = new DeterministicRandom(seed);
        score = new int[players];
        speed = new double[players];
    }

    static SeatFactory seats() {
        return (peer, players, seed) -> {
            final FieldsGame game = new FieldsGame(players, seed);
            return new Seat(game, game);
        };
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        for (int player = 0; player < players; player++) {
            score[player] += inputs.bits(player) & 1;
            speed[player] += (inputs.bits(player) >> 1) / 64.0;
        }
        if (frame % FORTY == 0) {
            settle(1 + random.nextInt(MAX_UNITS));
            weather = random.nextInt();
        }
        place[(int) (frame % units)] += frame;
        health[(int) (frame % units)]++;
        awake[(int) (frame % units)] ^= true;
        grid[(int) (frame % GRID_BYTES)] += 7;
        last = (int) frame;
    }

    /** Units that come are new: what is not saved must not matter. */
    private void settle(final int count) {
        for (int unit = units; unit < count; unit++) {
            place[unit] = 0;
            health[unit] = 0;
            awake[unit] = false;
        }
        units = count;
    }

    @Override
    public void save(final StateWriter out) {
        out.section("players");
        for (int player = 0; player < players; player++) {
            out.writeInt("score", score[player]);
            out.writeDouble("speed", speed[player]);
        }
        out.section("units");
        out.writeByte("units", units);
        for (int unit = 0; unit < units; unit++) {
            out.writeLong("place", place[unit]);
            out.writeShort("health", health[unit]);
            out.writeBoolean("awake", awake[unit]);
        }
        out.section("grid");
        out.writeBytes("grid", grid, 0, grid.length);
        out.section("world");
        random.save(out);
        out.writeInt("weather", weather);
        out.writeInt("last", last);
    }

    @Override
    public void load(final ByteBuffer state) {
        for (int player = 0; player < players; player++) {
            score[player] = state.getInt();
            speed[player] = state.getDouble();
        }
        units = state.get();
        if (units < 1 || units > MAX_UNITS) {
            throw new IllegalArgumentException("units is " + units);
        }
        for (int unit = 0; unit < units; unit++) {
            place[unit] = state.getLong();
            health[unit] = state.getShort();
            awake[unit] = state.get() != 0;
        }
        state.get(grid);
        random.load(state);
        weather = state.getInt();
        last = state.getInt();
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        input.putShort((short) (frame / 10 * 31 + player & 63));
    }
}
