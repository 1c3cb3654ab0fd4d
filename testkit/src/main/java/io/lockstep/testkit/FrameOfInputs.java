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
    /** Of each player up to the limit; what is shown is a copy, as a session reuses one buffer for all. */
    private final ByteBuffer[] events;
    private final ByteBuffer shownEvent;
    private final boolean[] absent;
    private boolean replayed;
    private boolean guessed;

    /** Nobody's input. */
    FrameOfInputs(final int players, final int inputBytes, final int eventBytes) {
        this.inputBytes = inputBytes;
        absent = new boolean[players];
        bytes = new ByteBuffer[players];
        events = new ByteBuffer[players];
        shownEvent = ByteBuffer.allocate(eventBytes).order(ByteOrder.LITTLE_ENDIAN);
        for (int player = 0; player < players; player++) {
            bytes[player] = ByteBuffer.allocate(inputBytes).order(ByteOrder.LITTLE_ENDIAN);
            events[player] = ByteBuffer.allocate(eventBytes).order(ByteOrder.LITTLE_ENDIAN).limit(0);
        }
    }

    /** As many, of the same sizes. */
    FrameOfInputs another() {
        return new FrameOfInputs(bytes.length, inputBytes, shownEvent.capacity());
    }

    /** Asks for the inputs of a frame in which everybody takes part. */
    FrameOfInputs sample(final InputSource source, final long frame) {
        for (int player = 0; player < bytes.length; player++) {
            sample(source, frame, player);
        }
        return this;
    }

    /** Asks for the input of a player who takes part; there is no event with it yet. */
    void sample(final InputSource source, final long frame, final int player) {
        release(player);
        source.sample(frame, player, bytes[player].clear());
    }

    /** Where a player's event goes: empty, from position 0 up to the capacity; {@link #sent} ends it. */
    ByteBuffer eventOf(final int player) {
        return events[player].clear();
    }

    /** A player's event goes up to where it was written. */
    void sent(final int player) {
        events[player].flip();
    }

    /** Takes over a player's input, and whether it takes part. */
    void copy(final FrameOfInputs from, final int player) {
        absent[player] = from.absent[player];
        bytes[player].clear().put(from.bytes[player].clear());
        events[player].clear().put(from.events[player].rewind()).flip();
    }

    /** An event cannot be guessed. */
    void withoutEvent(final int player) {
        events[player].clear().limit(0);
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
        withoutEvent(player);
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
            && Arrays.equals(bytes[player].array(), other.bytes[player].array())
            && events[player].rewind().equals(other.events[player].rewind());
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
        return shownEvent.clear().put(events[player].rewind()).flip();
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
