package io.lockstep.testkit;

import io.lockstep.core.game.Simulation;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.NullUnmarked;

/**
 * Plays a game as a session does that plays ahead of what it knows: on guesses, back to the state before the first
 * wrong one, and on again, until everything is known; and compares each state that is made of what is known with that
 * of a second game, which plays the right inputs alone and is never taken back.
 *
 * <p>Frames of which everything was guessed rightly are played again as well: a session never does, but a game that
 * then comes to another state would have done so after the next wrong guess.
 */
@NullUnmarked
final class RollbackCheck {

    /** What a player is thought to do is one of so many things. */
    private static final int KINDS_OF_GUESS = 4;
    private static final byte NOISE = (byte) 0xA5;

    /**
     * What was found.
     *
     * @param frame  after which frame the states differ
     * @param detail in what, and how that came about
     */
    record Finding(long frame, String detail) {
    }

    private final Simulation ahead;
    private final Simulation alone;
    private final PlayedParts parts;
    private final int most;
    private final Draws draws;
    private final String drawnFrom;
    /** The states before the frames of a round and after the last: of the game ahead, and of the one alone. */
    private final StateBytes[] kept;
    private final StateBytes[] truth;
    private final FrameOfInputs[] right;
    /** The inputs of the frame before the round: what is guessed while nothing of it is known. */
    private final FrameOfInputs before;
    /** All that the games are ever handed, filled anew for each frame; one ahead gets now this, now that. */
    private final FrameOfInputs shownAlone;
    private final FrameOfInputs[] shown = new FrameOfInputs[2];
    private long frame;
    private int depth;
    /** The first frame that the game ahead has never played. */
    private long fresh;
    private String doing = "";

    /**
     * A check of two games in the same first state.
     *
     * @param ahead   is taken back
     * @param alone   is not
     * @param parts   what everybody really does
     * @param nothing nobody's input, as a measure
     * @param most    how many frames are taken back at the most
     * @param seed    what is drawn
     */
    RollbackCheck(final Simulation ahead, final Simulation alone, final PlayedParts parts,
                  final FrameOfInputs nothing, final int most, final long seed) {
        this.ahead = ahead;
        this.alone = alone;
        this.parts = parts;
        this.most = most;
        draws = new Draws(seed);
        drawnFrom = "rollback(" + most + "), seed(" + seed + ")";
        kept = new StateBytes[most + 1];
        truth = new StateBytes[most + 1];
        right = new FrameOfInputs[most];
        for (int i = 0; i <= most; i++) {
            kept[i] = new StateBytes();
            truth[i] = new StateBytes();
        }
        for (int i = 0; i < most; i++) {
            right[i] = nothing.another();
        }
        before = nothing.another();
        shownAlone = nothing.another();
        shown[0] = nothing.another();
        shown[1] = nothing.another();
    }

    /** Plays so many frames at least; the first difference ends it. Null if there is none. */
    Finding run(final long frames) {
        try {
            alone.save(truth[0].reset());
            Finding finding = null;
            while (frame < frames && finding == null) {
                finding = round();
            }
            return finding;
        } catch (final RuntimeException thrown) {
            throw new IllegalStateException("the game threw, " + doing + "; " + drawnFrom, thrown);
        }
    }

    private Finding round() {
        depth = 1 + draws.below(most);
        playAlone();
        int known = draws.below(depth + 1);
        doing = "frames from " + frame + " on played ahead";
        Finding finding = play(0, known);
        while (finding == null && known < depth) {
            final int firstWrong = known;
            known = firstWrong + 1 + draws.below(depth - firstWrong);
            finding = playAgain(firstWrong, known);
        }
        if (finding == null) {
            finding = playAgain(0, depth);
        }
        before.copy(right[depth - 1]);
        final StateBytes last = truth[depth];
        truth[depth] = truth[0];
        truth[0] = last;
        frame += depth;
        return finding;
    }

    private void playAlone() {
        doing = "frames from " + frame + " on played alone";
        for (int i = 0; i < depth; i++) {
            alone.step(frame + i, shownAlone.copy(parts.next(right[i], frame + i)));
            alone.save(truth[i + 1].reset());
        }
    }

    private Finding playAgain(final int from, final int known) {
        doing = depth - from + " frames taken back, state before frame " + (frame + from) + " loaded and played on";
        final ByteBuffer state = kept[from].bytes();
        final String refusal = StateBytes.load(ahead, state);
        if (refusal != null) {
            return new Finding(frame + from - 1, doing + ": " + refusal + "; " + drawnFrom);
        }
        // A session fills the array with another state: here a game that still reads in it gets nonsense at once.
        Arrays.fill(state.array(), NOISE);
        return play(from, known);
    }

    /** Plays on to the end of the round; the inputs of so many frames of it are known, the others are guessed. */
    private Finding play(final int from, final int known) {
        for (int i = from; i <= depth; i++) {
            ahead.save(kept[i].reset());
            final String difference = i <= known ? truth[i].difference("played alone", kept[i], "here") : null;
            if (difference != null) {
                return new Finding(frame + i - 1, doing + ", before frame " + (frame + i) + ": " + difference + "; "
                    + drawnFrom);
            }
            if (i < depth) {
                final FrameOfInputs inputs = shown[draws.below(shown.length)];
                inputs.shownAs(frame + i < fresh, i >= known);
                ahead.step(frame + i, i < known ? inputs.copy(right[i]) : guess(inputs, i, known));
                fresh = Math.max(fresh, frame + i + 1);
            }
        }
        return null;
    }

    /** What everybody is thought to do: at least one of them does otherwise in the first frame that is not known. */
    private FrameOfInputs guess(final FrameOfInputs guess, final int at, final int known) {
        final int surprise = at == known ? draws.below(guess.players()) : guess.players();
        for (int player = 0; player < guess.players(); player++) {
            switch (draws.below(KINDS_OF_GUESS)) {
                case 0 -> guess.release(player);
                case 1 -> guess.leave(player);
                case 2 -> guess.copy(right[draws.below(depth)], player);
                default -> guess.copy(known == 0 ? before : right[known - 1], player);
            }
            guess.withoutEvent(player);
            if (player == surprise && guess.isAs(right[at], player)) {
                guess.leave(player);
            }
        }
        return guess;
    }
}
