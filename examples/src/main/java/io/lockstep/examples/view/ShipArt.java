package io.lockstep.examples.view;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;

/** The shapes of ships and what happens to them, drawn around the origin, nose up, in pixels at zoom 1. */
final class ShipArt {

    private static final int EXPLOSION_FRAMES = 44;
    private static final int SPARKS = 14;
    private static final double GOLDEN_ANGLE = 2.399963;
    private static final Path2D HULL = path(0, -17, 4, -5, 5, 3, 15, 10, 14, 13, 4, 11, 2, 14,
        -2, 14, -4, 11, -14, 13, -15, 10, -5, 3, -4, -5);
    private static final Path2D STRIPE = path(5, 4, 13, 10, 12, 12, 4, 10);
    private static final Path2D CANOPY = path(0, -9, 2.2, -3, 1.6, 2, -1.6, 2, -2.2, -3);
    private static final BasicStroke DASHES =
        new BasicStroke(1.4f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1f, new float[] {4, 3}, 0);
    private static final BasicStroke OUTLINE = new BasicStroke(1.1f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);

    private final Glow glow = new Glow();

    Glow glow() {
        return glow;
    }

    private static Path2D path(final double... points) {
        final Path2D path = new Path2D.Double();
        path.moveTo(points[0], points[1]);
        for (int i = 2; i < points.length; i += 2) {
            path.lineTo(points[i], points[i + 1]);
        }
        path.closePath();
        return path;
    }

    /** A ship; {@code flash} 0 to 1 whitens it after a hit, {@code flame} is the length of its exhaust. */
    void ship(final Graphics2D g, final Color color, final double angle, final double flash,
            final double flame) {
        final AffineTransform saved = g.getTransform();
        glow.paint(g, color, 26, 0.28);
        g.rotate(angle);
        if (flame > 0) {
            flame(g, flame);
        }
        final Color body = Palette.mix(color, Color.WHITE, 0.85 * flash);
        g.setColor(Palette.mix(body, Color.BLACK, 0.18));
        g.fill(HULL);
        g.setColor(Palette.mix(body, Color.WHITE, 0.35));
        g.fill(STRIPE);
        g.scale(-1, 1);
        g.fill(STRIPE);
        g.setColor(new Color(0x0B1430));
        g.fill(CANOPY);
        g.setStroke(OUTLINE);
        g.setColor(Palette.mix(body, Color.WHITE, 0.55));
        g.draw(HULL);
        g.setTransform(saved);
    }

    private static void flame(final Graphics2D g, final double length) {
        g.setColor(new Color(255, 140, 40, 150));
        g.fill(path(-3.4, 13, 3.4, 13, 0, 14 + length));
        g.setColor(new Color(255, 240, 190, 230));
        g.fill(path(-1.7, 13, 1.7, 13, 0, 14 + length * 0.55));
    }

    /** A ship that is not there; {@code strength} 0 to 1. */
    static void ghost(final Graphics2D g, final Color color, final double angle, final double strength) {
        final AffineTransform saved = g.getTransform();
        g.rotate(angle);
        g.setColor(Palette.alpha(color, 0.45 * strength));
        g.fill(HULL);
        g.setStroke(DASHES);
        g.setColor(Palette.alpha(Palette.mix(color, Color.WHITE, 0.6), strength));
        g.draw(HULL);
        g.setTransform(saved);
    }

    static void shield(final Graphics2D g, final Color color, final double strength) {
        final Ellipse2D ring = new Ellipse2D.Double(-22, -22, 44, 44);
        g.setColor(Palette.alpha(color, 0.14 * strength));
        g.fill(ring);
        g.setStroke(new BasicStroke(1.6f));
        g.setColor(Palette.alpha(Palette.mix(color, Color.WHITE, 0.5), 0.85 * strength));
        g.draw(ring);
    }

    /** An explosion some frames after it began. */
    void explosion(final Graphics2D g, final Color color, final double age) {
        final double t = age / EXPLOSION_FRAMES;
        if (t >= 1) {
            return;
        }
        final double fade = 1 - t;
        glow.paint(g, new Color(0xFFB35C), 14 + 40 * Math.sqrt(t), 0.8 * fade * fade);
        final double ring = 6 + 44 * Math.sqrt(t);
        g.setStroke(new BasicStroke((float) (0.5 + 3 * fade)));
        g.setColor(Palette.alpha(Palette.mix(color, Color.WHITE, 0.4), 0.8 * fade));
        g.draw(new Ellipse2D.Double(-ring, -ring, 2 * ring, 2 * ring));
        g.setStroke(new BasicStroke((float) (0.6 + 1.8 * fade), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        for (int i = 0; i < SPARKS; i++) {
            final double way = i * GOLDEN_ANGLE;
            final double far = (22 + 34 * (i * 7 % SPARKS) / SPARKS) * Math.sqrt(t);
            final double near = far * 0.72;
            g.setColor(Palette.alpha(i % 3 == 0 ? color : Palette.GOLD, fade));
            g.draw(new Line2D.Double(near * Math.cos(way), near * Math.sin(way), far * Math.cos(way),
                far * Math.sin(way)));
        }
    }
}
