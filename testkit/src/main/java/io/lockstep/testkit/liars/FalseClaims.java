package io.lockstep.testkit.liars;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.protocol.TransferMessage;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Has a state that differs from time to time, so that others exchange histories with it, and says in them that all
 * others sent it other inputs than they did.
 */
final class FalseClaims extends Deceiver {

    /** From one frame that its game leaves out to the next. */
    private static final int FRAMES = 120;
    /** Before the history stands its length. */
    private static final int LENGTH_BYTES = 4;
    /** Of what follows the history, before what it was sent of each player: a number of frames and a hash. */
    private static final int HEAD_BYTES = 147;
    private static final int COUNT_BYTES = 2;
    private static final int CLAIM_BYTES = 18;
    private static final int CHUNKS = 128;
    private static final int U8 = 0xFF;

    private final Stream[] streams = new Stream[Integer.SIZE];

    /** What it tells one of the others about one difference. */
    private static final class Stream {

        final int id;
        /** Where each chunk begins, −1 for what was not sent yet. */
        final int[] from = new int[CHUNKS + 1];
        int history;

        Stream(final int id) {
            this.id = id;
            Arrays.fill(from, 1, from.length, -1);
        }
    }

    FalseClaims(final LiarView view) {
        super(view);
    }

    @Override
    Simulation game(final Simulation real) {
        return new Simulation() {
            @Override
            public void step(final long frame, final Inputs inputs) {
                if (!view.lies() || frame % FRAMES != 0) {
                    real.step(frame, inputs);
                }
            }

            @Override
            public void save(final StateWriter out) {
                real.save(out);
            }

            @Override
            public void load(final ByteBuffer state) {
                real.load(state);
            }
        };
    }

    @Override
    byte[] said(final int to, final Lane lane, final byte[] payload) {
        if (!(view.decoded(payload) instanceof TransferMessage chunk) || chunk.transferId() >= 0
            || chunk.kind() != TransferMessage.Kind.CHUNK || chunk.index() >= CHUNKS) {
            return payload;
        }
        if (streams[to] == null || streams[to].id != chunk.transferId()) {
            streams[to] = new Stream(chunk.transferId());
        }
        final Stream stream = streams[to];
        final int from = stream.from[chunk.index()];
        if (from < 0) {
            return payload;
        }
        stream.from[chunk.index() + 1] = from + chunk.length();
        if (chunk.index() == 0) {
            stream.history = chunk.bytes()[0] & U8 | (chunk.bytes()[1] & U8) << Byte.SIZE;
        }
        final byte[] changed = payload.clone();
        final int body = payload.length - chunk.length();
        final int claims = LENGTH_BYTES + stream.history + HEAD_BYTES;
        for (int rest = view.others; rest != 0; rest &= rest - 1) {
            flip(changed, body, from, claims + Integer.numberOfTrailingZeros(rest) * CLAIM_BYTES + COUNT_BYTES);
        }
        return changed;
    }

    /** Changes the byte at a place of the stream, if this chunk has it. */
    private static void flip(final byte[] payload, final int body, final int from, final int at) {
        if (at >= from && at - from < payload.length - body) {
            payload[body + at - from] ^= 1;
        }
    }
}
