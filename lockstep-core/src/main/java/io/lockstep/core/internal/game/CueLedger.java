package io.lockstep.core.internal.game;

import io.lockstep.core.game.Cue;
import io.lockstep.core.game.Cues;

/**
 * Keeps of each frame that is not settled what was emitted when it was played last, and tells what is other when it is
 * played again. Whoever plays the game ahead says when a frame begins and ends, and what becomes of it.
 *
 * <p>A frame that is thrown away mostly is played again at once, with most of its cues: nothing is told of them until
 * it has been, or is settled without, or a state is loaded.
 */
public final class CueLedger implements Cues {

    /** Most frames that are played and not settled: 30 ahead, and the one to be settled next. */
    public static final int FRAMES = 31;

    private final CueQueue queue = new CueQueue();
    private final FrameCues[] frames = new FrameCues[FRAMES];
    /** What the frame that is played now had when it was played before. */
    private FrameCues earlier = new FrameCues();
    /** The frame that is played now; null between two steps. */
    private FrameCues playing;
    /** The first frame that was never settled. */
    private long unsettled = Long.MIN_VALUE;
    private long ignored;

    /** Nothing was played yet. */
    public CueLedger() {
        for (int i = 0; i < FRAMES; i++) {
            frames[i] = new FrameCues();
        }
    }

    private static int place(final long frame) {
        return (int) Math.floorMod(frame, (long) FRAMES);
    }

    /**
     * A frame is played from now on, maybe again. One that was settled before a loaded state led back behind it is
     * heard no second time.
     *
     * @param frame the one that is stepped
     */
    public void begin(final long frame) {
        // A game that threw left its step without an end.
        end();
        if (frame < unsettled) {
            return;
        }
        final int place = place(frame);
        if (frames[place].frame() != frame) {
            // Nobody is to forget a frame. Whoever does still gets an end for each start.
            takeBack(frames[place]);
        }
        playing = earlier.begin(frame);
        earlier = frames[place];
        frames[place] = playing;
    }

    /** The frame has been played: what it had before and has no longer is taken back. */
    public void end() {
        if (playing != null) {
            playing = null;
            for (int i = 0; i < earlier.size(); i++) {
                if (!earlier.isEmittedAgain(i)) {
                    queue.add(Cue.Type.TAKEN_BACK, earlier, i);
                }
            }
        }
    }

    /**
     * All that was played from a frame on does not stand, be it played again or not.
     *
     * @param from the first of them
     */
    public void takenBack(final long from) {
        for (final FrameCues cues : frames) {
            if (cues.frame() >= from) {
                cues.throwAway();
            }
        }
    }

    /**
     * A frame is settled: as it was played last, or, when that was taken back, as one in which nothing happened.
     *
     * @param frame each one once and in order; of one before that nothing is told
     */
    public void settled(final long frame) {
        if (frame < unsettled) {
            return;
        }
        unsettled = frame + 1;
        final FrameCues cues = frames[place(frame)];
        if (cues.isThrownAway() || cues.frame() != frame) {
            takeBack(cues);
        } else {
            tellAll(Cue.Type.SETTLED, cues);
        }
    }

    /**
     * What was heard for good: also in a session before this one, if the player comes back.
     *
     * @return the first frame that was never settled
     */
    public long unsettled() {
        return unsettled;
    }

    /** Another state came in, or the match has ended: no frame will be settled as it was played. */
    public void loaded() {
        end();
        long first = Long.MAX_VALUE;
        for (final FrameCues cues : frames) {
            first = cues.isEmpty() ? first : Math.min(first, cues.frame());
        }
        for (int i = 0; i < FRAMES; i++) {
            takeBack(frames[place(first + i)]);
        }
    }

    private void takeBack(final FrameCues cues) {
        tellAll(Cue.Type.TAKEN_BACK, cues);
    }

    private void tellAll(final Cue.Type what, final FrameCues cues) {
        for (int i = 0; i < cues.size(); i++) {
            queue.add(what, cues, i);
        }
        cues.clear();
    }

    @Override
    public void emit(final int kind, final int key, final int value) {
        if (playing == null) {
            return;
        }
        if (playing.isFull()) {
            ignored++;
            return;
        }
        final int index = playing.add(kind, key, value);
        final int before = earlier.emitAgain(kind, key);
        if (before < 0) {
            queue.add(Cue.Type.START, playing, index);
        } else if (earlier.value(before) != value) {
            queue.add(Cue.Type.MOVED, playing, index);
        }
    }

    @Override
    public Cue nextCue() {
        return queue.poll();
    }

    @Override
    public long ignored() {
        return ignored;
    }

    @Override
    public long lost() {
        return queue.lost();
    }
}
