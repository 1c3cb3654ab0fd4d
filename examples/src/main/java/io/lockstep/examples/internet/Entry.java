package io.lockstep.examples.internet;

import io.lockstep.examples.peer.StopSignal;
import io.lockstep.lobby.LobbyException;
import io.lockstep.transport.ice.match.InternetConfig;
import io.lockstep.transport.ice.match.InternetMatch;
import io.lockstep.transport.ice.match.NoWayException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The way into a match and out of it again, the same for a host and for a guest: what fails is one line. */
final class Entry {

    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How a seat is taken. */
    interface Door {
        InternetMatch open(InternetConfig config) throws LobbyException;
    }

    /** What is done as soon as it is. */
    interface Arrival {
        void greet(InternetMatch match, StopSignal stop, InternetPlay play);
    }

    private final CommandSpec spec;
    private final InternetOptions options;

    Entry(final CommandSpec spec, final InternetOptions options) {
        this.spec = spec;
        this.options = options;
    }

    int enter(final Door door, final Arrival arrival) {
        final InternetPlay play = new InternetPlay(spec.commandLine().getOut());
        try (StopSignal stop = StopSignal.install(); InternetMatch match = door.open(options.config())) {
            final TicketFile ticket = new TicketFile(options.ticket(match.seat(), match.code()));
            ticket.write(match.ticket());
            try {
                arrival.greet(match, stop, play);
                leaveWhenStopped(Thread.currentThread(), stop);
                return end(play.run(match, stop));
            } finally {
                // The stop that ended the play is not to end the leaving.
                Thread.interrupted();
                ticket.delete();
                match.leave();
            }
        } catch (final InterruptedException stopped) {
            return 0;
        } catch (final LobbyException | NoWayException failed) {
            return fail(failed.getMessage());
        } catch (final IOException failed) {
            return fail("cannot write the ticket: " + failed.getMessage());
        } catch (final IllegalArgumentException wrong) {
            throw new ParameterException(spec.commandLine(), wrong.getMessage());
        }
    }

    /** Ctrl-C ends the wait for others, too. */
    private static void leaveWhenStopped(final Thread waiting, final StopSignal stop) {
        final Thread watch = new Thread(() -> {
            while (!stop.getAsBoolean()) {
                LockSupport.parkNanos(LOOK_NS);
            }
            waiting.interrupt();
        }, "stop");
        watch.setDaemon(true);
        watch.start();
    }

    private int end(final String problem) {
        return problem == null ? 0 : fail(problem);
    }

    private int fail(final String why) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(spec.qualifiedName() + ": " + why);
        err.flush();
        return 1;
    }
}
