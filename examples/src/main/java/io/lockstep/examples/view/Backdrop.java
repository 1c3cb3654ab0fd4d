package io.lockstep.examples.view;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RadialGradientPaint;
import java.awt.RenderingHints;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Point2D;
import java.awt.image.BufferedImage;
import java.util.Random;

/** The space behind the game: drawn once for a size and then copied. */
public final class Backdrop {

    private static final long SKY = 20_240;
    private static final int PIXELS_PER_STAR = 1_100;
    private static final int BRIGHT_ONE_IN = 40;
    private static final Color SPACE = new Color(0x070A18);
    private static final Color[] CLOUDS = {
        new Color(52, 40, 120), new Color(16, 70, 120), new Color(96, 26, 88), new Color(14, 84, 92)
    };

    private BufferedImage image;

    /** Nothing is drawn yet. */
    public Backdrop() {
        // The image is of the size that is asked for first.
    }

    /**
     * The sky in a size.
     *
     * @param width  pixels
     * @param height pixels
     * @return the same image until another size is asked for
     */
    public BufferedImage of(final int width, final int height) {
        if (image == null || image.getWidth() != width || image.getHeight() != height) {
            image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            final Graphics2D g = image.createGraphics();
            g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
            paint(g, width, height);
            g.dispose();
        }
        return image;
    }

    private static void paint(final Graphics2D g, final int width, final int height) {
        final Random random = new Random(SKY);
        g.setColor(SPACE);
        g.fillRect(0, 0, width, height);
        for (int i = 0; i < 9; i++) {
            final Color cloud = CLOUDS[i % CLOUDS.length];
            final double radius = width * (0.16 + 0.22 * random.nextDouble());
            final Point2D centre = new Point2D.Double(width * random.nextDouble(), height * random.nextDouble());
            g.setPaint(new RadialGradientPaint(centre, (float) radius, new float[] {0f, 1f},
                new Color[] {Palette.alpha(cloud, 0.34), Palette.alpha(cloud, 0)}));
            g.fillRect(0, 0, width, height);
        }
        final int stars = width * height / PIXELS_PER_STAR;
        for (int i = 0; i < stars; i++) {
            star(g, random, width * random.nextDouble(), height * random.nextDouble());
        }
    }

    private static void star(final Graphics2D g, final Random random, final double x, final double y) {
        final double light = random.nextDouble();
        final Color tint = Palette.mix(new Color(0xBFD4FF), new Color(0xFFE9C9), random.nextDouble());
        final boolean bright = random.nextInt(BRIGHT_ONE_IN) == 0;
        if (bright) {
            final double glow = 5 + 4 * light;
            g.setPaint(new RadialGradientPaint(new Point2D.Double(x, y), (float) glow, new float[] {0f, 1f},
                new Color[] {Palette.alpha(tint, 0.4), Palette.alpha(tint, 0)}));
            g.fill(new Ellipse2D.Double(x - glow, y - glow, 2 * glow, 2 * glow));
        }
        final double size = bright ? 2.2 : 0.9 + 0.9 * light;
        g.setColor(Palette.alpha(tint, bright ? 0.95 : 0.3 + 0.55 * light));
        g.fill(new Ellipse2D.Double(x - size / 2, y - size / 2, size, size));
    }
}
