package io.lockstep.core.simnet;

import io.lockstep.core.session.SessionConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Sees what every peer submits and simulates, and says which promises were broken. It knows the truth from the inputs
 * as they were sampled, never from what a session says of itself.
 */
final class Oracle {

    /** Frames remembered; peers are never further apart than an input window and the longest delay. */
    static final int FRAMES = 1024;
    static final int MASK = FRAMES - 1;
    /** One broken promise breaks others; more than these nobody reads. */
    static final int MAX_VIOLATIONS = 32;
    static final long NEVER = -1;

    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final int peers;
    private final long startFrame;
    private final List<Violation> violations = new ArrayList<>();
    /** What each player submitted: input and event as one hash, and when it was sampled, NEVER for a repeated input. */
    private final long[] submitted;
    private final long[] sampledNs;
    private final long[] nextSubmitted;
    private final long[] lastInput;
    private final boolean[] sampledYet;
    private long neutral;
    private boolean divergenceExpected;
    /** What each peer simulated: its next frame, and per frame the hash of the inputs and the state after it. */
    private final long[] nextSimulated;
    private final long[] inputsOf;
    private final int[] stateOf;
    private final long[] truthFrame = new long[FRAMES];
    private final int[] truthPeer = new int[FRAMES];
    private final long[] diverged;
    private final boolean[] reported;

    Oracle(final int peers, final long startFrame, final int inputBytes) {
        this.peers = peers;
        this.startFrame = startFrame;
        submitted = new long[FRAMES * peers];
        sampledNs = new long[FRAMES * peers];
        inputsOf = new long[FRAMES * peers];
        stateOf = new int[FRAMES * peers];
        nextSubmitted = new long[peers];
        nextSimulated = new long[peers];
        lastInput = new long[peers];
        sampledYet = new boolean[peers];
        diverged = new long[peers];
        reported = new boolean[peers];
        Arrays.fill(nextSubmitted, startFrame);
        Arrays.fill(nextSimulated, startFrame);
        Arrays.fill(truthFrame, NEVER);
        Arrays.fill(diverged, NEVER);
        neutral = 0;
        for (int i = 0; i < inputBytes; i++) {
            neutral = mix(neutral, 0);
        }
        Arrays.fill(lastInput, neutral);
    }

    /** One more byte of an input or event. */
    static long mix(final long hash, final int value) {
        final long mixed = (hash + value + 1) * PRIME;
        return mixed ^ mixed >>> 29;
    }

    void violated(final String promise, final long frame, final String detail, final Integer... who) {
        if (violations.size() < MAX_VIOLATIONS) {
            violations.add(new Violation(promise, frame, List.of(who), detail));
        }
    }

    List<Violation> violations() {
        return violations;
    }

    boolean failed() {
        return !violations.isEmpty();
    }

    private int slot(final long frame, final int player) {
        return (int) (frame & MASK) * peers + player;
    }

    /**
     * A player's input was sampled. The frames skipped before it must repeat the input before, or be neutral before the
     * first.
     */
    void sampled(final int player, final long frame, final long input, final long event, final long nowNs) {
        if (frame < nextSubmitted[player]) {
            violated("S3", frame, "sampled again after frame " + (nextSubmitted[player] - 1), player);
            return;
        }
        if (!sampledYet[player]) {
            sampledYet[player] = true;
            for (int peer = 0; peer < peers; peer++) {
                if (nextSimulated[peer] > frame) {
                    violated("S11", frame, "simulated before it was submitted", peer, player);
                }
            }
        }
        while (nextSubmitted[player] < frame) {
            put(player, lastInput[player], 0, NEVER);
        }
        put(player, input, event, nowNs);
        lastInput[player] = input;
    }

    private void put(final int player, final long input, final long event, final long nowNs) {
        final int slot = slot(nextSubmitted[player]++, player);
        submitted[slot] = input ^ event;
        sampledNs[slot] = nowNs;
    }

    /** When the input that a player submitted for a frame was sampled, NEVER if it was made up. */
    long sampledNs(final int player, final long frame) {
        return frame < nextSubmitted[player] ? sampledNs[slot(frame, player)] : NEVER;
    }

    /** A peer starts to simulate a frame. */
    void begins(final int peer, final long frame) {
        if (frame != nextSimulated[peer]) {
            violated("S4", frame, "simulated after frame " + (nextSimulated[peer] - 1), peer);
        }
        nextSimulated[peer] = frame + 1;
        inputsOf[slot(frame, peer)] = 0;
    }

    /** A peer simulates a player's input and event. */
    void simulates(final int peer, final int player, final long frame, final long input, final long event) {
        final int own = slot(frame, peer);
        inputsOf[own] = inputsOf[own] * PRIME + (input ^ event);
        if (frame >= nextSubmitted[player]) {
            final boolean early = !sampledYet[player] && frame < startFrame + SessionConfig.MAX_INPUT_DELAY;
            if (!early) {
                violated("S11", frame, "player " + player + " has submitted nothing beyond frame "
                    + (nextSubmitted[player] - 1), peer, player);
            } else if (input != neutral || event != 0) {
                violated("S3", frame, "an input that player " + player + " did not submit", peer, player);
            }
        } else if (submitted[slot(frame, player)] != (input ^ event)) {
            violated("S3", frame, "not the input that player " + player + " submitted", peer, player);
        }
    }

    /** A peer has simulated a frame. */
    void simulated(final int peer, final long frame, final int stateCrc) {
        final int own = slot(frame, peer);
        stateOf[own] = stateCrc;
        final int ring = (int) (frame & MASK);
        if (truthFrame[ring] != frame) {
            truthFrame[ring] = frame;
            truthPeer[ring] = peer;
            return;
        }
        final int truth = slot(frame, truthPeer[ring]);
        if (inputsOf[truth] != inputsOf[own]) {
            violated("S1", frame, "different inputs", truthPeer[ring], peer);
        }
        if (stateOf[truth] != stateCrc) {
            diverged(truthPeer[ring], peer, frame);
        }
    }

    private void diverged(final int one, final int other, final long frame) {
        if (!divergenceExpected && diverged[one] == NEVER && diverged[other] == NEVER) {
            violated("S2", frame, "different states", one, other);
        }
        diverged[one] = diverged[one] == NEVER ? frame : diverged[one];
        diverged[other] = diverged[other] == NEVER ? frame : diverged[other];
    }

    /** A session says that its state and another's differ after a frame. */
    void desyncReported(final int peer, final int other, final long frame) {
        reported[peer] = true;
        if (frame < nextSimulated[other] && frame < nextSimulated[peer]
            && stateOf[slot(frame, peer)] == stateOf[slot(frame, other)]) {
            violated("S17", frame, "a desync reported where there is none", peer, other);
        }
    }

    /** A state is going to be corrupted on purpose. */
    void expectDivergence() {
        divergenceExpected = true;
    }

    /** The frame from which on a peer's state differs from another's, NEVER if none does. */
    long divergedAt(final int peer) {
        return diverged[peer];
    }

    boolean hasReported(final int peer) {
        return reported[peer];
    }

    long nextSimulated(final int peer) {
        return nextSimulated[peer];
    }

    long nextSubmitted(final int player) {
        return nextSubmitted[player];
    }
}
