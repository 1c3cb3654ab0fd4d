package io.lockstep.core.internal.desync;

import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.game.MatchSettings;
import io.lockstep.core.internal.game.SourceInputs;
import io.lockstep.core.internal.game.StateLoader;
import io.lockstep.core.internal.play.InputTape;
import io.lockstep.core.internal.sync.ChecksumWriter;
import io.lockstep.core.internal.sync.HistoryExtract;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.FirstDifference;
import io.lockstep.core.sync.KeptState;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.LongFunction;

/** Simulates the frames before a difference once more, on a scratch game, to see whether it comes about again. */
final class DesyncReplay {

    /** Frames at once, as many as a session simulates between two polls. */
    private static final int STEPS = 8;

    private final HistoryExtract local;
    private final FirstDifference firstDifference;
    private Simulation game;
    private InputTape.Reader inputs;
    private SourceInputs view;
    private long next;
    private DesyncCause cause = DesyncCause.UNKNOWN;

    /** The scratch game may be null. */
    DesyncReplay(final MatchSettings settings, final Simulation scratch, final LongFunction<KeptState> states,
                final HistoryExtract local, final FirstDifference firstDifference, final InputTape tape) {
        this.local = local;
        this.firstDifference = firstDifference;
        if (firstDifference.inputFrame() != FirstDifference.NONE) {
            cause = DesyncCause.INPUT;
            return;
        }
        if (scratch == null || firstDifference.frame() == FirstDifference.NONE || !firstDifference.exact()) {
            return;
        }
        long base = firstDifference.frame() - 1;
        KeptState state = states.apply(base);
        while (base > local.first() - 1 && state == null) {
            state = states.apply(--base);
        }
        if (state == null || base + 1 < tape.first()) {
            return;
        }
        game = scratch;
        next = base + 1;
        load(state.bytes(), settings, tape);
    }

    /** A scratch game is not ours: what it throws ends the attempt, not the match. */
    private void load(final byte[] state, final MatchSettings settings, final InputTape tape) {
        try {
            StateLoader.load(game, ByteBuffer.wrap(state).order(ByteOrder.LITTLE_ENDIAN));
            inputs = tape.reader();
            view = new SourceInputs(inputs.frame, settings.rules().inputBytes());
            for (long skipped = tape.first(); skipped < next; skipped++) {
                inputs.next();
            }
        } catch (final RuntimeException failed) {
            game = null;
        }
    }

    /** Goes on for a few frames; true once it is over. */
    boolean advance() {
        try {
            for (int i = 0; i < STEPS && game != null && next <= firstDifference.frame(); i++) {
                inputs.next();
                if (!local.isPaused(next)) {
                    game.step(next, view);
                }
                next++;
            }
            if (game != null && next > firstDifference.frame()) {
                final ChecksumWriter walk = new ChecksumWriter();
                game.save(walk);
                cause = walk.checksum() == local.checksum(firstDifference.frame()) ? DesyncCause.REPRODUCED
                    : DesyncCause.NOT_REPRODUCED;
                game = null;
            }
        } catch (final RuntimeException failed) {
            game = null;
        }
        return game == null;
    }

    DesyncCause cause() {
        return cause;
    }
}
