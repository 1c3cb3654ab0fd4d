package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.membership.EpochRecord;
import io.lockstep.core.internal.play.FrameOrders;
import io.lockstep.core.internal.play.OpeningOrders;
import io.lockstep.core.internal.play.StandingOrders;
import io.lockstep.core.internal.protocol.Command;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    /** An order that only a liar gives: the newcomer would be kept out, and no later order could let it in. */
    @Test
    void shouldCarryOutNoOrderThatLetsInputsCountLaterThanAnybodyNeeds() {
        log.close(1, 0);
        activates(OpeningOrders.MOST_AHEAD + 1);
        activates(0xFFFF);
        assertTrue(log.isClosed(1));
        activates(OpeningOrders.MOST_AHEAD);
        assertFalse(log.isClosed(1));
        assertEquals(0b10, orders.opened());
        assertEquals(log.next(0) - 1 + OpeningOrders.MOST_AHEAD, orders.opensAt(1));
    }

    /** In the next frame 0 says that inputs of 1 count so many frames later. */
    private void activates(final int frames) {
        log.append(0, new byte[2], 0);
        log.attachCommand(0, Command.of(Command.Kind.ACTIVATE, 1, frames));
        orders.execute(log.next(0) - 1);
    }

    private int pausedAfter(final int frames) {
        int paused = 0;
        for (int i = 0; i < frames; i++) {
            execute(1, null, null);
            paused += orders.isPaused() ? 1 : 0;
        }
        return paused;
    }

    @Test
    void shouldLetNobodyHoldUpWhoWantsToGoOnForLongerThanTenSecondsInAll() {
        execute(1, Command.Kind.PAUSE, null);
        assertEquals(100, pausedAfter(100));
        execute(1, null, Command.Kind.RESUME);
        assertEquals(300, pausedAfter(300));
        execute(1, Command.Kind.RESUME, null);
        execute(1, Command.Kind.PAUSE, Command.Kind.RESUME);
        // 301 frames are gone of ten seconds.
        assertEquals(298, pausedAfter(1000));
        execute(1, Command.Kind.PAUSE, null);
        execute(1, null, Command.Kind.RESUME);
        assertEquals(0, pausedAfter(10));
        // It is each player's own.
        execute(1, Command.Kind.RESUME, Command.Kind.PAUSE);
        execute(1, Command.Kind.RESUME, null);
        assertEquals(599, pausedAfter(1000));
    }

    @Test
    void shouldPauseForAsLongAsNobodyObjectsUpToTenMinutes() {
        execute(1, Command.Kind.PAUSE, null);
        assertEquals(600 * 60 - 1, pausedAfter(700 * 60));
    }

    @Test
    void shouldTakeBackWhatItWroteAndNothingElse() {
        execute(1, Command.Kind.PAUSE, null);
        execute(1, null, Command.Kind.RESUME);
        final ByteBuffer saved = ByteBuffer.allocate(StandingOrders.BYTES);
        orders.standing().save(saved);
        final StandingOrders other = new StandingOrders(config.unchecked());
        assertTrue(StandingOrders.isSaved(saved.flip(), 0, 1, config.unchecked()));
        other.load(saved);
        final ByteBuffer again = ByteBuffer.allocate(StandingOrders.BYTES);
        other.save(again);
        assertArrayEquals(saved.array(), again.array());
        assertEquals(0, other.pauses().by());
        for (final int at : new int[] {0, 1, 9, 17, 48}) {
            final byte[] wrong = saved.array().clone();
            wrong[at] = Byte.MAX_VALUE;
            assertFalse(StandingOrders.isSaved(ByteBuffer.wrap(wrong), 0, 1, config.unchecked()), "byte " + at);
        }
    }

    private long activate(final int frames) {
        return activate(frames, 0);
    }

    private long activate(final int frames, final int incarnation) {
        log.append(0, new byte[2], 0);
        log.attachCommand(0, Command.activate(1, frames, incarnation));
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
        final EpochRecord epoch = match.sessions.get(0).loop.seats.membership().epoch();
        orders.settle(epoch);
        assertTrue(log.isClosed(1));
        assertEquals(0, log.next(1));
        activate(20, epoch.incarnation(1) + 1);
        assertTrue(log.isClosed(1), "about a process that had the seat before");
        assertEquals(21, activate(20, epoch.incarnation(1)));
        assertEquals(21, log.next(1));
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

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldRememberPausesAndLetInputsCountFromAnyFrame(final long start) {
        final InputLog far = new InputLog(PLAYERS, 2, 0, start);
        final FrameOrders given = new FrameOrders(config.unchecked(), far, new EventQueue());
        far.close(1, start);
        for (long frame = start; frame < start + 60; frame++) {
            far.append(0, new byte[2], 0);
            if (frame == start + 5 || frame == start + 25) {
                far.attachCommand(0, Command.of(frame == start + 5 ? Command.Kind.PAUSE : Command.Kind.RESUME));
            } else if (frame == start + 30) {
                far.attachCommand(0, Command.of(Command.Kind.ACTIVATE, 1, 12));
            }
            given.execute(frame);
        }
        for (long frame = start; frame < start + 60; frame++) {
            assertEquals(frame >= start + 5 && frame < start + 25, given.wasPaused(frame), "frame " + frame);
        }
        assertEquals(start + 42, given.opensAt(1));
        assertEquals(start + 42, far.presentFrom(1));
        final ByteBuffer saved = ByteBuffer.allocate(StandingOrders.BYTES);
        given.standing().save(saved);
        assertTrue(StandingOrders.isSaved(saved.flip(), 0, start + 60, config.unchecked()));
    }
}
