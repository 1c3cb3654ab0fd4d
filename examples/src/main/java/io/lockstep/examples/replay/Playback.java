package io.lockstep.examples.replay;

import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.view.DogfightPanel;
import java.util.Locale;

/** A recorded match in a view: played at a speed, paused, stepped and sought. Everything happens on one thread. */
final class Playback {

    /** Played at once at most, so that a view does not stand still while it catches up: 16 times as fast at 10 Hz. */
    private static final int MOST_FRAMES = 100;
    private static final double NS_PER_SECOND = 1e9;
    private static final int SECONDS_PER_MINUTE = 60;

    private final RecordingReader recording;
    private final RecordingPlayer player;
    private final Dogfight game;
    private final DogfightPanel view;
    private double speed;
    private boolean paused;
    private boolean same = true;
    /** What is due and not played, in frames. */
    private double owed;
    private long advancedNs;
    private boolean advanced;

    Playback(final RecordingReader recording, final RecordingPlayer player, final Dogfight game,
             final DogfightPanel view, final double speed) {
        this.recording = recording;
        this.player = player;
        this.game = game;
        this.view = view;
        this.speed = speed;
        show();
    }

    /** Plays what is due; to be called at the pace of a screen. */
    void advance(final long nowNs) {
        final double seconds = advanced ? (nowNs - advancedNs) / NS_PER_SECOND : 0;
        advanced = true;
        advancedNs = nowNs;
        if (paused || atEnd()) {
            owed = 0;
            return;
        }
        owed = Math.min(MOST_FRAMES, owed + seconds * recording.header().match().tickRate() * speed);
        while (owed >= 1 && playOne()) {
            owed--;
        }
        if (speed < 1) {
            view.between((float) owed);
        }
        if (atEnd()) {
            show();
        }
    }

    private boolean playOne() {
        if (!player.step()) {
            return false;
        }
        same &= player.matches();
        show();
        return true;
    }

    /** One frame on, paused. */
    void stepForward() {
        paused = true;
        playOne();
    }

    /** One frame back, paused. */
    void stepBack() {
        seek(player.frame() - 1);
        paused = true;
    }

    /** Goes to a frame, or as near as the recording has one. */
    void seek(final long frame) {
        player.seek(Math.max(recording.firstFrame(), Math.min(recording.nextFrame(), frame)));
        owed = 0;
        show();
    }

    void pause(final boolean still) {
        paused = still;
        if (!still && atEnd() && recording.endReason() != null) {
            seek(recording.firstFrame());
        }
    }

    boolean paused() {
        return paused;
    }

    double speed() {
        return speed;
    }

    void speed(final double times) {
        speed = times;
    }

    /** The frame to be played next. */
    long frame() {
        return player.frame();
    }

    boolean atEnd() {
        return player.frame() >= recording.nextFrame();
    }

    /** Whether all frames that were played came out as they were recorded. */
    boolean same() {
        return same;
    }

    private void show() {
        final String line = line();
        view.present(game, line);
        view.say(line, same ? null : "not the match that was recorded\nsee lockstep replay verify");
    }

    private String line() {
        final int tickRate = recording.header().match().tickRate();
        return String.format(Locale.ROOT, "frame %d of %d  %s of %s  state %08x  %s", player.frame(),
            recording.nextFrame(), time((player.frame() - recording.firstFrame()) / tickRate),
            time(recording.frames() / tickRate), player.checksum(),
            !atEnd() ? player.frames().paused() ? "paused by a player" : "as recorded"
                : recording.endReason() == null ? "the recording stops here" : "ended: " + recording.endReason());
    }

    private static String time(final long seconds) {
        return String.format(Locale.ROOT, "%d:%02d", seconds / SECONDS_PER_MINUTE, seconds % SECONDS_PER_MINUTE);
    }
}
