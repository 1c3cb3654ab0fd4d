package io.lockstep.examples.replay;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.RecordingPlayer;
import io.lockstep.codecs.replay.RecordingReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep replay seek}: the state before a frame, as text. */
@Command(name = "seek",
    description = "Goes to a frame, from the nearest state before it, and prints the state it starts with.")
final class SeekCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Option(names = "--frame", required = true, paramLabel = "N",
        description = "The frame that would be simulated next; the one after the last is the end of the match.")
    private long frame;

    @Option(names = "--json", description = "One line of JSON.")
    private boolean json;

    SeekCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        return Recordings.guarded(spec, file.toString(), this::seek);
    }

    private int seek() {
        final RecordingReader recording = Recordings.read(spec, file);
        if (!Recordings.complain(spec, file, recording)) {
            return Recordings.UNREADABLE;
        }
        final RecordingPlayer player = new RecordingPlayer(recording, Recordings.game(spec, recording));
        if (!player.seek(frame)) {
            throw Recordings.wrong(spec, "--frame " + frame + " is not in the recording, which has "
                + recording.firstFrame() + " to " + recording.nextFrame());
        }
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            final JsonWriter writer = new JsonWriter().beginObject().name("frame").signed(frame)
                .name("checksum").string(Recordings.hex8(player.checksum())).name("state").beginArray();
            player.describe().forEach(writer::string);
            out.println(writer.endArray().endObject());
        } else {
            out.println("state before frame " + frame + ", CRC32 " + Recordings.hex8(player.checksum()));
            player.describe().forEach(out::println);
        }
        out.flush();
        return Recordings.exitCode(recording);
    }
}
