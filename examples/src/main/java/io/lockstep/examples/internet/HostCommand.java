package io.lockstep.examples.internet;

import io.lockstep.examples.peer.MatchOptions;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.lobby.LobbyException;
import io.lockstep.transport.ice.match.InternetMatch;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code lockstep host}: makes a match in a lobby, prints its code, and plays when all seats are taken. */
@Command(name = "host", sortOptions = false, description = {
    "Makes a match in a lobby, prints the code for the others, and plays dogfight when all have come.",
    "A bot plays, or with --window you with the keyboard. The window also shows who has come.", ""},
    exitCodeListHeading = "%nExit code:%n", exitCodeList = {" 0:The match was played to its end.",
        " 1:It failed; one line says what to try.", " 2:Wrong arguments.", "130, 143:Left after Ctrl-C or SIGTERM."})
public final class HostCommand implements Callable<Integer> {

    private static final int MOST_SEATS = 8;
    private static final int LONGEST_WAIT_S = 3600;
    private static final long AGAIN_NS = TimeUnit.SECONDS.toNanos(2);
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    @Spec
    private CommandSpec spec;

    @Option(names = "--seats", paramLabel = "N", defaultValue = "2",
        description = "Players, this one included, 2 to 8 (default ${DEFAULT-VALUE}).")
    private int seats;

    @Option(names = "--wait", paramLabel = "SECONDS",
        description = "Starts after so long with who is there, if that is anybody; without it, when all seats are "
            + "taken.")
    private Integer wait;

    @Option(names = "--late", description = "Lets players in by the code after the start, in seats that are free.")
    private boolean late;

    @Option(names = "--frames", paramLabel = "N",
        description = "The match has frames 0 to N-1. Without it: until Ctrl-C.")
    private Long frames;

    @Mixin
    private final InternetOptions options = new InternetOptions();

    private final Stage stage;

    /** A command to be filled in by the command line. */
    public HostCommand() {
        this(null);
    }

    /** One that shows itself in a window that is there already. */
    HostCommand(final Stage stage) {
        this.stage = stage;
    }

    @Override
    public Integer call() {
        range("--seats", seats, 2, MOST_SEATS);
        range("--frames", frames == null ? 1 : frames, 1, Long.MAX_VALUE);
        range("--wait", wait == null ? 1 : wait, 1, LONGEST_WAIT_S);
        final Entry entry = new Entry(spec, options, stage);
        return entry.enter("Hosting a match", config -> InternetMatch.host(config, seats, late,
            InternetPlay.settings(frames == null ? MatchOptions.ENDLESS : frames)), this::start);
    }

    /** Shows the code, and starts on a thread of its own: connecting waits for that. */
    private void start(final InternetMatch match, final StopSignal stop, final InternetPlay play) {
        final String typed = "lockstep join " + match.code() + options.asTyped();
        play.meeting().invite(match.code());
        play.meeting().explain("Tell the others this code. They press \"Play with a friend\" in lockstep demo, or "
            + "type:\n" + typed);
        play.print("The code is " + match.code() + ". The others type: " + typed);
        final Thread starter = new Thread(() -> startWhenAllAreHere(match, stop, play), "host");
        starter.setDaemon(true);
        starter.start();
    }

    private void startWhenAllAreHere(final InternetMatch match, final StopSignal stop, final InternetPlay play) {
        final long beganNs = System.nanoTime();
        boolean told = false;
        while (!stop.getAsBoolean()) {
            final int here = match.roster() == null ? 0 : match.roster().peers().size();
            final boolean waited = wait != null && System.nanoTime() - beganNs > TimeUnit.SECONDS.toNanos(wait);
            final boolean enough = waited || play.meeting().isStartAsked();
            if ((here == seats || enough && here > 1) && started(match, play)) {
                return;
            }
            if (waited && here <= 1 && !told) {
                told = true;
                play.say("Nobody has come within " + wait + " s; the match starts with the first who does. "
                    + "Ctrl-C ends it.");
            }
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    /** The lobby may be away for a moment; a match that is over ends the wait by itself. */
    private static boolean started(final InternetMatch match, final InternetPlay play) {
        try {
            match.start();
            return true;
        } catch (final LobbyException failed) {
            play.say(failed.getMessage());
            LockSupport.parkNanos(AGAIN_NS);
            return failed.reason() != LobbyException.Reason.UNREACHABLE && failed.reason()
                != LobbyException.Reason.WAIT && failed.reason() != LobbyException.Reason.BUSY;
        } catch (final IllegalStateException closed) {
            return true;
        }
    }

    private void range(final String what, final long value, final long min, final long max) {
        if (value < min || value > max) {
            throw new ParameterException(spec.commandLine(), what + " is " + value + ", allowed is " + min + " to "
                + max);
        }
    }
}
