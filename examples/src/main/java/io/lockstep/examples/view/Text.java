package io.lockstep.examples.view;

import io.lockstep.core.security.SafeText;
import java.awt.Graphics;

/**
 * Draws text in every window, made fit to be shown by {@link SafeText}: names and errors come from other parties. The
 * build refuses other calls of {@code drawString}.
 */
public final class Text {

    private Text() {
    }

    /**
     * Draws a line of text.
     *
     * @param g        where
     * @param text     from anybody
     * @param left     of its first character
     * @param baseline of the line
     */
    public static void draw(final Graphics g, final String text, final double left, final double baseline) {
        ((java.awt.Graphics2D) g).drawString(SafeText.of(text), (float) left, (float) baseline);
    }
}
