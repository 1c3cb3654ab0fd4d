package io.lockstep.examples.peer;

import io.lockstep.core.security.Identity;
import io.lockstep.core.security.MatchKey;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep key}: makes the keys that {@code lockstep peer} plays with. Exit code 0, or 1 when it failed. */
@Command(name = "key", sortOptions = false, description = {
    "Makes a match's key, or a player's own keys, in a new file that its owner alone can read.",
    "", "The members of a match share one key:",
    "  lockstep key match.key", "and each peer is given it: lockstep peer --key-file match.key ...",
    "With an identity for each player, no member can play in another's place:",
    "  lockstep key --identity me.key",
    "prints what the others may know; a line for each player with that is the --roster.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {" 0:The file was made.", " 1:It failed.",
        " 2:Wrong arguments."})
public final class KeyCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Option(names = "--identity", description = "Make a player's own keys instead of a match's key.")
    private boolean identity;

    @Parameters(paramLabel = "FILE", description = "Where it goes; a file that is there is not overwritten.")
    private Path file;

    /** A command to be filled in by the command line. */
    public KeyCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        try {
            if (identity) {
                final Identity made = Identity.generate();
                made.write(file);
                spec.commandLine().getOut().println(made.publicIdentity().text());
            } else {
                MatchKey.generate().write(file);
            }
            spec.commandLine().getOut().flush();
            return 0;
        } catch (final IOException failed) {
            final String why = failed instanceof FileAlreadyExistsException ? file + " exists, and is not overwritten"
                : "cannot write " + file;
            spec.commandLine().getErr().println(spec.qualifiedName() + ": " + why);
            spec.commandLine().getErr().flush();
            return 1;
        }
    }
}
