package io.lockstep.testkit;

import io.lockstep.core.session.SessionConfig;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.FieldDifference;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/**
 * Sees what every peer submits and simulates, and says which promises were broken. It knows the truth from the inputs
 * as they were sampled, never from what a session says of itself.
 *
 * <p>Who must agree with whom: everybody in an epoch with everybody else in it, on all frames that both have simulated,
 * those before the epoch included. So a peer that enters an epoch is compared with it as far back as the oracle
 * remembers ({@value FrameWindow#FRAMES} frames), while a peer that was cut, or has begun a branch of its own, is
 * compared with the others in the epochs they had in common and no further: what it simulated beyond its cut is its
 * own affair.
 * Sessions are asked for the {@link MembershipView#epochId id} of their epoch before each frame; that is a name for a
 * history, and no more is believed of it.
 *
 * <p>Who is absent is what the sessions of an epoch report of it, each of them held against the others: see
 * {@link MembershipOracle}. Nothing but neutral inputs counts of an absent player, and nothing but what they submitted
 * of all others.
 */
@NullUnmarked
final class Oracle implements MembershipOracle.Listener {

    private static final String STATES = "S2";
    private static final String ORDER = "S4";
    private static final String DIFFERENT_STATES = "different states";

    private final int peers;
    private final Scenario scenario;
    private final int players;
    private final long startFrame;
    private final int longestDelay;
    private final ViolationLog violations;
    private final MembershipOracle membership;
    private final Submissions submissions;
    private long neutral;
    private boolean split;
    /** From this frame on states may differ. */
    private long disturbedFrom = Long.MAX_VALUE;
    private final PlayedFrames played;
    /** The frame that each peer simulates next. */
    private final long[] nextSimulated;
    /** Up to where absences were looked into. */
    private final long[] verified;
    private final boolean[] loading;
    private final boolean[] diverged;
    private final CatchUp[] catchUps;

    /** Starts with some seats taken and the others empty. */
    Oracle(final Scenario scenario, final int inputBytes, final MembershipOracle membership) {
        this.scenario = scenario;
        peers = scenario.peers;
        players = scenario.resolvedPlayers();
        startFrame = scenario.startFrame;
        longestDelay = SessionConfig.maxInputDelay(scenario.tickRate);
        this.membership = membership;
        violations = membership.violations();
        played = new PlayedFrames(peers);
        nextSimulated = new long[peers];
        verified = new long[peers];
        loading = new boolean[peers];
        diverged = new boolean[peers];
        catchUps = new CatchUp[peers];
        for (int peer = 0; peer < peers; peer++) {
            catchUps[peer] = new CatchUp();
        }
        Arrays.fill(nextSimulated, startFrame);
        Arrays.fill(verified, startFrame);
        for (int i = 0; i < inputBytes; i++) {
            neutral = Hashing.mix(neutral, 0);
        }
        submissions = new Submissions(players, startFrame, neutral, played, violations);
    }

    /** After states have split, frames that are played again from a state that was loaded for it are no more to say. */
    void violated(final String promise, final long frame, final String detail, final Integer... who) {
        if (!split || !promise.equals(ORDER)) {
            violations.violated(promise, frame, detail, who);
        }
    }

    /** Have states come to differ though nothing was made to go wrong? Whatever then differs does so for that. */
    boolean isSplit() {
        return split;
    }

    /** A session has found out where its state and another's came to differ. */
    void explained(final DesyncReport report) {
        if (split && report.difference() != null) {
            final FieldDifference first = report.difference();
            violations.explained(STATES, report.localPeer(), report.peer(), DIFFERENT_STATES + ": " + first.name()
                + ": " + first.local() + " at peer " + report.localPeer() + ", " + first.remote() + " at peer "
                + report.peer());
        }
    }

    List<Violation> violations() {
        return violations.all();
    }

    MembershipOracle membership() {
        return membership;
    }

    Submissions submissions() {
        return submissions;
    }

    /** A new process starts at a peer's seat, and joins. */
    void restarted(final int peer) {
        for (int player = peer; player < players; player += peers) {
            submissions.restarted(player);
        }
        membership.restarted(peer);
        loading[peer] = false;
        catchUps[peer].over();
        played.forget(peer);
    }

