package io.lockstep.examples.replay;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.RecordedRollback;
import io.lockstep.codecs.replay.RecordingHeader;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.core.game.MatchDescription;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep replay info}: what a recording says of itself; nothing is simulated. */
@Command(name = "info", description = "Tells what was recorded; checks every byte.")
final class InfoCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Option(names = "--json", description = "One line of JSON.")
    private boolean json;

    @Option(names = "--rollbacks", description = "Also each rollback, if they were recorded.")
    private boolean rollbacks;

    InfoCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        final RecordingReader recording = Recordings.read(spec, file);
        Recordings.complain(spec, file, recording);
        if (recording.header() == null) {
            return Recordings.UNREADABLE;
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(write(recording, rollbacks));
        } else {
            print(out, recording);
            if (rollbacks) {
                recording.rollbacks().forEach(each -> out.println(text(each)));
            }
        }
        out.flush();
        return Recordings.exitCode(recording);
    }

    private static double bytesPerPlayerFrame(final RecordingReader recording) {
        final long playerFrames = recording.frames() * recording.header().match().players();
        return playerFrames == 0 ? 0 : (double) recording.readableBytes() / playerFrames;
    }

    /** The players of a mask, the lowest first. */
    private static IntStream players(final int mask) {
        return IntStream.range(0, Integer.SIZE).filter(player -> (mask & 1 << player) != 0);
    }

    private static String text(final RecordedRollback rollback) {
        final String why = rollback.players() == 0 ? "the match stood still"
            : "not as guessed: player " + players(rollback.players()).mapToObj(String::valueOf)
                .collect(Collectors.joining(", "));
        return "back to frame " + rollback.frame() + ", by " + rollback.frames() + "; " + why;
    }

    private static void write(final JsonWriter out, final RecordedRollback rollback) {
        out.beginObject().name("frame").signed(rollback.frame()).name("frames").signed(rollback.frames())
            .name("players").beginArray();
        players(rollback.players()).forEach(out::signed);
        out.endArray().endObject();
    }

    private static JsonWriter write(final RecordingReader recording, final boolean eachRollback) {
        final RecordingHeader header = recording.header();
        final MatchDescription match = header.match();
        final JsonWriter out = new JsonWriter().beginObject().name("code").string(recording.code().name())
            .name("version").signed(RecordingHeader.VERSION).name("buildId").string(header.buildId())
            .name("gameId").string(match.gameId()).name("matchId").string(Long.toUnsignedString(match.matchId()))
            .name("digest").string(Long.toHexString(match.digest())).name("peer").signed(match.localPeer())
            .name("peerOfPlayer").beginArray();
        match.owners().forEach(owner -> out.signed(owner));
        out.endArray().name("tickRate").signed(match.tickRate()).name("inputBytes").signed(match.inputBytes())
            .name("maxEventBytes").signed(match.maxEventBytes())
            .name("checksumInterval").signed(match.checksumInterval()).name("startFrame").signed(match.startFrame())
            .name("firstFrame").signed(recording.firstFrame()).name("nextFrame").signed(recording.nextFrame())
            .name("frames").signed(recording.frames()).name("snapshots").signed(recording.snapshots())
            .name("bytes").signed(recording.readableBytes())
            .name("bytesPerPlayerFrame").number(bytesPerPlayerFrame(recording))
            .name("rollbacks").signed(recording.rollbackCount())
            .name("deepestRollback").signed(recording.deepestRollback());
        if (eachRollback) {
            out.name("takenBack").beginArray();
            recording.rollbacks().forEach(each -> write(out, each));
            out.endArray();
        }
        return out.name("endReason").string(recording.endReason() == null ? "" : recording.endReason()).endObject();
    }

    private static void print(final PrintWriter out, final RecordingReader recording) {
        final RecordingHeader header = recording.header();
        final MatchDescription match = header.match();
        final String[][] rows = {
            {"game, match", match.gameId() + ", " + Long.toUnsignedString(match.matchId())},
            {"recorded by", "peer " + match.localPeer() + ", " + header.buildId()},
            {"players, at the peers", match.players() + ", at " + match.owners()},
            {"configuration", match.tickRate() + " Hz, inputs of " + match.inputBytes() + " bytes, events of up to "
                + match.maxEventBytes() + ", checks each " + match.checksumInterval() + " frames"},
            {"digest of it", Long.toHexString(match.digest())},
            {"frames", recording.firstFrame() + " to " + (recording.nextFrame() - 1)},
            {"seconds", String.format(Locale.ROOT, "%.1f", (double) recording.frames() / match.tickRate())},
            {"states", String.valueOf(recording.snapshots())},
            {"bytes", String.valueOf(recording.readableBytes())},
            {"bytes per player and frame", String.format(Locale.ROOT, "%.2f", bytesPerPlayerFrame(recording))},
            {"rollbacks", recording.rollbackCount() == 0 ? "none recorded"
                : recording.rollbackCount() + ", by up to " + recording.deepestRollback() + " frames"},
            {"ended", recording.endReason() == null ? "the recording stops before" : recording.endReason()},
        };
        for (final String[] row : rows) {
            out.printf(Locale.ROOT, "%-28s %s%n", row[0], row[1]);
        }
    }
}
