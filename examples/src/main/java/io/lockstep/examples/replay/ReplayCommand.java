package io.lockstep.examples.replay;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep replay}: what can be done with the recording of a match. */
@Command(name = "replay", synopsisSubcommandLabel = "COMMAND",
    description = {"Works with recordings of matches, as lockstep peer --record FILE makes them.", ""},
    subcommands = {PlayCommand.class, VerifyCommand.class, InfoCommand.class, SeekCommand.class, DiffCommand.class},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {
        " 0:All right.", " 1:Something differs.", " 2:Wrong arguments.",
        " 3:A recording is damaged, cut off, of a newer version or none at all. What can be read of it is used all the "
            + "same."})
public final class ReplayCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    /** A command to be filled in by the command line. */
    public ReplayCommand() {
        // Its subcommands do the work.
    }

    /** Called when no subcommand was named: shows which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }
}
