package io.lockstep.examples.view;

import java.awt.AWTError;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.GraphicsEnvironment;
import java.awt.GridLayout;
import java.awt.HeadlessException;
import java.awt.Rectangle;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.JComponent;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingConstants;
import javax.swing.SwingUtilities;
import javax.swing.WindowConstants;

/**
 * A window with one view or several, the keys below, and room for what else belongs there. It fits on the screen and
 * can be resized; F3 shows the net graph in every view. It only shows: the match is played on another thread.
 */
public final class GameWindow {

    private static final int GAP = 6;
    private static final int MARGIN = 6;
    /** What the system's title bar takes, and may take on both sides. */
    private static final int TITLE_BAR = 40;
    private static final int FRAME = 12;
    /** A single view larger than this shows no more. */
    private static final int WIDEST_VIEW = 1000;
    private static final int NARROWEST_VIEW = 200;

    private final List<DogfightPanel> views;
    private final PaintPace pace;
    private JFrame frame;

    private GameWindow(final List<DogfightPanel> views) {
        this.views = List.copyOf(views);
        pace = new PaintPace(this.views);
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
     * Opens a window.
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
        if (!isPossible()) {
            return null;
        }
        try {
            final GameWindow window = new GameWindow(views);
            SwingUtilities.invokeAndWait(() -> window.build(title, keyboards, help, below, onClose));
            return window;
        } catch (final HeadlessException | AWTError | LinkageError | InvocationTargetException unusable) {
            return null;
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
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

    private void build(final String title, final List<KeyboardInput> keyboards, final KeyHelp help, final Extra below,
                       final Runnable onClose) {
        final JPanel south = new JPanel(new BorderLayout());
        south.setBackground(Color.BLACK);
        final JComponent extra = below.make(this);
        if (extra != null) {
            south.add(extra, BorderLayout.CENTER);
        }
        final JLabel keys = keys(help);
        south.add(keys, BorderLayout.SOUTH);
        final JPanel grid = new JPanel();
        grid.setBackground(Color.BLACK);
        final Rectangle screen = GraphicsEnvironment.getLocalGraphicsEnvironment().getMaximumWindowBounds();
        layOut(grid, screen.width - FRAME, screen.height - TITLE_BAR - south.getPreferredSize().height);
        keyboards.forEach(keyboard -> keyboard.listenTo(grid));
        grid.setFocusable(true);
        grid.addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(final KeyEvent event) {
                if (event.getKeyCode() == KeyEvent.VK_F3) {
                    toggleGraph();
                } else if (keyboards.stream().anyMatch(keyboard -> keyboard.knows(event))) {
                    keys.setText(help.text(true));
                }
            }
        });
        frame = new JFrame(title);
        frame.setDefaultCloseOperation(WindowConstants.DO_NOTHING_ON_CLOSE);
        frame.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(final WindowEvent event) {
                onClose.run();
            }
        });
        frame.add(grid, BorderLayout.CENTER);
        frame.add(south, BorderLayout.SOUTH);
        frame.pack();
        frame.setMinimumSize(smallest(south));
        frame.setLocationByPlatform(true);
        frame.setVisible(true);
        grid.requestFocusInWindow();
        pace.start();
    }

    /** Made smaller than this, buttons would be missing and views be nothing but text. */
    private Dimension smallest(final JComponent south) {
        final GridLayout grid = (GridLayout) views.get(0).getParent().getLayout();
        final int high = frame.getHeight() - frame.getContentPane().getHeight() + south.getPreferredSize().height
            + grid.getRows() * views.get(0).heightFor(NARROWEST_VIEW);
        return new Dimension(Math.min(frame.getWidth(), south.getPreferredSize().width + FRAME),
            Math.min(frame.getHeight(), high));
    }

    private static JLabel keys(final KeyHelp help) {
        final JLabel keys = new JLabel(help.text(false), SwingConstants.CENTER);
        keys.setOpaque(true);
        keys.setBackground(Color.BLACK);
        keys.setForeground(Palette.TEXT);
        keys.setFont(keys.getFont().deriveFont(Font.PLAIN));
        keys.setBorder(BorderFactory.createEmptyBorder(MARGIN, MARGIN, MARGIN, MARGIN));
        return keys;
    }

    private void layOut(final JPanel grid, final int width, final int height) {
        final int columns = columns(views, width, height);
        final int rows = (views.size() + columns - 1) / columns;
        final int wide = viewWidth(views, columns, width, height);
        final Dimension size = new Dimension(wide, views.get(0).heightFor(wide));
        grid.setLayout(new GridLayout(rows, columns, GAP, GAP));
        views.forEach(view -> {
            view.setPreferredSize(size);
            grid.add(view);
        });
    }

    /** In how many columns views are largest. */
    static int columns(final List<DogfightPanel> views, final int width, final int height) {
        int best = 1;
        for (int columns = 2; columns <= views.size(); columns++) {
            best = viewWidth(views, columns, width, height) > viewWidth(views, best, width, height) ? columns : best;
        }
        return best;
    }

    /** How wide each view can be for all of them to fit. */
    static int viewWidth(final List<DogfightPanel> views, final int columns, final int width, final int height) {
        final int rows = (views.size() + columns - 1) / columns;
        int wide = Math.min(WIDEST_VIEW, (width - (columns - 1) * GAP) / columns);
        while (wide > NARROWEST_VIEW && rows * (views.get(0).heightFor(wide) + GAP) > height) {
            wide--;
        }
        return wide;
    }

    /** Shows the net graph in every view, or no longer; on the event thread. */
    public void toggleGraph() {
        views.forEach(DogfightPanel::toggleGraph);
    }

    /** Takes the window off the screen; from any thread. */
    public void close() {
        SwingUtilities.invokeLater(() -> {
            pace.stop();
            frame.dispose();
        });
    }
}
