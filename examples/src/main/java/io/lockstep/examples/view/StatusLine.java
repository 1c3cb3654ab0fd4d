package io.lockstep.examples.view;

import java.awt.Font;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.util.ArrayList;
import java.util.List;

/**
 * The caller's line at the bottom of a view. Its parts, with two spaces in between, stand in one row or in two, in
 * smaller letters where there is little room; where even that is too little the last parts are left out, whole.
 */
final class StatusLine {

    static final int ROWS = 2;
    static final int ROW = 16;
    /** Letters below nine points cannot be read. */
    private static final int[] SIZES = {12, 11, 10, 9};
    private static final String GAP = "  ";

    private final Font[] fonts = new Font[SIZES.length];

    StatusLine() {
        for (int i = 0; i < SIZES.length; i++) {
            fonts[i] = new Font(Font.MONOSPACED, Font.PLAIN, SIZES[i]);
        }
    }

    void paint(final Graphics2D g, final String line, final int left, final int right, final int baseline) {
        final List<String> rows = layOut(g, line, right - left);
        g.setColor(Palette.TEXT);
        for (int row = 0; row < rows.size(); row++) {
            Text.draw(g, rows.get(row), left, baseline + row * ROW);
        }
    }

    /** Sets the font, and says what stands in each row. */
    List<String> layOut(final Graphics2D g, final String line, final int width) {
        final String[] parts = line.split(GAP + "+");
        List<String> rows = List.of();
        for (final Font font : fonts) {
            g.setFont(font);
            rows = rows(parts, g.getFontMetrics(), width);
            if (rows.size() <= ROWS) {
                return rows;
            }
        }
        return rows.subList(0, ROWS);
    }

    private static List<String> rows(final String[] parts, final FontMetrics metrics, final int width) {
        final List<String> rows = new ArrayList<>();
        String row = "";
        for (final String part : parts) {
            final String longer = row.isEmpty() ? part : row + GAP + part;
            if (!row.isEmpty() && metrics.stringWidth(longer) > width) {
                rows.add(row);
                row = part;
            } else {
                row = longer;
            }
        }
        rows.add(row);
        return rows;
    }
}
