package io.lockstep.testkit;

import java.util.Arrays;

/**
 * Who sat where from which frame to which, and when the game stood still, as one session or all sessions of one epoch
 * have reported it.
 */
final class SeatHistory {

    /** Comings and goings at one seat that are remembered; nobody comes back so often. */
    private static final int MAX_CHANGES = 256;
    private static final long NEVER = Long.MAX_VALUE;

    /** Sorted frames at which something changed. */
    private static final class Changes {
        private long[] frames = new long[4];
        private int size;

        boolean add(final long frame) {
            final int found = Arrays.binarySearch(frames, 0, size, frame);
            if (found >= 0 || size == MAX_CHANGES) {
                return false;
            }
            if (size == frames.length) {
                frames = Arrays.copyOf(frames, 2 * size);
            }
            final int place = -found - 1;
            System.arraycopy(frames, place, frames, place + 1, size - place);
            frames[place] = frame;
            size++;
            return true;
        }

        void remove(final long frame) {
            final int found = Arrays.binarySearch(frames, 0, size, frame);
            if (found >= 0) {
                size--;
                System.arraycopy(frames, found + 1, frames, found, size - found);
            }
        }

        int sizeBefore(final long frame) {
            final int found = Arrays.binarySearch(frames, 0, size, frame);
            return found >= 0 ? found : -found - 1;
        }

        /** The last one not above a frame, −1 if there is none. */
        long upTo(final long frame) {
            final int found = Arrays.binarySearch(frames, 0, size, frame);
            final int place = found >= 0 ? found : -found - 2;
            return place < 0 ? -1 : frames[place];
        }
    }

    private final int seated;
    private final Changes[] gone;
    private final Changes[] come;
    private final Changes paused = new Changes();
    private final Changes resumed = new Changes();

    SeatHistory(final int seats, final int seatedAtStart) {
        seated = seatedAtStart;
        gone = new Changes[seats];
        come = new Changes[seats];
        for (int seat = 0; seat < seats; seat++) {
            gone[seat] = new Changes();
            come[seat] = new Changes();
        }
    }

    /** Who is there from the start. */
    int seated() {
        return seated;
    }

    /**
     * From a frame on the player's inputs do not count.
     *
     * @return another frame that was said of the same departure, {@link FrameWindow#NEVER} if there is none
     */
    long left(final int seat, final long frame) {
        final Changes known = gone[seat];
        if (!known.add(frame)) {
            return FrameWindow.NEVER;
        }
        final int place = Arrays.binarySearch(known.frames, 0, known.size, frame);
        if (place > 0 && come[seat].upTo(frame) <= known.frames[place - 1]) {
            return known.frames[place - 1];
        }
        if (place + 1 < known.size && come[seat].upTo(known.frames[place + 1]) <= frame) {
            return known.frames[place + 1];
        }
        return FrameWindow.NEVER;
    }

    /** From a frame on the player's inputs count. */
    void joined(final int seat, final long frame) {
        come[seat].add(frame);
    }

    /** A pause begins with a frame. */
    void paused(final long frame) {
        paused.add(frame);
    }

    /**
     * The pause ends before a frame. If it began with the same frame, there was none: its player may hold up the others
     * no longer, and one of them has asked to go on.
     */
    void resumed(final long frame) {
        paused.remove(frame);
        resumed.add(frame);
    }

    /** Do the inputs of a player not count in a frame? */
    boolean isAbsent(final int seat, final long frame) {
        final long came = come[seat].upTo(frame);
        final long went = gone[seat].upTo(frame);
        // Who goes at the frame at which it was to come never was there; nobody comes back at the frame it left.
        return came < 0 && went < 0 ? (seated & 1 << seat) == 0 : went >= came;
    }

    /** Did a player's inputs stop to count from one of these frames on? */
    boolean hasGone(final int seat, final long first, final long last) {
        return gone[seat].upTo(last) >= first;
    }

    /** The frame from which on the inputs of the player who sits there now count. */
    long presentSince(final int seat, final long frame) {
        return isAbsent(seat, frame) ? NEVER : Math.max(0, come[seat].upTo(frame));
    }

    /** Does the game stand still in a frame? A pause may end and another one begin in the same. */
    boolean isPaused(final long frame) {
        return paused.upTo(frame) >= Math.max(0, resumed.upTo(frame));
    }

    /**
     * Adds what another history knows of the frames before one. Somebody who was cut may have simulated more than
     * counts, and have found orders in that.
     *
     * @return the seat about whose departure they differ, −1 if about none
     */
    int merge(final SeatHistory other, final long before) {
        int differs = -1;
        for (int seat = 0; seat < gone.length; seat++) {
            for (int i = 0; i < other.come[seat].sizeBefore(before); i++) {
                joined(seat, other.come[seat].frames[i]);
            }
            for (int i = 0; i < other.gone[seat].sizeBefore(before); i++) {
                if (left(seat, other.gone[seat].frames[i]) != FrameWindow.NEVER) {
                    differs = seat;
                }
            }
        }
        for (int i = 0; i < other.resumed.sizeBefore(before); i++) {
            resumed(other.resumed.frames[i]);
        }
        for (int i = 0; i < other.paused.sizeBefore(before); i++) {
            paused(other.paused.frames[i]);
        }
        return differs;
    }
}
