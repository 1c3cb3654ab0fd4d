package io.lockstep.core.internal.link;

/** The state of our inputs at one peer: acknowledged, missing, or never sent. */
public final class SendWindow {

    /**
     * Largest number of frames acknowledged at once that the peer surely holds. A peer that was given a state may
     * acknowledge more and hold none of the inputs before. After a burst of losses, a window is then a little longer.
     */
    private static final int MOST_AT_ONCE = 8;
    /**
     * Number of frames between two windows without a delta: they cost a few bytes a second and end a wrong
     * acknowledgement.
     */
    private static final int FOLLOWING = 16;
    /** Time without an acknowledgement, in nanoseconds, that shows a deaf peer: several of the slowest round trips. */
    private static final long STUCK_NS = 1_000_000_000L;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long NONE = -1;

    /** Decides which inputs are sent again, and when. */
    final Repeats repeats;
    private final InFlight inFlight;
    /** First frame of ours that the peer lacks. */
    private long acked;
    /** First frame of ours that the peer surely holds, if it has acknowledged it. */
    private long heldFrom;
    /** First frame of ours to which the next frame must not be encoded as a delta. */
    private long standsAt;
    /** First frame of ours that was never sent to the peer. */
    private long unsent;
    /** Frame from which on our inputs count, or {@link #NONE} if they count from the start. */
    private long countsFrom = NONE;
    /**
     * Time at which the next window is sent by itself, in nanoseconds: a second copy, or one that had to wait for room.
     */
    private long dueNs = NEVER;
    /** Whether the newest window was held back because too much is in flight. */
    private boolean waitsForRoom;
    /** The first frame that the peer lacked at its last progress, and the time of that, in nanoseconds. */
    private long seenAcked;
    private long progressNs = NEVER;

    public SendWindow(final long startFrame, final int tickRate, final int links) {
        inFlight = new InFlight(tickRate);
        repeats = new Repeats(tickRate, links);
        acked = startFrame;
        heldFrom = startFrame;
        unsent = startFrame;
    }

    /** Starts to send windows, with our inputs from a frame on. */
    public void begin(final long frame) {
        waitsForRoom = false;
        inFlight.restart();
        repeats.restart();
        acked = frame;
        heldFrom = frame;
        unsent = frame;
    }

    /** Sets the frame from which on our inputs count: earlier windows held none. */
    public void countFrom(final long frame) {
        acked = frame;
        heldFrom = frame;
        unsent = frame;
        countsFrom = frame;
        repeats.restart();
    }

    public long acked() {
        return acked;
    }

    /** Records a window's acknowledgement of all our inputs below a frame. */
    public void acknowledge(final long frame) {
        if (frame > unsent || frame - acked > MOST_AT_ONCE) {
            heldFrom = Math.max(heldFrom, frame);
        }
        acked = Math.max(acked, frame);
    }

    /** Records that the peer has reached a frame: it needs none of our inputs below it, and may not hold them. */
    public void lacksNone(final long frame) {
        heldFrom = frame > acked ? frame : heldFrom;
        acked = Math.max(acked, frame);
    }

    /**
     * Returns whether a window may be encoded as a delta to a frame: the peer holds it, and no complete frame is due.
     */
    public boolean mayFollow(final long frame) {
        return frame >= heldFrom && frame < acked && frame < standsAt;
    }

    /** Records that a window was sent without a delta, with its first frame. */
    public void stands(final long first) {
        standsAt = first + FOLLOWING;
    }

    /** Returns whether our inputs began to count after the start and the peer has acknowledged none of them. */
    public boolean isFresh() {
        return acked == countsFrom;
    }

    public long unsent() {
        return unsent;
    }

    /**
     * Records that a window was sent with our inputs below a frame, and its bytes including those sent along with it.
     */
    public void sent(final long next, final int sequence, final long bytes, final long nowNs) {
        unsent = Math.max(unsent, next);
        inFlight.sent(sequence, bytes, nowNs);
        if (progressNs == NEVER || acked != seenAcked || acked >= unsent) {
            seenAcked = acked;
            progressNs = nowNs;
        }
    }

    /** Returns whether the peer has acknowledged nothing for a while though it lacks inputs: it does not hear us. */
    boolean isStuck(final long nowNs) {
        return progressNs != NEVER && nowNs - progressNs >= STUCK_NS;
    }

    /** Records that our inputs below a frame were sent without a window. */
    public void left(final long next) {
        unsent = Math.max(unsent, next);
    }

    /** Takes the peer's echo of the newest window that arrived, however long the peer held the echo. */
    public void answered(final int newest, final int sequence16) {
        final int ago = (short) (newest - sequence16);
        if (ago < inFlight.windows()) {
            inFlight.answered(newest - Math.max(0, ago));
            repeats.kept().arrived(newest - Math.max(0, ago));
        }
    }

    /** Records that a datagram relayed for another peer was sent. */
    public void along(final int sequence, final long bytes) {
        inFlight.along(sequence, bytes);
    }

    /** Returns whether the line has no room. */
    public boolean isFull(final long directNs, final long nowNs) {
        return inFlight.isFull(directNs, nowNs);
    }

    /** Returns whether the line has room for another window. If not, the window waits for room. */
    public boolean mayLeave(final long directNs, final long nowNs) {
        // Spared repeats leave only new frames in the window: these do not wait for room.
        waitsForRoom = inFlight.isFull(directNs, nowNs) && !repeats.spares();
        if (waitsForRoom) {
            dueNs = nowNs;
        }
        return !waitsForRoom;
    }

    /** Returns whether the newest window was held back. */
    boolean waitsForRoom() {
        return waitsForRoom;
    }

    /** Schedules a second copy; a window that waits for room is sent first. */
    public void copyAt(final long whenNs) {
        if (!waitsForRoom && !repeats.spares()) {
            dueNs = whenNs;
        }
    }

    /** Schedules no second copy of this window. */
    public void copyNever() {
        copyAt(NEVER);
    }

    /** Returns the time at which a copy is due. A window that waits for room has none; an echo makes room. */
    public long nextNs() {
        return waitsForRoom ? NEVER : dueNs;
    }

    /** Returns whether a copy or a waiting window is due, which the caller then sends. */
    public boolean takeDue(final long nowNs) {
        final boolean due = nowNs >= dueNs;
        if (due) {
            dueNs = NEVER;
        }
        return due;
    }
}
