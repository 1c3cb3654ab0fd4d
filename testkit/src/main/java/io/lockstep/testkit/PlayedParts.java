package io.lockstep.testkit;

import io.lockstep.core.game.InputSource;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the players of a tested game do, frame after frame: their inputs, events now and then, and that one is away for
 * a while, as one who was dropped or has left and comes back. Somebody always plays.
 */
final class PlayedParts {

    /** In every so many frames somebody goes, and every so many a player sends an event that is drawn. */
    private static final int FRAMES_TO_ABSENCE = 128;
    private static final int FRAMES_TO_EVENT = 24;
    /** Long enough for what a game does about it to begin and to end. */
    private static final int MAX_ABSENCE_FRAMES = 90;
    /** Games tell events apart by their first byte, most of them by a small number. */
    private static final int COMMON_TYPES = 8;
    private static final int BYTE_VALUES = 256;

    private final InputSource source;
    /** Null where events are drawn. */
    private final EventSource @Nullable [] events;
    private final Draws draws;
    private final long[] awayUntil;

    /**
     * Players who are all there.
     *
     * @param events what each player sends; null for bytes that are drawn
     * @param seed   what is drawn
     */
    PlayedParts(final int players, final InputSource source, final IntFunction<? extends EventSource> events,
                final long seed) {
        this.source = source;
        this.events = events == null ? null : new EventSource[players];
        if (events != null) {
            Arrays.setAll(this.events, events);
        }
        draws = new Draws(seed);
        awayUntil = new long[players];
    }

    /** The next frame; in their order, each once. */
    FrameOfInputs next(final FrameOfInputs inputs, final long frame) {
        final int players = inputs.players();
        if (draws.below(FRAMES_TO_ABSENCE) == 0 && present(frame) > 1) {
            awayUntil[draws.below(players)] = frame + 1 + draws.below(MAX_ABSENCE_FRAMES);
        }
        for (int player = 0; player < players; player++) {
            if (awayUntil[player] > frame) {
                inputs.leave(player);
            } else {
                inputs.sample(source, frame, player);
                send(inputs.eventOf(player), frame, player);
                inputs.sent(player);
            }
        }
        return inputs;
    }

    private int present(final long frame) {
        return (int) Arrays.stream(awayUntil).filter(until -> until <= frame).count();
    }

    private void send(final ByteBuffer event, final long frame, final int player) {
        if (events != null) {
            events[player].next(frame, event);
        } else if (event.hasRemaining() && draws.below(FRAMES_TO_EVENT) == 0) {
            event.put((byte) draws.below(draws.chance(0.5) ? COMMON_TYPES : BYTE_VALUES));
            for (int more = draws.below(event.remaining() + 1); more > 0; more--) {
                event.put((byte) draws.below(BYTE_VALUES));
            }
        }
    }
}
