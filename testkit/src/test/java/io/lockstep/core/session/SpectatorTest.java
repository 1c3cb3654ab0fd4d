package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.SpectatorEvent;
import io.lockstep.core.feed.FeedConfig;
import io.lockstep.core.game.DesyncPolicy;
import io.lockstep.core.membership.TwoPeerPolicy;
import io.lockstep.testkit.PacketNetwork;
import java.net.SocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spectators see the match that is played, whatever happens to it and to them. */
class SpectatorTest {

    private static final int END = 1500;
    private static final int RATE = 60;
    private static final int LOSS_5_PERCENT = 50;

    private Stands stands = new Stands(2, END, 7);

    @Test
    void shouldShowTheMatchToOneWhoWatchesFromTheBeginning() {
        final Stands.Seat seat = stands.watch(10, 0);
        stands.runToTheEnd();
        stands.assertSawTheMatch(seat);
        assertEquals(0, seat.spectator.waits());
        assertEquals(0, seat.tape.read().firstFrame());
    }

    @Test
    void shouldShowTheMatchToOneWhoComesLater() {
        stands.run(15_000);
        final Stands.Seat seat = stands.watch(10, 0);
        stands.run(1500);
        assertEquals(600, seat.tape.read().firstFrame());
        assertTrue(behind(seat) < 2 * RATE, stands::toString);
        stands.runToTheEnd();
        stands.assertSawTheMatch(seat);
        assertEquals(0, seat.spectator.waits());
        assertEquals(1, seat.count(SpectatorEvent.Type.STARTED));
        assertEquals(0, seat.count(SpectatorEvent.Type.JUMPED));
    }

