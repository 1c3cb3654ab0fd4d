package io.lockstep.core.game;

import org.jspecify.annotations.Nullable;

/**
 * Sounds, effects and chat, each of them once. A game plays a frame again after its state was repaired, after its
 * player came back, and, if it is played ahead of what is settled, whenever a guess was wrong. It emits them within
 * {@link Simulation#step}, each time that it plays a frame; the application takes what came of them and hears each
 * once, however often the frame was played:
 *
 * <pre>
 * cues.emit(SHOT, ship, x);                                        // in step
 *
 * for (Cue cue = cues.nextCue(); cue != null; cue = cues.nextCue()) { … }   // after the session's steps
 * </pre>
 *
 * <p>Each cue is a {@link Cue.Type#START}, then any number of {@link Cue.Type#MOVED}, then one
 * {@link Cue.Type#SETTLED} or one {@link Cue.Type#TAKEN_BACK}. Two plays of a frame mean the same cue when kind and key
 * are the same; of several such ones in a frame the first is the first, the second the second. Those that are settled
 * come ordered by frame, and within a frame in the order in which they were emitted: the same sequence at every peer,
 * whatever each of them had guessed, save for frames that a peer came too late for, or in which its state was another
 * one and had to be repaired.
 *
 * <p>In lockstep nothing is taken back: once a frame is played its cues START, directly followed by all of them
 * SETTLED. A frame that was settled before a repair or a return tells nothing a second time, whatever is emitted then.
 *
 * <p>All methods are called on the session's thread. Nothing is allocated, and nothing is part of the state: do not
 * decide in {@code step} by what is answered here. What is emitted outside of a session's step, such as by a second
 * game in a test, is passed over.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface Cues {

    /** Most cues of one frame: two for each of 32 players, which is more than anybody hears at once. */
    int MAX_PER_FRAME = 64;

    /** What the queue holds: more than {@link #MAX_PER_FRAME} cues in each of 31 frames can come to in one tick. */
    int MAX_WAITING = 8192;

    /**
     * Something is to be heard or seen that belongs to the frame being stepped. To be called whether the frame is
     * played for the first time or again. A frame that has {@value #MAX_PER_FRAME} already gets no more.
     *
     * @param kind  any number: the sound or effect
     * @param key   any number: what tells it from others of its kind in this frame, such as the ship it comes from
     * @param value any number: what may differ when the frame is played again without it being another cue
     */
    void emit(int kind, int key, int value);

    /**
     * Takes what came of a cue, the oldest first.
     *
     * @return the same object every time, valid until the next call; null if there is nothing
     */
    @Nullable Cue nextCue();

    /**
     * How often a cue was emitted in a frame that had {@value #MAX_PER_FRAME} already.
     *
     * @return a count, that of frames played again included
     */
    long ignored();

    /**
     * How much of what came of cues gave way to newer, as more than {@value #MAX_WAITING} waited to be taken. Above 0
     * the end of a cue may have come without its start, or its start without its end.
     *
     * @return a count
     */
    long lost();
}
