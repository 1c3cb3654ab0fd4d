package io.lockstep.examples.internet;

import io.lockstep.transport.ice.match.InternetMatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep join}: takes a seat in a match by its code, before the start or late, or comes back to one. */
@Command(name = "join", sortOptions = false, description = {
    "Takes a seat in a match by its code, and plays dogfight.", "There is no keyboard here: a bot plays.",
    "After a crash the same line with --rejoin brings the player back.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {" 0:The match was played to its end, or left by Ctrl-C.",
        " 1:It failed; one line says what to try.", " 2:Wrong arguments."})
public final class JoinCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CODE", description = "As the host sees it; case, dashes and spaces mean nothing.")
    private String code;

    @Option(names = "--rejoin", description = "Comes back to the match, with the ticket of before.")
    private boolean rejoin;

    @Mixin
    private final InternetOptions options = new InternetOptions();

    /** A command to be filled in by the command line. */
    public JoinCommand() {
        // The fields are options.
    }

    @Override
    public Integer call() {
        final Entry entry = new Entry(spec, options);
        return rejoin ? entry.enter(config -> InternetMatch.rejoin(config, new TicketFile(ticket()).read()),
            (match, stop, play) -> play.say("Back in seat " + match.seat() + "."))
            : entry.enter(config -> InternetMatch.join(config, code),
                (match, stop, play) -> play.say("This is player " + match.seat() + "."));
    }

    /** The one of this code; which seat it is of is in its name. */
    private Path ticket() {
        if (options.ticket() != null) {
            return options.ticket();
        }
        final String end = "-" + code.toUpperCase(Locale.ROOT) + ".ticket";
        try (Stream<Path> here = Files.list(Path.of(""))) {
            final List<Path> tickets = here.filter(file -> file.getFileName().toString().startsWith("lockstep-")
                && file.getFileName().toString().endsWith(end)).toList();
            if (tickets.size() == 1) {
                return tickets.get(0);
            }
            throw new IllegalArgumentException(
                (tickets.isEmpty() ? "there is no ticket" : "there are tickets of several seats") + " of " + code
                    + " here: name it with --ticket");
        } catch (final IOException unreadable) {
            throw new IllegalArgumentException("cannot look for a ticket here: name it with --ticket");
        }
    }
}
