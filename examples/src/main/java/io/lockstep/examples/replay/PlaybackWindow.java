package io.lockstep.examples.replay;

import io.lockstep.codecs.replay.RecordingReader;
import io.lockstep.examples.view.DogfightPanel;
import io.lockstep.examples.view.GameWindow;
import io.lockstep.examples.view.KeyHelp;
import io.lockstep.examples.view.Widgets;
import java.awt.BorderLayout;
import java.awt.FlowLayout;
import java.awt.event.KeyEvent;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.swing.BorderFactory;
import javax.swing.ButtonGroup;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JPanel;
import javax.swing.JSlider;
import javax.swing.JToggleButton;
import javax.swing.KeyStroke;
import javax.swing.Timer;

/** A window that shows a recording, with a time line below it; what is played is played on the event thread. */
final class PlaybackWindow {

    /** As often as a screen shows something. */
    private static final int TICK_MS = 16;
    private static final double[] SPEEDS = {0.25, 0.5, 1, 2, 4, 16};
    private static final String[] SPEED_TEXTS = {"\u00bcx", "\u00bdx", "1x", "2x", "4x", "16x"};
    private static final int GAP = 6;

    private final RecordingReader recording;
    private final Playback playback;
    private final Runnable look;
    private final JSlider line = Widgets.slider(1);
    private final JButton pause = Widgets.button("Pause", this::pauseOrPlay);
    private final Timer timer = new Timer(TICK_MS, event -> tick());
    private final CountDownLatch closed = new CountDownLatch(1);
    /** The time line follows what is played, and is not moved by anybody. */
    private boolean following;

    private PlaybackWindow(final RecordingReader recording, final Playback playback, final Runnable look) {
        this.recording = recording;
        this.playback = playback;
        this.look = look;
    }

    /**
     * Shows a recording until the window is closed; false when there is no display.
     *
     * @param look run now and then, may make the recording longer
     */
    static boolean show(final String title, final RecordingReader recording, final Playback playback,
                        final DogfightPanel view, final Runnable look) {
        final PlaybackWindow window = new PlaybackWindow(recording, playback, look);
        final GameWindow frame = GameWindow.open(title, List.of(view), List.of(),
            new KeyHelp("Space: pause and play. Left and right: a frame back and on. Home and End: to the ends.", "",
                List.of()), made -> window.controls(), window::end);
        if (frame == null) {
            return false;
        }
        try {
            window.closed.await();
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        frame.close();
        return true;
    }

    /** The time line and the buttons; starts to play. */
    private JComponent controls() {
        final JPanel all = new JPanel(new BorderLayout());
        all.setBackground(Widgets.BACKGROUND);
        all.setBorder(BorderFactory.createEmptyBorder(GAP, GAP, 0, GAP));
        line.addChangeListener(event -> {
            if (!following) {
                playback.seek(recording.firstFrame() + line.getValue());
            }
        });
        all.add(line, BorderLayout.NORTH);
        final JPanel row = new JPanel(new FlowLayout(FlowLayout.CENTER, GAP, GAP));
        row.setOpaque(false);
        row.add(Widgets.button("|<", this::toStart));
        row.add(Widgets.button("< frame", playback::stepBack));
        row.add(pause);
        row.add(Widgets.button("frame >", playback::stepForward));
        row.add(Widgets.button(">|", this::toEnd));
        addSpeeds(row);
        all.add(row, BorderLayout.CENTER);
        key(all, KeyEvent.VK_SPACE, this::pauseOrPlay);
        key(all, KeyEvent.VK_LEFT, playback::stepBack);
        key(all, KeyEvent.VK_RIGHT, playback::stepForward);
        key(all, KeyEvent.VK_HOME, this::toStart);
        key(all, KeyEvent.VK_END, this::toEnd);
        timer.start();
        return all;
    }

    private void addSpeeds(final JPanel row) {
        final ButtonGroup group = new ButtonGroup();
        for (int i = 0; i < SPEEDS.length; i++) {
            final double speed = SPEEDS[i];
            final JToggleButton toggle = new JToggleButton(SPEED_TEXTS[i], speed == playback.speed());
            Widgets.style(toggle);
            toggle.addActionListener(event -> playback.speed(speed));
            group.add(toggle);
            row.add(toggle);
        }
    }

    private static void key(final JComponent component, final int code, final Runnable action) {
        component.registerKeyboardAction(event -> action.run(), KeyStroke.getKeyStroke(code, 0),
            JComponent.WHEN_IN_FOCUSED_WINDOW);
    }

    private void end() {
        timer.stop();
        closed.countDown();
    }

    private void toStart() {
        playback.seek(recording.firstFrame());
    }

    private void toEnd() {
        playback.seek(recording.nextFrame());
    }

    private void pauseOrPlay() {
        playback.pause(!playback.paused() && !playback.atEnd());
    }

    private void tick() {
        look.run();
        playback.advance(System.nanoTime());
        pause.setText(playback.paused() || playback.atEnd() ? "Play" : "Pause");
        following = true;
        line.setMaximum((int) recording.frames());
        if (!line.getValueIsAdjusting()) {
            line.setValue((int) (playback.frame() - recording.firstFrame()));
        }
        following = false;
    }
}
