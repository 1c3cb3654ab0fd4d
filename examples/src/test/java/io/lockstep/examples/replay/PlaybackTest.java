package io.lockstep.examples.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.view.DogfightPanel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recording in a view, moved by hand. */
class PlaybackTest {

    private static final int FRAMES = 300;
    private static final long MS = 1_000_000L;

    @TempDir
    private Path folder;
    private DogfightPanel view;
    private long nowNs = 5 * MS;

    private Playback play(final double speed) throws IOException {
        return play(FRAMES, -1, speed);
    }

    private Playback play(final int frames, final int corruptPlayer, final double speed) throws IOException {
        RecordedMatch.play(folder, 2, frames, corruptPlayer, 60);
        final RecordingReader recording =
            new RecordingReader(ByteBuffer.wrap(Files.readAllBytes(RecordedMatch.file(folder, 1))));
        final Dogfight game = new Dogfight(2, recording.header().match().matchId());
        view = new DogfightPanel(2, 1);
        final Playback playback = new Playback(recording, new RecordingPlayer(recording, game), game, view, speed);
        playback.advance(nowNs);
        return playback;
    }

    private void pass(final Playback playback, final int milliseconds) {
        for (int i = 0; i < milliseconds; i += 10) {
            nowNs += 10 * MS;
            playback.advance(nowNs);
        }
    }

    @Test
    void shouldPlayAsFastAsTheMatchWas() throws IOException {
        final Playback playback = play(1);
        pass(playback, 2000);
        assertEquals(120, playback.frame(), 1);
        assertTrue(view.line().matches("frame 1(19|20|21) of 300  0:0[12] of 0:05  state [0-9a-f]{8}  as recorded"),
            view.line());
    }

    @Test
    void shouldPlayFasterAndSlowerAndStopAtTheEnd() throws IOException {
        final Playback playback = play(0.25);
        pass(playback, 2000);
        assertEquals(30, playback.frame(), 1);
        playback.speed(4);
        pass(playback, 2000);
        assertEquals(FRAMES, playback.frame());
        assertTrue(playback.atEnd() && playback.same());
        assertTrue(view.line().endsWith("  ended: FINISHED"), view.line());
        assertNull(view.notice());
    }

    @Test
    void shouldStandStillWhilePausedAndGoFrameByFrame() throws IOException {
        final Playback playback = play(1);
        pass(playback, 1000);
        final long frame = playback.frame();
        playback.stepForward();
        assertEquals(frame + 1, playback.frame());
        playback.stepBack();
        playback.stepBack();
        pass(playback, 1000);
        assertEquals(frame - 1, playback.frame());
        playback.pause(false);
        pass(playback, 1000);
        assertEquals(frame + 59, playback.frame(), 1);
    }

    @Test
    void shouldGoToAnyPlaceAndNoFurther() throws IOException {
        final Playback playback = play(1);
        playback.seek(200);
        assertEquals(200, playback.frame());
        playback.seek(-7);
        assertEquals(0, playback.frame());
        playback.stepBack();
        assertEquals(0, playback.frame());
        playback.seek(1_000_000);
        assertTrue(playback.atEnd());
        playback.pause(false);
        assertEquals(0, playback.frame());
    }

    @Test
    void shouldSayWhatIsNotTheMatchThatWasRecorded() throws IOException {
        final Playback playback = play(2 * FRAMES, 1, 16);
        pass(playback, 10_000);
        assertFalse(playback.same());
        assertTrue(view.notice().startsWith("not the match that was recorded\n"), view.notice());
    }
}
