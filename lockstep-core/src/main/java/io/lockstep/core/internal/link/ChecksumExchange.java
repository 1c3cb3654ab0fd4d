package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.ChecksumList;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.SerialNumber;
import io.lockstep.core.internal.sync.ChecksumLog;

/** Puts checksums into windows until they are acknowledged, and files those that come. */
public final class ChecksumExchange {

    /**
     * How old a check frame may be to be spoken of. While two peers only hear each other through a third their
     * checksums grow old; one that is further back than the wire's 16 bits reach would make the whole window
     * implausible.
     */
    public static final int REACH = SerialNumber.WINDOW / 2;

    /**
     * Age in frames from which the oldest check frame that is not acknowledged goes with every fourth window. A round
     * may take half of the reach. On a line that loses most windows, the one or two rounds that are left are too few.
     */
    private static final int URGENT = REACH / 2;

    /** Windows of which one holds the oldest checksums then. More would leave no room for new ones on a long line. */
    private static final int URGENT_TURNS = 4;

    private static final long NONE = -1;

    /** What one peer has of our checksums, and we of its. */
    private static final class Slice {
        /** Which of the link's begins and processes this is about. */
        private int begins;
        private int rebirths;
        /** Check frames below this are acknowledged by the peer. */
        private long acked;
        /** The next window's checksums start here, unless the oldest that is not acknowledged is later. */
        private long next;
        /** Windows since one started with the oldest checksums because these were urgent. */
        private int turns;
        /** All check frames of the peer's below this are here. */
        private long heard;
        /** The check frame before which the peer has none to send; NONE if it never said that one is missing. */
        private long first = NONE;
        /** All checksums up to this frame are here, and a list came since that was last said; NONE if none came. */
        private long toAck = NONE;
        /** Until this frame checksums of every frame are sent, with every second window. */
        private long eachUntil;
        private boolean eachTurn;
        /** The newest frame of which the peer spoke in this way. */
        private long eachHeard = NONE;

        Slice(final long startFrame) {
            acked = startFrame;
            heard = startFrame;
        }
    }

    private final ChecksumLog checksums;
    private final int interval;
    private final long startFrame;
    private final Slice[] slices = new Slice[Message.MAX_PLAYERS];

    public ChecksumExchange(final ChecksumLog checksums, final int interval, final long startFrame) {
        this.checksums = checksums;
        this.interval = interval;
        this.startFrame = startFrame;
        for (int peer = 0; peer < slices.length; peer++) {
            slices[peer] = new Slice(startFrame);
        }
    }

    /** What is known of a peer, anew when windows have begun to travel or another process has come. */
    private Slice of(final Link link) {
        final Slice slice = slices[link.peer];
        if (slice.rebirths != link.rebirths()) {
            slice.rebirths = link.rebirths();
            slice.toAck = NONE;
        }
        if (slice.begins != link.begins()) {
            slice.begins = link.begins();
            slice.acked = link.begunAt();
            slice.next = link.begunAt();
            slice.heard = link.begunAt();
            slice.first = NONE;
            slice.eachUntil = 0;
            slice.eachHeard = NONE;
        }
        return slice;
    }

    /** Puts into a window what is due. */
    public void add(final Link link, final InputWindow window, final long currentFrame) {
        final Slice slice = of(link);
        if (slice.toAck >= 0 && slice.toAck > currentFrame - REACH) {
            window.acknowledgeChecksum(slice.toAck);
        }
        slice.toAck = NONE;
        // With an interval of one, the round has the checksum of each frame.
        slice.eachTurn = interval > 1 && !slice.eachTurn && currentFrame < slice.eachUntil;
        if (slice.eachTurn) {
            addEach(window.checksums(), currentFrame);
        } else {
            addCheckFrames(slice, window.checksums(), currentFrame);
        }
    }

