package io.lockstep.testkit;

/**
 * One peer's way back to the others after a state was loaded in the place of its own. While its game replays frames,
 * those that come due are put by; each poll must bring it further, and none may be left out.
 */
final class CatchUp {

    /** A session replays 32 frames in a poll: in so many all frames of a repair, as many as the oracle remembers. */
    private static final int MOST_HIDDEN = FrameWindow.FRAMES / 32;
    private static final long NONE = -1;

    private boolean begun;
    private long firstTime;
    private long owed = NONE;
    private long seen = NONE;
    private int hidden;

    /** A state was loaded; the game had simulated everything before this frame, or once had. */
    void begin(final long next) {
        firstTime = Math.max(firstTime, next);
        begun = true;
        seen = NONE;
        hidden = 0;
    }

    /** Another process plays. */
    void over() {
        begun = false;
        firstTime = 0;
        owed = NONE;
    }

    /** Was a state ever loaded? */
    boolean isBegun() {
        return begun;
    }

    /** Is this a frame that the game has not simulated before the state was loaded? */
    boolean isNew(final long frame) {
        return frame >= firstTime;
    }

    /** A frame came due, and was not simulated. */
    void owes(final long frame) {
        owed = frame;
    }

    /**
     * After a poll: is nothing owed, or less than after the poll before?
     *
     * @param mayHide nothing was simulated since the state was loaded: the frames of a pause that are replayed first do
     *                not show
     */
    boolean goesOn(final long next, final boolean mayHide) {
        final boolean stands = next <= owed && next == seen && (!mayHide || ++hidden > MOST_HIDDEN);
        seen = next <= owed ? next : NONE;
        return !stands;
    }
}
