package io.lockstep.examples.dogfight;

import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** The power-ups of a match, to read. A place that is free has kind 0 and is at (0, 0). */
public final class PowerUps {

    /** Saved size of one power-up. */
    static final int BYTES = 9;

    final int[] x;
    final int[] y;
    final int[] kind;

    PowerUps(final int slots) {
        x = new int[slots];
        y = new int[slots];
        kind = new int[slots];
    }

    /**
     * How many places there are.
     *
     * @return 5 to 20
     */
    public int count() {
        return x.length;
    }

    /**
     * Where a power-up lies.
     *
     * @param slot 0 to count − 1
     * @return units, 0 to width − 1
     */
    public int x(final int slot) {
        return x[slot];
    }

    /**
     * Where a power-up lies.
     *
     * @param slot 0 to count − 1
     * @return units, 0 to height − 1
     */
    public int y(final int slot) {
        return y[slot];
    }

    /**
     * What lies there.
     *
     * @param slot 0 to count − 1
     * @return a constant of {@link PowerUpKind}
     */
    public int kind(final int slot) {
        return kind[slot];
    }

    /** Puts a power-up somewhere if there is a free place; takes the same random numbers either way. */
    void spawn(final SplitMix random, final Field field) {
        final int newX = random.below(field.width());
        final int newY = random.below(field.height());
        final int newKind = 1 + random.below(PowerUpKind.COUNT - 1);
        for (int i = 0; i < kind.length; i++) {
            if (kind[i] == PowerUpKind.NONE) {
                x[i] = newX;
                y[i] = newY;
                kind[i] = newKind;
                return;
            }
        }
    }

    void clear(final int slot) {
        x[slot] = 0;
        y[slot] = 0;
        kind[slot] = PowerUpKind.NONE;
    }

    void save(final StateWriter out) {
        out.section("powerUps");
        for (int i = 0; i < x.length; i++) {
            out.writeInt("x", x[i]);
            out.writeInt("y", y[i]);
            out.writeByte("kind", kind[i]);
        }
    }

    void load(final ByteBuffer in, final Field field) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Checked.range("power-up x", in.getInt(), 0, field.width() - 1);
            y[i] = Checked.range("power-up y", in.getInt(), 0, field.height() - 1);
            kind[i] = Checked.range("power-up kind", in.get(), 0, PowerUpKind.COUNT - 1);
        }
    }
}
