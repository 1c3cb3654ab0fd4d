package io.lockstep.examples.demo;

import java.awt.AWTError;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.GraphicsEnvironment;
import java.awt.GridLayout;
import java.awt.HeadlessException;
import java.awt.event.KeyAdapter;
import java.awt.event.KeyEvent;
import java.awt.event.WindowAdapter;
import java.awt.event.WindowEvent;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import javax.swing.BorderFactory;
import javax.swing.JFrame;
import javax.swing.JLabel;
import javax.swing.JPanel;
import javax.swing.SwingConstants;
import javax.swing.SwingUtilities;
import javax.swing.WindowConstants;

/** The demo's window: every peer's view side by side. It only shows; the match is played on another thread. */
final class DemoWindow {

    private static final int GAP = 6;
    private static final int MARGIN = 8;

    private JFrame frame;

    private DemoWindow() {
    }

    /**
     * Opens the window.
     *
     * @param views     one for each peer
     * @param keyboards which listen to it
     * @param onClose   run on the event thread when the user closes it
     * @return the window, or null when there is no display or it cannot be opened
     */
    static DemoWindow open(final List<DogfightPanel> views, final List<KeyboardInput> keyboards,
                           final Runnable onClose) {
        try {
            if (GraphicsEnvironment.isHeadless()
                || GraphicsEnvironment.getLocalGraphicsEnvironment().getDefaultScreenDevice() == null) {
                return null;
            }
            final DemoWindow window = new DemoWindow();
            SwingUtilities.invokeAndWait(() -> window.build(views, keyboards, onClose));
            return window;
        } catch (final HeadlessException | AWTError | LinkageError | InvocationTargetException unusable) {
            return null;
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    private void build(final List<DogfightPanel> views, final List<KeyboardInput> keyboards, final Runnable onClose) {
        final JPanel sideBySide = new JPanel(new GridLayout(1, views.size(), GAP, 0));
        sideBySide.setBackground(Color.BLACK);
        views.forEach(sideBySide::add);
        keyboards.forEach(keyboard -> keyboard.listenTo(sideBySide));
        final JLabel keys = new JLabel(help(keyboards, false), SwingConstants.CENTER);
        sideBySide.addKeyListener(new KeyAdapter() {
            @Override
            public void keyPressed(final KeyEvent event) {
                if (keyboards.stream().anyMatch(keyboard -> keyboard.knows(event))) {
                    keys.setText(help(keyboards, true));
                }
            }
        });
        keys.setOpaque(true);
        keys.setBackground(Color.BLACK);
        keys.setForeground(Palette.TEXT);
        keys.setBorder(BorderFactory.createEmptyBorder(MARGIN, MARGIN, MARGIN, MARGIN));
        frame = new JFrame("Lockstep: two peers, one match");
        frame.setDefaultCloseOperation(WindowConstants.DO_NOTHING_ON_CLOSE);
        frame.addWindowListener(new WindowAdapter() {
            @Override
            public void windowClosing(final WindowEvent event) {
                onClose.run();
            }
        });
        frame.add(sideBySide, BorderLayout.CENTER);
        frame.add(keys, BorderLayout.SOUTH);
        frame.pack();
        frame.setLocationByPlatform(true);
        frame.setVisible(true);
        sideBySide.requestFocusInWindow();
    }

    /** What the keys do, and what happens without them. */
    static String help(final List<KeyboardInput> keyboards, final boolean pressed) {
        final StringBuilder help = new StringBuilder("<html>").append(pressed
            ? "A bot takes over a ship whose keys rest for " + Pilot.IDLE_SECONDS + " s."
            : "Bots fly until you press a key.");
        for (int i = 0; i < keyboards.size(); i++) {
            help.append("<br>Player ").append(i).append(": ").append(keyboards.get(i).help());
        }
        return help.toString();
    }

    /** Takes the window off the screen. */
    void close() {
        SwingUtilities.invokeLater(frame::dispose);
    }
}
