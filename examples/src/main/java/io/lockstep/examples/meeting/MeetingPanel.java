package io.lockstep.examples.meeting;

import io.lockstep.examples.view.Backdrop;
import io.lockstep.examples.view.GameWindow;
import io.lockstep.examples.view.Widgets;
import java.awt.BorderLayout;
import java.awt.Color;
import java.awt.Dimension;
import java.awt.FlowLayout;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.GraphicsEnvironment;
import java.awt.Toolkit;
import java.awt.datatransfer.StringSelection;
import javax.swing.JButton;
import javax.swing.JPanel;
import javax.swing.Timer;

/** Shows a {@link Meeting} in a window: what there is to read, and the buttons below. */
public final class MeetingPanel extends JPanel {

    private static final long serialVersionUID = 1L;
    /** Quickly enough for who watches, and nothing beside what a match costs. */
    private static final int LOOK_MS = 100;
    private static final int GAP = 8;
    /** About what a match with one view takes, which comes next. */
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 700;
    /** The code, two players and a line or two about them can still be read. */
    private static final int LEAST_WIDTH = 480;
    private static final int LEAST_HEIGHT = 420;
    private static final String COPY = "Copy the code";

    private final transient Meeting meeting;
    private final transient MeetingPainter painter = new MeetingPainter();
    private final transient Backdrop backdrop = new Backdrop();
    private final JButton copy = Widgets.button(COPY, this::copyCode);
    private final JButton start;
    private final Timer timer = new Timer(LOOK_MS, event -> follow());
    private transient Meeting.Shown shown;

    /**
     * On the event thread.
     *
     * @param meeting what is shown
     * @param leave   what the button says by which one leaves it
     * @param onLeave run on the event thread when it is pressed
     */
    public MeetingPanel(final Meeting meeting, final String leave, final Runnable onLeave) {
        super(new BorderLayout());
        this.meeting = meeting;
        start = Widgets.button("Start with who is here", meeting::askToStart);
        final JPanel row = new JPanel(new FlowLayout(FlowLayout.CENTER, GAP, GAP));
        row.setBackground(Widgets.BACKGROUND);
        row.add(copy);
        row.add(start);
        row.add(Widgets.button(leave, onLeave));
        add(row, BorderLayout.SOUTH);
        setBackground(Color.BLACK);
        setPreferredSize(preferred());
        setMinimumSize(new Dimension(LEAST_WIDTH, LEAST_HEIGHT));
        Widgets.runWhileShown(timer, this);
        follow();
    }

    private static Dimension preferred() {
        if (GraphicsEnvironment.isHeadless()) {
            return new Dimension(WIDTH, HEIGHT);
        }
        final Dimension room = GameWindow.room();
        return new Dimension(Math.min(WIDTH, room.width), Math.min(HEIGHT, room.height));
    }

    private void follow() {
        final Meeting.Shown now = meeting.shown();
        if (now.equals(shown)) {
            return;
        }
        if (shown == null || !shown.code().equals(now.code())) {
            copy.setText(COPY);
        }
        shown = now;
        copy.setVisible(!now.code().isEmpty() && now.failure() == null);
        start.setVisible(now.mayStart());
        repaint();
    }

    private void copyCode() {
        Toolkit.getDefaultToolkit().getSystemClipboard().setContents(new StringSelection(shown.code()), null);
        copy.setText("Copied");
    }

    @Override
    protected void paintComponent(final Graphics graphics) {
        graphics.drawImage(backdrop.of(getWidth(), getHeight()), 0, 0, null);
        painter.paint((Graphics2D) graphics, shown, getWidth(), getHeight());
    }
}
