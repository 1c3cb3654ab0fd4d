package io.lockstep.examples.view;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Graphics;
import java.awt.Graphics2D;
import java.awt.Point;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import javax.swing.JSlider;
import javax.swing.plaf.basic.BasicSliderUI;

/** A slider that looks as everything else does here. */
final class FlatSliderUI extends BasicSliderUI {

    private static final int THUMB = 12;
    private static final int TRACK = 4;
    private static final Color GROOVE = new Color(0x2A3550);

    FlatSliderUI(final JSlider slider) {
        super(slider);
    }

    @Override
    protected Dimension getThumbSize() {
        return new Dimension(THUMB, THUMB);
    }

    @Override
    public void paintTrack(final Graphics graphics) {
        final int y = trackRect.y + (trackRect.height - TRACK) / 2;
        graphics.setColor(GROOVE);
        graphics.fillRoundRect(trackRect.x, y, trackRect.width, TRACK, TRACK, TRACK);
        graphics.setColor(slider.getForeground());
        graphics.fillRoundRect(trackRect.x, y, thumbRect.x + THUMB / 2 - trackRect.x, TRACK, TRACK, TRACK);
    }

    @Override
    public void paintThumb(final Graphics graphics) {
        final Graphics2D g = (Graphics2D) graphics.create();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        final Rectangle at = thumbRect;
        g.setColor(Palette.TEXT);
        g.fillOval(at.x, at.y + (at.height - THUMB) / 2, THUMB, THUMB);
        g.dispose();
    }

    /** A click beside the thumb goes there at once. */
    @Override
    protected void scrollDueToClickInTrack(final int direction) {
        final Point mouse = slider.getMousePosition();
        if (mouse != null) {
            slider.setValue(valueForXPosition(mouse.x));
        }
    }

    @Override
    public void paintFocus(final Graphics graphics) {
        // The keys belong to the ships: it never has the focus.
    }
}