    /** Has a peer not been taken in yet? */
    boolean isJoining(final int peer) {
        return membership.isJoiner(peer) && membership.epochOf(peer) == null;
    }

    /**
     * A joining peer was given a state: it goes on behind the frame after which that was saved. What it had simulated
     * before belongs to a line-up that it has given up joining.
     */
    void loaded(final int peer) {
        if (!isJoining(peer)) {
            violated("S4", nextSimulated[peer], "loads a state in the middle of a match", peer);
        }
        loading[peer] = true;
        played.forget(peer);
    }

    /**
     * A peer whose game went wrong was given a state: it simulates the frames behind that once more, and those that
     * come due meanwhile after them.
     */
    void repaired(final int peer) {
        loading[peer] = true;
        if (!isJoining(peer)) {
            catchUps[peer].begin(nextSimulated[peer]);
        }
    }

    /** The state that a peer was given is not the one that it plays on with. */
    void putBack(final int peer) {
        loading[peer] = false;
    }

    /**
     * A player's input was sampled. The frames skipped before it must repeat the input before, or be neutral before the
     * first.
     */
    void sampled(final int player, final long frame, final long input, final long nowNs) {
        if (submissions.first(player) == FrameWindow.NEVER && !membership.isJoiner(scenario.peerOf(player))) {
            for (int peer = 0; peer < peers; peer++) {
                if (nextSimulated[peer] > frame && !isGone(peer, scenario.peerOf(player), frame)) {
                    violated("S11", frame, "simulated before it was submitted", peer, player);
                }
            }
        }
        submissions.sampled(player, frame, input, nowNs);
    }

    /** A peer, in this epoch now, starts to simulate a frame. */
    void begins(final int peer, final long frame, final MembershipView view) {
        membership.enter(peer, view, this, frame);
        if (loading[peer]) {
            follow(peer, frame);
        } else if (frame != nextSimulated[peer] && !stoodStill(peer, frame)) {
            violated("S4", frame, "simulated after frame " + (nextSimulated[peer] - 1), peer);
        }
        nextSimulated[peer] = frame + 1;
        played.begin(peer, frame);
    }

    /** Passes do not show while a game catches up: is all that it left out before a frame a pause? */
    private boolean stoodStill(final int peer, final long frame) {
        return stoodStill(peer, nextSimulated[peer], frame);
    }

    private boolean stoodStill(final int peer, final long from, final long frame) {
        final SeatHistory seats = membership.seats(peer);
        boolean still = catchUps[peer].isBegun() && seats != null && frame > from;
        for (long passed = from; still && passed < frame; passed++) {
            still = seats.isPaused(passed);
        }
        return still;
    }

    /** The first frame behind a state that was loaded: somebody must have simulated the one before. */
    private void follow(final int peer, final long frame) {
        if (catchUps[peer].isBegun() && frame > nextSimulated[peer] && !stoodStill(peer, frame)) {
            violated("S4", frame, "goes on behind a state that was loaded after frame " + (nextSimulated[peer] - 1),
                peer);
        }
        long furthest = startFrame;
        for (int other = 0; other < peers; other++) {
            furthest = Math.max(furthest, other == peer ? startFrame : nextSimulated[other]);
        }
        // In a pause the state of a peer that is behind is that of the frames it has still to pass over, too.
        if (frame < startFrame || frame > furthest && !stoodStill(peer, furthest, frame)) {
            violated("S4", frame, "goes on behind a state that nobody had, the furthest is at frame " + furthest,
                peer);
        }
        loading[peer] = false;
        verified[peer] = frame;
    }

