package io.lockstep.core.internal.link;

/** What of our inputs one peer has, lacks, and was never sent. */
public final class SendWindow {

    /**
     * Acknowledged at once, so much may be the word of a peer that was given a state: it has none of the inputs before.
     * What was held up in a burst of losses may be as much, and then one window says a little more.
     */
    private static final int MOST_AT_ONCE = 8;
    /** Every so many frames a window stands for itself: a few bytes a second, and a wrong word ends there. */
    private static final int FOLLOWING = 16;
    private static final long NEVER = Long.MAX_VALUE;
    private static final long NONE = -1;

    /** What leaves again, and when. */
    final Repeats repeats;
    private final InFlight inFlight;
    /** First frame of ours that the peer lacks. */
    private long acked;
    /** First frame of ours that the peer is sure to hold, if it has acknowledged that one. */
    private long heldFrom;
    /** What follows this frame of ours, or a later one, is to stand for itself. */
    private long standsAt;
    /** First frame of ours that was never sent to the peer. */
    private long unsent;
    /** Our inputs count from this frame on; {@link #NONE} when they did from the start. */
    private long countsFrom = NONE;
    /** When the next window leaves by itself: a second copy, or one for which there was no room. */
    private long dueNs = NEVER;
    /** The newest window did not leave: too much is under way. */
    private boolean waitsForRoom;

    public SendWindow(final long startFrame, final int tickRate, final int links) {
        inFlight = new InFlight(tickRate);
        repeats = new Repeats(tickRate, links);
        acked = startFrame;
        heldFrom = startFrame;
        unsent = startFrame;
    }

    /** Windows travel from now on, with our inputs from a frame on. */
    public void begin(final long frame) {
        waitsForRoom = false;
        inFlight.restart();
        repeats.restart();
        acked = frame;
        heldFrom = frame;
        unsent = frame;
    }

    /** Our inputs count from this frame on: what travelled before were none. */
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

    /** The peer lacks none of our inputs below this frame, as a window says. */
    public void acknowledge(final long frame) {
        if (frame > unsent || frame - acked > MOST_AT_ONCE) {
            heldFrom = Math.max(heldFrom, frame);
        }
        acked = Math.max(acked, frame);
    }

    /** The peer has come to this frame, and need not hold any of our inputs below it. */
    public void lacksNone(final long frame) {
        heldFrom = frame > acked ? frame : heldFrom;
        acked = Math.max(acked, frame);
    }

    /** May a window follow a frame of ours? The peer holds it, and the window need not stand for itself. */
    public boolean mayFollow(final long frame) {
        return frame >= heldFrom && frame < acked && frame < standsAt;
    }

    /** A window stands for itself, whose first frame is this one. */
    public void stands(final long first) {
        standsAt = first + FOLLOWING;
    }

    /** Our inputs count since a while ago, and the peer has acknowledged none yet. */
    public boolean isFresh() {
        return acked == countsFrom;
    }

    public long unsent() {
        return unsent;
    }

    /** A window left with our inputs below this frame; with what was sent along it was so many bytes. */
    public void sent(final long next, final int sequence, final long bytes, final long nowNs) {
        unsent = Math.max(unsent, next);
        inFlight.sent(sequence, bytes, nowNs);
    }

    /** Our inputs below this frame left without a window. */
    public void left(final long next) {
        unsent = Math.max(unsent, next);
    }

    /** The peer names the newest window that has come, however long it held it. */
    public void answered(final int newest, final int sequence16) {
        final int ago = (short) (newest - sequence16);
        if (ago < inFlight.windows()) {
            inFlight.answered(newest - Math.max(0, ago));
        }
    }

    /** Something that was carried for another left. */
    public void along(final int sequence, final long bytes) {
        inFlight.along(sequence, bytes);
    }

    /** Is there no room on the line? */
    public boolean isFull(final long directNs, final long nowNs) {
        return inFlight.isFull(directNs, nowNs);
    }

    /** Is there room for another window on the line? If not, it waits until there is. */
    public boolean mayLeave(final long directNs, final long nowNs) {
        // What leaves once is no more than what is needed: it does not wait for room that repeats have used up.
        waitsForRoom = inFlight.isFull(directNs, nowNs) && !repeats.spares();
        if (waitsForRoom) {
            dueNs = nowNs;
        }
        return !waitsForRoom;
    }

    /** Sends a second copy then; a window that waits for room goes first. */
    public void copyAt(final long whenNs) {
        if (!waitsForRoom && !repeats.spares()) {
            dueNs = whenNs;
        }
    }

    /** No second copy of this window. */
    public void copyNever() {
        copyAt(NEVER);
    }

    /** When a copy is due; one that waits for room has no time, an answer makes it. */
    public long nextNs() {
        return waitsForRoom ? NEVER : dueNs;
    }

    /** Is a copy due, or a window that waited? If so, it is to be sent now. */
    public boolean takeDue(final long nowNs) {
        final boolean due = nowNs >= dueNs;
        if (due) {
            dueNs = NEVER;
        }
        return due;
    }
}
