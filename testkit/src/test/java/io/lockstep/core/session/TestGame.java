package io.lockstep.core.session;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A game that mixes every input and event into one number, and can keep a journal of what it saw. */
final class TestGame implements Simulation {

    private static final long PRIME = 0x9E3779B97F4A7C15L;

    final List<String> journal = new ArrayList<>();
    boolean keepJournal;
    /** The match may pause, so that frames are left out. */
    boolean pauses;
    long hash = 1;
    long frames;
    long expectedFrame = -1;
    /** After this frame the state is wrong, as after a bug or a flipped bit. */
    long corruptAfter = -1;
    /** What it gives to others is not its state. */
    boolean givesWrongState;
    /** It does not take a state as it is. */
    boolean loadsWrongly;
    /** It throws at whatever it is to load. */
    boolean refusesStates;
    /** How often a state was loaded. */
    int loads;
    /** What makes the state large. */
    byte[] padding = {};

    @Override
    public void step(final long frame, final Inputs inputs) {
        if (expectedFrame >= 0 && frame != expectedFrame && !(pauses && frame > expectedFrame)) {
            throw new IllegalStateException("frame " + frame + " after " + (expectedFrame - 1));
        }
        expectedFrame = frame + 1;
        frames++;
        for (int player = 0; player < inputs.players(); player++) {
            hash = (hash ^ inputs.bits(player)) * PRIME;
            final ByteBuffer event = inputs.event(player);
            if (keepJournal && event.hasRemaining()) {
                journal.add(frame + ":" + player + "!" + event.get(event.position()));
            }
            while (event.hasRemaining()) {
                hash = (hash ^ event.get()) * PRIME;
            }
            if (keepJournal) {
                journal.add(frame + ":" + player + "=" + inputs.bits(player));
            }
        }
        hash += frame;
        if (frame == corruptAfter) {
            hash++;
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.section("game");
        out.writeLong("hash", givesWrongState && out instanceof StateBuffer ? hash + 1 : hash);
        out.writeBytes("padding", padding, 0, padding.length);
    }

    @Override
    public void load(final ByteBuffer state) {
        if (refusesStates) {
            throw new IllegalArgumentException("a state of " + state.remaining() + " bytes is refused");
        }
        hash = state.getLong() + (loadsWrongly && loads++ == 0 ? 1 : 0);
        padding = new byte[state.remaining()];
        state.get(padding);
        expectedFrame = -1;
        loads++;
    }
}
