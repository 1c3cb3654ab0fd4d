package io.lockstep.examples.view;

import java.awt.Color;
import java.awt.Dimension;
import java.awt.Font;
import java.awt.event.HierarchyEvent;
import javax.swing.AbstractButton;
import javax.swing.BorderFactory;
import javax.swing.JButton;
import javax.swing.JComponent;
import javax.swing.JLabel;
import javax.swing.JSlider;
import javax.swing.JTextField;
import javax.swing.JToggleButton;
import javax.swing.SwingConstants;
import javax.swing.Timer;

/**
 * Buttons, labels and sliders in the colours of the views, none of which takes the focus from the keys; and fields,
 * which have to.
 */
public final class Widgets {

    /** Behind them. */
    public static final Color BACKGROUND = new Color(0x0A0F20);
    private static final Color BUTTON = new Color(0x1B2540);
    private static final Color CHOSEN = new Color(0x35456F);
    private static final Font FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 12);
    private static final int PADDING = 6;

    private Widgets() {
    }

    /**
     * A button.
     *
     * @param text   on it
     * @param action of a press, on the event thread
     * @return a new one
     */
    public static JButton button(final String text, final Runnable action) {
        final JButton button = new JButton(text);
        style(button);
        button.addActionListener(event -> action.run());
        return button;
    }

    /**
     * A button that stays pressed.
     *
     * @param text on it
     * @return a new one, not pressed
     */
    public static JToggleButton toggle(final String text) {
        final JToggleButton toggle = new JToggleButton(text);
        style(toggle);
        return toggle;
    }

    /**
     * Makes any button look like the others.
     *
     * @param button to be changed
     */
    public static void style(final AbstractButton button) {
        button.setFont(FONT);
        button.setFocusable(false);
        button.setFocusPainted(false);
        button.setContentAreaFilled(false);
        button.setOpaque(true);
        button.setBackground(button.isSelected() ? CHOSEN : BUTTON);
        button.addChangeListener(event -> button.setBackground(button.isSelected() ? CHOSEN : BUTTON));
        button.setForeground(Palette.TEXT);
        button.setBorder(BorderFactory.createEmptyBorder(PADDING, 2 * PADDING, PADDING, 2 * PADDING));
    }

    /**
     * A line of text.
     *
     * @param text  at first
     * @param width pixels, whatever it says later
     * @return a new one
     */
    public static JLabel label(final String text, final int width) {
        final JLabel label = new JLabel(text, SwingConstants.LEFT);
        label.setFont(FONT);
        label.setForeground(Palette.TEXT);
        label.setPreferredSize(new Dimension(width, label.getPreferredSize().height));
        return label;
    }

    /**
     * Lets a timer run as long as a part is in a window that is there.
     *
     * @param timer which is not started
     * @param part  in no window yet
     */
    public static void runWhileShown(final Timer timer, final JComponent part) {
        part.addHierarchyListener(event -> {
            if ((event.getChangeFlags() & HierarchyEvent.DISPLAYABILITY_CHANGED) == 0) {
                return;
            }
            if (part.isDisplayable()) {
                timer.start();
            } else {
                timer.stop();
            }
        });
    }

    /**
     * A field to write into.
     *
     * @param font    of what is written
     * @param columns as wide as so many letters
     * @return a new one, empty
     */
    public static JTextField field(final Font font, final int columns) {
        final JTextField field = new JTextField(columns);
        field.setFont(font);
        field.setBackground(BUTTON);
        field.setForeground(Palette.TEXT);
        field.setCaretColor(Palette.GOLD);
        field.setSelectionColor(CHOSEN);
        field.setSelectedTextColor(Palette.TEXT);
        field.setBorder(BorderFactory.createEmptyBorder(PADDING, PADDING, PADDING, PADDING));
        return field;
    }

    /**
     * A slider.
     *
     * @param most its greatest value; the least is 0
     * @return a new one, at 0
     */
    public static JSlider slider(final int most) {
        final JSlider slider = new JSlider(0, most, 0);
        slider.setUI(new FlatSliderUI(slider));
        slider.setOpaque(false);
        slider.setFocusable(false);
        slider.setForeground(Palette.GOLD);
        return slider;
    }
}
