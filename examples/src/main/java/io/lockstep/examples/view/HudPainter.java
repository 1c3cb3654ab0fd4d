package io.lockstep.examples.view;

import io.lockstep.examples.dogfight.Rules;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.RoundRectangle2D;
import java.util.List;

/** Draws what lies over the field: the scores, the viewer's hit points and rounds, and the caller's line. */
final class HudPainter {

    /** Height of the strip below the field: a row for the viewer's ship, and two for the caller's line. */
    static final int STRIP = 38 + StatusLine.ROWS * StatusLine.ROW;
    private static final int LINE_BASELINE = 45;
    private static final int MARGIN = 12;
    private static final int WEAPON_WIDTH = 66;
    private static final int BOOST_WIDTH = 54;
    private static final int GRAPH_TOP = 4;

    private static final int MAX_ROWS = 8;
    private static final int ROW = 18;
    private static final int BOARD_WIDTH = 118;
    /** Right ends of the score columns, in pixels from the right edge, and the left end of the names. */
    private static final int KILLS_FROM_RIGHT = 42;
    private static final int LOST_FROM_RIGHT = 10;
    private static final int NAME_LEFT = 48;
    private static final int SCORES_TOP = 10;
    /** Width of the column with the names, in pixels: about ten letters. */
    private static final int NAMES_WIDTH = 86;
    /** Least width of a view whose scores show names, in pixels: more than half of the field stays free. */
    private static final int NAMED_FROM = 440;
    /** Gap between the scores and the right edge, in pixels. */
    private static final int SCORES_GAP = 10;
    /** Width of the viewer's name in the strip, in pixels: hit points follow. */
    private static final int OWN_NAME_WIDTH = 78;
    /** Background of a notice and a title: dark enough to hide the names and scores below. */
    private static final Color NOTICE_PANE = new Color(8, 12, 26, 242);
    private static final Font NORMAL = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final Font BOLD = new Font(Font.SANS_SERIF, Font.BOLD, 12);
    private static final int NOTICE_ROW = 28;
    /** Where they begin, as shares of the field's height: above the middle, where a net graph leaves room. */
    private static final float TITLE_AT = 0.25f;
    private static final float NOTICE_AT = 0.28f;
    private static final Font SUBTITLE = new Font(Font.SANS_SERIF, Font.PLAIN, 16);
    private static final Font BIG = new Font(Font.SANS_SERIF, Font.BOLD, 30);
    /** Of a low field the scores cover no more than the upper half. */
    private static final int FEWEST_ROWS = 2;

    private final StatusLine statusLine = new StatusLine();
    private final int viewer;
    private final int[] order;

    HudPainter(final int players, final int viewer) {
        this.viewer = viewer;
        this.order = new int[players];
    }

    /** Paints it all; the scores stand above a line, whatever is shown below that. */
    void paint(final Graphics2D g, final Shown shown, final int width, final int height, final int scoresAbove) {
        final Scene scene = shown.scene;
        scores(g, shown, width, height - STRIP, scoresAbove);
        final int next = strip(g, shown, width, height);
        shown.rollbacks.paint(g, next, width - MARGIN, height - STRIP + GRAPH_TOP);
        if (shown.notice != null) {
            return;
        }
        final int free = width - scoresWidth(shown, width);
        if (scene.closed) {
            title(g, shown.name(order[0]) + " wins", Palette.player(order[0]), width, height, free);
        } else if (scene.hp[viewer] == 0) {
            title(g, "Next ship in " + (1 + scene.respawn[viewer] / 30), Palette.TEXT, width, height, free);
        }
    }

    /** Returns the width of the scores, including the gap to the right edge. */
    static int scoresWidth(final Shown shown, final int width) {
        return boardWidth(shown, width) + SCORES_GAP;
    }

    private static int boardWidth(final Shown shown, final int width) {
        return width >= NAMED_FROM && shown.names.stream().anyMatch(name -> !name.isEmpty())
            ? BOARD_WIDTH + NAMES_WIDTH : BOARD_WIDTH;
    }