    /**
     * Adds what the peer has not acknowledged. What does not fit goes with the next window, and so on round and round:
     * with a short interval and a long round trip more are under way than one window holds. An oldest one that grows
     * too old to be sent goes with every fourth window beside the round.
     */
    private void addCheckFrames(final Slice slice, final ChecksumList list, final long currentFrame) {
        final long oldest = oldest(slice, currentFrame);
        final boolean isInRound = slice.next > oldest;
        final boolean isUrgent = isInRound && currentFrame - oldest > URGENT && ++slice.turns >= URGENT_TURNS;
        slice.turns = isUrgent ? 0 : slice.turns;
        long frame = !isUrgent && isInRound && checksums.has(slice.next) ? slice.next : oldest;
        if (frame == oldest && checksums.has(oldest)) {
            list.beginsWithOldest();
        }
        boolean fits = true;
        while (fits && checksums.has(frame)) {
            fits = list.add(frame, checksums.checksum(frame));
            frame += fits ? interval : 0;
        }
        if (!isUrgent) {
            slice.next = fits ? oldest : frame;
        }
    }

    /** Returns the oldest one to send. A peer that has loaded another state has none of the frames before that. */
    private long oldest(final Slice slice, final long currentFrame) {
        long frame = checksums.checkFrameFrom(Math.max(slice.acked, currentFrame - REACH));
        while (frame < currentFrame && !checksums.has(frame)) {
            frame += interval;
        }
        return frame;
    }

    /** Those of the newest frames; each of them in a few windows, so that none needs to be acknowledged. */
    private void addEach(final ChecksumList list, final long currentFrame) {
        long frame = Math.max(startFrame, currentFrame - ChecksumList.MAX_ENTRIES);
        while (frame < currentFrame && !checksums.has(frame)) {
            frame++;
        }
        list.eachFrame();
        while (frame < currentFrame && checksums.has(frame)) {
            list.add(frame, checksums.checksum(frame++));
        }
    }

    /** Could a peer that keeps to the protocol say this? */
    public boolean isPlausible(final InputWindow message, final long currentFrame) {
        if (message.hasChecksumAck()
            && SerialNumber.unwrap(message.checksumAck(), currentFrame) == SerialNumber.OUTSIDE) {
            return false;
        }
        if (message.checksums().count() == 0) {
            return true;
        }
        final long first = SerialNumber.unwrap(message.checksums().frame(), currentFrame);
        return first >= 0 && (message.checksums().isEachFrame() || checksums.isCheckFrame(first));
    }

    /** Records the checksums of the newest window and what it acknowledges. */
    public void file(final Link link, final InputWindow message, final long currentFrame) {
        final Slice slice = of(link);
        if (message.hasChecksumAck()) {
            final long acked = SerialNumber.unwrap(message.checksumAck(), currentFrame);
            if (acked < currentFrame) {
                slice.acked = Math.max(slice.acked, acked + 1);
            }
        }
        if (message.checksums().count() > 0) {
            slice.toAck = file(slice, link.peer, message.checksums(), currentFrame);
        }
    }

    /** Records checksums; returns the frame up to which we now have all of the peer's. */
    private long file(final Slice slice, final int peer, final ChecksumList list, final long currentFrame) {
        final long first = SerialNumber.unwrap(list.frame(), currentFrame);
        if (list.isOldestFirst() && first > checksums.checkFrameFrom(slice.heard)) {
            slice.first = first;
            slice.heard = first;
        }
        final int apart = list.isEachFrame() ? 1 : interval;
        for (int i = 0; i < list.count(); i++) {
            final long frame = first + (long) i * apart;
            if (frame < currentFrame + InputWindow.MAX_FRAMES) {
                checksums.record(peer, frame, list.value(i));
                slice.eachHeard = list.isEachFrame() ? Math.max(slice.eachHeard, frame) : slice.eachHeard;
            }
        }
        long next = checksums.checkFrameFrom(Math.max(slice.heard, currentFrame - REACH));
        while (checksums.has(peer, next)) {
            slice.heard = next + 1;
            next += interval;
        }
        return slice.heard - 1;
    }

    /** Check frames below this are acknowledged by a peer. */
    public long acked(final Link link) {
        return of(link).acked;
    }

    /** Returns the check frame before which a peer has no more checksums to send; −1 if it never skipped any. */
    public long first(final Link link) {
        return of(link).first;
    }

    /** The newest frame of which a peer spoke because of a difference; −1 if it spoke of none. */
    public long eachHeard(final Link link) {
        return of(link).eachHeard;
    }

    /** Sends a peer the checksums of every frame until this one. */
    public void sendEach(final Link link, final long until) {
        of(link).eachUntil = until;
    }
}
