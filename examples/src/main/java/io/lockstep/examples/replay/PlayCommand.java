package io.lockstep.examples.replay;

import io.lockstep.codecs.replay.RecordingCode;
import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.view.DogfightPanel;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep replay play}: a line for each second of a recorded match, at the speed it was played. */
@Command(name = "play",
    description = "Plays the match again and prints a line for each second of it.")
final class PlayCommand implements Callable<Integer> {

    private static final long NS_PER_SECOND = 1_000_000_000L;
    private static final int MAX_SPEED = 1_000_000;
    /** How often to look whether a file has grown: recordings are written once a second. */
    private static final long LOOK_NS = NS_PER_SECOND / 4;
    private static final long FOLLOW_NS = 30 * NS_PER_SECOND;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Option(names = "--from", paramLabel = "N", description = "The first frame to play; the first recorded by default.")
    private Long from;

    @Option(names = "--speed", paramLabel = "X", defaultValue = "1",
        description = "How many times as fast as the match was (default ${DEFAULT-VALUE}).")
    private int speed;

    @Option(names = "--follow", description = "Goes on with what is written meanwhile, until the recording ends or "
        + "nothing has come for 30 s.")
    private boolean follow;

    @Option(names = "--window", description = "Shows the match in a window with a time line: pause, single frames, "
        + "any place and speed. The last frame stays until the window is closed.")
    private boolean windowed;

    /** When it was looked whether the file has grown, while a window shows it. */
    private long lookedNs;

    PlayCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        return Recordings.guarded(spec, file.toString(), this::start);
    }

    private int start() {
        if (speed < 1 || speed > MAX_SPEED) {
            throw Recordings.wrong(spec, "--speed is " + speed + ", allowed is 1 to " + MAX_SPEED);
        }
        final RecordingReader recording = Recordings.read(spec, file);
        while (follow && isUnfinished(recording) && !recording.isPlayable() && grows(recording)) {
            // Not even the first state was whole.
        }
        if (!(follow && isUnfinished(recording) && recording.isPlayable())
            && !Recordings.complain(spec, file, recording)) {
            return Recordings.UNREADABLE;
        }
        final Simulation game = Recordings.game(spec, recording);
        final RecordingPlayer player = new RecordingPlayer(recording, game);
        if (from != null && !player.seek(from)) {
            throw Recordings.wrong(spec, "--from " + from + " is not in the recording, which has "
                + recording.firstFrame() + " to " + recording.nextFrame());
        }
        final boolean same = windowed ? show(recording, player, (Dogfight) game)
            : play(recording, player, (Dogfight) game);
        if (follow && recording.code() != RecordingCode.OK) {
            Recordings.complain(spec, file, recording);
        }
        return same ? Recordings.exitCode(recording) : Recordings.DIFFERS;
    }

    private static boolean isUnfinished(final RecordingReader recording) {
        return recording.endReason() == null
            && (recording.code() == RecordingCode.OK || recording.code() == RecordingCode.TRUNCATED);
    }

    /** Waits until something has been written; false when nothing comes any more. */
    private boolean grows(final RecordingReader recording) {
        final int before = recording.readableBytes();
        final long deadlineNs = System.nanoTime() + FOLLOW_NS;
        while (isUnfinished(recording) && recording.readableBytes() == before && System.nanoTime() < deadlineNs) {
            LockSupport.parkNanos(LOOK_NS);
            recording.more(Recordings.map(spec, file));
        }
        return recording.readableBytes() > before;
    }

    private boolean show(final RecordingReader recording, final RecordingPlayer player, final Dogfight game) {
        final DogfightPanel view =
            new DogfightPanel(game.players(), Math.max(0, recording.header().match().owners().indexOf(
                recording.header().match().localPeer())));
        final Playback playback = new Playback(recording, player, game, view, speed);
        if (!PlaybackWindow.show("Lockstep: " + file.getFileName(), recording, playback, view,
            () -> lookForMore(recording))) {
            throw Recordings.wrong(spec, "--window: there is no display to open a window on");
        }
        return playback.same();
    }

    /** Takes in what was written meanwhile, now and then. */
    private void lookForMore(final RecordingReader recording) {
        final long nowNs = System.nanoTime();
        if (follow && isUnfinished(recording) && nowNs - lookedNs >= LOOK_NS) {
            lookedNs = nowNs;
            recording.more(Recordings.map(spec, file));
        }
    }

    private boolean steps(final RecordingReader recording, final RecordingPlayer player) {
        boolean stepped = player.step();
        while (!stepped && follow && grows(recording)) {
            stepped = player.step();
        }
        return stepped;
    }

    private boolean play(final RecordingReader recording, final RecordingPlayer player, final Dogfight game) {
        final MatchDescription match = recording.header().match();
        final PrintWriter out = spec.commandLine().getOut();
        final long secondNs = NS_PER_SECOND / speed;
        long nextNs = System.nanoTime() + secondNs;
        boolean same = true;
        boolean told = false;
        while (steps(recording, player)) {
            same &= player.matches();
            told = player.frame() % match.tickRate() == 0;
            if (told) {
                out.println(line(player, game));
                out.flush();
                waitUntil(nextNs);
                nextNs += secondNs;
            }
        }
        if (!told) {
            out.println(line(player, game));
        }
        if (!same) {
            out.println("this is not the match that was recorded: see lockstep replay verify");
        }
        out.flush();
        return same;
    }

    private static void waitUntil(final long timeNs) {
        for (long leftNs = timeNs - System.nanoTime(); leftNs > 0; leftNs = timeNs - System.nanoTime()) {
            LockSupport.parkNanos(leftNs);
        }
    }

    private static String line(final RecordingPlayer player, final Dogfight game) {
        final StringBuilder text = new StringBuilder("frame ").append(player.frame()).append(player.frames().paused()
            ? ", paused, " : ", ").append("state ").append(Recordings.hex8(player.checksum())).append(", kills");
        for (int ship = 0; ship < game.players(); ship++) {
            text.append(' ').append(game.ships().kills(ship)).append(player.frames().present(ship) ? "" : " (absent)");
        }
        return text.toString();
    }
}
