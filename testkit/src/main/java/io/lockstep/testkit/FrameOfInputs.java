package io.lockstep.testkit;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Everybody's input of one frame, kept so that it can be played again. */
final class FrameOfInputs implements Inputs {

    private static final int U8 = 0xFF;

    private final int inputBytes;
    private final ByteBuffer[] bytes;
    private final boolean[] absent;
    private final ByteBuffer none = ByteBuffer.allocate(0);
    private boolean replayed;
    private boolean guessed;

    /** Nobody's input. */
    FrameOfInputs(final int players, final int inputBytes) {
        this.inputBytes = inputBytes;
        absent = new boolean[players];
        bytes = new ByteBuffer[players];
        for (int player = 0; player < players; player++) {
            bytes[player] = ByteBuffer.allocate(inputBytes).order(ByteOrder.LITTLE_ENDIAN);
        }
    }

    /** Asks for the inputs of a frame in which everybody takes part. */
    FrameOfInputs sample(final InputSource source, final long frame) {
        for (int player = 0; player < bytes.length; player++) {
            release(player);
            source.sample(frame, player, bytes[player].clear());
        }
        return this;
    }

    /** Takes over a player's input, and whether it takes part. */
    void copy(final FrameOfInputs from, final int player) {
        absent[player] = from.absent[player];
        bytes[player].clear().put(from.bytes[player].clear());
    }

    /** Takes over all. */
    FrameOfInputs copy(final FrameOfInputs from) {
        for (int player = 0; player < bytes.length; player++) {
            copy(from, player);
        }
        return this;
    }

    /** A player presses nothing. */
    void release(final int player) {
        absent[player] = false;
        Arrays.fill(bytes[player].array(), (byte) 0);
    }

    /** A player takes no part. */
    void leave(final int player) {
        release(player);
        absent[player] = true;
    }

    /** Was the frame played before, and are these guesses? */
    FrameOfInputs shownAs(final boolean again, final boolean guesses) {
        replayed = again;
        guessed = guesses;
        return this;
    }

    /** Does a player do the same in both? */
    boolean isAs(final FrameOfInputs other, final int player) {
        return absent[player] == other.absent[player]
            && Arrays.equals(bytes[player].array(), other.bytes[player].array());
    }

    @Override
    public int players() {
        return bytes.length;
    }

    @Override
    public boolean present(final int player) {
        return !absent[player];
    }

    @Override
    public int bits(final int player) {
        int bits = 0;
        for (int i = Math.min(inputBytes, Integer.BYTES) - 1; i >= 0; i--) {
            bits = bits << Byte.SIZE | bytes[player].get(i) & U8;
        }
        return bits;
    }

    @Override
    public ByteBuffer bytes(final int player) {
        return bytes[player].clear();
    }

    @Override
    public ByteBuffer event(final int player) {
        return none;
    }

    @Override
    public boolean replayed() {
        return replayed;
    }

    @Override
    public boolean settled(final int player) {
        return !guessed;
    }

    @Override
    public String toString() {
        return Arrays.toString(bytes);
    }
}
