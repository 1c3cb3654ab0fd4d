package io.lockstep.core.internal.sync;

import io.lockstep.core.sync.KeptState;
import io.lockstep.core.sync.StateBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What this peer's state was after each of the newest frames: the checksums of its sections, a hash of the inputs that
 * led to it, and, as far as a budget of memory goes, the states themselves. When two peers' states differ the histories
 * of both show the frame in which that began, though it was noticed much later.
 *
 * <p>Of a small state every frame's is kept; of a larger one that of every second, third, … frame, so that check
 * frames are always among them; of one so large that not even two fit, none. The arrays grow with the first states and
 * are then used again. Not thread-safe.
 */
public final class StateHistory {

    /** Frames kept; as long as checksums and inputs are. */
    public static final int FRAMES = ChecksumLog.FRAMES;

    /** Memory for states by default: every frame of the last two seconds of a game with 64 KiB. */
    public static final int DEFAULT_STATE_BYTES = 16 << 20;

    private static final int MASK = FRAMES - 1;
    private static final long NONE = Long.MIN_VALUE;
    /** A state that grows a little needs no new arrays. */
    private static final int SPARE_PART = 8;
    /** With fewer states than this there is never one before and one after a difference. */
    private static final int MIN_STATES = 2;

    private final int interval;
    private final int span;
    private final int budget;
    private final long[] frames = new long[FRAMES];
    private final int[] inputHashes = new int[FRAMES];
    private final boolean[] paused = new boolean[FRAMES];
    private final boolean[] bases = new boolean[FRAMES];
    private final int[] counts = new int[FRAMES];
    private final int[] sums = new int[FRAMES * ChecksumWriter.MAX_SECTIONS];
    private StateBuffer staging;
    /** The states: which frame's stands in which place, and where its sections end. */
    private final byte[][] states = new byte[FRAMES][];
    private final int[][] ends = new int[FRAMES][];
    private final long[] stateFrames = new long[FRAMES];
    private final int[] stateSections = new int[FRAMES];
    private final int[] stateSums = new int[FRAMES];
    /** A state there is held as well: the next one needs an array of its own. */
    private final boolean[] lent = new boolean[FRAMES];
    private int places;
    private int stride;
    private int largest;
    private final List<Held> held = new ArrayList<>();
    private long heldBytes;

    /** A state that is kept until it is released. */
    private record Held(long frame, int checksum, byte[] state, int[] ends) {
    }

    /**
     * An empty history.
     *
     * @param interval    frames from one check frame to the next, at least 1
     * @param span        how many frames may pass from a difference until it is noticed, at least 1
     * @param stateBudget most bytes of states kept, 0 to keep none
     * @throws IllegalArgumentException if one is out of range
     */
    public StateHistory(final int interval, final int span, final int stateBudget) {
        if (interval < 1 || span < 1 || stateBudget < 0) {
            throw new IllegalArgumentException("interval " + interval + " or span " + span
                + " is not positive, or stateBudget " + stateBudget + " is negative");
        }
        this.interval = interval;
        this.span = Math.min(span, FRAMES);
        budget = stateBudget;
        staging = new StateBuffer(Math.max(1, stateBudget / MIN_STATES));
        Arrays.fill(frames, NONE);
        forgetStates();
        layOut(1);
    }

    private void forgetStates() {
        Arrays.fill(stateFrames, NONE);
    }

    /** Divides the budget for states of a length. */
    private void layOut(final int length) {
        largest = length + length / SPARE_PART;
        final int fit = Math.min(span, budget / largest);
        int every = 1;
        while (every < interval && (interval % every != 0 || (long) fit * every < span)) {
            every++;
        }
        if (fit != places || every != stride) {
            places = fit < MIN_STATES ? 0 : fit;
            stride = every;
            forgetStates();
            Arrays.fill(states, places, FRAMES, null);
        }
    }

    /**
     * Where the walk over the state after a frame is to put the bytes.
     *
     * @param frame the frame
     * @return for {@link ChecksumWriter#reset(StateBuffer)}; null when this frame's state is not kept
     */
    public StateBuffer bufferFor(final long frame) {
        return places > 0 && isKept(frame) ? staging : null;
    }

    private boolean isKept(final long frame) {
        return Math.floorMod(frame + 1, (long) stride) == 0;
    }

    private int place(final long frame) {
        return (int) Math.floorMod(Math.floorDiv(frame + 1, (long) stride), (long) places);
    }

    /**
     * Records a state that no frame led to here: the first one, or another peer's.
     *
     * @param frame the frame before the next one
     * @param walk  has walked over the state, with the {@link #bufferFor buffer} of this frame
     */
    public void begin(final long frame, final ChecksumWriter walk) {
        record(frame, walk, 0, false);
        bases[(int) frame & MASK] = true;
    }

    /**
     * Records what a frame led to.
     *
     * @param frame     the frame just executed
     * @param walk      has walked over the state after it, with the {@link #bufferFor buffer} of this frame; where the
     *                  game stood still and there is none, over that of an earlier frame of the same state
     * @param inputHash stands for the inputs of the frame
     * @param stoodStill the game was not simulated in this frame: the state is that of the frame before
     */
    public void record(final long frame, final ChecksumWriter walk, final int inputHash, final boolean stoodStill) {
        final int slot = (int) frame & MASK;
        frames[slot] = frame;
        inputHashes[slot] = inputHash;
        paused[slot] = stoodStill;
        bases[slot] = false;
        counts[slot] = walk.sections();
        for (int i = 0; i < counts[slot]; i++) {
            sums[slot * ChecksumWriter.MAX_SECTIONS + i] = walk.sectionSum(i);
        }
        if (bufferFor(frame) == null) {
            return;
        }
        if (staging.overflowed()) {
            // Not even two of them fit.
            places = 0;
            staging = null;
            Arrays.fill(states, null);
        } else {
            keep(frame, walk);
        }
    }

