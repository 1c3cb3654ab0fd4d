package io.lockstep.testkit;

import io.lockstep.core.game.Inputs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The inputs of a frame, those of one player lost or changed. */
final class AlteredInputs implements Inputs {

    private static final int U8 = 0xFF;

    private final Inputs inputs;
    private final int victim;
    private final ByteBuffer altered;
    private final boolean lost;

    private AlteredInputs(final Inputs inputs, final int victim, final boolean lost) {
        this.inputs = inputs;
        this.victim = victim;
        this.lost = lost;
        final ByteBuffer original = inputs.bytes(victim);
        altered = ByteBuffer.allocate(original.remaining()).order(ByteOrder.LITTLE_ENDIAN);
        if (!lost) {
            altered.put(original).clear();
        }
    }

    /** Without what a player did. */
    static AlteredInputs lost(final Inputs inputs, final int victim) {
        return new AlteredInputs(inputs, victim, true);
    }

    /** With one bit of a player's input turned over. */
    static AlteredInputs flipped(final Inputs inputs, final int victim, final int bit) {
        final AlteredInputs altered = new AlteredInputs(inputs, victim, false);
        final int at = bit / Byte.SIZE % altered.altered.capacity();
        altered.altered.put(at, (byte) (altered.altered.get(at) ^ 1 << bit % Byte.SIZE));
        return altered;
    }

    @Override
    public int players() {
        return inputs.players();
    }

    @Override
    public boolean present(final int player) {
        return inputs.present(player);
    }

    @Override
    public int bits(final int player) {
        if (player != victim) {
            return inputs.bits(player);
        }
        int bits = 0;
        for (int i = Math.min(altered.capacity(), Integer.BYTES) - 1; i >= 0; i--) {
            bits = bits << Byte.SIZE | altered.get(i) & U8;
        }
        return bits;
    }

    @Override
    public ByteBuffer bytes(final int player) {
        return player == victim ? altered.clear() : inputs.bytes(player);
    }

    @Override
    public ByteBuffer event(final int player) {
        final ByteBuffer event = inputs.event(player);
        return lost && player == victim ? event.limit(event.position()) : event;
    }
}
