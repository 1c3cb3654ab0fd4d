package io.lockstep.core.internal.foresight;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.MatchRecorder;
import io.lockstep.core.game.PredictionStatistics;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.input.IdSet;
import io.lockstep.core.internal.game.CueLedger;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.PredictionSettings;
import io.lockstep.core.internal.game.SourceInputs;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The game, played ahead of the frames that are settled. To the rest of the session this is the game, and its state is
 * that before the frame to be settled next: {@link #step} settles a frame, {@link #save} writes the state that it has
 * led to. The game itself is further on, by frames of which some inputs are guesses; in lockstep by none.
 */
public final class Foresight implements Simulation {

    private final Simulation game;
    private final CueLedger cues;
    private final int window;
    private final boolean sparse;
    private final int stepsPerPoll;
    /** The states before the frames ahead; where memory is dearer than time, that before the first of them alone. */
    private final SavedState[] states;
    private final PlayedFrames played;
    private final Inputs ahead;
    private final ShownInputs shown;
    private final ForesightCounters counters = new ForesightCounters();
    /** Is told of rollbacks; null for none. */
    private final MatchRecorder recorder;
    /** The frame to be settled next, and the one that the game plays next. */
    private long settles;
    private long plays;
    /** The first frame that the game has never played. */
    private long fresh;
    private int stepsLeft;
    /** The players of the last rollback, bit n for player n; the recorder gets a view of them. */
    private int wrongPlayers;
    private final IdSet wrong = IdSet.players(() -> wrongPlayers);
    /** A state was loaded: the next frame that is settled says which one it is before. */
    private boolean adrift;

    Foresight(final Simulation game, final CueLedger cues, final PlayedFrames played,
              final PredictionSettings settings, final int inputBytes, final long startFrame,
              final MatchRecorder recorder) {
        this.game = game;
        this.cues = cues;
        this.played = played;
        this.recorder = recorder;
        window = settings.frames();
        sparse = settings.sparse();
        stepsPerPoll = settings.stepsPerPoll();
        states = new SavedState[sparse ? Math.min(1, window) : window];
        Arrays.setAll(states, slot -> new SavedState());
        ahead = new SourceInputs(played, inputBytes);
        shown = new ShownInputs(played);
        settles = startFrame;
        plays = startFrame;
        // A game whose player comes back has played before this session began.
        fresh = Math.max(startFrame, cues.unsettled());
    }

    /**
     * The game of a session, played ahead as far as its settings say.
     *
     * @param settings what was configured
     * @param log      what is known of the inputs
     * @return nothing was played yet
     */
    public static Foresight of(final MatchSettings settings, final InputLog log) {
        return new Foresight(settings.game(), settings.ports().cues(), new PlayedFrames(log,
            settings.ahead().predictor(), settings.players(), settings.rules().inputBytes(),
            settings.rules().maxEventBytes(), settings.ahead().frames()), settings.ahead(),
            settings.rules().inputBytes(), settings.rules().startFrame(), settings.entrance().recorder());
    }

    private SavedState state(final long frame) {
        return states[(int) (frame % states.length)];
    }

    /** What it has cost. */
    public PredictionStatistics statistics() {
        return counters;
    }

    /** The caller has looked after the network: the game may be stepped so often again as it may between two polls. */
    public void polled() {
        stepsLeft = stepsPerPoll;
    }

    /** May the game still be stepped before the next poll? */
    public boolean maySettle() {
        return stepsLeft > 0;
    }

    @Override
    public void configure(final ByteBuffer matchConfig) {
        game.configure(matchConfig);
    }

    /** A frame is settled: mostly it was foreseen, and nothing is left to be done. */
    @Override
    public void step(final long frame, final Inputs settled) {
        begin(frame);
        if (plays > frame) {
            // All of a frame that is settled is known.
            final boolean right = played.isRight(frame);
            if (sparse || !right) {
                takeBack(frame, !right);
            }
        }
        if (plays == frame) {
            play(shown.settled(settled, frame < fresh));
        } else {
            counters.foreseen++;
        }
        settles = frame + 1;
        counters.settled++;
        cues.settled(frame);
        game.settled(frame, settled);
    }

    /** A frame is settled in which the match stood still: what was played of it and after it is taken back. */
    public void stoodStill(final long frame) {
        begin(frame);
        takeBack(frame, true);
        plays = frame + 1;
        settles = frame + 1;
        counters.settled++;
        cues.settled(frame);
    }

    private void begin(final long frame) {
        if (adrift) {
            adrift = false;
            settles = frame;
            plays = frame;
        }
    }

    private void play(final Inputs inputs) {
        cues.begin(plays);
        game.step(plays, inputs);
        cues.end();
        plays++;
        fresh = Math.max(fresh, plays);
        stepsLeft--;
        counters.steps++;
    }

    /**
     * Plays on up to a frame. From the first frame on that was played with something that is known better by now, the
     * game is played again, also where it cannot get further.
     *
     * @param head the frame before which it is to be; no more than the window beyond the one to be settled counts
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
            takeBack(sparse ? settles : wrong, true);
        }
        final long limit = Math.min(head, settles + window);
        while (plays < limit && stepsLeft > 0 && !played.isToStandStill(plays) && keep()) {
            counters.guesses += played.fill(plays);
            play(shown.ahead(ahead, plays < fresh));
        }
    }

    /** Keeps the state to come back to; false where it is too large for that, and the game is not played ahead. */
    private boolean keep() {
        if (sparse && plays > settles) {
            return true;
        }
        game.save(state(plays).of(plays));
        counters.saves++;
        return !state(plays).overflowed();
    }

    /** What was played ahead is taken back: the match ends here. */
    public void end() {
        if (!adrift) {
            takeBack(settles, false);
        }
        cues.loaded();
    }

    private void takeBack(final long frame, final boolean corrects) {
        if (plays <= frame) {
            return;
        }
        final SavedState from = state(frame);
        if (!from.isOf(frame)) {
            throw new IllegalStateException("no state is kept before frame " + frame);
        }
        if (corrects) {
            counters.rollback((int) (plays - frame));
            if (recorder != null) {
                wrongPlayers = played.wrongPlayers(frame, plays);
                recorder.rolledBack(frame, plays, wrong);
            }
        }
        counters.loads++;
        cues.takenBack(frame);
        StateLoader.load(game, from.read());
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
        StateLoader.load(game, settled);
        cues.loaded();
        adrift = true;
        for (final SavedState state : states) {
            state.forget();
        }
    }
}
