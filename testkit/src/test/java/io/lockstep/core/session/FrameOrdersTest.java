package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.protocol.Command;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameOrdersTest {

    private static final int PLAYERS = 2;

    private final SessionConfig config = new SessionConfig().players(PLAYERS).peer(1);
    private final InputLog log = new InputLog(PLAYERS, 2, 0, 0);
    private final FrameOrders orders = new FrameOrders(config.unchecked(), log, new EventQueue());

    private void execute(final int frames, final Command.Kind first, final Command.Kind second) {
        for (int i = 0; i < frames; i++) {
            for (int player = 0; player < PLAYERS; player++) {
                final Command.Kind kind = i > 0 ? null : player == 0 ? first : second;
                log.append(player, new byte[2], 0);
                if (kind != null) {
                    log.attachCommand(player, Command.of(kind));
                }
            }
            orders.execute(log.next(0) - 1);
        }
    }

    @Test
    void shouldRememberEachPauseOfTheFramesThatMayBeReplayed() {
        execute(10, null, null);
        execute(3, Command.Kind.PAUSE, null);
        execute(4, Command.Kind.RESUME, null);
        execute(1, null, Command.Kind.PAUSE);
        // One pause ends and another one begins in the same frame.
        execute(2, Command.Kind.PAUSE, Command.Kind.RESUME);
        execute(1, Command.Kind.PAUSE, null);
        execute(5, Command.Kind.RESUME, null);
        final List<Integer> paused = new ArrayList<>();
        for (int frame = 0; frame < 26; frame++) {
            if (orders.wasPaused(frame)) {
                paused.add(frame);
            }
        }
        assertEquals(List.of(10, 11, 12, 17, 20), paused);
    }

    private long activate(final int frames) {
        log.append(0, new byte[2], 0);
        log.attachCommand(0, Command.of(Command.Kind.ACTIVATE, 1, frames));
        orders.execute(log.next(0) - 1);
        return log.next(0) - 1 + frames;
    }

    @Test
    void shouldKeepInputsThatWereHereBeforeTheOrderByWhichTheyCount() {
        log.close(1, 0);
        orders.foresee(1, 20);
        log.append(1, new byte[2], 0);
        assertEquals(20, activate(20));
        assertEquals(1 << 1, orders.opened());
        assertEquals(20, orders.opensAt(1));
        assertEquals(21, log.next(1));
    }

    @Test
    void shouldGoByTheOrderWhereAnotherFrameWasForeseen() {
        log.close(1, 0);
        orders.foresee(1, 30);
        log.append(1, new byte[2], 0);
        assertEquals(20, activate(20));
        assertEquals(1 << 1, orders.opened());
        assertEquals(20, log.presentFrom(1));
        assertEquals(20, log.next(1));
    }

    /** The others agreed on something else in the end. */
    @Test
    void shouldForgetWhatWasForeseenWhenAnEpochSaysNothingOfIt() {
        final Match match = new Match(PLAYERS, 1, (peer, other) -> { });
        assertTrue(match.runUntil(5000, () -> match.everybodyPast(0)));
        log.close(1, 0);
        orders.foresee(1, 30);
        orders.settle(match.sessions.get(0).epoch());
        assertTrue(log.isClosed(1));
        assertEquals(0, log.next(1));
        assertEquals(20, activate(20));
        assertEquals(20, log.next(1));
    }

    /** The epoch in which it was cut came before the order, and another process has its seat since. */
    @Test
    void shouldNotCarryOutAnOrderForWhoHasGoneAgain() {
        log.close(1, 0);
        log.open(1, 20);
        log.append(1, new byte[2], 0);
        log.close(1, 21);
        assertEquals(20, activate(20));
        assertEquals(0, orders.opened());
        assertTrue(log.isClosed(1));
    }
}