    private void keep(final long frame, final ChecksumWriter walk) {
        if (staging.length() > largest) {
            layOut(staging.length());
            if (places == 0 || !isKept(frame)) {
                return;
            }
        }
        final int place = place(frame);
        if (states[place] == null || states[place].length < staging.length() || lent[place]) {
            states[place] = new byte[largest];
            lent[place] = false;
        }
        if (ends[place] == null) {
            ends[place] = new int[ChecksumWriter.MAX_SECTIONS];
        }
        System.arraycopy(staging.array(), 0, states[place], 0, staging.length());
        for (int i = 0; i < walk.sections(); i++) {
            ends[place][i] = walk.sectionEnd(i);
        }
        stateFrames[place] = frame;
        stateSections[place] = walk.sections();
        stateSums[place] = checksum(frame);
    }

    /**
     * Keeps the states of these frames that are here until they are released, beside those of newer frames, as far as
     * the budget goes once more.
     *
     * @param from the first frame
     * @param to   the last one
     */
    public void hold(final long from, final long to) {
        for (int place = 0; place < places; place++) {
            final boolean wanted = stateFrames[place] >= from && stateFrames[place] <= to
                && find(stateFrames[place], stateSums[place]) == null;
            if (wanted && heldBytes + states[place].length <= budget) {
                heldBytes += states[place].length;
                held.add(new Held(stateFrames[place], stateSums[place], states[place],
                    Arrays.copyOf(ends[place], stateSections[place])));
                lent[place] = true;
            }
        }
    }

    /** Ends every {@link #hold}. */
    public void release() {
        if (!held.isEmpty()) {
            held.clear();
            heldBytes = 0;
            Arrays.fill(lent, false);
        }
    }

    /**
     * Is a frame recorded?
     *
     * @param frame any
     * @return true when the methods below mean something
     */
    public boolean has(final long frame) {
        return frames[(int) frame & MASK] == frame;
    }

    /**
     * The hash of a frame's inputs.
     *
     * @param frame a frame this history {@link #has}
     * @return 32 bits
     */
    public int inputHash(final long frame) {
        return inputHashes[(int) frame & MASK];
    }

    /**
     * Is the state after this frame one that was not simulated here?
     *
     * @param frame a frame this history {@link #has}
     * @return true when its inputs are not known
     */
    public boolean isBase(final long frame) {
        return bases[(int) frame & MASK];
    }

    /**
     * Did the game stand still in this frame?
     *
     * @param frame a frame this history {@link #has}
     * @return true when the match was paused
     */
    public boolean isPaused(final long frame) {
        return paused[(int) frame & MASK];
    }

    /**
     * How many sections the state after a frame has.
     *
     * @param frame a frame this history {@link #has}
     * @return 1 to {@value ChecksumWriter#MAX_SECTIONS}
     */
    public int sections(final long frame) {
        return counts[(int) frame & MASK];
    }

    /**
     * The checksum of the state after a frame up to the end of a section.
     *
     * @param frame   a frame this history {@link #has}
     * @param section 0 to {@link #sections} − 1
     * @return CRC32
     */
    public int sum(final long frame, final int section) {
        return sums[((int) frame & MASK) * ChecksumWriter.MAX_SECTIONS + section];
    }

    /**
     * The checksum of the whole state after a frame.
     *
     * @param frame a frame this history {@link #has}
     * @return CRC32
     */
    public int checksum(final long frame) {
        return sum(frame, sections(frame) - 1);
    }

    /**
     * Is the state after a frame here?
     *
     * @param frame any
     * @return true when {@link #state} returns one
     */
    public boolean hasState(final long frame) {
        return has(frame) && (isInPlace(frame, checksum(frame)) || find(frame, checksum(frame)) != null);
    }

    /**
     * The state after a frame. One that is held may be that from before another was loaded, or of a frame whose
     * checksums this history has forgotten.
     *
     * @param frame    a frame
     * @param checksum of the state that is wanted
     * @return a copy, null when it is not here
     */
    public KeptState state(final long frame, final int checksum) {
        if (isInPlace(frame, checksum)) {
            final int place = place(frame);
            return copy(states[place], Arrays.copyOf(ends[place], stateSections[place]));
        }
        final Held one = find(frame, checksum);
        return one == null ? null : copy(one.state, one.ends);
    }

    private boolean isInPlace(final long frame, final int checksum) {
        return places > 0 && stateFrames[place(frame)] == frame && stateSums[place(frame)] == checksum;
    }

    private Held find(final long frame, final int checksum) {
        for (final Held one : held) {
            if (one.frame == frame && one.checksum == checksum) {
                return one;
            }
        }
        return null;
    }

    private static KeptState copy(final byte[] state, final int[] ends) {
        return new KeptState(Arrays.copyOf(state, ends[ends.length - 1]), ends);
    }

    /**
     * States of which frames are kept.
     *
     * @return every so many frames; 0 when none are
     */
    public int stateStride() {
        return places == 0 ? 0 : stride;
    }

    /**
     * The memory held for a report.
     *
     * @return bytes, 0 after {@link #release}
     */
    public long heldBytes() {
        return heldBytes;
    }

    /** The memory held for states. */
    int allocatedBytes() {
        int sum = 0;
        for (final byte[] state : states) {
            sum += state == null ? 0 : state.length;
        }
        return sum + (int) heldBytes;
    }
}
