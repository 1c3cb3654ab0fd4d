package io.lockstep.examples;

import io.lockstep.examples.bandwidth.BandwidthCommand;
import io.lockstep.examples.benchmarks.BenchCommand;
import io.lockstep.examples.demo.DemoCommand;
import io.lockstep.examples.inspect.InspectCommand;
import io.lockstep.examples.internet.HostCommand;
import io.lockstep.examples.internet.JoinCommand;
import io.lockstep.examples.internet.LobbyCommand;
import io.lockstep.examples.peer.KeyCommand;
import io.lockstep.examples.peer.PeerCommand;
import io.lockstep.examples.replay.ReplayCommand;
import io.lockstep.examples.soak.SoakCommand;
import io.lockstep.examples.stat.StatCommand;
import io.lockstep.examples.watch.WatchCommand;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line's entry: {@code lockstep COMMAND}. A mistake is one clear line and exit code 2, never a stack trace.
 */
@Command(name = "lockstep", description = "Peer-to-peer deterministic lockstep netcode.",
    mixinStandardHelpOptions = true, versionProvider = Lockstep.Version.class, scope = CommandLine.ScopeType.INHERIT)
public final class Lockstep implements Runnable {

    private static final List<Class<?>> COMMANDS = List.of(DemoCommand.class, PeerCommand.class, WatchCommand.class,
        ReplayCommand.class, InspectCommand.class, SoakCommand.class, BenchCommand.class, BandwidthCommand.class,
        KeyCommand.class, StatCommand.class, LobbyCommand.class, HostCommand.class, JoinCommand.class);

    @Spec
    private CommandSpec spec;

    /** A command line; see {@link #commandLine()}. */
    public Lockstep() {
    }

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args what the user typed
     */
    public static void main(final String[] args) {
        System.exit(commandLine(args.length > 0 ? args[0] : "").execute(args));
    }

    /**
     * Builds the command line with every subcommand.
     *
     * @return a new one
     */
    public static CommandLine commandLine() {
        return commandLine("");
    }

    /** Builds it with the one that is named, if there is such a one: all others take as long as a start of Java. */
    private static CommandLine commandLine(final String named) {
        final CommandLine line = new CommandLine(new Lockstep());
        final boolean isNamed = COMMANDS.stream().anyMatch(command -> nameOf(command).equals(named));
        COMMANDS.stream().filter(command -> !isNamed || nameOf(command).equals(named)).forEach(line::addSubcommand);
        // Not in the annotation: the commands would inherit it, and bench runs without a command of its own.
        line.getCommandSpec().usageMessage().synopsisSubcommandLabel("COMMAND");
        line.setParameterExceptionHandler((problem, args) -> explain(problem));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            final String why = failure.getMessage();
            command.getErr().println(command.getCommandSpec().qualifiedName() + ": "
                + (why == null ? failure.getClass().getSimpleName() : why));
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
        return line;
    }

    private static String nameOf(final Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    private static int explain(final ParameterException problem) {
        final CommandLine command = problem.getCommandLine();
        final PrintWriter err = command.getErr();
        final String name = command.getCommandSpec().qualifiedName();
        err.println(name + ": " + problem.getMessage());
        if (!UnmatchedArgumentException.printSuggestions(problem, err)) {
            err.println("Try '" + name + " --help'.");
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** Called when no command was named: shows which there are. */
    @Override
    public void run() {
        spec.commandLine().usage(spec.commandLine().getErr());
        throw new ParameterException(spec.commandLine(), "a command is missing");
    }

    /** Takes the version from the jar's manifest. */
    static final class Version implements CommandLine.IVersionProvider {
        @Override
        public String[] getVersion() {
            final String version = Lockstep.class.getPackage().getImplementationVersion();
            return new String[] {"lockstep " + (version == null ? "(development build)" : version)};
        }
    }
}
