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
import io.lockstep.examples.terminal.Progress;
import io.lockstep.examples.watch.WatchCommand;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Column;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line's entry: {@code lockstep COMMAND}. A mistake is one clear line and exit code 2, never a stack trace.
 */
@Command(name = "lockstep", description = "Peer-to-peer deterministic lockstep netcode.",
    mixinStandardHelpOptions = true, versionProvider = Lockstep.Version.class, scope = CommandLine.ScopeType.INHERIT)
public final class Lockstep implements Runnable, Progress.Holder {

    private static final List<Class<?>> COMMANDS = List.of(DemoCommand.class, PeerCommand.class, WatchCommand.class,
        ReplayCommand.class, InspectCommand.class, SoakCommand.class, BenchCommand.class, BandwidthCommand.class,
        KeyCommand.class, StatCommand.class, LobbyCommand.class, HostCommand.class, JoinCommand.class,
        CompletionCommand.class, CommandLine.HelpCommand.class);

    /** Columns around an exit code in the help. */
    private static final int GAP = 5;

    private final Progress progress;

    @Spec
    private CommandSpec spec;

    private Lockstep(final Progress progress) {
        this.progress = progress;
    }

    /**
     * Runs a command and ends the process with its exit code.
     *
     * @param args what the user typed
     */
    public static void main(final String[] args) {
        final int code;
        try (Progress progress = Progress.begin()) {
            code = commandLine(args.length > 0 ? args[0] : "", progress).execute(args);
        }
        System.exit(code);
    }

    /**
     * Builds the command line with every subcommand.
     *
     * @return a new one
     */
    public static CommandLine commandLine() {
        return commandLine("", Progress.SILENT);
    }

    /** Builds it with the one that is named, if there is such a one: all others take as long as a start of Java. */
    private static CommandLine commandLine(final String named, final Progress progress) {
        final CommandLine line = new CommandLine(new Lockstep(progress));
        final boolean isNamed = !named.equals("help")
            && COMMANDS.stream().anyMatch(command -> nameOf(command).equals(named));
        COMMANDS.stream().filter(command -> !isNamed || nameOf(command).equals(named)).forEach(line::addSubcommand);
        // Not in the annotation: the commands would inherit it, and bench runs without a command of its own.
        line.getCommandSpec().usageMessage().synopsisSubcommandLabel("COMMAND");
        final Map<String, CommandLine.IHelpSectionRenderer> sections = new HashMap<>(line.getHelpSectionMap());
        sections.put(UsageMessageSpec.SECTION_KEY_EXIT_CODE_LIST, Lockstep::exitCodes);
        sections.put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, HelpGroups::options);
        line.setHelpSectionMap(sections);
        // SafeOutput removes all escape sequences, including ours.
        line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
        line.registerConverter(int.class, text -> number(text, Integer::valueOf));
        line.registerConverter(Integer.class, text -> number(text, Integer::valueOf));
        line.registerConverter(long.class, text -> number(text, Long::valueOf));
        line.registerConverter(Long.class, text -> number(text, Long::valueOf));
        line.registerConverter(double.class, text -> fraction(text));
        line.registerConverter(Double.class, text -> fraction(text));
        line.setParameterExceptionHandler((problem, args) -> explain(problem));
        line.setExecutionExceptionHandler((failure, command, parsed) -> {
            final String why = failure.getMessage();
            complain(command, why == null ? failure.getClass().getSimpleName() : why);
            return command.getCommandSpec().exitCodeOnExecutionException();
        });
        return line;
    }

    /** Codes and what they mean; a line that is too long goes on beneath its own text. */
    private static String exitCodes(final CommandLine.Help help) {
        final UsageMessageSpec usage = help.commandSpec().usageMessage();
        final int left = usage.exitCodeList().keySet().stream().mapToInt(String::length).max().orElse(0) + GAP;
        final CommandLine.Help.TextTable table = CommandLine.Help.TextTable.forColumns(help.colorScheme(),
            new Column(left, 2, Column.Overflow.SPAN), new Column(usage.width() - left, 0, Column.Overflow.WRAP));
        table.indentWrappedLines = 0;
        usage.exitCodeList().forEach(table::addRowValues);
        return table.toString();
    }

    /** Prints one line to standard error. */
    private static void complain(final CommandLine command, final String why) {
        command.getErr().println(command.getCommandSpec().qualifiedName() + ": " + why);
    }

    private static String nameOf(final Class<?> command) {
        return command.getAnnotation(Command.class).name();
    }

    /** Says what is wrong in a player's words, not in Java's. */
    private static <T extends Number> T number(final String text, final Function<String, T> reader) {
        try {
            return reader.apply(text);
        } catch (final NumberFormatException wrong) {
            throw new CommandLine.TypeConversionException("'" + text + (text.matches("[+-]?[0-9]+") ? "' is too large"
                : "' is not a whole number"));
        }
    }

    private static double fraction(final String text) {
        try {
            return Double.parseDouble(text);
        } catch (final NumberFormatException wrong) {
            throw new CommandLine.TypeConversionException("'" + text + "' is not a number");
        }
    }

    private static int explain(final ParameterException problem) {
        final CommandLine command = problem.getCommandLine();
        final PrintWriter err = command.getErr();
        complain(command, why(problem));
        if (!UnmatchedArgumentException.printSuggestions(problem, err)) {
            err.println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        }
        return command.getCommandSpec().exitCodeOnInvalidInput();
    }

    private static String why(final ParameterException problem) {
        if (!(problem instanceof UnmatchedArgumentException unmatched) || unmatched.isUnknownOption()) {
            return problem.getMessage();
        }
        final CommandLine command = problem.getCommandLine();
        final String first = unmatched.getUnmatched().get(0);
        return command.getSubcommands().isEmpty() || !command.getCommandSpec().positionalParameters().isEmpty()
            ? "'" + first + "' is more than there is a place for" : "there is no command '" + first + "'";
    }

    @Override
    public Progress progress() {
        return progress;
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
