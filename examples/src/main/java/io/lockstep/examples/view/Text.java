package io.lockstep.examples.view;

import io.lockstep.core.security.SafeText;
import java.awt.FontMetrics;
import java.awt.Graphics;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws text in every window after {@link SafeText} made it safe: names and errors come from other parties. The build
 * refuses other calls of {@code drawString}.
 */
public final class Text {

    private static final String CUT = "...";

    private Text() {
    }

    /**
     * Draws a line of text.
     *
     * @param g        the graphics to draw on
     * @param text     the text, of any party
     * @param left     the left edge of its first character
     * @param baseline the baseline of the text
     */
    public static void draw(final Graphics g, final String text, final double left, final double baseline) {
        ((java.awt.Graphics2D) g).drawString(SafeText.of(text), (float) left, (float) baseline);
    }

    /**
     * Cuts a text to one row.
     *
     * @param text    to be drawn
     * @param metrics of its font
     * @param width   pixels that there are
     * @return the text, or as much of its beginning as fits before three dots
     */
    public static String cut(final String text, final FontMetrics metrics, final int width) {
        if (metrics.stringWidth(text) <= width) {
            return text;
        }
        int length = text.length();
        while (length > 1 && metrics.stringWidth(text.substring(0, length) + CUT) > width) {
            length--;
        }
        return text.substring(0, length) + CUT;
    }

    /**
     * Breaks a text into as many rows as it needs. A word that is longer than a row is broken.
     *
     * @param text    to be drawn
     * @param metrics of its font
     * @param width   pixels that a row has
     * @return the rows
     */
    public static List<String> rows(final String text, final FontMetrics metrics, final int width) {
        final List<String> rows = new ArrayList<>();
        for (final String line : text.split("\\R")) {
            String row = "";
            for (final String word : line.split(" ")) {
                final String longer = row.isEmpty() ? word : row + ' ' + word;
                if (metrics.stringWidth(longer) <= width) {
                    row = longer;
                    continue;
                }
                if (!row.isEmpty()) {
                    rows.add(row);
                }
                row = word;
                while (metrics.stringWidth(row) > width && row.length() > 1) {
                    int fits = row.length() - 1;
                    while (fits > 1 && metrics.stringWidth(row.substring(0, fits)) > width) {
                        fits--;
                    }
                    rows.add(row.substring(0, fits));
                    row = row.substring(fits);
                }
            }
            rows.add(row);
        }
        return rows;
    }
}
