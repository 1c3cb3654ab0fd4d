package io.lockstep.testkit;

import io.lockstep.core.game.Simulation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * What one peer's state was after each of the newest frames, as the game itself writes it: as it came about, and, since
 * another state was loaded, as it was then and when frames were simulated again. So a frame has as many versions as it
 * was simulated before and after loads; a session knows one of them, and cannot know another that came about later.
 */
@NullUnmarked
final class StateTruth {

    /** Frames remembered; what is to be looked up is never older than a check interval and a report. */
    static final int FRAMES = 512;

    private static final int MASK = FRAMES - 1;
    private static final long NONE = Long.MIN_VALUE;

    private final FieldTape[] first = new FieldTape[FRAMES];
    private final long[] firstOf = new long[FRAMES];
    private final FieldTape[] again = new FieldTape[FRAMES];
    private final long[] againOf = new long[FRAMES];
    /** The load since which a frame's state is the one in {@link #again}. */
    private final int[] againSince = new int[FRAMES];
    private final List<Load> loads = new ArrayList<>();
    private final FieldTape loaded = new FieldTape();
    private long newest = -1;
    private boolean fresh;
    /** The newest frame when a state was loaded that was no other than the one here, as state sync does. */
    private long confirmed = NONE;

    /**
     * A state that was loaded.
     *
     * @param base the frame that it is of
     * @param next the first frame that had not been simulated by then
     */
    private record Load(long base, long next) {
    }

    StateTruth() {
        Arrays.fill(firstOf, NONE);
        Arrays.fill(againOf, NONE);
    }

    /**
     * Another state was loaded.
     *
     * @return false when it is the one that was here before
     */
    boolean load(final Simulation game) {
        game.save(loaded.reset());
        final FieldTape before = newest < 0 ? null : last(newest);
        final boolean restored = fresh;
        fresh = before == null || before.differs(loaded);
        confirmed = fresh || restored ? confirmed : newest;
        return fresh;
    }

    /** Was the state it had by then, or later, loaded once more? */
    boolean isConfirmedAfter(final long frame) {
        return confirmed >= frame;
    }

    /** Was another state loaded, and is not known yet of which frame? */
    boolean isFresh() {
        return fresh;
    }

    /** The game has come to the end of a frame, or to a loaded state that is of its end. */
    void simulated(final Simulation game, final long frame) {
        if (fresh) {
            fresh = false;
            loads.add(new Load(frame, newest + 1));
        }
        final boolean isAgain = frame <= newest;
        newest = Math.max(newest, frame);
        final int slot = (int) (frame & MASK);
        final FieldTape[] tapes = isAgain ? again : first;
        if (tapes[slot] == null) {
            tapes[slot] = new FieldTape();
        }
        game.save(tapes[slot].reset());
        (isAgain ? againOf : firstOf)[slot] = frame;
        againSince[slot] = isAgain ? loads.size() : againSince[slot];
    }

    /** Was a state loaded of an earlier frame than this one, after which nothing is known since? */
    boolean lacks(final long frame) {
        final int slot = (int) (frame & MASK);
        return !fresh && !loads.isEmpty() && frame > base(loads.size()) && frame < loads.get(loads.size() - 1).next
            && (againOf[slot] != frame || againSince[slot] < loads.size());
    }

    /** The first frame that was not simulated yet. */
    long next() {
        return newest + 1;
    }

    boolean remembers(final long frame) {
        return firstOf[(int) (frame & MASK)] == frame;
    }

    /** The state after a frame as it first came about, null when it is not known any more. */
    FieldTape first(final long frame) {
        return remembers(frame) ? first[(int) (frame & MASK)] : null;
    }

    /** The state after a frame as it is since the last load that changed it. */
    FieldTape last(final long frame) {
        return of(frame, loads.size());
    }

    /** The state after a frame as it was after so many loads, null when there was none or it is not known any more. */
    FieldTape of(final long frame, final int version) {
        final int slot = (int) (frame & MASK);
        return againOf[slot] == frame && againSince[slot] <= version ? again[slot] : first(frame);
    }

    /** The version that a session had at least when it first knew its state after a frame. */
    int earliest(final long frame) {
        int version = loads.size();
        while (version > 0 && loads.get(version - 1).next > frame) {
            version--;
        }
        return version;
    }

    /** The newest version of the state after a frame: loads of later states do not change it. */
    int latest(final long frame) {
        int version = loads.size();
        while (version > 0 && loads.get(version - 1).base > frame) {
            version--;
        }
        return version;
    }

    /** The first frame that a session knows of a version: that of the state that was loaded. */
    long base(final int version) {
        return version == 0 ? NONE : loads.get(version - 1).base;
    }
}