    /** The best players, at most eight rows, the viewer always among them. */
    private void scores(final Graphics2D g, final Shown shown, final int width, final int fieldHeight,
                        final int above) {
        final Scene scene = shown.scene;
        sort(scene);
        final int room = Math.min(Math.max(FEWEST_ROWS, fieldHeight / 2 / ROW - 1), (above - SCORES_TOP - 8) / ROW - 1);
        final int rows = Math.min(Math.min(MAX_ROWS, room), scene.players);
        if (rows < 1) {
            return;
        }
        final int wide = boardWidth(shown, width);
        final int left = width - wide - SCORES_GAP;
        final RoundRectangle2D pane =
            new RoundRectangle2D.Double(left, SCORES_TOP, wide, ROW * (rows + 1) + 8, 12, 12);
        g.setColor(Palette.PANE);
        g.fill(pane);
        g.setStroke(new BasicStroke(1f));
        g.setColor(Palette.EDGE);
        g.draw(pane);
        g.setFont(NORMAL);
        g.setColor(Palette.DIM);
        right(g, "kills", left + wide - KILLS_FROM_RIGHT, 26);
        right(g, "lost", left + wide - LOST_FROM_RIGHT, 26);
        boolean viewerShown = false;
        for (int row = 0; row < rows; row++) {
            final boolean last = row == rows - 1;
            final int player = last && !viewerShown ? lastRow(row) : order[row];
            viewerShown |= player == viewer;
            row(g, shown, player, left, wide, 26 + ROW * (row + 1));
        }
    }

    private int lastRow(final int row) {
        for (int i = 0; i < row; i++) {
            if (order[i] == viewer) {
                return order[row];
            }
        }
        return viewer;
    }

    private void row(final Graphics2D g, final Shown shown, final int player, final int left, final int wide,
                     final int baseline) {
        if (player == viewer) {
            g.setColor(Palette.alpha(Color.WHITE, 0.12));
            g.fill(new RoundRectangle2D.Double(left + 4, baseline - 13, wide - 8, ROW - 1, 8, 8));
        }
        final Color color = Palette.player(player);
        g.setColor(color);
        g.fill(new Ellipse2D.Double(left + 10, baseline - 9, 9, 9));
        g.setFont(BOLD);
        Text.draw(g, "P" + player, left + 24, baseline);
        if (wide > BOARD_WIDTH && shown.isNamed(player)) {
            Text.draw(g, Text.cut(shown.name(player), g.getFontMetrics(), NAMES_WIDTH), left + NAME_LEFT, baseline);
        }
        g.setColor(Palette.TEXT);
        right(g, Integer.toString(shown.scene.kills[player]), left + wide - KILLS_FROM_RIGHT, baseline);
        g.setFont(NORMAL);
        g.setColor(Palette.DIM);
        right(g, Integer.toString(shown.scene.deaths[player]), left + wide - LOST_FROM_RIGHT, baseline);
    }

    /** Players by kills, then by fewer losses, then by number; insertion keeps it simple for 32. */
    private void sort(final Scene scene) {
        for (int i = 0; i < order.length; i++) {
            int at = i;
            while (at > 0 && better(scene, i, order[at - 1])) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = i;
        }
    }

    private static boolean better(final Scene scene, final int a, final int b) {
        return scene.kills[a] != scene.kills[b]
            ? scene.kills[a] > scene.kills[b]
            : scene.deaths[a] < scene.deaths[b];
    }

    /** Draws the strip; answers where there is room in its first row. */
    private int strip(final Graphics2D g, final Shown shown, final int width, final int height) {
        final Scene scene = shown.scene;
        final int top = height - STRIP;
        final int baseline = top + 22;
        g.setColor(new Color(0x0A0F20));
        g.fillRect(0, top, width, STRIP);
        g.setColor(Palette.EDGE);
        g.fillRect(0, top, width, 1);
        final Color color = Palette.player(viewer);
        g.setColor(color);
        g.fillRect(0, top, 5, STRIP);
        g.setFont(BOLD);
        final String own = shown.isNamed(viewer) ? shown.name(viewer) : "PLAYER " + viewer;
        Text.draw(g, Text.cut(own, g.getFontMetrics(), OWN_NAME_WIDTH), 14, baseline);
        final int next = pips(g, scene, 96, top);
        g.setFont(NORMAL);
        g.setColor(Palette.DIM);
        // A view too narrow for the weapon's name shows the boost alone.
        final boolean named = next + WEAPON_WIDTH + BOOST_WIDTH + MARGIN <= width;
        if (named) {
            Text.draw(g, scene.weapon[viewer] == Rules.CANNON ? "cannon" : "repeater", next, baseline);
        }
        final int bar = named ? next + WEAPON_WIDTH : next;
        boost(g, scene, bar, top);
        statusLine.paint(g, shown.line, 14, width - MARGIN, top + LINE_BASELINE);
        return bar + BOOST_WIDTH + MARGIN;
    }

