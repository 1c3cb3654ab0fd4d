package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.SpectatorEvent;
import io.lockstep.core.internal.feed.FeedLimits;
import io.lockstep.testkit.PacketNetwork;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Many watch, each other for the most part; the players notice nothing of it. */
class SpectatorTreeTest {

    private static final int FIRST_HOST = 10;
    private static final int SPECTATORS = 64;
    private static final int END = 1800;
    private static final int LOSS_5_PERCENT = 50;
    /** Where the same datagram is lost several times on its way down, the store of half a second runs out. */
    private static final int MAY_STOP = 3;

    private final Stands stands = new Stands(2, END, 5);

    private void fill() {
        stands.packets.loss(LOSS_5_PERCENT);
        stands.run(2000);
        for (int i = 0; i < SPECTATORS; i++) {
            stands.watch(FIRST_HOST + i, 0);
            stands.run(50);
        }
        assertTrue(stands.runUntil(10_000, () -> fed() == SPECTATORS), stands::toString);
    }

    /** How many are fed by somebody. */
    private int fed() {
        return stands.feeds.get(0).spectators() + stands.alive().stream()
            .mapToInt(seat -> seat.spectator.spectators()).sum();
    }

    @Test
    void shouldShowTheMatchTo64WhenDatagramsAreLost() {
        fill();
        assertEquals(4, stands.feeds.get(0).spectators());
        stands.runToTheEnd();
        stands.seats.forEach(stands::assertSawTheMatch);
        final long smooth = stands.seats.stream().filter(seat -> seat.spectator.waits() == 0).count();
        assertTrue(smooth >= SPECTATORS - MAY_STOP, () -> smooth + " saw it without a stop: " + stands);
    }

    @Test
    void shouldShowTheMatchToAllOthersWhenOnesWhoFeedThemAreKilled() {
        fill();
        final List<Stands.Seat> feeding =
            stands.seats.stream().filter(seat -> seat.spectator.spectators() > 0).toList();
        assertTrue(feeding.size() >= 4, stands::toString);
        final List<Stands.Seat> killed = List.of(feeding.get(0), feeding.get(2));
        killed.forEach(stands::kill);
        stands.run(1000);
        stands.kill(feeding.get(3));
        stands.runToTheEnd();
        for (final Stands.Seat seat : stands.alive()) {
            stands.assertSawTheMatch(seat);
            assertEquals(0, seat.count(SpectatorEvent.Type.JUMPED), seat.events::toString);
        }
        assertEquals(SPECTATORS - 3, stands.alive().size());
    }

    /** The player has no free place until it notices that the dead spectator is gone, later than this one does. */
    @Test
    void shouldAskThoseAboveALostParentUntilOneTakesTheSpectatorIn() {
        stands.watch(FIRST_HOST, 0);
        final int leaves = FeedLimits.MAX_AT_PLAYER - 1;
        for (int i = 1; i <= leaves; i++) {
            stands.watch(FIRST_HOST + i, config -> config.player(PacketNetwork.address(0)).spectators(0));
        }
        assertTrue(stands.runUntil(5000, () -> stands.feeds.get(0).spectators() == leaves + 1), stands::toString);
        final Stands.Seat last = stands.watch(FIRST_HOST + leaves + 1, FIRST_HOST);
        assertTrue(stands.runUntil(5000, () -> stands.seats.get(0).spectator.spectators() == 1), stands::toString);
        stands.kill(stands.seats.get(0));
        stands.runToTheEnd();
        stands.assertSawTheMatch(last);
    }

    @Test
    void shouldChangeNothingThatPlayersSendWhoeverWatches() {
        final Stands alone = new Stands(2, END, 5);
        final long[] without = alone.traces();
        alone.runToTheEnd();
        final long[] with = stands.traces();
        fill();
        stands.kill(stands.seats.get(1));
        stands.runToTheEnd();
        assertEquals(List.of(without[0], without[1]), List.of(with[0], with[1]));
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(alone.match.sessions.get(peer).statistics().stallTicks(),
                stands.match.sessions.get(peer).statistics().stallTicks());
        }
    }

    /** The comparison above can fail. */
    @Test
    void shouldNoticeOneDatagramMore() {
        final long[] traces = stands.traces();
        final Stands other = new Stands(2, END, 5);
        final long[] others = other.traces();
        stands.run(3000);
        other.run(3000);
        assertEquals(traces[0], others[0]);
        other.match.sessions.get(0).sendEvent(0, ByteBuffer.wrap(new byte[] {1}));
        stands.run(1000);
        other.run(1000);
        assertTrue(traces[0] != others[0]);
    }
}
