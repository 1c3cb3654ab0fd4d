package io.lockstep.core.internal.foresight;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.game.SourceInputs;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/**
 * The game, played ahead of the frames that are settled. To the rest of the session this is the game, and its state is
 * that before the frame to be settled next: {@link #step} settles a frame, {@link #save} writes the state that it has
 * led to. The game itself is further on, by frames of which some inputs are guesses.
 */
public final class Foresight implements Simulation {

    private final Simulation game;
    private final int window;
    private final SavedState[] states;
    private final PlayedFrames played;
    private final Inputs inputs;
    private final ForesightCounters counters = new ForesightCounters();
    /** The frame to be settled next, and the one that the game plays next. */
    private long settles;
    private long plays;
    /** A state was loaded: the next frame that is settled says which one it is before. */
    private boolean adrift;

    /**
     * A game that is played ahead.
     *
     * @param game       the game
     * @param log        what is known of the inputs
     * @param players    how many play
     * @param inputBytes length of one input
     * @param eventBytes of an event at most
     * @param window     how many frames it may be ahead, at least 1
     * @param startFrame the first frame
     */
    public Foresight(final Simulation game, final InputLog log, final int players, final int inputBytes,
                     final int eventBytes, final int window, final long startFrame) {
        this.game = game;
        this.window = window;
        states = new SavedState[window];
        for (int i = 0; i < window; i++) {
            states[i] = new SavedState();
        }
        played = new PlayedFrames(log, players, inputBytes, eventBytes, window);
        inputs = new SourceInputs(played, inputBytes);
        settles = startFrame;
        plays = startFrame;
    }

    private SavedState state(final long frame) {
        return states[(int) (frame % window)];
    }

    /** The frame that the game plays next. */
    public long head() {
        return plays;
    }

    /** What it has cost. */
    public ForesightCounters counters() {
        return counters;
    }

    /** A frame is settled: mostly it was foreseen, and nothing is left to be done. */
    @Override
    public void step(final long frame, final Inputs settled) {
        begin(frame);
        if (plays > frame && !(played.isRight(frame) && played.isSettled(frame))) {
            rewind(frame);
        }
        if (plays == frame) {
            game.step(frame, settled);
            plays = frame + 1;
        } else {
            counters.foreseen++;
        }
        settles = frame + 1;
        counters.settled++;
    }

    /** A frame is settled in which the match stood still: what was played of it and after it is taken back. */
    public void stoodStill(final long frame) {
        begin(frame);
        if (plays > frame) {
            rewind(frame);
        }
        plays = frame + 1;
        settles = frame + 1;
    }

    private void begin(final long frame) {
        if (adrift) {
            adrift = false;
            settles = frame;
            plays = frame;
        }
    }

    /**
     * Plays on up to a frame. From the first frame on that was played with something that is known better by now, the
     * game is played again, also where it cannot get further.
     *
     * @param head the frame before which it is to be; no more than the window beyond the one to be settled
     */
    public void advance(final long head) {
        if (adrift) {
            return;
        }
        long wrong = settles;
        while (wrong < plays && played.isRight(wrong)) {
            wrong++;
        }
        if (wrong < plays) {
            counters.rollback((int) (plays - wrong));
            rewind(wrong);
        }
        final long limit = Math.min(head, settles + window);
        while (plays < limit) {
            game.save(state(plays).of(plays));
            counters.saves++;
            counters.guesses += played.fill(plays);
            game.step(plays, inputs);
            counters.steps++;
            plays++;
        }
    }

    private void rewind(final long frame) {
        final SavedState from = state(frame);
        if (!from.isOf(frame)) {
            throw new IllegalStateException("no state is kept before frame " + frame);
        }
        game.load(from.read());
        counters.loads++;
        plays = frame;
    }

    @Override
    public void save(final StateWriter out) {
        if (adrift || plays == settles) {
            game.save(out);
        } else {
            state(settles).copyTo(out);
        }
    }

    /** Loads a state that others have agreed on; what is kept of frames ahead belongs to another one. */
    @Override
    public void load(final ByteBuffer settled) {
        game.load(settled);
        adrift = true;
        for (final SavedState state : states) {
            state.forget();
        }
    }
}