    private int pips(final Graphics2D g, final Scene scene, final int left, final int top) {
        for (int i = 0; i < Rules.MAX_HP; i++) {
            final boolean full = i < scene.hp[viewer];
            if (i < Rules.START_HP || full) {
                g.setColor(full ? i < Rules.START_HP ? new Color(0x6BE675) : Palette.GOLD : new Color(0x2A3550));
                g.fill(new RoundRectangle2D.Double(left + i * 9.0, top + 8, 7, 8, 4, 4));
            }
        }
        for (int i = 0; i < Rules.MAX_AMMO; i++) {
            final boolean full = i < scene.ammo[viewer] && scene.hp[viewer] > 0;
            if (i < Rules.MAGAZINE || full) {
                g.setColor(full ? Palette.mix(Palette.player(viewer), Color.WHITE, 0.4) : new Color(0x2A3550));
                g.fill(new RoundRectangle2D.Double(left + i * 9.0, top + 21, 7, 4, 3, 3));
            }
        }
        return left + Rules.MAX_HP * 9 + 12;
    }

    private void boost(final Graphics2D g, final Scene scene, final int left, final int top) {
        final double ready = 1 - (double) scene.recharge[viewer] / Rules.BOOST_RECHARGE_FRAMES;
        g.setColor(new Color(0x2A3550));
        g.fill(new RoundRectangle2D.Double(left, top + 14, BOOST_WIDTH, 6, 5, 5));
        g.setColor(ready >= 1 ? Palette.GOLD : new Color(0xA8762E));
        g.fill(new RoundRectangle2D.Double(left, top + 14, BOOST_WIDTH * ready, 6, 5, 5));
    }

    /** Draws a notice to all players in the middle: the first line large, the others broken into rows. */
    void notice(final Graphics2D g, final String text, final int width, final int height) {
        if (text == null) {
            return;
        }
        final int split = text.indexOf('\n');
        final String head = split < 0 ? text : text.substring(0, split);
        g.setFont(SUBTITLE);
        final List<String> rows = split < 0 ? List.of()
            : Text.rows(text.substring(split + 1), g.getFontMetrics(), Math.max(1, width - 2 * MARGIN));
        final int high = NOTICE_ROW * (rows.size() + 2);
        // A long notice in a low view begins higher, so that its last row can be read.
        final int top = Math.max(0, Math.min((int) ((height - STRIP) * NOTICE_AT), height - high));
        g.setColor(NOTICE_PANE);
        g.fillRect(0, top, width, high);
        g.setColor(Palette.TEXT);
        for (int i = 0; i < rows.size(); i++) {
            centred(g, rows.get(i), width, top + NOTICE_ROW * (i + 2) + NOTICE_ROW / 4f);
        }
        fit(g, BIG, head, width);
        g.setColor(Palette.GOLD);
        centred(g, head, width, top + NOTICE_ROW + NOTICE_ROW / 4f);
    }

    /** Draws a title in the middle, or left of the scores if it would reach them. */
    private static void title(final Graphics2D g, final String text, final Color color, final int width,
            final int height, final int free) {
        g.setFont(BIG);
        final int room = (width + g.getFontMetrics().stringWidth(text)) / 2 + MARGIN > free ? free : width;
        fit(g, BIG, text, room);
        final int wide = g.getFontMetrics().stringWidth(text);
        final float y = (height - STRIP) * TITLE_AT;
        g.setColor(NOTICE_PANE);
        g.fill(new RoundRectangle2D.Double((room - wide) / 2.0 - MARGIN / 2.0, y - g.getFontMetrics().getAscent(),
            wide + MARGIN, g.getFontMetrics().getAscent() + g.getFontMetrics().getDescent(), MARGIN, MARGIN));
        g.setColor(color);
        centred(g, text, room, y);
    }

    private static void centred(final Graphics2D g, final String text, final int width, final float baseline) {
        Text.draw(g, text, (width - g.getFontMetrics().stringWidth(text)) / 2f, baseline);
    }

    /** Sets a font as large as there is room for. */
    private static void fit(final Graphics2D g, final Font font, final String text, final int width) {
        g.setFont(font);
        final double share = (width - 2.0 * MARGIN) / Math.max(1, g.getFontMetrics().stringWidth(text));
        if (share < 1) {
            g.setFont(font.deriveFont((float) Math.max(1, Math.floor(font.getSize() * share))));
        }
    }

    private static void right(final Graphics2D g, final String text, final int right, final int baseline) {
        Text.draw(g, text, right - g.getFontMetrics().stringWidth(text), baseline);
    }
}
