package io.lockstep.codecs.replay;

/**
 * That frames which had been played ahead were taken back, because something else happened in one of them.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param frame   the one to which the game went back
 * @param frames  by how many it went back, 1 to 30
 * @param players whose inputs, events or presence were not as guessed in the first frame that was wrong, bit n for
 *                player n; 0 when the match stood still instead
 * @since 0.1.0
 */
public record RecordedRollback(long frame, int frames, int players) {
}
