package io.lockstep.examples.view;

import java.awt.AWTError;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Frame;
import java.awt.GraphicsConfiguration;
import java.awt.GraphicsEnvironment;
import java.awt.HeadlessException;
import java.awt.Insets;
import java.awt.Rectangle;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import java.util.function.Supplier;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.SwingUtilities;
import javax.swing.WindowConstants;

/**
 * A window that shows one thing at a time, such as a match with one view or several and the keys below. It fits on the
 * screen and can be resized; F3 shows the net graph in every view. It only shows: a match is played on another thread.
 */
public final class GameWindow {

    /** What the system's title bar takes, and may take on both sides. */
    private static final int TITLE_BAR = 40;
    private static final int FRAME = 12;

    private JFrame frame;
    private JComponent content;

    private GameWindow() {
    }

    /**
     * Whether there is a display to open a window on.
     *
     * @return false where {@link #open} would answer null
     */
    public static boolean isPossible() {
        try {
            return !GraphicsEnvironment.isHeadless()
                && GraphicsEnvironment.getLocalGraphicsEnvironment().getDefaultScreenDevice() != null;
        } catch (final HeadlessException | AWTError | LinkageError unusable) {
            return false;
        }
    }

    /**
     * Opens a window with a match.
     *
     * @param title     of the window
     * @param views     side by side, in as many rows as make them largest
     * @param keyboards which listen to it
     * @param help      what the keys do
     * @param below     made on the event thread, shown between views and help; may answer null for nothing
     * @param onClose   run on the event thread when the user closes it
     * @return the window, or null when there is no display or it cannot be opened
     */
    public static GameWindow open(final String title, final List<DogfightPanel> views,
                                  final List<KeyboardInput> keyboards, final KeyHelp help, final Extra below,
                                  final Runnable onClose) {
        final GameWindow window = new GameWindow();
        return window.opened(title, () -> new GamePane(views, keyboards, help, below.make(window)), onClose);
    }

    /**
     * Opens a window.
     *
     * @param title   of the window
     * @param first   makes what it shows, on the event thread
     * @param onClose run on the event thread when the user closes it
     * @return the window, or null when there is no display or it cannot be opened
     */
    public static GameWindow open(final String title, final Supplier<JComponent> first, final Runnable onClose) {
        return new GameWindow().opened(title, first, onClose);
    }

    /** Makes what is shown below the views. */
    public interface Extra {

        /**
         * Makes it.
         *
         * @param window it will be in
         * @return a component that takes no focus, so that the keys stay with the ships; null for nothing
         */
        JComponent make(GameWindow window);
    }

    private GameWindow opened(final String title, final Supplier<JComponent> first, final Runnable onClose) {
        if (!isPossible()) {
            return null;
        }
        try {
            SwingUtilities.invokeAndWait(() -> build(title, first.get(), onClose));
            return this;
        } catch (final HeadlessException | AWTError | LinkageError | InvocationTargetException unusable) {
            return null;
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private void build(final String title, final JComponent first, final Runnable onClose) {
        frame = new JFrame();
        frame.setIconImages(WindowIcon.images());
        frame.setBackground(Color.BLACK);
        frame.getContentPane().setBackground(Color.BLACK);
        frame.setDefaultCloseOperation(WindowConstants.DO_NOTHING_ON_CLOSE);
        frame.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(final WindowEvent event) {
                onClose.run();
            }
        });
        replace(title, first);
        frame.pack();
        bound();
        frame.setLocationByPlatform(true);
        frame.setVisible(true);
        content.requestFocusInWindow();
    }

    /**
     * Shows something else from now on in the window as it is; on the event thread.
     *
     * @param title of the window
     * @param shown takes the place of what was there and gets the focus; the window is at least of its minimum size
     */
    public void show(final String title, final JComponent shown) {
        replace(title, shown);
        bound();
    }

    /**
     * How large what it shows can be for the window to fit on this screen.
     *
     * @return pixels
     */
    public static Dimension room() {
        final Rectangle screen = GraphicsEnvironment.getLocalGraphicsEnvironment().getMaximumWindowBounds();
        return new Dimension(screen.width - FRAME, screen.height - TITLE_BAR);
    }

    private void replace(final String title, final JComponent shown) {
        if (content != null) {
            frame.remove(content);
        }
        content = shown;
        frame.setTitle(title);
        frame.add(shown, BorderLayout.CENTER);
        frame.revalidate();
        frame.repaint();
        shown.requestFocusInWindow();
    }

    /**
     * Shows a match from now on, soon, in a window as large as it needs if that is not maximized; from any thread.
     *
     * @param title     of the window
     * @param views     side by side, in as many rows as make them largest
     * @param keyboards which listen to it
     * @param help      what the keys do
     */
    public void show(final String title, final List<DogfightPanel> views, final List<KeyboardInput> keyboards,
                     final KeyHelp help) {
        SwingUtilities.invokeLater(() -> {
            replace(title, new GamePane(views, keyboards, help, null));
            if (frame.getExtendedState() == Frame.NORMAL) {
                frame.setMinimumSize(null);
                frame.pack();
            }
            bound();
        });
    }

    /** Sizes the window for its content, as far as the screen has room, and keeps all of it on the screen. */
    private void bound() {
        final Insets border = frame.getInsets();
        final Dimension least = content.getMinimumSize();
        final Rectangle screen = screen();
        frame.setMinimumSize(new Dimension(Math.min(screen.width, least.width + border.left + border.right),
            Math.min(screen.height, least.height + border.top + border.bottom)));
        if (frame.isShowing() && frame.getExtendedState() == Frame.NORMAL) {
            frame.setBounds(placed(frame.getBounds(), screen));
        }
    }

    /** Returns the part of the window's screen that no task bar covers. */
    private Rectangle screen() {
        final GraphicsConfiguration display = frame.getGraphicsConfiguration();
        final Rectangle screen = display.getBounds();
        final Insets taken = frame.getToolkit().getScreenInsets(display);
        return new Rectangle(screen.x + taken.left, screen.y + taken.top,
            screen.width - taken.left - taken.right, screen.height - taken.top - taken.bottom);
    }

    /** Returns the window's bounds, limited to the screen and moved onto it as little as possible. */
    static Rectangle placed(final Rectangle window, final Rectangle screen) {
        final int width = Math.min(window.width, screen.width);
        final int height = Math.min(window.height, screen.height);
        return new Rectangle(Math.max(screen.x, Math.min(window.x, screen.x + screen.width - width)),
            Math.max(screen.y, Math.min(window.y, screen.y + screen.height - height)), width, height);
    }

    /**
     * What it shows; on the event thread.
     *
     * @return what {@link #show} puts back
     */
    public JComponent content() {
        return content;
    }

    /**
     * What stands above it; on the event thread.
     *
     * @return the title
     */
    public String title() {
        return frame.getTitle();
    }

    /** Shows the net graph in every view of a match, or no longer; on the event thread. */
    public void toggleGraph() {
        if (content instanceof GamePane pane) {
            pane.toggleGraph();
        }
    }

    /** Takes the window off the screen; from any thread. */
    public void close() {
        SwingUtilities.invokeLater(frame::dispose);
    }
}
