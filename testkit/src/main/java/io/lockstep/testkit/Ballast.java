package io.lockstep.testkit;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/**
 * A game with a larger state: bytes that hardly get smaller when they are compressed, and change frame by frame. Where
 * they are to become more and fewer, their number goes to and fro across every size that transfers treat differently.
 */
final class Ballast implements Simulation {

    /** Sizes around which the length changes, in bytes: none, 1 KiB, a datagram, a chunk, 64 KiB, and the most. */
    private static final int[] SIZES = {0, 1 << 10, WireSize.MAX_PAYLOAD_BYTES,
        TransferMessage.maxChunkBytes(WireSize.MAX_PAYLOAD_BYTES), 1 << 16, Integer.MAX_VALUE - 1};

    private final Simulation game;
    private final byte[] bytes;
    private final int changeFrames;
    private int length;

    Ballast(final Simulation game, final long seed, final int length, final int changeFrames) {
        this.game = game;
        this.length = length;
        this.changeFrames = changeFrames;
        bytes = new byte[length];
        final Draws draws = new Draws(seed);
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) draws.below(1 << Byte.SIZE);
        }
    }

    @Override
    public void configure(final ByteBuffer matchConfig) {
        game.configure(matchConfig);
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        game.step(frame, inputs);
        if (changeFrames > 0 && frame % changeFrames == 0) {
            resize(frame);
        }
        if (length > 0) {
            final int at = (int) Math.floorMod(Hashing.mix(frame, 0), (long) length);
            bytes[at] = (byte) (bytes[at] * 31 + inputs.bits(0) + 1);
        }
    }

    /** Takes a size, or a byte less or more. New bytes depend on the frame alone, as no loaded state has them. */
    private void resize(final long frame) {
        final long drawn = Hashing.mix(Hashing.mix(frame, 1), 2) >>> Integer.SIZE;
        final int size = SIZES[(int) (drawn % SIZES.length)] + (int) (drawn / SIZES.length % 3) - 1;
        final int before = length;
        length = Math.max(0, Math.min(size, bytes.length));
        for (int i = before; i < length; i++) {
            bytes[i] = (byte) (Hashing.mix(frame, i) >>> Integer.SIZE);
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.section("ballast");
        if (changeFrames > 0) {
            out.writeInt("length", length);
        }
        out.writeBytes("bytes", bytes, 0, length);
        game.save(out);
    }

    @Override
    public void load(final ByteBuffer state) {
        if (changeFrames > 0) {
            final int loaded = state.getInt();
            if (loaded < 0 || loaded > bytes.length) {
                throw new IllegalArgumentException("length " + loaded);
            }
            length = loaded;
        }
        state.get(bytes, 0, length);
        game.load(state);
    }
}
