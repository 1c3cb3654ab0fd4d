package io.lockstep.examples.replay;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.codecs.replay.Verification;
import io.lockstep.core.game.Simulation;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep replay verify}: simulates a recording again and compares every checksum. */
@Command(name = "verify",
    description = {"Simulates the match again, without a window and as fast as it goes, and compares every checksum.",
        "Exit code 0 when all are equal, 1 when one differs; the first frame that does is named."})
final class VerifyCommand implements Callable<Integer> {

    private static final double NS_PER_SECOND = 1e9;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The recording.")
    private Path file;

    @Option(names = "--json", description = "One line of JSON.")
    private boolean json;

    VerifyCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        return Recordings.guarded(spec, file.toString(), this::verify);
    }

    private int verify() {
        final RecordingReader recording = Recordings.read(spec, file);
        if (!Recordings.complain(spec, file, recording)) {
            return Recordings.UNREADABLE;
        }
        final Simulation game = Recordings.game(spec, recording);
        final long beginNs = System.nanoTime();
        final Verification result = Verification.of(recording, game);
        final double seconds = Math.max(1, System.nanoTime() - beginNs) / NS_PER_SECOND;
        final double speed = result.frames() / (double) recording.header().match().tickRate() / seconds;
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(new JsonWriter().beginObject().name("ok").bool(result.ok())
                .name("code").string(recording.code().name()).name("frames").signed(result.frames())
                .name("compared").signed(result.compared()).name("differing").signed(result.differing())
                .name("firstFrame").signed(result.firstFrame()).name("recorded").string(hex(result.recorded()))
                .name("simulated").string(hex(result.simulated())).name("seconds").number(seconds)
                .name("timesRealTime").number(speed).name("chain").string(String.format(Locale.ROOT, "%016x",
                    result.chain())).endObject());
        } else {
            out.printf(Locale.ROOT, "%d frames, %d checksums compared, %d differ; %.2f s, %.0f x real time; "
                + "chain %016x%n", result.frames(), result.compared(), result.differing(), seconds, speed,
                result.chain());
            if (!result.ok()) {
                out.println("first after frame " + result.firstFrame() + ": recorded " + hex(result.recorded())
                    + ", simulated " + hex(result.simulated()));
            }
        }
        out.flush();
        return result.ok() ? Recordings.exitCode(recording) : Recordings.DIFFERS;
    }

    private static String hex(final int checksum) {
        return Integer.toHexString(checksum);
    }
}
