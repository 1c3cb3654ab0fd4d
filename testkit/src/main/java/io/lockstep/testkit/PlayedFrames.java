package io.lockstep.testkit;

import java.util.Arrays;

/** What each peer simulated in its last frames: with which inputs, for whom, and to which state. */
final class PlayedFrames {

    private static final long PRIME = 0x9E3779B97F4A7C15L;
    /** The inputs of a frame in which the game stood still. */
    private static final long PAUSED = 1;

    private final int peers;
    private final long[] frameOf;
    private final long[] inputsOf;
    private final int[] stateOf;
    /** The players with their own inputs, and those with neutral ones in place of them. */
    private final int[] ownOf;
    private final int[] neutralOf;
    /** Which players the game was told to be there. */
    private final int[] presentOf;

    PlayedFrames(final int peers) {
        this.peers = peers;
        frameOf = new long[FrameWindow.FRAMES * peers];
        inputsOf = new long[FrameWindow.FRAMES * peers];
        stateOf = new int[FrameWindow.FRAMES * peers];
        ownOf = new int[FrameWindow.FRAMES * peers];
        neutralOf = new int[FrameWindow.FRAMES * peers];
        presentOf = new int[FrameWindow.FRAMES * peers];
        Arrays.fill(frameOf, FrameWindow.NEVER);
    }

    int peers() {
        return peers;
    }

    private int slot(final int peer, final long frame) {
        return (int) (frame & FrameWindow.MASK) * peers + peer;
    }

    /** Nothing that a peer simulated before counts. */
    void forget(final int peer) {
        for (int i = peer; i < frameOf.length; i += peers) {
            frameOf[i] = FrameWindow.NEVER;
        }
    }

    void begin(final int peer, final long frame) {
        final int slot = slot(peer, frame);
        frameOf[slot] = FrameWindow.NEVER;
        inputsOf[slot] = 0;
        ownOf[slot] = 0;
        neutralOf[slot] = 0;
        presentOf[slot] = 0;
    }

    /** One more input, or event, or both. */
    void add(final int peer, final long frame, final long input, final int present) {
        final int slot = slot(peer, frame);
        inputsOf[slot] = inputsOf[slot] * PRIME + input;
        presentOf[slot] |= present;
    }

    void own(final int peer, final long frame, final int player) {
        ownOf[slot(peer, frame)] |= 1 << player;
    }

    void neutral(final int peer, final long frame, final int player) {
        neutralOf[slot(peer, frame)] |= 1 << player;
    }

    void pause(final int peer, final long frame) {
        inputsOf[slot(peer, frame)] = PAUSED;
    }

    void end(final int peer, final long frame, final int stateCrc) {
        final int slot = slot(peer, frame);
        frameOf[slot] = frame;
        stateOf[slot] = stateCrc;
    }

    /** Has a peer simulated a frame, and is it remembered? */
    boolean has(final int peer, final long frame) {
        return frameOf[slot(peer, frame)] == frame;
    }

    boolean isPaused(final int peer, final long frame) {
        return inputs(peer, frame) == PAUSED;
    }

    long inputs(final int peer, final long frame) {
        return inputsOf[slot(peer, frame)];
    }

    int state(final int peer, final long frame) {
        return stateOf[slot(peer, frame)];
    }

    int own(final int peer, final long frame) {
        return ownOf[slot(peer, frame)];
    }

    int neutral(final int peer, final long frame) {
        return neutralOf[slot(peer, frame)];
    }

    int present(final int peer, final long frame) {
        return presentOf[slot(peer, frame)];
    }
}
