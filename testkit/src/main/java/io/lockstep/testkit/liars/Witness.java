package io.lockstep.testkit.liars;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One peer's copy of a game that mixes every input into one number, and its player. It remembers what it was given, and
 * what its state would be if it had never been given another one.
 */
final class Witness implements Simulation, InputSource {

    private static final long PRIME = 0x9E3779B97F4A7C15L;
    private static final int NEVER = 0;

    private final int peer;
    /** By player and frame, one more than the input; shared by all. */
    private final int[][] sampled;
    private final byte[] ballast;
    /** By frame, what the inputs were when it was simulated last. */
    final long[] seen;
    /** Whose inputs count in every frame, and are those that they sampled. */
    private final int honest;
    private long hash = 1;
    /** The state without what was loaded. */
    private long undisturbed = 1;
    private long last = -1;
    /** Before this frame its state goes wrong by itself; −1 for never. */
    long failsAt = -1;
    int loads;
    /** The first thing that was wrong, or null. */
    @Nullable String wrong;

    Witness(final int peer, final int[][] sampled, final int honest, final byte[] ballast) {
        this.peer = peer;
        this.sampled = sampled;
        this.honest = honest;
        this.ballast = ballast;
        seen = new long[sampled[peer].length];
    }

    @Override
    public void step(final long frame, final Inputs inputs) {
        long mixed = frame;
        for (int player = 0; player < inputs.players(); player++) {
            mixed = (mixed ^ inputs.bits(player) ^ (inputs.present(player) ? 1L << Integer.SIZE : 0)) * PRIME;
            if ((honest & 1 << player) != 0) {
                check(frame, player, inputs);
            }
        }
        hash = mix(hash, mixed);
        if (frame > last) {
            undisturbed = mix(undisturbed, mixed);
            last = frame;
        }
        if (frame == failsAt) {
            hash++;
        }
        if (frame < seen.length) {
            seen[(int) frame] = mixed | 1;
        }
    }

    /** Returns a player's input for a frame. If the input delay grows, a frame in between repeats the one before. */
    private int said(final long frame, final int player) {
        for (int before = (int) frame; before >= 0 && frame < seen.length; before--) {
            if (sampled[player][before] != NEVER) {
                return sampled[player][before];
            }
        }
        return NEVER;
    }

    private void check(final long frame, final int player, final Inputs inputs) {
        final int said = said(frame, player);
        final int expected = said == NEVER ? 0 : said - 1;
        if (wrong == null && (!inputs.present(player) || inputs.bits(player) != expected)) {
            wrong = "frame " + frame + " at peer " + peer + " has " + (inputs.present(player)
                ? "input " + inputs.bits(player) : "nothing") + " of player " + player + ", who said " + expected;
        }
    }

    private static long mix(final long state, final long more) {
        final long mixed = (state ^ more) * PRIME;
        return mixed ^ mixed >>> Integer.SIZE;
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        final int value = (int) (frame / 5 + player * 7) & 0x7FFF;
        input.putShort((short) value);
        if (frame < seen.length) {
            sampled[player][(int) frame] = value + 1;
        }
    }

    @Override
    public void save(final StateWriter out) {
        out.section("witness");
        out.writeLong("hash", hash);
        out.writeBytes("ballast", ballast, 0, ballast.length);
    }

    @Override
    public void load(final ByteBuffer state) {
        loads++;
        hash = state.getLong();
        // The ballast is the same everywhere.
        state.position(state.position() + ballast.length);
    }

    boolean isUndisturbed() {
        return hash == undisturbed;
    }

    long hash() {
        return hash;
    }

    /** The first frame that two were given differently, −1 if there is none. */
    static long firstDifference(final Witness one, final Witness other) {
        for (int frame = 0; frame < one.seen.length; frame++) {
            if (one.seen[frame] != 0 && other.seen[frame] != 0 && one.seen[frame] != other.seen[frame]) {
                return frame;
            }
        }
        return -1;
    }

    @Override
    public String toString() {
        return "peer " + peer + " after frame " + last + ", " + loads + " loads, " + Arrays.hashCode(seen);
    }
}
