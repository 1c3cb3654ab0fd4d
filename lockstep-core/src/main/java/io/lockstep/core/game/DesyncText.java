package io.lockstep.core.game;

import io.lockstep.core.internal.sync.StateComparison;
import io.lockstep.core.sync.DesyncCause;
import io.lockstep.core.sync.DesyncReport;
import io.lockstep.core.sync.FirstDifference;
import io.lockstep.core.sync.KeptState;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A {@link DesyncReport} as files for people, line by line; whoever wants them writes them somewhere.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class DesyncText {

    /** Lines of one state: beyond, nobody reads on, and a folder stays small enough to be sent. */
    public static final int MAX_STATE_LINES = 100_000;

    /** Differing fields listed in the report itself. */
    private static final int MAX_LISTED = 100;

    private DesyncText() {
    }

    /**
     * The report.
     *
     * @param report      what was found out
     * @param environment what is known of this process, a line each
     * @param out         takes the lines
     */
    public static void report(final DesyncReport report, final List<String> environment, final Consumer<String> out) {
        final String there = " at peer " + report.peer();
        out.accept("Desync in match " + Long.toUnsignedString(report.matchId()) + ", seen by peer "
            + report.localPeer() + ", about peer " + report.peer());
        out.accept(report.line());
        out.accept("");
        out.accept("noticed after frame:    " + report.checkFrame() + ", " + DesyncReport.hex8(report.localChecksum())
            + " here, " + DesyncReport.hex8(report.remoteChecksum()) + there);
        out.accept("last frame agreed on:   " + frame(report.firstDifference().agreed()));
        out.accept("first frame to differ:  " + frame(report.firstDifference().frame())
            + (report.firstDifference().exact() || report.firstDifference().frame() == FirstDifference.NONE ? ""
                : ", or an earlier one"));
        out.accept("first input to differ:  " + frame(report.firstDifference().inputFrame()));
        out.accept("first section:          " + (report.section() == null ? "unknown" : report.section()));
        out.accept("first field:            " + (report.difference() == null ? "unknown"
            : report.difference().name() + " after frame " + report.stateFrame() + ", "
                + report.difference().local() + " here, " + report.difference().remote() + there));
        out.accept("who differs:            " + report.whoDiffers());
        out.accept("members:                " + report.verdict().members());
        out.accept("checksums known of:     " + report.verdict().known());
        out.accept("simulated again here:   " + again(report.localCause()));
        out.accept("the same" + there + ":     " + again(report.remoteCause()));
        out.accept("left out:               " + (report.note().isEmpty() ? "nothing" : report.note()));
        out.accept("");
        environment.forEach(out);
        list(report, out);
    }

    private static String frame(final long frame) {
        return frame == FirstDifference.NONE ? "none known" : String.valueOf(frame);
    }

    private static String again(final DesyncCause cause) {
        return switch (cause) {
            case UNKNOWN -> "not known";
            case INPUT -> "not tried, because the inputs differ";
            case REPRODUCED -> "the same state comes out: the game computes so on this machine, every time";
            case NOT_REPRODUCED ->
                "another state comes out: something beside the inputs has changed it, or is not saved";
        };
    }

    private static void list(final DesyncReport report, final Consumer<String> out) {
        if (report.walk() == null || report.remoteState() == null) {
            return;
        }
        out.accept("");
        out.accept("fields that differ after frame " + report.stateFrame() + ", at most " + MAX_LISTED + " of them:");
        final Limited limited = new Limited(out, MAX_LISTED);
        compare(report, report.remoteState(), (field, local, remote, differs) -> {
            if (differs) {
                limited.accept("  " + field + ": " + local + " here, " + remote + " at peer " + report.peer());
            }
        });
        limited.end("differ");
    }

    /**
     * A state, a line for each field; the lines whose value differs from the other state's end with that.
     *
     * @param report with both states, or the local one, and a walk that names their fields
     * @param local  true for ours, false for the other's
     * @param out    takes the lines, {@value #MAX_STATE_LINES} at most and one more
     */
    public static void state(final DesyncReport report, final boolean local, final Consumer<String> out) {
        final String mark = "   <- " + (local ? "peer " + report.peer() : "peer " + report.localPeer()) + ": ";
        final Limited limited = new Limited(out, MAX_STATE_LINES);
        compare(report, report.remoteState(), (field, ours, theirs, differs) ->
            limited.accept(field + " = " + (local ? ours : theirs) + (differs ? mark + (local ? theirs : ours) : "")));
        limited.end("follow");
    }

    /** With the other's state, or none to compare with. */
    private static void compare(final DesyncReport report, final @Nullable KeptState other,
                                final StateComparison.Sink sink) {
        final KeptState local = Objects.requireNonNull(report.localState(), "the local state");
        final StateComparison comparison = new StateComparison(local, other == null ? local : other, sink);
        Objects.requireNonNull(report.walk(), "the walk").accept(comparison);
        comparison.end();
    }

    /** Passes on so many lines, and says how many more there would have been. */
    private static final class Limited {

        private final Consumer<String> out;
        private final int limit;
        private long lines;

        Limited(final Consumer<String> out, final int limit) {
            this.out = out;
            this.limit = limit;
        }

        void accept(final String line) {
            if (lines++ < limit) {
                out.accept(line);
            }
        }

        void end(final String what) {
            if (lines > limit) {
                out.accept("(" + (lines - limit) + " more " + what + ")");
            }
        }
    }
}