    private long behind(final Stands.Seat seat) {
        return stands.match.sessions.get(0).frame() - seat.spectator.frame();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1000, 5000, FeedConfig.MAX_DELAY_MS})
    void shouldBeBehindByTheDelay(final int delayMs) {
        stands = new Stands(2, 100_000, 7, new FeedConfig().delayMs(delayMs), config -> config);
        final Stands.Seat seat = stands.watch(10, 0);
        stands.run(10_000 + delayMs);
        for (int second = 0; second < 4; second++) {
            stands.run(973);
            final long lateMs = behind(seat) * 1000 / RATE - Math.max(delayMs, 750);
            assertTrue(lateMs >= -40 && lateMs < 200, () -> lateMs + " ms late; " + stands);
        }
        assertEquals(0, seat.spectator.waits());
        assertEquals(delayMs, seat.spectator.delayMs());
    }

    @Test
    void shouldShowTheMatchToFourOfOnePlayerWhenDatagramsAreLostDoubledAndDamaged() {
        stands.packets.loss(LOSS_5_PERCENT).doubledAndDamaged(LOSS_5_PERCENT);
        for (int host = 10; host < 14; host++) {
            stands.watch(host, 0);
            stands.run(700);
        }
        assertTrue(stands.runUntil(5000, () -> stands.feeds.get(0).spectators() == 4), stands::toString);
        stands.runToTheEnd();
        stands.seats.forEach(stands::assertSawTheMatch);
    }

    @Test
    void shouldSendTheFifthToWatchOneOfTheFour() {
        for (int host = 10; host < 15; host++) {
            stands.watch(host, 0);
        }
        stands.run(6000);
        assertEquals(4, stands.feeds.get(0).spectators());
        assertEquals(1, stands.seats.stream().mapToInt(seat -> seat.spectator.spectators()).sum());
        stands.runToTheEnd();
        stands.seats.forEach(stands::assertSawTheMatch);
    }

    @Test
    void shouldNotJumpWhenTheOneItWatchesIsKilledAndItGoesToTheGrandparent() {
        stands = new Stands(2, 2000, 7, new FeedConfig().spectators(1), config -> config);
        final Stands.Seat parent = stands.watch(10, 0);
        stands.run(3000);
        final Stands.Seat child = stands.watch(11, 0);
        final Stands.Seat grandchild = stands.watch(12, config -> config.player(address(11)));
        stands.run(9000);
        assertEquals(1, parent.spectator.spectators(), stands::toString);
        assertEquals(1, child.spectator.spectators(), stands::toString);
        stands.kill(parent);
        stands.runToTheEnd();
        for (final Stands.Seat seat : new Stands.Seat[] {child, grandchild}) {
            stands.assertSawTheMatch(seat);
            assertEquals(0, seat.count(SpectatorEvent.Type.JUMPED), seat.events::toString);
        }
        assertEquals(2, child.count(SpectatorEvent.Type.ATTACHED), child.events::toString);
        assertEquals(1, grandchild.count(SpectatorEvent.Type.ATTACHED), grandchild.events::toString);
    }

    private static SocketAddress address(final int host) {
        return PacketNetwork.address(host);
    }

    @Test
    void shouldGoOnWithAnotherPlayerWhenTheOneItWatchesIsLost() {
        stands = new Stands(3, 2500, 7);
        final Stands.Seat seat = stands.watch(10, 2, 0);
        stands.run(10_000);
        stands.match.killed.add(2);
        stands.packets.kill(2);
        stands.runToTheEnd();
        stands.assertSawTheMatch(seat);
        assertEquals(0, seat.count(SpectatorEvent.Type.JUMPED), seat.events::toString);
    }

    @Test
    void shouldGoOnWithAnotherPlayerWhenTheOneItWatchesLeaves() {
        stands = new Stands(3, 2500, 7);
        final Stands.Seat seat = stands.watch(10, 1, 0);
        stands.run(10_000);
        stands.match.sessions.get(1).leave();
        stands.runToTheEnd();
        stands.assertSawTheMatch(seat);
        assertEquals(0, seat.count(SpectatorEvent.Type.JUMPED), seat.events::toString);
    }

    /** Two players lose each other. The leader plays on, and the other one stands still for up to a minute. */
    @Test
    void shouldGoOnWithAnotherPlayerWhenTheOneItWatchesStandsStill() {
        stands = new Stands(2, 3000, 7, new FeedConfig(), config -> config.twoPeerPolicy(TwoPeerPolicy.REJOIN)
            .dropTimeoutMs(2000));
        final Stands.Seat seat = stands.watch(10, 1, 0);
        final Stands.Seat child = stands.watch(11, config -> config.player(address(10)).player(address(1))
            .player(address(0)));
        // The first one that this asks is not there.
        final Stands.Seat other = stands.watch(12, 9, 1, 0);
        stands.run(10_000);
        stands.match.transports.forEach(transport -> transport.outgoing = datagram -> false);
        stands.run(4_000);
        final long before = seat.lastFrame;
        stands.run(14_000);
        assertTrue(stands.match.sessions.get(0).frame() > before + 10 * RATE, stands::toString);
        assertTrue(seat.lastFrame > before + 10 * RATE, stands::toString);
        assertTrue(child.lastFrame > before + 10 * RATE, stands::toString);
        assertTrue(other.lastFrame > before + 10 * RATE, stands::toString);
        assertEquals(1, child.count(SpectatorEvent.Type.ATTACHED), "it stays where it is");
    }

    @Test
    void shouldEndWithThePlayerWhoLeavesWhenThereIsNoOther() {
        final Stands.Seat seat = stands.watch(10, 0);
        stands.run(5000);
        stands.match.sessions.get(0).leave();
        stands.match.sessions.get(1).leave();
        stands.runToTheEnd();
        assertEquals("LEFT", seat.spectator.endReason());
        assertEquals(stands.match.games.get(0).hash, seat.game.hash);
        Stands.assertRecorded(seat);
    }

    /** Its player keeps half a minute: all that is left for a spectator that slept for longer is the last state. */
    @Test
    void shouldEndWithTheLastStateWhenNothingElseIsLeft() {
        final int snapshotFrames = 120;
        final int end = 20 * snapshotFrames;
        stands = new Stands(2, end, 7, new FeedConfig().snapshotFrames(snapshotFrames), config -> config);
        final Stands.Seat seat = stands.watch(10, 0);
        stands.run(3000);
        seat.gone = true;
        assertTrue(stands.runUntil(120_000, stands.match::ended), stands::toString);
        seat.gone = false;
        stands.runToTheEnd();
        assertEquals(1, seat.count(SpectatorEvent.Type.JUMPED), seat.events::toString);
        stands.assertSawTheMatch(seat);
    }

    @Test
    void shouldGiveUpWhenNobodyAnswers() {
        final Stands.Seat seat = stands.watch(10, 99);
        stands.runToTheEnd();
        assertTrue(stands.runUntil(40_000, seat.spectator::isOver), stands::toString);
        assertTrue(seat.spectator.problem().startsWith("nobody has fed this spectator"), seat.spectator.problem());
    }

    @Test
    void shouldShowPausesAndOneWhoIsLostAndComesBack() {
        stands = new Stands(3, 2500, 7);
        stands.match.games.forEach(game -> game.pauses = true);
        final Stands.Seat first = stands.watch(10, 0);
        stands.run(4000);
        stands.match.killed.add(2);
        stands.run(7000);
        final Stands.Seat second = stands.watch(11, 1);
        stands.match.sessions.get(1).pause();
        stands.run(3000);
        final Stands.Seat third = stands.watch(12, 0);
        stands.run(3000);
        stands.match.sessions.get(1).resume();
        stands.runToTheEnd();
        for (final Stands.Seat seat : new Stands.Seat[] {first, second, third}) {
            stands.assertSawTheMatch(seat);
        }
    }

    @Test
    void shouldGoOnWithTheRightStateWhenItsPlayerIsRepaired() {
        stands = new Stands(3, END, 7, new FeedConfig(), config -> config.desyncPolicy(DesyncPolicy.REPAIR));
        final Stands.Seat seat = stands.watch(10, 2);
        stands.match.games.get(2).corruptAfter = 500;
        stands.runToTheEnd();
        assertTrue(seat.spectator.differs(), "its player's state was wrong, and that is told");
        assertEquals(1, seat.count(SpectatorEvent.Type.DIFFERS));
        assertTrue(seat.count(SpectatorEvent.Type.JUMPED) > 0, seat.events::toString);
        assertEquals(stands.match.games.get(0).hash, seat.game.hash);
    }

    @Test
    void shouldTellWhenItsOwnStateDiffers() {
        final Stands.Seat seat = stands.watch(10, 0);
        seat.game.corruptAfter = 300;
        stands.runToTheEnd();
        assertTrue(seat.spectator.differs());
        assertTrue(seat.events.toString().contains("DIFFERS 301 the state after frame 300"), seat.events::toString);
    }

    @Test
    void shouldWriteTheSameBlocksWhicheverPlayerItWatches() {
        final Stands.Seat one = stands.watch(10, 0);
        final Stands.Seat other = stands.watch(11, 1);
        final Stands.Seat relayed = stands.watch(12, config -> config.player(address(11)));
        stands.runToTheEnd();
        assertFalse(one.tape.bytes().length == 0);
        assertEquals(one.blocks(), other.blocks());
        assertEquals(one.blocks(), relayed.blocks());
    }

    @Test
    void shouldComeAgainAfterItStoodStill() {
        final Stands.Seat seat = stands.watch(10, 0);
        stands.run(4000);
        seat.gone = true;
        stands.run(8000);
        assertEquals(0, stands.feeds.get(0).spectators());
        assertEquals(1, stands.feeds.get(0).dropped());
        seat.gone = false;
        stands.runToTheEnd();
        stands.assertSawTheMatch(seat);
    }

    /** docs/SPECTATORS.md has the figures. */
    @Test
    void shouldCostAPlayerLessThanAKilobyteASecondForEachWhoWatches() {
        for (int host = 10; host < 14; host++) {
            stands.watch(host, 0);
        }
        stands.run(5000);
        final long feed = stands.packets.sentBytes(0);
        final long acknowledgements = stands.packets.sentBytes(10);
        stands.run(10_000);
        final long down = (stands.packets.sentBytes(0) - feed) / 40;
        final long up = (stands.packets.sentBytes(10) - acknowledgements) / 10;
        assertTrue(down > 300 && down < 1000, () -> down + " bytes a second to each");
        assertTrue(up > 50 && up < 400, () -> up + " bytes a second back");
    }
}
