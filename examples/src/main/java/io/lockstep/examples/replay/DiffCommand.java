package io.lockstep.examples.replay;

import io.lockstep.codecs.json.JsonWriter;
import io.lockstep.codecs.replay.Difference;
import io.lockstep.codecs.replay.RecordingDiff;
import io.lockstep.codecs.replay.RecordingReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep replay diff}: where two recordings of a match part. */
@Command(name = "diff",
    description = {"Compares two recordings of a match and names the first frame, section and field that differ.",
        "Exit code 0 when all frames that both have are equal, 1 when they are not."})
final class DiffCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(index = "0", paramLabel = "A", description = "A recording.")
    private Path left;

    @Parameters(index = "1", paramLabel = "B", description = "Another one of the same match.")
    private Path right;

    @Option(names = "--json", description = "One line of JSON.")
    private boolean json;

    DiffCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        return Recordings.guarded(spec, left + " or " + right, this::compare);
    }

    private int compare() {
        final RecordingReader a = Recordings.read(spec, left);
        final RecordingReader b = Recordings.read(spec, right);
        final boolean playable = Recordings.complain(spec, left, a);
        if (!Recordings.complain(spec, right, b) || !playable) {
            return Recordings.UNREADABLE;
        }
        Recordings.game(spec, b);
        final Difference difference = RecordingDiff.of(a, b, () -> Recordings.game(spec, a));
        final PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(write(difference));
        } else {
            print(out, difference);
        }
        out.flush();
        return difference.kind() != Difference.Kind.NONE ? Recordings.DIFFERS
            : Math.max(Recordings.exitCode(a), Recordings.exitCode(b));
    }

    private static JsonWriter write(final Difference found) {
        return new JsonWriter().beginObject().name("kind").string(found.kind().name())
            .name("compared").signed(found.compared()).name("frame").signed(found.frame())
            .name("detail").string(text(found.detail())).name("leftHolds").bool(found.leftHolds())
            .name("rightHolds").bool(found.rightHolds()).name("stateFrame").signed(found.stateFrame())
            .name("section").string(text(found.section())).name("field").string(text(found.field()))
            .name("left").string(text(found.leftValue())).name("right").string(text(found.rightValue())).endObject();
    }

    private static String text(final String value) {
        return value == null ? "" : value;
    }

    private static void print(final PrintWriter out, final Difference found) {
        switch (found.kind()) {
            case NONE -> {
                out.println("no difference in " + found.compared() + " frames");
                return;
            }
            case OTHER_MATCH -> {
                out.println("not the same match: " + found.detail());
                return;
            }
            case INPUT -> out.println("frame " + found.frame() + ": " + found.detail() + " differs");
            default -> out.println("frame " + found.frame() + ": the states after it differ, the inputs do not; "
                + verdict(found));
        }
        if (found.section() == null) {
            out.println("no recorded state shows the field: the difference lies after the last of them");
        } else {
            out.println("first field after frame " + (found.stateFrame() - 1) + ": " + found.section() + '.'
                + found.field() + ", " + found.leftValue() + " in A, " + found.rightValue() + " in B");
        }
    }

    private static String verdict(final Difference found) {
        if (found.leftHolds() == found.rightHolds()) {
            return "simulated again neither comes out as recorded";
        }
        return "simulated again A comes out " + (found.leftHolds() ? "as recorded, B does not"
            : "otherwise than recorded, B as recorded");
    }
}
