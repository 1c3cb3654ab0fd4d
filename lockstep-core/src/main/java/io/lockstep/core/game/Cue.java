package io.lockstep.core.game;

/**
 * What became of a sound, an effect or a line of chat that the game emitted, see {@link Cues}. A view that is reused:
 * valid until the next call of {@link Cues#nextCue}.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface Cue {

    /** What became of it. */
    enum Type {
        /** It was emitted for the first time: play it. Its frame may still be taken back. */
        START,
        /**
         * Its frame was played again, and it was emitted with another {@link #value()}, which this is: move it there,
         * turn it louder.
         */
        MOVED,
        /**
         * Its frame was played again without it, or will not be played again: fade it out. The value is that of its
         * {@link #START}, or of what {@link #MOVED} it last. Nothing more comes of it.
         */
        TAKEN_BACK,
        /**
         * Its frame is settled, it happened: write the chat, count the kill. The value is final. Nothing more comes of
         * it.
         */
        SETTLED
    }

    /**
     * What became of it.
     *
     * @return never null
     */
    Type type();

    /**
     * The frame in which it was emitted.
     *
     * @return at least the start frame
     */
    long frame();

    /**
     * What it is, as the game numbers its sounds and effects.
     *
     * @return as emitted
     */
    int kind();

    /**
     * Whose it is: what tells it from others of its kind in the same frame.
     *
     * @return as emitted
     */
    int key();

    /**
     * What else there is to say of it, such as a place or a strength.
     *
     * @return as emitted
     */
    int value();
}