    /** A peer simulates a player's input and event, or what stands for the input of one that it takes for absent. */
    void simulates(final int peer, final int player, final long frame, final long input, final long event,
                   final boolean present) {
        played.add(peer, frame, input ^ event, present ? 1 << player : 0);
        if (scenario.peerOf(player) == peer && present) {
            submissions.simulated(player, frame);
        }
        final boolean nothing = input == neutral && event == 0;
        if (submissions.isForgotten(player, frame)
            || submissions.isSubmitted(peer, player, frame, input, event)) {
            // What is neutral anyway may have been put in place of itself.
            if (!nothing) {
                played.own(peer, frame, player);
            }
        } else if (nothing) {
            played.neutral(peer, frame, player);
        } else if (frame >= submissions.next(player)) {
            violated("S3", frame, "an input that player " + player + " did not submit", peer, player);
        } else {
            violated("S3", frame, "not the input that player " + player + " submitted", peer, player);
        }
    }

    /** Has a peer loaded a state in the place of its own, from which its game may still have to catch up? */
    boolean catchesUp(final int peer) {
        return catchUps[peer].isBegun();
    }

    /**
     * A frame has come due at a peer whose session does not know yet what the state after it is: whether it passes in a
     * pause or is simulated later shows then.
     *
     * @return false when no state was loaded that it could be behind
     */
    boolean owes(final int peer, final long frame) {
        final boolean begun = catchUps[peer].isBegun();
        if (begun) {
            catchUps[peer].owes(frame);
        }
        return begun;
    }

    /**
     * A frame has passed at a peer without being simulated.
     *
     * @return false when it is still to be, because the game catches up after a repair
     */
    boolean passes(final int peer, final long frame, final MembershipView view) {
        if (!loading[peer] && catchUps[peer].isBegun() && frame > nextSimulated[peer] && !stoodStill(peer, frame)) {
            catchUps[peer].owes(frame);
            return false;
        }
        begins(peer, frame, view);
        played.pause(peer, frame);
        return true;
    }

    /**
     * A peer has simulated a frame that was due before: one more time, which must be with the same inputs, or for the
     * first time.
     */
    void replayed(final int peer, final long frame, final int stateCrc) {
        final EpochTruth epoch = membership.epochOf(peer);
        if (catchUps[peer].isNew(frame)) {
            simulated(peer, frame, stateCrc);
        } else if (epoch != null && epoch.knows(frame) && epoch.inputs(frame) != played.inputs(peer, frame)) {
            violated("S1", frame, "replayed with different inputs", epoch.peer(frame), peer);
        }
    }

    /** A peer that has come to the end of the match has simulated all of it. */
    void finished(final int peer, final long endFrame) {
        if (nextSimulated[peer] != endFrame && !loading[peer] && !stoodStill(peer, endFrame)) {
            violated("S4", endFrame, "ended after frame " + (nextSimulated[peer] - 1), peer);
        }
    }

    /** A peer has simulated a frame. */
    void simulated(final int peer, final long frame, final int stateCrc) {
        played.end(peer, frame, stateCrc);
        final EpochTruth epoch = membership.epochOf(peer);
        if (epoch != null) {
            agree(peer, frame, epoch);
        }
    }

    /** A peer has entered an epoch: all it remembers must agree with it. */
    @Override
    public void entered(final int peer, final EpochTruth epoch) {
        for (long frame = Math.max(startFrame, nextSimulated[peer] - FrameWindow.FRAMES);
             frame < nextSimulated[peer]; frame++) {
            if (played.has(peer, frame)) {
                agree(peer, frame, epoch);
            }
        }
    }

    private void agree(final int peer, final long frame, final EpochTruth epoch) {
        if (epoch.learn(peer, frame, played.inputs(peer, frame), played.state(peer, frame)) || !epoch.knows(frame)) {
            return;
        }
        if (epoch.inputs(frame) != played.inputs(peer, frame)) {
            violated("S1", frame, "different inputs", epoch.peer(frame), peer);
        }
        if (epoch.state(frame) != played.state(peer, frame)) {
            diverged(epoch.peer(frame), peer, frame);
        }
    }

    private void diverged(final int one, final int other, final long frame) {
        if (frame < disturbedFrom && !diverged[one] && !diverged[other]) {
            violated(STATES, frame, DIFFERENT_STATES, one, other);
            split = true;
        }
        diverged[one] = true;
        diverged[other] = true;
    }

