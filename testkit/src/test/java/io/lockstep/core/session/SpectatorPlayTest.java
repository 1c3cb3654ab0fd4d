package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.SpectatorConfig;
import io.lockstep.core.feed.FeedConfig;
import io.lockstep.testkit.PacketNetwork;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** What a spectator plays, and what it says when it cannot. */
class SpectatorPlayTest {

    private static final int END = 1500;
    private static final int STATE_BYTES = 300_000;

    private final Stands stands = new Stands(2, END, 3);

    @Test
    void shouldWriteARecordingThatCanBePlayedWhileItGrows() {
        final Stands.Seat seat = stands.watch(10, 0);
        stands.run(8000);
        final RecordingReader recording = seat.tape.read();
        final TestGame follower = new TestGame();
        final RecordingPlayer player = new RecordingPlayer(recording, follower);
        player.toEnd();
        final long early = player.frame();
        assertTrue(early >= seat.spectator.frame() && early < END, "at frame " + early);
        stands.runToTheEnd();
        recording.more(ByteBuffer.wrap(seat.tape.bytes()));
        player.toEnd();
        assertEquals(END, player.frame());
        assertEquals(stands.match.games.get(0).hash, follower.hash);
    }

    @Test
    void shouldTakeAStateThatTakesSeconds() {
        stands.match.games.forEach(game -> game.padding = new byte[STATE_BYTES]);
        stands.run(12_000);
        final Stands.Seat seat = stands.watch(10, 0);
        stands.runToTheEnd();
        stands.assertSawTheMatch(seat);
        assertEquals(STATE_BYTES, seat.game.padding.length);
        assertEquals(0, stands.feeds.get(0).dropped());
    }

    @Test
    void shouldSayThatTheGameRefusesTheState() {
        final Stands.Seat seat = stands.watch(10, 0);
        seat.game.refusesStates = true;
        assertTrue(stands.runUntil(8000, seat.spectator::isOver), stands::toString);
        assertTrue(seat.spectator.problem().startsWith("the game refuses the state before frame 0"),
            seat.spectator.problem());
    }

    @Test
    void shouldSayWhyTheMatchCannotBeWatched() {
        final Stands.Seat seat = stands.watch(10, config -> new SpectatorConfig(stands.packets.socket(10), match -> {
            throw new IllegalArgumentException("this is " + match.gameId());
        }).player(PacketNetwork.address(0)));
        assertTrue(stands.runUntil(8000, seat.spectator::isOver), stands::toString);
        assertEquals("this is test", seat.spectator.problem());
        assertNull(seat.spectator.game());
    }

    @Test
    void shouldNotStopWatchingWhenItsRecordingFails() {
        final Stands.Seat seat = stands.watch(10, config -> config.player(PacketNetwork.address(0))
            .recording(bytes -> "no room is left"));
        stands.runToTheEnd();
        assertEquals("no room is left", seat.spectator.recordingProblem());
        assertNull(seat.spectator.problem());
        assertEquals(stands.match.games.get(0).hash, seat.game.hash);
    }

    @Test
    void shouldRefuseWhatIsOutOfRange() {
        assertThrows(IllegalArgumentException.class, () -> new FeedConfig().delayMs(FeedConfig.MAX_DELAY_MS + 1));
        assertThrows(IllegalArgumentException.class, () -> new FeedConfig().spectators(FeedConfig.MAX_SPECTATORS + 1));
        assertThrows(IllegalArgumentException.class, () -> new FeedConfig().bytesPerSecond(1));
        assertThrows(IllegalArgumentException.class, () -> new FeedConfig().snapshotFrames(0));
        final SpectatorConfig config = new SpectatorConfig(stands.packets.socket(10), match -> new TestGame());
        assertThrows(IllegalArgumentException.class, () -> config.spectators(SpectatorConfig.MAX_SPECTATORS + 1));
        assertThrows(IllegalArgumentException.class, () -> config.bytesPerSecond(1));
        assertThrows(IllegalArgumentException.class, config::build, "nobody is named");
        assertNotNull(config.player(PacketNetwork.address(0)).build());
    }
}
