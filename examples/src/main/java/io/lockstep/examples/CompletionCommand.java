package io.lockstep.examples;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code lockstep completion}: lets a shell complete commands, options and the values that are known. */
@Command(name = "completion", description = {"Prints a script that lets bash or zsh complete this command line.",
    "Type: source <(./lockstep completion)"})
final class CompletionCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    CompletionCommand() {
    }

    @Override
    public Integer call() {
        spec.commandLine().getOut().print(AutoComplete.bash("lockstep", Lockstep.commandLine()));
        spec.commandLine().getOut().flush();
        return 0;
    }
}
