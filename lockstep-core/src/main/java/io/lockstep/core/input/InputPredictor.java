package io.lockstep.core.input;

import java.nio.ByteBuffer;

/**
 * Guesses the input of a player that has not arrived yet, for a game that is played ahead. A guess need not be the same
 * at all peers: what was guessed wrong is played again. Called once for each missing input of each frame that is played
 * ahead, on the session's thread; it must be quick and allocate nothing.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface InputPredictor {

    /**
     * Guesses one input.
     *
     * @param player 0 to players − 1
     * @param ago    how many frames before the guessed one the newest known input is, at least 1
     * @param last   that input: so many bytes as an input has, little-endian, from its position to its limit; all zero
     *               when none is known. Not to be written to, nor kept
     * @param guess  where the guess goes: so many bytes as an input has, from its position to its limit, all zero
     */
    void predict(int player, int ago, ByteBuffer last, ByteBuffer guess);

    /**
     * The last known input goes on: right for whoever holds a button.
     *
     * @return a predictor, the one that sessions use by default
     */
    static InputPredictor repeat() {
        return (player, ago, last, guess) -> guess.put(last);
    }

    /**
     * The last known input goes on for some frames, and then nothing is pressed: for lines that fail for longer than
     * people hold a button.
     *
     * @param frames for how many, at least 1
     * @return a predictor
     * @throws IllegalArgumentException if it is less
     */
    static InputPredictor repeatFor(final int frames) {
        if (frames < 1) {
            throw new IllegalArgumentException("frames is " + frames + ", allowed is 1 and up");
        }
        return (player, ago, last, guess) -> {
            if (ago <= frames) {
                guess.put(last);
            }
        };
    }

    /**
     * Some bits go on, the others are guessed to be 0: buttons that are held, but not those that act when they are
     * pressed.
     *
     * @param bits which go on, counted as {@code Inputs.bits} counts them; bytes beyond the fourth go on
     * @return a predictor
     */
    static InputPredictor hold(final int bits) {
        return (player, ago, last, guess) -> {
            for (int at = 0; last.hasRemaining(); at++) {
                guess.put((byte) (last.get() & (at < Integer.BYTES ? bits >>> at * Byte.SIZE : -1)));
            }
        };
    }
}
