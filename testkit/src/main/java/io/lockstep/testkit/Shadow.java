package io.lockstep.testkit;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.sync.ChecksumWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A second game beside one that is played ahead, stepped in plain lockstep with what is settled: both must have the same
 * state at each settled frame (S18).
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

    Shadow(final int peer, final Simulation game, final Simulation played, final Oracle oracle, final boolean follows) {
        this.peer = peer;
        this.game = game;
        this.played = played;
        this.oracle = oracle;
        this.follows = follows;
    }

    /** Its state is that after the newest settled frame. */
    Simulation game() {
        return game;
    }

    /** A state was given to the game that is played. */
    void load(final ByteBuffer state) {
        game.load(state);
    }

    /**
     * A frame is settled.
     *
     * @param abreast whether the game that is played has come to this frame and not further
     */
    void settled(final long frame, final Inputs inputs, final boolean abreast) {
        game.step(frame, inputs);
        if (!abreast) {
            return;
        }
        played.save(found.reset());
        if (follows) {
            game.load(ByteBuffer.wrap(found.array(), 0, found.length()).slice().order(ByteOrder.LITTLE_ENDIAN));
            return;
        }
        game.save(expected.reset());
        final String difference = expected.difference(found);
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
