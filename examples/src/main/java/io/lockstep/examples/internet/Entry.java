package io.lockstep.examples.internet;

import io.lockstep.core.game.EndReason;
import io.lockstep.examples.meeting.Meeting;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.lobby.LobbyException;
import io.lockstep.transport.ice.match.InternetConfig;
import io.lockstep.transport.ice.match.InternetMatch;
import io.lockstep.transport.ice.match.NoWayException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The way into a match and out of it again, the same for a host and for a guest: what fails is one line. */
final class Entry {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How a seat is taken. */
    interface Door {
        InternetMatch open(InternetConfig config) throws LobbyException, NotThere;
    }

    /** What is done as soon as it is. */
    interface Arrival {
        void greet(InternetMatch match, StopSignal stop, InternetPlay play);
    }

    /** There is no match to go into; the message says what to try. */
    static final class NotThere extends Exception {
        private static final long serialVersionUID = 1L;

        NotThere(final String message) {
            super(message);
        }
    }

    private final CommandSpec spec;
    private final InternetOptions options;
    private final boolean inherited;
    /** Null without a window. */
    private Stage stage;

    /** In a window that somebody else closes; null for one of its own, if any. */
    Entry(final CommandSpec spec, final InternetOptions options, final Stage stage) {
        this.spec = spec;
        this.options = options;
        this.stage = stage;
        inherited = stage != null;
    }

    /** What is to be done, in plain words, how, and what then. */
    int enter(final String what, final Door door, final Arrival arrival) {
        final InternetConfig config;
        try {
            config = options.config();
        } catch (final IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
        final Meeting meeting = inherited ? stage.meeting() : new Meeting();
        meeting.begin(what, options.firstLine());
        if (options.isWindowed() && !inherited) {
            stage = Stage.open(meeting);
        }
        final CommandLine line = spec.commandLine();
        final InternetPlay play = new InternetPlay(options.isJson() ? line.getErr() : line.getOut(),
            options.isJson() ? line.getOut() : null, meeting, stage);
        try (StopSignal stop = StopSignal.install()) {
            if (stage != null) {
                stage.onLeave(stop::request);
            }
            final int code = enterUntil(stop, config, door, arrival, play);
            if (stage != null && !inherited && stage.failure() != null) {
                stage.awaitLeave(stop);
            }
            return code;
        } finally {
            if (stage != null && !inherited) {
                stage.close();
            }
        }
    }

    private int enterUntil(final StopSignal stop, final InternetConfig config, final Door door, final Arrival arrival,
                           final InternetPlay play) {
        final Interrupter watch = new Interrupter(stop);
        try {
            return enter(config, door, arrival, play, stop);
        } finally {
            watch.end();
        }
    }

    private int enter(final InternetConfig config, final Door door, final Arrival arrival, final InternetPlay play,
                      final StopSignal stop) {
        try (InternetMatch match = door.open(config)) {
            final TicketFile ticket = new TicketFile(options.ticket(match.seat(), match.code()));
            ticket.write(match.ticket());
            boolean mayComeBack = false;
            try {
                arrival.greet(match, stop, play);
                final String problem = play.run(match, stop);
                // Without a match there is nothing to come back to.
                mayComeBack = problem != null && hasLobby(match) && play.end() != EndReason.NO_MATCH;
                return problem == null ? 0 : fail(problem + (mayComeBack ? comeBack(match, play.end()) : ""));
            } catch (final NoWayException failed) {
                mayComeBack = hasLobby(match);
                return fail(failed.getMessage() + (mayComeBack ? comeBack(match, play.end()) : ""));
            } finally {
                // The stop that ended the play is not to end the leaving.
                Thread.interrupted();
                if (!mayComeBack) {
                    ticket.delete();
                    leave(match);
                }
            }
        } catch (final InterruptedException stopped) {
            return 0;
        } catch (final NotThere why) {
            return fail(why.getMessage());
        } catch (final IllegalArgumentException noTicket) {
            return fail(noTicket.getMessage());
        } catch (final LobbyException failed) {
            return stop.getAsBoolean() ? 0 : fail(failed.getMessage()
                + (failed.reason() == LobbyException.Reason.UNREACHABLE ? options.whereAsked() : ""));
        } catch (final IOException failed) {
            return fail("cannot write the ticket: " + failed.getMessage());
        }
    }

    /** A host in the local network takes its lobby along. */
    private boolean hasLobby(final InternetMatch match) {
        return !options.isLan() || match.seat() > 0;
    }

    private String comeBack(final InternetMatch match, final EndReason end) {
        return (end == EndReason.MISMATCH ? "; with the version that the others play, this brings you back: "
            : "; while the others play, this brings you back: ") + options.rejoining(match.code());
    }

    /** The lobby that cannot be told forgets the seat by itself. */
    private static void leave(final InternetMatch match) {
        try {
            match.leave();
        } catch (final LobbyException gone) {
            return;
        }
    }

    private int fail(final String why) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + why);
        err.flush();
        if (stage != null) {
            stage.fail(why);
        }
        return 1;
    }

    /** Ctrl-C ends the wait for others, too: interrupts the thread that made this when somebody has pressed it. */
    private static final class Interrupter {
        private final Thread waiting = Thread.currentThread();
        private boolean over;

        Interrupter(final StopSignal stop) {
            final Thread watch = new Thread(() -> {
                while (!interrupted(stop)) {
                    LockSupport.parkNanos(LOOK_NS);
                }
            }, "stop-watch");
            watch.setDaemon(true);
            watch.start();
        }

        /** Whether it has done so, or need not any more. */
        private synchronized boolean interrupted(final StopSignal stop) {
            if (!over && stop.getAsBoolean()) {
                over = true;
                waiting.interrupt();
            }
            return over;
        }

        /** Nobody is interrupted from now on; whoever waits next waits for something else. */
        synchronized void end() {
            over = true;
            Thread.interrupted();
        }
    }
}
