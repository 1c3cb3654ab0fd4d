package io.lockstep.examples.internet;

import io.lockstep.examples.meeting.FriendForm;
import io.lockstep.examples.meeting.Invitation;
import io.lockstep.examples.meeting.Meeting;
import io.lockstep.examples.peer.StopSignal;
import io.lockstep.examples.view.GameWindow;
import io.lockstep.transport.ice.PathMesh;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import javax.swing.JComponent;
import javax.swing.SwingUtilities;
import picocli.CommandLine;

/**
 * A match with a friend in a window that shows something else at first: a form, then what {@code host} or {@code join}
 * does, and the form again with what went wrong.
 */
public final class FriendPlay {

    private static final String TITLE = "Lockstep: play with a friend";
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final PrintWriter out;
    private final PrintWriter err;
    /** The event thread's. */
    private FriendForm form;
    private volatile GameWindow window;
    private volatile Stage stage;
    private volatile Invitation chosen;
    private volatile boolean offered;
    private volatile boolean closed;

    /**
     * Offers nothing yet.
     *
     * @param out where a match is told of
     * @param err where it is told what went wrong
     */
    public FriendPlay(final PrintWriter out, final PrintWriter err) {
        this.out = out;
        this.err = err;
    }

    /**
     * Shows the form in the place of what a window shows, which is shown again when somebody goes back. On the event
     * thread.
     *
     * @param in    the window
     * @param begin run when a match with a friend is wished, which {@link #run} then plays
     */
    public void offer(final GameWindow in, final Runnable begin) {
        // Who fills in a form has the second that this takes.
        PathMesh.warmUp();
        window = in;
        offered = true;
        final JComponent before = in.content();
        final String title = in.title();
        form = new FriendForm(InternetOptions.THIS_MACHINE, invitation -> {
            final Meeting meeting = new Meeting();
            meeting.begin(invitation.hosting() ? "Hosting a match" : "Joining a match", "the match before ends");
            stage = Stage.in(in, meeting);
            chosen = invitation;
            begin.run();
        }, () -> {
            offered = false;
            in.show(title, before);
        });
        in.show(TITLE, form);
    }

    /**
     * Whether somebody looks at the form, or has filled it in, and has not closed the window.
     *
     * @return true when {@link #run} has something to do
     */
    public boolean isWanted() {
        return offered && !closed;
    }

    /** The window was closed; on the event thread. What ends after that nobody needs to see. */
    public void close() {
        closed = true;
        final Stage shown = stage;
        if (shown != null) {
            shown.close();
            shown.leave();
        }
    }

    /**
     * Plays with friends, one after the other, until the window is closed.
     *
     * @return the exit code of the last one; 0 if there was none
     */
    public int run() {
        int code = 0;
        try (StopSignal stop = StopSignal.install()) {
            if (chosen == null) {
                offerAgain(null);
            }
            for (Invitation next = await(stop); next != null; next = await(stop)) {
                code = play(next);
                offerAgain(stage.failure());
            }
        }
        return code;
    }

    /** There is nothing to go back to any more. */
    private void offerAgain(final String failure) {
        SwingUtilities.invokeLater(() -> {
            form.stay();
            form.complain(failure);
            window.show(TITLE, form);
        });
    }

    /** What somebody wishes next; null for nothing any more. */
    private Invitation await(final StopSignal stop) {
        while (chosen == null && !closed && !stop.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_NS);
        }
        final Invitation next = closed || stop.getAsBoolean() ? null : chosen;
        chosen = null;
        return next;
    }

    private int play(final Invitation invitation) {
        final List<String> words = invitation.typed();
        say(out, "A match with a friend, as by: lockstep " + words.stream()
            .map(word -> word.contains(" ") ? "'" + word + "'" : word).collect(Collectors.joining(" ")));
        final CommandLine line =
            new CommandLine(invitation.hosting() ? new HostCommand(stage) : new JoinCommand(stage));
        line.setCommandName("lockstep " + words.get(0)).setOut(out).setErr(err);
        line.setParameterExceptionHandler((wrong, args) -> fail(line, wrong));
        line.setExecutionExceptionHandler((failed, command, parsed) -> fail(line, failed));
        return line.execute(words.subList(1, words.size()).toArray(String[]::new));
    }

    private int fail(final CommandLine line, final Exception failed) {
        final String why = failed.getMessage() == null ? failed.getClass().getSimpleName() : failed.getMessage();
        say(err, line.getCommandName() + ": " + why);
        stage.fail(why);
        return 1;
    }

    private static void say(final PrintWriter to, final String line) {
        to.println(line);
        to.flush();
    }
}
