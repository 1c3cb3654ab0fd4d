package io.lockstep.examples.terminal;

import java.io.PrintStream;
import java.nio.charset.Charset;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/**
 * How far a command has come, on the last line of a terminal: shown while nothing else is printed, and gone before
 * anything else is. Whoever works hands over what it knows as text; this asks for it once a second.
 */
public final class Progress implements AutoCloseable {

    /** Shows nothing: nobody looks. */
    public static final Progress SILENT = new Progress(null);

    /** A command that says nothing for longer than this seems to hang. */
    static final long QUIET_MS = 1000;
    /** What fits on a line of any terminal; a line that wraps cannot be taken back. */
    private static final int WIDTH = 79;
    private static final long MS_PER_S = 1000;

    private final PrintStream terminal;
    private final LastLine line = new LastLine();
    private Supplier<String> state = () -> "";
    private long startMs;
    private Thread clock;

    private Progress(final PrintStream terminal) {
        this.terminal = terminal;
    }

    /** Who holds the progress of a whole command line. */
    public interface Holder {
        /**
         * Where its commands show how far they are.
         *
         * @return never null
         */
        Progress progress();
    }

    /**
     * Where a command shows how far it is.
     *
     * @param command one of a command line, or one on its own
     * @return that of its command line; {@link #SILENT} where there is none
     */
    public static Progress of(final CommandSpec command) {
        return command.root().userObject() instanceof Holder holder ? holder.progress() : SILENT;
    }

    /**
     * Begins the output of the program. From then on standard output and standard error pass {@link SafeOutput}. If
     * standard error is a terminal, each print removes the progress line first.
     *
     * @return the output, which the caller closes at the end
     */
    public static Progress begin() {
        if (!Terminal.isStandardError()) {
            SafeOutput.install(System.out, System.err);
            return SILENT;
        }
        final Progress progress = new Progress(System.err);
        progress.startMs = System.nanoTime() / 1_000_000;
        final Charset charset = SafeOutput.terminalCharset();
        SafeOutput.install(new PrintStream(progress.line.before(System.out), true, charset),
            new PrintStream(progress.line.before(System.err), true, charset));
        progress.clock = new Thread(progress::tick, "progress");
        progress.clock.setDaemon(true);
        progress.clock.start();
        return progress;
    }

    /**
     * Sets what is shown.
     *
     * @param text asked on another thread, such as {@code 3 of 10 matches}
     */
    public void show(final Supplier<String> text) {
        if (this != SILENT) {
            synchronized (this) {
                state = text;
            }
        }
    }

    private void tick() {
        try {
            while (true) {
                synchronized (this) {
                    wait(QUIET_MS);
                    line.show(terminal, text(state.get(), System.nanoTime() / 1_000_000 - startMs));
                }
            }
        } catch (final InterruptedException closed) {
            // Nothing is left to be shown.
        }
    }

    /** What stands on the line: {@code 3 of 10 matches, 12 s}. */
    static String text(final String state, final long elapsedMs) {
        final String time = elapsedMs / MS_PER_S + " s";
        final String all = state.isEmpty() ? time : state + ", " + time;
        return all.length() <= WIDTH ? all : all.substring(0, WIDTH);
    }

    /** Takes the line away, and not before it was written to its end. */
    @Override
    public synchronized void close() {
        if (clock != null) {
            clock.interrupt();
            line.hide();
        }
    }
}
