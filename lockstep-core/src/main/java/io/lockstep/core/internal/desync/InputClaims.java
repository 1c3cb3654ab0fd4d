package io.lockstep.core.internal.desync;

import io.lockstep.core.internal.play.InputTape;
import io.lockstep.core.internal.sync.StateHash;
import java.nio.ByteBuffer;

/**
 * What a peer says that it was sent of each player in the frames up to the first after which two states differ:
 *
 * <pre>
 *  for each player
 *  0-1   how many frames, 0 where it has not all of them from the player's own peer
 *  2-17  {@link InputTape#hash} of them
 * </pre>
 *
 * <p>What others handed on says nothing of the player: it may be theirs.
 */
final class InputClaims {

    /** For each player. */
    static final int BYTES = Short.BYTES + 2 * Long.BYTES;

    private final InputTape tape;
    private final int players;
    private final long from;
    private final long to;

    /**
     * Claims about some frames.
     *
     * @param tape    what was executed here
     * @param players how many players the match has
     * @param from    the first frame that may matter
     * @param to      the last one
     */
    InputClaims(final InputTape tape, final int players, final long from, final long to) {
        this.tape = tape;
        this.players = players;
        this.from = from;
        this.to = to;
    }

    /** Ours. */
    void write(final ByteBuffer out) {
        for (int player = 0; player < players; player++) {
            final long first = Math.max(from, tape.ownWordFrom(player));
            final int frames = (int) Math.max(0, to - first + 1);
            final StateHash hash = frames == 0 ? new StateHash(0, 0) : tape.hash(player, first, to);
            out.putShort((short) frames).putLong(hash.high()).putLong(hash.low());
        }
    }

    /**
     * Compares another peer's with ours.
     *
     * @return the players who sent it something else than us if it tells the truth, bit n for player n
     */
    int contradicted(final ByteBuffer theirs) {
        int mask = 0;
        for (int player = 0; player < players; player++) {
            final int frames = theirs.getShort();
            final StateHash hash = new StateHash(theirs.getLong(), theirs.getLong());
            final long first = to - frames + 1;
            final boolean isComparable = frames > 0 && first >= Math.max(from, tape.ownWordFrom(player));
            mask |= isComparable && !hash.equals(tape.hash(player, first, to)) ? 1 << player : 0;
        }
        return mask;
    }
}
