package io.lockstep.examples.meeting;

import io.lockstep.examples.view.Palette;
import io.lockstep.examples.view.Text;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.RoundRectangle2D;

/** Draws a meeting from top to bottom: what it is, the code, who is there, and how far it is or why it has ended. */
final class MeetingPainter {

    private static final int WIDEST = 760;
    private static final int MARGIN = 32;
    private static final int ROW = 24;
    private static final int LINE = 20;
    private static final int DOT = 12;
    /** More seats than this stand in two columns. */
    private static final int SEATS_PER_COLUMN = 4;
    private static final int BAR = 14;
    private static final int BAR_TEXT = 56;
    private static final float LEAST_CODE = 20;
    private static final Color PANE = new Color(8, 12, 26, 215);
    private static final Color GROOVE = new Color(0x2A3550);
    private static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 22);
    private static final Font CODE = new Font(Font.MONOSPACED, Font.BOLD, 84);
    private static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 15);
    private static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 15);
    private static final Font HEAD = new Font(Font.SANS_SERIF, Font.BOLD, 18);

    private Graphics2D g;
    private int left;
    private int wide;
    private int y;

    MeetingPainter() {
    }

    /** Answers how far down it came. */
    int paint(final Graphics2D target, final Meeting.Shown shown, final int width, final int height) {
        g = (Graphics2D) target.create();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        wide = Math.min(WIDEST, width - 2 * MARGIN);
        left = (width - wide) / 2;
        g.setColor(PANE);
        g.fillRect(left - MARGIN, 0, wide + 2 * MARGIN, height);
        y = MARGIN + ROW;
        text(TITLE, Palette.TEXT, shown.title(), ROW);
        y += LINE / 2;
        code(shown.code());
        text(PLAIN, Palette.TEXT, shown.how(), LINE);
        y += LINE;
        seats(shown);
        if (shown.failure() == null) {
            progress(shown);
        } else {
            failure(shown.failure());
        }
        g.dispose();
        return y;
    }

    private void code(final String code) {
        if (code.isEmpty()) {
            return;
        }
        g.setFont(CODE);
        final double share = (double) wide / g.getFontMetrics().stringWidth(code);
        if (share < 1) {
            g.setFont(CODE.deriveFont(Math.max(LEAST_CODE, (float) Math.floor(CODE.getSize() * share))));
        }
        y += g.getFontMetrics().getAscent();
        g.setColor(Palette.GOLD);
        Text.draw(g, code, left, y);
        y += ROW + LINE / 2;
    }

    private void seats(final Meeting.Shown shown) {
        if (shown.seats().isEmpty()) {
            return;
        }
        text(BOLD, Palette.DIM, shown.taken() + " of " + shown.seats().size() + " seats taken", ROW);
        final int columns = shown.seats().size() > SEATS_PER_COLUMN ? 2 : 1;
        final int rows = (shown.seats().size() + columns - 1) / columns;
        final int top = y;
        for (int seat = 0; seat < shown.seats().size(); seat++) {
            seat(shown, seat, left + seat / rows * (wide / 2), top + (seat % rows) * ROW, wide / columns);
        }
        y = top + rows * ROW + LINE;
    }

    private void seat(final Meeting.Shown shown, final int seat, final int x, final int baseline, final int room) {
        final String name = shown.seats().get(seat);
        final Ellipse2D dot = new Ellipse2D.Double(x + 1, baseline - DOT + 1, DOT - 1, DOT - 1);
        g.setColor(name.isEmpty() ? Palette.DIM : Palette.player(seat));
        if (name.isEmpty()) {
            g.draw(dot);
        } else {
            g.fill(dot);
        }
        g.setFont(name.isEmpty() ? PLAIN : BOLD);
        g.setColor(name.isEmpty() ? Palette.DIM : Palette.TEXT);
        final String text = "P" + seat + "  " + (name.isEmpty() ? "free" : name)
            + (seat == shown.self() && !name.isEmpty() ? " (you)" : "");
        Text.draw(g, Text.cut(text, g.getFontMetrics(), room - 3 * DOT), x + 2 * DOT, baseline);
    }

    private void progress(final Meeting.Shown shown) {
        final double length = wide - BAR_TEXT;
        g.setColor(GROOVE);
        g.fill(new RoundRectangle2D.Double(left, y - BAR + 1, length, BAR, BAR, BAR));
        if (shown.percent() > 0) {
            g.setColor(Palette.GOLD);
            g.fill(new RoundRectangle2D.Double(left, y - BAR + 1, Math.max(BAR, length * shown.percent() / 100), BAR,
                BAR, BAR));
        }
        g.setFont(BOLD);
        g.setColor(Palette.TEXT);
        final String percent = shown.percent() + " %";
        Text.draw(g, percent, left + wide - g.getFontMetrics().stringWidth(percent), y);
        y += ROW + LINE / 4;
        text(PLAIN, Palette.TEXT, shown.lines().get(0), LINE);
        for (final String line : shown.lines().subList(1, shown.lines().size())) {
            text(PLAIN, Palette.DIM, Text.cut(line, g.getFontMetrics(), wide), LINE);
        }
    }

    /** What it was, and below what to try. */
    private void failure(final String why) {
        final int colon = why.indexOf(": ");
        y += LINE / 2;
        text(HEAD, Palette.HURT, capital(colon < 0 ? why : why.substring(0, colon)), ROW);
        if (colon >= 0) {
            text(PLAIN, Palette.TEXT, capital(why.substring(colon + 2)), LINE);
        }
    }

    static String capital(final String text) {
        return text.isEmpty() ? text : Character.toUpperCase(text.charAt(0)) + text.substring(1);
    }

    private void text(final Font font, final Color color, final String text, final int height) {
        if (text.isEmpty()) {
            return;
        }
        g.setFont(font);
        g.setColor(color);
        for (final String row : Text.rows(text, g.getFontMetrics(), wide)) {
            Text.draw(g, row, left, y);
            y += height;
        }
    }
}
