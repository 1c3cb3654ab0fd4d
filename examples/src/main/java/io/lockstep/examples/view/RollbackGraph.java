package io.lockstep.examples.view;

import io.lockstep.core.game.PredictionOptions;
import java.awt.Font;
import java.awt.Graphics2D;
import java.util.Arrays;

/** By how many frames a game was taken back in each of the last ticks: bars, beside how far it is and was settled. */
final class RollbackGraph {

    /** Three seconds at 60 Hz, each tick one pixel wide. */
    static final int TICKS = 180;
    private static final int HEIGHT = 26;
    /** Half of these are enough for most lines; with fewer a rollback of one frame is too low to be seen. */
    private static final int MIN_SCALE = 6;
    private static final int GAP = 10;
    private static final Font SMALL = new Font(Font.MONOSPACED, Font.PLAIN, 11);
    private static final int ROW = 13;

    private final int[] depths = new int[TICKS];
    private long settled;
    private long head;
    /** Nothing is shown of a game that is not played ahead. */
    private boolean any;

    /** The game was shown again, after a tick, or in the same one as the last time; then the deeper rollback counts. */
    void note(final long settledFrame, final long headFrame, final int depth) {
        if (!any || headFrame != head) {
            System.arraycopy(depths, 1, depths, 0, TICKS - 1);
            depths[TICKS - 1] = 0;
        }
        any = true;
        settled = settledFrame;
        head = headFrame;
        depths[TICKS - 1] = Math.max(depths[TICKS - 1], Math.min(depth, PredictionOptions.MAX_FRAMES));
    }

    /** The depths, the newest last. */
    int[] depths() {
        return depths;
    }

    /** How many frames are settled, and how many are played. */
    String text() {
        return "settled " + settled + "\nplayed  " + head;
    }

    /** Becomes the same as another one. */
    void copy(final RollbackGraph other) {
        System.arraycopy(other.depths, 0, depths, 0, TICKS);
        settled = other.settled;
        head = other.head;
        any = other.any;
    }

    /** Draws it where there is room for it. */
    void paint(final Graphics2D g, final int left, final int right, final int top) {
        if (!any) {
            return;
        }
        g.setFont(SMALL);
        final String[] lines = text().split("\n");
        final int textWidth = Math.max(g.getFontMetrics().stringWidth(lines[0]),
            g.getFontMetrics().stringWidth(lines[1]));
        if (right - left < TICKS + GAP + textWidth) {
            return;
        }
        final int from = right - TICKS;
        g.setColor(Palette.DIM);
        for (int i = 0; i < lines.length; i++) {
            Text.draw(g, lines[i], from - GAP - textWidth, top + ROW * (i + 1) - 2);
        }
        g.setColor(Palette.SHADOW);
        g.fillRect(from, top, TICKS, HEIGHT);
        g.setColor(Palette.EDGE);
        g.fillRect(from, top + HEIGHT, TICKS, 1);
        final int scale = Math.max(MIN_SCALE, Arrays.stream(depths).max().orElse(0));
        g.setColor(Palette.GOLD);
        for (int tick = 0; tick < TICKS; tick++) {
            final int high = (depths[tick] * HEIGHT + scale - 1) / scale;
            g.fillRect(from + tick, top + HEIGHT - high, 1, high);
        }
    }
}
