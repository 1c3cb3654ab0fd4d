package io.lockstep.examples;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import picocli.CommandLine;

/** One run of the command line in this process, with what it printed. */
public record CommandRun(int code, List<String> out, List<String> err) {

    public static CommandRun of(final String... args) {
        final StringWriter out = new StringWriter();
        final StringWriter err = new StringWriter();
        final CommandLine line = Lockstep.commandLine();
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(err, true));
        final int code = line.execute(args);
        return new CommandRun(code, out.toString().lines().toList(), err.toString().lines().toList());
    }
}