    /** After a peer was polled and its events were taken: was everybody absent who should be, and nobody else? */
    void verify(final int peer) {
        membership.settle(peer, nextSimulated[peer], this);
        if (!catchUps[peer].goesOn(nextSimulated[peer], loading[peer]) && !stoodStill(peer, nextSimulated[peer] + 1)) {
            violated("S4", nextSimulated[peer], "the game stands still behind a state that was loaded", peer);
        }
        final SeatHistory seats = membership.seats(peer);
        if (seats == null) {
            return;
        }
        for (long frame = Math.max(verified[peer], nextSimulated[peer] - FrameWindow.FRAMES);
             frame < nextSimulated[peer]; frame++) {
            if (played.has(peer, frame)) {
                verify(peer, frame, seats);
            }
        }
        verified[peer] = nextSimulated[peer];
    }

    private void verify(final int peer, final long frame, final SeatHistory seats) {
        final int own = played.own(peer, frame);
        final int neutralOnes = played.neutral(peer, frame);
        final boolean paused = played.isPaused(peer, frame);
        if (seats.isPaused(frame) != paused) {
            violated("S4", frame, paused ? "passed over" : "simulated during a pause", peer);
        }
        for (int player = 0; (neutralOnes | own) >>> player != 0 && player < players; player++) {
            final int owner = scenario.peerOf(player);
            final boolean absent = seats.isAbsent(owner, frame) && !membership.isComing(peer, owner, frame);
            if (absent && (own & 1 << player) != 0) {
                violated("S5", frame, "simulated with an input of player " + player + ", who was gone", peer, player);
            } else if (!absent && (neutralOnes & 1 << player) != 0 && !isEarly(player, frame, seats)) {
                violated(frame >= submissions.next(player) ? "S11" : "S3", frame, "nothing simulated for player "
                    + player + ", who has submitted up to frame " + (submissions.next(player) - 1), peer, player);
            } else if (absent == ((played.present(peer, frame) & 1 << player) != 0) && !paused) {
                violated("S5", frame, "the game was told that player " + player + (absent ? ", who was gone, was there"
                    : ", who was there, was gone"), peer, player);
            }
        }
    }

    /** Who never got as far as its first input, and was left out for that, may still sample it. So may who is alone. */
    private boolean isGone(final int peer, final int owner, final long frame) {
        final SeatHistory seats = membership.seats(peer);
        return seats == null || seats.isAbsent(owner, frame);
    }

    /** Before a player's first input there is only the delay, for which inputs are neutral. */
    private boolean isEarly(final int player, final long frame, final SeatHistory seats) {
        final long first = submissions.first(player);
        return (first == FrameWindow.NEVER || frame < first) && frame
            < Math.max(startFrame, seats.presentSince(scenario.peerOf(player), frame)) + longestDelay;
    }

    /** From this frame on another's inputs did not count at this peer: it must not have simulated any. */
    @Override
    public void cut(final int peer, final int other, final long frame) {
        for (int player = other; player < players; player += peers) {
            cutPlayer(peer, player, frame);
        }
    }

    private void cutPlayer(final int peer, final int player, final long frame) {
        for (long f = Math.max(frame, nextSimulated[peer] - FrameWindow.FRAMES); f < Math.min(nextSimulated[peer],
            verified[peer]); f++) {
            if (played.has(peer, f) && (played.own(peer, f) & 1 << player) != 0) {
                violated("S5", f, "had simulated an input of player " + player + " when it was cut at frame " + frame,
                    peer, player);
                return;
            }
        }
    }

    /** Has anybody simulated anything? */
    boolean hasPlayed() {
        for (final long next : nextSimulated) {
            if (next > startFrame) {
                return true;
            }
        }
        return false;
    }

    /** A session says that its state and another's differ after a frame. */
    void desyncReported(final int peer, final int other, final long frame) {
        if (played.has(peer, frame) && played.has(other, frame)
            && played.state(peer, frame) == played.state(other, frame)) {
            violated("S17", frame, "a desync reported where there is none", peer, other);
        }
    }

    /** From a frame on somebody's game goes wrong on purpose. */
    void expectDivergence(final long frame) {
        disturbedFrom = Math.min(disturbedFrom, frame);
    }
}
