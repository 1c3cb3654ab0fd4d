package io.lockstep.examples.internet;

import io.lockstep.examples.meeting.Meeting;
import io.lockstep.examples.meeting.MeetingPanel;
import io.lockstep.examples.peer.PeerWindow;
import io.lockstep.examples.view.GameWindow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import javax.swing.SwingUtilities;

/**
 * The window of who meets others by a code: who has come and how far it is, then the match, and why it has ended if it
 * was not in peace.
 */
final class Stage {

    private static final String TITLE = "Lockstep: a match by code";
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final Meeting meeting;
    private GameWindow window;
    /** The event thread's. */
    private MeetingPanel panel;
    private Runnable onLeave = () -> { };
    private boolean left;

    private Stage(final Meeting meeting) {
        this.meeting = meeting;
    }

    /** Opens a window, which vanishes as soon as it is left. */
    static Stage open(final Meeting meeting) {
        final Stage stage = new Stage(meeting);
        stage.window = GameWindow.open(TITLE, () -> stage.panel("Close", stage::leaveAndClose), stage::leaveAndClose);
        if (stage.window == null) {
            throw new IllegalArgumentException("--window: there is no display to open a window on");
        }
        return stage;
    }

    /** Takes the place of what a window shows, whose owner knows what comes afterwards; on the event thread. */
    static Stage in(final GameWindow window, final Meeting meeting) {
        final Stage stage = new Stage(meeting);
        stage.window = window;
        window.show(TITLE, stage.panel("Back", stage::leave));
        return stage;
    }

    private MeetingPanel panel(final String leave, final Runnable action) {
        panel = new MeetingPanel(meeting, leave, action);
        return panel;
    }

    Meeting meeting() {
        return meeting;
    }

    /** Sets what is done when it is left, at once if that has happened before. */
    synchronized void onLeave(final Runnable action) {
        onLeave = action;
        if (left) {
            action.run();
        }
    }

    /** Somebody wishes to go; from any thread. */
    synchronized void leave() {
        left = true;
        onLeave.run();
    }

    private void leaveAndClose() {
        close();
        leave();
    }

    /** Shows a match from now on. */
    PeerWindow match(final int players, final int player) {
        return PeerWindow.in(window, players, player);
    }

    /** Shows why there is no match, or no longer. */
    void fail(final String why) {
        meeting.fail(why);
        SwingUtilities.invokeLater(() -> {
            if (window.content() != panel) {
                window.show(TITLE, panel);
            }
        });
    }

    /** Why there is none; null if there was nothing. */
    String failure() {
        return meeting.shown().failure();
    }

    /** Lets somebody read what it shows. */
    void awaitLeave(final BooleanSupplier stop) {
        while (!stop.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    void close() {
        window.close();
    }
}
