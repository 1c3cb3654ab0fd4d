package io.lockstep.codecs.replay;

/**
 * Something that happened to a spectator.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @param type   what
 * @param frame  the frame that was to be played next then
 * @param detail one line for a person; empty when there is nothing to add
 * @since 0.1.0
 */
public record SpectatorEvent(Type type, long frame, String detail) {

    /** What happened. */
    public enum Type {
        /** Somebody feeds this spectator; the detail is its address. */
        ATTACHED,
        /** Nobody feeds it any more; it looks for another one. */
        DETACHED,
        /** The first state is here: play begins with this frame. */
        STARTED,
        /** Play goes on with this frame; those between were left out or are shown again. */
        JUMPED,
        /** The state after the frame before is not the one that was recorded; told once. */
        DIFFERS,
        /** Nothing more will be played; the detail says why. */
        ENDED
    }
}
