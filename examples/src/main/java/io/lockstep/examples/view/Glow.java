package io.lockstep.examples.view;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RadialGradientPaint;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.util.HashMap;
import java.util.Map;

/** Soft round light, painted once for each colour and then copied: gradients are what costs most in a view of 32. */
final class Glow {

    private static final int SIZE = 64;
    /** Strength is rounded to this many steps, so that few images are kept. */
    private static final int STEPS = 16;
    /** 32 players, three kinds of power-up and explosions, in all strengths, are fewer. */
    private static final int MAX_IMAGES = 1_024;

    private final Map<Integer, BufferedImage> images = new HashMap<>();

    /** Paints light around the origin; {@code strength} 0 to 1 is how opaque its middle is. */
    void paint(final Graphics2D g, final Color color, final double radius, final double strength) {
        final int step = (int) Math.round(STEPS * Math.max(0, Math.min(1, strength)));
        if (step == 0) {
            return;
        }
        final int key = (color.getRGB() & 0xFFFFFF) << 5 | step;
        BufferedImage image = images.get(key);
        if (image == null) {
            if (images.size() >= MAX_IMAGES) {
                images.clear();
            }
            image = image(color, (double) step / STEPS);
            images.put(key, image);
        }
        final AffineTransform place = AffineTransform.getTranslateInstance(-radius, -radius);
        place.scale(2 * radius / SIZE, 2 * radius / SIZE);
        g.drawImage(image, place, null);
    }

    private static BufferedImage image(final Color color, final double strength) {
        final BufferedImage image = new BufferedImage(SIZE, SIZE, BufferedImage.TYPE_INT_ARGB_PRE);
        final Graphics2D g = image.createGraphics();
        g.setPaint(new RadialGradientPaint(SIZE / 2f, SIZE / 2f, SIZE / 2f, new float[] {0f, 1f},
            new Color[] {Palette.alpha(color, strength), Palette.alpha(color, 0)}));
        g.fillRect(0, 0, SIZE, SIZE);
        g.dispose();
        return image;
    }
}
