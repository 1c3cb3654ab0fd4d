package io.lockstep.core.session;

import io.lockstep.core.game.Cues;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateBuffer;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.zip.CRC32;

/** A game that mixes every input and event into one number, and can keep a journal of what it saw. */
class TestGame implements Simulation {

    private static final long POINTS = 1_000_000;
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
    /** What it gives to others is a state with more points and the same CRC32; the last bytes of it are for that. */
    boolean givesTwin;
    /** It does not take a state as it is. */
    boolean loadsWrongly;
    /** It throws at whatever it is to load. */
    boolean refusesStates;
    /** How often a state was loaded. */
    int loads;
    /** What it was told before the first frame, in hexadecimal, each time. */
    final List<String> told = new ArrayList<>();
    /** It throws at whatever it is told. */
    boolean refusesConfig;
    /** Every frame that it has played, if it is to look whether those played again are told so. */
    Set<Long> played;
    /** Frames that it was told wrongly whether it has played them before, and those it was told so rightly. */
    long toldWrongly;
    long playedAgain;
    /** Where it emits a cue for each frame. */
    Cues cues;
    /** What makes the state large. */
    byte[] padding = {};

    @Override
    public void configure(final ByteBuffer matchConfig) {
        if (refusesConfig) {
            throw new IllegalArgumentException("no such map");
        }
        final byte[] bytes = new byte[matchConfig.remaining()];
        matchConfig.get(bytes);
        told.add(HexFormat.of().formatHex(bytes));
        for (final byte value : bytes) {
            hash = (hash ^ value) * PRIME;
        }
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        if (expectedFrame >= 0 && frame != expectedFrame && !(pauses && frame > expectedFrame)) {
            throw new IllegalStateException("frame " + frame + " after " + (expectedFrame - 1));
        }
        expectedFrame = frame + 1;
        frames++;
        if (played != null) {
            toldWrongly += inputs.replayed() == played.add(frame) ? 1 : 0;
            playedAgain += inputs.replayed() ? 1 : 0;
            cues.emit(0, (int) frame, 0);
        }
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
        if (givesTwin && out instanceof StateBuffer) {
            saveTwin(out);
            return;
        }
        out.writeLong("hash", givesWrongState && out instanceof StateBuffer ? hash + 1 : hash);
        out.writeBytes("padding", padding, 0, padding.length);
    }

    private void saveTwin(final StateWriter out) {
        final ByteBuffer state = ByteBuffer.allocate(Long.BYTES + padding.length).order(ByteOrder.LITTLE_ENDIAN)
            .putLong(hash).put(padding);
        final CRC32 crc = new CRC32();
        crc.update(state.array());
        state.putLong(0, hash + POINTS);
        Crc32Twin.make(state.array(), state.capacity() - Integer.BYTES, (int) crc.getValue());
        out.writeBytes("twin", state.array(), 0, state.capacity());
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
