package io.lockstep.examples.dogfight;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** The state of a game as bytes, for comparing, keeping and loading. */
public final class StateBytes extends StateWriter {

    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);

    public static byte[] of(final Simulation game) {
        return new StateBytes().write(game).copy();
    }

    public static void load(final Simulation game, final byte[] state) {
        game.load(ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN));
    }

    StateBytes write(final Simulation game) {
        buffer.clear();
        game.save(this);
        return this;
    }

    int size() {
        return buffer.position();
    }

    byte[] copy() {
        return Arrays.copyOf(buffer.array(), buffer.position());
    }

    @Override
    public void writeByte(final String field, final int value) {
        buffer.put((byte) value);
    }

    @Override
    public void writeShort(final String field, final int value) {
        buffer.putShort((short) value);
    }

    @Override
    public void writeInt(final String field, final int value) {
        buffer.putInt(value);
    }

    @Override
    public void writeLong(final String field, final long value) {
        buffer.putLong(value);
    }

    @Override
    public void writeBytes(final String field, final byte[] source, final int offset, final int length) {
        buffer.put(source, offset, length);
    }
}
