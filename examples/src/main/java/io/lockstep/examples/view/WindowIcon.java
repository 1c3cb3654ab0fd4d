package io.lockstep.examples.view;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.RenderingHints;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.util.Arrays;
import java.util.List;

/** The icon of every window: two ships of different colours on a dark ground, drawn in code. */
final class WindowIcon {

    /** Widths of the icon for title bars, task bars and window switchers, in pixels. */
    private static final int[] SIZES = {16, 32, 48, 64, 128};
    /** Width of the drawing in the units of {@link ShipArt}: two ships of 30 side by side, and a margin. */
    private static final double UNITS = 64;
    private static final double CORNER = 16;
    /** Angle by which the ships lean towards each other, in radians. */
    private static final double LEAN = 0.35;

    private WindowIcon() {
    }

    /** Returns the icon in each size; needs no display. */
    static List<Image> images() {
        return Arrays.stream(SIZES).mapToObj(WindowIcon::image).toList();
    }

    private static Image image(final int size) {
        final BufferedImage image = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
        final Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.scale(size / UNITS, size / UNITS);
        g.setColor(Widgets.BACKGROUND);
        g.fill(new RoundRectangle2D.Double(0, 0, UNITS, UNITS, CORNER, CORNER));
        g.setColor(Palette.mix(Widgets.BACKGROUND, Color.WHITE, 0.3));
        g.draw(new RoundRectangle2D.Double(0.5, 0.5, UNITS - 1, UNITS - 1, CORNER, CORNER));
        final ShipArt art = new ShipArt();
        g.translate(UNITS * 0.3, UNITS * 0.6);
        art.ship(g, Palette.player(0), LEAN, 0, 0);
        g.translate(UNITS * 0.4, -UNITS * 0.2);
        art.ship(g, Palette.player(1), Math.PI + LEAN, 0, 0);
        g.dispose();
        return image;
    }
}
