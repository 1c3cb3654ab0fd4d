package io.lockstep.examples.internet;

import io.lockstep.lobby.LanMatch;
import io.lockstep.lobby.LanSearch;
import io.lockstep.lobby.LobbyException;
import io.lockstep.transport.ice.match.InternetConfig;
import io.lockstep.transport.ice.match.InternetMatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code lockstep join}: takes a seat in a match by its code, before the start or late, or comes back to one. */
@Command(name = "join", sortOptions = false, description = {
    "Takes a seat in a match by its code, and plays dogfight.", "A bot plays, or with --window you with the keyboard.",
    "After a crash the same line with --rejoin brings the player back.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {" 0:The match was played to its end.",
        " 1:It failed; one line says what to try.", " 2:Wrong arguments.", "130, 143:Left after Ctrl-C or SIGTERM."})
public final class JoinCommand implements Callable<Integer> {

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "CODE", arity = "0..1", description = "As the host sees it; case, dashes and spaces mean "
        + "nothing. With --lan it may be left out: a host is looked for.")
    private String code;

    @Option(names = "--rejoin", description = "Comes back to the match, with the ticket of before.")
    private boolean rejoin;

    @Mixin
    private final InternetOptions options = new InternetOptions();

    private final Stage stage;

    /** A command to be filled in by the command line. */
    public JoinCommand() {
        this(null);
    }

    /** One that shows itself in a window that is there already. */
    JoinCommand(final Stage stage) {
        this.stage = stage;
    }

    @Override
    public Integer call() {
        final Entry entry = new Entry(spec, options, stage);
        if (code == null && (rejoin || !options.isLan())) {
            throw new ParameterException(spec.commandLine(), "CODE is missing: ask the host for it"
                + (rejoin ? "" : ", or look for a host in this network with --lan"));
        }
        if (rejoin) {
            final String ticket = read(ticket());
            return entry.enter("Coming back to " + code, config -> InternetMatch.rejoin(config, ticket),
                (match, stop, play) -> play.say("Back in seat " + match.seat() + "."));
        }
        return entry.enter(code == null ? "Joining a match" : "Joining " + code,
            this::join,
            (match, stop, play) -> {
                play.print("This is player " + match.seat() + ".");
                play.meeting().explain("The match begins when all seats are taken, or when its host starts it.");
            });
    }

    /** A player who was in the match has its ticket. */
    private InternetMatch join(final InternetConfig config) throws LobbyException, Entry.NotThere {
        final String known = code == null ? near() : code;
        try {
            return InternetMatch.join(config, known);
        } catch (final LobbyException refused) {
            final boolean isBegun = refused.reason() == LobbyException.Reason.STARTED
                || refused.reason() == LobbyException.Reason.FULL;
            if (!isBegun || tickets(known).isEmpty()) {
                throw refused;
            }
            throw new Entry.NotThere(refused.getMessage() + ": " + options.rejoining(known));
        }
    }

    /** The code of the only match in this network that has a free seat. */
    private String near() throws LobbyException, Entry.NotThere {
        final List<LanMatch> all = LanSearch.all(options.isLoopback());
        final List<LanMatch> open = all.stream().filter(LanMatch::open).toList();
        if (open.size() == 1) {
            return open.get(0).code();
        }
        final String why = open.isEmpty() ? "no match in this network has a free seat: wait for one, or host another"
            : "several matches in this network have free seats; name one: lockstep join " + open.get(0).code()
                + options.asTyped();
        throw new Entry.NotThere(why + all.stream().map(JoinCommand::line).collect(Collectors.joining()));
    }

    private static String line(final LanMatch match) {
        return System.lineSeparator() + "  " + match.code() + "  " + match.host() + ", " + match.taken() + " of "
            + match.seats() + " seats taken" + (match.open() || match.taken() == match.seats() ? "" : ", started");
    }

    /** The one of this code; which seat it is of is in its name. */
    private TicketFile ticket() {
        if (options.ticket() != null) {
            return new TicketFile(options.ticket());
        }
        final List<Path> tickets = tickets(code);
        if (tickets.size() == 1) {
            return new TicketFile(tickets.get(0));
        }
        throw new ParameterException(spec.commandLine(), tickets.isEmpty()
            ? "there is no ticket of " + code + " in this folder: go to the one where it was joined, or name the "
                + "file with --ticket" : "there are tickets of several seats of " + code + " in this folder: name "
                + "one with --ticket, such as " + tickets.get(0).getFileName());
    }

    /** Returns the tickets of a match in this folder. */
    private List<Path> tickets(final String known) {
        final String end = plain(known) + ".TICKET";
        try (Stream<Path> here = Files.list(Path.of(""))) {
            return here.filter(file -> file.getFileName().toString().matches("lockstep-[0-7]-.*")
                && plain(file.getFileName().toString()).endsWith(end)).toList();
        } catch (final IOException unreadable) {
            throw new ParameterException(spec.commandLine(), "cannot look for a ticket in this folder: name it with "
                + "--ticket");
        }
    }

    private String read(final TicketFile ticket) {
        try {
            return ticket.read();
        } catch (final IllegalArgumentException missing) {
            throw new ParameterException(spec.commandLine(), missing.getMessage());
        }
    }

    private static String plain(final String code) {
        return code.toUpperCase(Locale.ROOT).replace("-", "").replace(" ", "");
    }
}
