package io.lockstep.core.game;

import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/**
 * The game, as the session sees it. It must be deterministic: the same state and the same inputs give the same next
 * state on every machine and every JVM. Integers and {@code StrictMath} are safe; {@code Math.sin}, iteration over hash
 * maps, clocks and unseeded random numbers are not.
 *
 * <p>All methods are called on the session's thread. They should not allocate if the game is to stay free of garbage
 * collection pauses.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public interface Simulation {

    /**
     * What all players agreed on before the first frame, such as the map, the rules or the seed of the game's random
     * numbers: see {@code SessionConfig.matchConfig}. Called once, before anything else of the game, also at a peer
     * that comes in late, and when a recording is played; not called if nobody said any. What the game makes of it
     * belongs to the state before the first frame. A game that throws refuses it, and the match ends with
     * {@link EndReason#MISMATCH}.
     *
     * @param matchConfig the bytes between position and limit, little-endian, the same at every peer
     */
    default void configure(final ByteBuffer matchConfig) {
        // Most games know at the start what they play.
    }

    /**
     * Advances the state by one frame.
     *
     * @param frame  the frame being simulated: 0, 1, 2, … without gap but for the frames that pass while the match is
     *               paused, and without repeat, except that after a {@link #load} it goes on behind the frame of that
     *               state. A session that plays ahead of what is settled goes back in that way often, and plays
     *               frames again with better inputs
     * @param inputs what every player did in this frame, the same at every peer once it is settled; valid only during
     *               the call
     */
    void step(long frame, Inputs inputs);

    /**
     * A frame is settled: nobody takes it back. In lockstep that is so with every {@link #step}; a game that is played
     * ahead may be some frames further on by now. For what must happen once and for all, such as a score that is
     * reported. The state must not change. Not called of frames that pass in a pause.
     *
     * @param frame  the frame, in the order of {@link #step} in lockstep
     * @param inputs what every player really did in it; valid only during the call
     */
    default void settled(final long frame, final Inputs inputs) {
        // Most games do nothing once and for all.
    }

    /**
     * Writes the whole state, everything a future frame depends on, always in the same order. This one walk serves
     * checksums, snapshots and reports.
     *
     * @param out where to write
     */
    void save(StateWriter out);

    /**
     * Replaces the whole state by one that {@link #save} wrote: when a match is entered late, in mid-match when
     * this peer's state differed from the others', and when a session that plays ahead goes back. A game that throws
     * refuses the state: in mid-match it is given its own again, and a match that it wants to enter ends for it with
     * {@link EndReason#MISMATCH}. What it saved itself it may not refuse. Bytes that are left unread count as an
     * exception: a state of which a game reads only a part is none of its own.
     *
     * @param state the bytes between position and limit, little-endian; read through this buffer itself, so that its
     *              position is at the limit in the end
     */
    void load(ByteBuffer state);
}
