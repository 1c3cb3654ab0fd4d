package io.lockstep.core.internal.play;

import io.lockstep.core.input.FrameSource;
import io.lockstep.core.internal.game.MatchSettings;
import java.nio.ByteBuffer;

/**
 * What the orders of all frames so far have come to, as far as it matters to those that follow. It is the same
 * everywhere, and is loaded with a state and hashed with it.
 */
public final class StandingOrders {

    /** Bytes that {@link #save} writes. */
    public static final int BYTES = Pauses.BYTES + OpeningOrders.BYTES;

    private final Pauses pauses;
    private final OpeningOrders openings;

    public StandingOrders(final MatchSettings settings) {
        pauses = new Pauses(settings.rules().tickRate());
        openings = new OpeningOrders(settings.seating());
    }

    /** Who has paused the match, and how often everybody did. */
    public Pauses pauses() {
        return pauses;
    }

    /** Is the game not to be simulated? */
    public boolean isPaused() {
        return pauses.isPaused();
    }

    /** Whose inputs are to count. */
    public OpeningOrders openings() {
        return openings;
    }

    /** Did all of this hold after a frame already? */
    boolean heldAfter(final long frame) {
        return pauses.heldAfter(frame) && openings.heldAfter(frame);
    }

    /** Notes what the players ordered in a frame that is simulated once more: nobody's inputs come to count by it. */
    public void replay(final long frame, final FrameSource what) {
        pauses.execute(frame, what);
        openings.execute(frame, what);
    }

    /** Writes what must be known beside the game's state. */
    public void save(final ByteBuffer out) {
        pauses.save(out);
        openings.save(out);
    }

    /** Can what {@link #save} would have written after a frame be what begins at an index? */
    public static boolean isSaved(final ByteBuffer in, final int at, final long frame, final MatchSettings settings) {
        return Pauses.isSaved(in, at, frame, settings)
            && OpeningOrders.isSaved(in, at + Pauses.BYTES, frame, settings);
    }

    /** Takes what another peer wrote, {@link #isSaved}. */
    public void load(final ByteBuffer in) {
        pauses.load(in);
        openings.load(in);
    }
}
