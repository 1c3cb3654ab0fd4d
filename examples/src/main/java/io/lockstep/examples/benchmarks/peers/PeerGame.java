package io.lockstep.examples.benchmarks.peers;

/**
 * The game that every contestant plays, and the log of it: when each input was sampled, and when each frame was
 * simulated with which state. All peers run on one machine, whose monotonic clock they share.
 */
final class PeerGame {

    static final int TICK_RATE = 60;
    static final long TICK_NS = 1_000_000_000L / TICK_RATE;
    /** A button is held for so many frames: a busy player changes something seven times a second. */
    private static final int HELD_FRAMES = 8;
    private static final int INPUT_MASK = 0xffff;
    private static final long FACTOR = 31;
    private static final long MIX = 0x9e3779b97f4a7c15L;
    private static final int MIX_SHIFT = 40;

    private final int player;
    private final long[] sampledNs;
    private final long[] simulatedNs;
    private final long[] states;
    private long state;
    private volatile int frames;

    /**
     * A game that has not begun.
     *
     * @param player    who is simulated here
     * @param maxFrames so many are logged; who plays more has a mistake
     */
    PeerGame(final int player, final int maxFrames) {
        this.player = player;
        sampledNs = new long[maxFrames];
        simulatedNs = new long[maxFrames];
        states = new long[maxFrames];
    }

    /** What the local player does in a frame to come; each frame is asked for once. */
    short sample(final int frame) {
        if (frame < sampledNs.length) {
            sampledNs[frame] = System.nanoTime();
        }
        return input(frame);
    }

    private short input(final int frame) {
        final long draw = (frame / HELD_FRAMES * 2L + player + 1) * MIX;
        return (short) (draw >>> MIX_SHIFT);
    }

    /** The next frame, with the inputs of both players. */
    void step(final short first, final short second) {
        final int frame = frames;
        state = state * FACTOR + (first & INPUT_MASK) * FACTOR + (second & INPUT_MASK) + frame;
        if (frame < states.length) {
            states[frame] = state;
            simulatedNs[frame] = System.nanoTime();
        }
        frames = frame + 1;
    }

    long state() {
        return state;
    }

    void load(final long loaded) {
        state = loaded;
    }

    /** Frames simulated so far; for any thread, and what is logged of them may be read then. */
    int frames() {
        return Math.min(frames, states.length);
    }

    long[] sampledNs() {
        return sampledNs;
    }

    long[] simulatedNs() {
        return simulatedNs;
    }

    long[] states() {
        return states;
    }
}
