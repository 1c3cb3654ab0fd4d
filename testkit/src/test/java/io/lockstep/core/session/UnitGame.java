package io.lockstep.core.session;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** A game of several sections, in which a test can make one thing go wrong once. */
class UnitGame implements Simulation {

    /** What goes wrong. */
    enum Fault { NONE, BIT, DRAW, INPUT }

    static final int UNITS = 16;
    private static final long FACTOR = 6364136223846793005L;
    private static final int DRAW_SHIFT = 33;

    private final int[] x = new int[UNITS];
    private final short[] health = new short[UNITS];
    private final byte[] blob;
    private long random = 1;
    private long score;
    Fault fault = Fault.NONE;
    long faultFrame = -1;
    int faultUnit;
    int faultBit;

    UnitGame() {
        this(0);
    }

    /** A larger state. */
    UnitGame(final int blobBytes) {
        blob = new byte[blobBytes];
    }

    void setHealth(final int unit, final int value) {
        health[unit] = (short) value;
    }

    private int draw() {
        random = random * FACTOR + 1;
        return (int) (random >>> DRAW_SHIFT);
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        final boolean wrong = frame == faultFrame;
        for (int unit = 0; unit < UNITS; unit++) {
            final int player = unit % inputs.players();
            final int input = inputs.bits(player) ^ (wrong && fault == Fault.INPUT && unit == faultUnit ? 1 : 0);
            x[unit] += input - unit;
            health[unit]++;
        }
        if (!wrong || fault != Fault.DRAW) {
            score += draw() & 1;
        }
        if (blob.length > 0) {
            blob[(int) (frame % blob.length)] = (byte) draw();
        }
        if (wrong && fault == Fault.BIT) {
            health[faultUnit] ^= (short) (1 << faultBit);
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.section("random");
        out.writeLong("state", random);
        out.section("units");
        for (int unit = 0; unit < UNITS; unit++) {
            out.writeInt("x", x[unit]);
            out.writeShort("health", health[unit]);
        }
        out.section("score");
        out.writeLong("score", score);
        out.section("blob");
        out.writeBytes("bytes", blob, 0, blob.length);
    }

    @Override
    public void load(final ByteBuffer state) {
        random = state.getLong();
        for (int unit = 0; unit < UNITS; unit++) {
            x[unit] = state.getInt();
            health[unit] = state.getShort();
        }
        score = state.getLong();
        state.get(blob);
    }
}
