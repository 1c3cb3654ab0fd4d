package io.lockstep.testkit;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.sync.ChecksumWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * A second game beside one that is played ahead, stepped in plain lockstep with what is settled: both must have the
 * same state at each settled frame (S18).
 */
final class Shadow {

    private final int peer;
    private final Simulation game;
    private final Simulation played;
    private final Oracle oracle;
    /** Something may go wrong with the game that is played, on purpose; then this one follows it. */
    private final boolean follows;
    private final StateBytes expected = new StateBytes();
    private final StateBytes found = new StateBytes();
    private final ChecksumWriter walk = new ChecksumWriter();
    private final int window;
    /** The frame that the game played last, and the highest that it has played in this session. */
    private long newest = FrameWindow.NEVER;
    private long highest = FrameWindow.NEVER;
    /** The one that was settled last, without those in which it stood still. */
    private long settled = FrameWindow.NEVER;

    private Shadow(final int peer, final Simulation game, final Simulation played, final Oracle oracle,
                   final Scenario scenario) {
        this.peer = peer;
        this.game = game;
        this.played = played;
        this.oracle = oracle;
        follows = scenario.hasDivergence();
        window = scenario.predictionOf(peer);
    }

    /** That of a game that is played ahead; null beside one in lockstep. */
    static @Nullable Shadow of(final int peer, final Simulation played, final Oracle oracle, final MatchPlan match) {
        return match.scenario().predictionOf(peer) == 0 ? null
            : new Shadow(peer, match.seat(peer).simulation(), played, oracle, match.scenario());
    }

    /** A session begins: it does not know what a former one has played. */
    void begins() {
        highest = FrameWindow.NEVER;
    }

    /** The game has played a frame, while this one is to be settled next (S20), and was told what is no guess. */
    void played(final long frame, final long settles, final Inputs inputs) {
        if (frame >= settles + window) {
            oracle.violated("S20", frame, "played ahead of frame " + settles + ", at most " + window + " frames", peer);
        }
        if (frame > settles && settled != FrameWindow.NEVER && settled < settles - 1) {
            oracle.violated("S20", frame, "played ahead of frame " + settles + ", but stood still after " + settled,
                peer);
        }
        if (inputs.replayed() != frame <= highest) {
            oracle.violated("S20", frame, "said to be played " + (inputs.replayed() ? "again" : "for the first time")
                + " after frame " + highest, peer);
        }
        for (int player = 0; player < inputs.players() && frame >= settles; player++) {
            if (inputs.present(player) && inputs.settled(player)
                && !oracle.submissions().isInput(player, frame, Hashing.of(inputs.bytes(player)))) {
                oracle.violated("S20", frame, "a guess is said to be what player " + player + " did", peer);
            }
        }
        newest = frame;
        highest = Math.max(highest, frame);
    }

    /** The session is over: what was played ahead is taken back. */
    void ended(final long frame) {
        compare(frame);
    }

    /** Its state is that after the newest settled frame. */
    Simulation game() {
        return game;
    }

    /** A state was given to the game that is played. */
    void load(final ByteBuffer state) {
        game.load(state);
        settled = FrameWindow.NEVER;
    }

    /** A frame is settled. Where the game has come to it and not further, the two are compared byte by byte. */
    void settled(final long frame, final Inputs inputs) {
        game.step(frame, inputs);
        settled = frame;
        if (newest != frame) {
            return;
        }
        if (follows) {
            played.save(found.reset());
            game.load(ByteBuffer.wrap(found.array(), 0, found.length()).slice().order(ByteOrder.LITTLE_ENDIAN));
            return;
        }
        compare(frame);
    }

    private void compare(final long frame) {
        played.save(found.reset());
        game.save(expected.reset());
        final String difference = expected.difference("in lockstep", found, "played ahead");
        if (difference != null) {
            oracle.violated("S18", frame, "settled otherwise than simulated: " + difference, peer);
        }
    }

    /** The session says that this is the checksum of the settled state. */
    void verify(final long frame, final int checksum) {
        walk.reset();
        game.save(walk);
        if (walk.checksum() != checksum) {
            oracle.violated("S18", frame, "settled with another checksum than simulated", peer);
        }
    }
}
