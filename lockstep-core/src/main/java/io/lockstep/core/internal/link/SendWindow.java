package io.lockstep.core.internal.link;

/** What of our inputs one peer has, lacks, and was never sent. */
public final class SendWindow {

    private static final long NEVER = Long.MAX_VALUE;
    private static final long NONE = -1;

    private final InFlight inFlight = new InFlight();
    /** First frame of ours that the peer lacks. */
    private long acked;
    /** First frame of ours that was never sent to the peer. */
    private long unsent;
    /** Our inputs count from this frame on; {@link #NONE} when they did from the start. */
    private long countsFrom = NONE;
    /** When the next window leaves by itself: a second copy, or one for which there was no room. */
    private long dueNs = NEVER;
    /** The newest window did not leave: too much is under way. */
    private boolean waitsForRoom;

    public SendWindow(final long startFrame) {
        acked = startFrame;
        unsent = startFrame;
    }

    /** Windows travel from now on, with our inputs from a frame on. */
    public void begin(final long frame) {
        waitsForRoom = false;
        inFlight.restart();
        acked = frame;
        unsent = frame;
    }

    /** Our inputs count from this frame on: what travelled before were none. */
    public void countFrom(final long frame) {
        acked = frame;
        unsent = frame;
        countsFrom = frame;
    }

    public long acked() {
        return acked;
    }

    /** The peer has all of our inputs below this frame. */
    public void acknowledge(final long frame) {
        acked = Math.max(acked, frame);
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
        if (ago < InFlight.WINDOWS) {
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
        waitsForRoom = inFlight.isFull(directNs, nowNs);
        if (waitsForRoom) {
            dueNs = nowNs;
        }
        return !waitsForRoom;
    }

    /** Sends a second copy then; a window that waits for room goes first. */
    public void copyAt(final long whenNs) {
        if (!waitsForRoom) {
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
