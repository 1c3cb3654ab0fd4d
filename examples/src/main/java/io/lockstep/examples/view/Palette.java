package io.lockstep.examples.view;

import io.lockstep.examples.dogfight.PowerUpKind;
import io.lockstep.examples.dogfight.Rules;
import java.awt.Color;

/** The colours of the view: one for each of 32 players, the first ones easiest to tell apart. */
public final class Palette {

    /** Of what is read. */
    public static final Color TEXT = new Color(0xE6EDF7);
    /** Of what is read second. */
    public static final Color DIM = new Color(0x8FA1BC);
    static final Color PANE = new Color(8, 12, 26, 190);
    static final Color EDGE = new Color(90, 120, 180, 110);
    static final Color SHADOW = new Color(0, 0, 0, 170);
    /** Of what should be seen. */
    public static final Color GOLD = new Color(0xFFD75E);
    /** Of what went wrong. */
    public static final Color HURT = new Color(0xFF5A4F);

    private static final int[] FIRST = {
        0x4CC9F0, 0xFF9F1C, 0x7AE582, 0xF15BB5, 0xFEE440, 0x8E7CFF, 0xFF5964, 0x2EC4B6,
        0xC0F25B, 0xE07BFF, 0x5E9BFF, 0xFFB5A7
    };
    /** Steps of this share of the colour wheel keep neighbours far apart, however many there are. */
    private static final float GOLDEN_RATIO = 0.618034f;
    private static final Color[] PLAYERS = players();

    private Palette() {
    }

    /**
     * A player's colour.
     *
     * @param player 0 to 31
     * @return the same everywhere
     */
    public static Color player(final int player) {
        return PLAYERS[player];
    }

    static Color powerUp(final int kind) {
        switch (kind) {
            case PowerUpKind.HP_PLUS_ONE:
                return new Color(0x7CFC9A);
            case PowerUpKind.HP_PLUS_THREE:
                return new Color(0x38E8C6);
            default:
                return GOLD;
        }
    }

    static Color alpha(final Color color, final double alpha) {
        final int a = (int) Math.round(255 * Math.max(0, Math.min(1, alpha)));
        return new Color(color.getRed(), color.getGreen(), color.getBlue(), a);
    }

    /** A mix of two colours, {@code share} of the second one. */
    static Color mix(final Color a, final Color b, final double share) {
        return new Color(mix(a.getRed(), b.getRed(), share), mix(a.getGreen(), b.getGreen(), share),
            mix(a.getBlue(), b.getBlue(), share));
    }

    private static int mix(final int a, final int b, final double share) {
        return (int) Math.round(a + (b - a) * share);
    }

    private static Color[] players() {
        final Color[] colors = new Color[Rules.MAX_PLAYERS];
        for (int i = 0; i < colors.length; i++) {
            final float saturation = 0.5f + 0.2f * (i % 3 - 1);
            colors[i] = i < FIRST.length
                ? new Color(FIRST[i])
                : Color.getHSBColor(i * GOLDEN_RATIO % 1, saturation, i % 2 == 0 ? 1f : 0.8f);
        }
        return colors;
    }
}
