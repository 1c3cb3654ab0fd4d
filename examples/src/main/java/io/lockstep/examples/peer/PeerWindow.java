package io.lockstep.examples.peer;

import io.lockstep.core.game.InputSource;
import io.lockstep.core.transport.TransportException;
import io.lockstep.examples.view.GameWindow;
import io.lockstep.examples.view.KeyHelp;
import io.lockstep.examples.view.KeyboardInput;
import io.lockstep.examples.view.Pilot;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** The window of who plays alone at this machine: the view, and the whole keyboard for one ship. */
public final class PeerWindow implements AutoCloseable {

    /** Time between two checks whether a window was closed: too short to notice. */
    private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

    private final PeerView view;
    private final KeyboardInput keyboard;
    private final GameWindow window;

    private PeerWindow(final PeerView view, final KeyboardInput keyboard, final GameWindow window) {
        this.view = view;
        this.keyboard = keyboard;
        this.window = window;
    }

    /**
     * Opens a window.
     *
     * @param players of the match, 2 to 32
     * @param player  who plays here
     * @param onClose run on another thread when the user closes it
     * @return the window, which shows nothing yet
     * @throws TransportException with one line for a person when there is no display
     */
    public static PeerWindow open(final int players, final int player, final Runnable onClose) {
        final PeerView view = new PeerView(players, player);
        final KeyboardInput keyboard = KeyboardInput.both();
        final GameWindow window = GameWindow.open(title(player), List.of(view.panel()), List.of(keyboard), help(),
            frame -> null, onClose);
        if (window == null) {
            throw new TransportException("--window: there is no display to open a window on");
        }
        return new PeerWindow(view, keyboard, window);
    }

    /**
     * Shows a match in a window that has shown something else until now.
     *
     * @param window  where
     * @param players of the match, 2 to 32
     * @param player  who plays here
     * @return what shows nothing yet
     */
    public static PeerWindow in(final GameWindow window, final int players, final int player) {
        final PeerView view = new PeerView(players, player);
        final KeyboardInput keyboard = KeyboardInput.both();
        window.show(title(player), List.of(view.panel()), List.of(keyboard), help());
        return new PeerWindow(view, keyboard, window);
    }

    private static String title(final int player) {
        return "Lockstep: player " + player;
    }

    private static KeyHelp help() {
        return new KeyHelp("A bot flies until you press a key. F3 shows the net graph.",
            "You fly. F3 shows the net graph.",
            List.of(KeyboardInput.arrows().help(), "or " + KeyboardInput.wasd().help()));
    }

    /**
     * Who flies the ship.
     *
     * @param window where somebody may press keys, null for nowhere
     * @param bot    who flies until somebody does, and then never again
     * @return the bot, or both
     */
    public static InputSource pilot(final PeerWindow window, final InputSource bot) {
        return window == null ? bot : new Pilot(window.keyboard, bot, Pilot.FOR_GOOD);
    }

    /**
     * Shows a peer, and has a game loop keep it shown while no frame is played, too.
     *
     * @param runner the loop
     * @param window where, null for nowhere
     * @param peer   that the loop drives
     */
    public static void drive(final MatchRunner runner, final PeerWindow window, final MatchPeer peer) {
        if (window != null) {
            window.view.attach(peer);
            runner.network(nowNs -> {
                window.view.refresh(nowNs);
                return false;
            });
        }
    }

    /**
     * Sets the names of the players.
     *
     * @param names the names by player number; an empty text for an unknown name
     */
    public void names(final List<String> names) {
        view.panel().names(names);
    }

    /**
     * Shows why there is no match, or no match any more, until the window is closed.
     *
     * @param head   a few words
     * @param why    one line for a person
     * @param advice what to try
     * @param stop   returns true once the window is closed, or the process has to end
     */
    void keep(final String head, final String why, final String advice, final BooleanSupplier stop) {
        keep(view, head, why, advice, stop);
    }

    static void keep(final PeerView view, final String head, final String why, final String advice,
                     final BooleanSupplier stop) {
        view.pin(head + '\n' + why + ".\n" + advice);
        while (!stop.getAsBoolean()) {
            LockSupport.parkNanos(LOOK_NS);
        }
    }

    @Override
    public void close() {
        window.close();
    }
}
