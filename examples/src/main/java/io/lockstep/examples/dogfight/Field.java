package io.lockstep.examples.dogfight;

/** The field: a torus, what leaves on one side comes back on the other. Larger for more players, always 16 to 9. */
public final class Field {

    private static final int UNIT = Rules.UNITS_PER_PIXEL;

    private final int width;
    private final int height;

    /**
     * The field for a number of players.
     *
     * @param players 2 to 32
     */
    public Field(final int players) {
        final int scale = players <= 4 ? 60 : players <= 8 ? 80 : players <= 16 ? 110 : 150;
        this.width = 16 * scale * UNIT;
        this.height = 9 * scale * UNIT;
    }

    /**
     * Width of the field.
     *
     * @return units; x is always 0 to this − 1
     */
    public int width() {
        return width;
    }

    /**
     * Height of the field.
     *
     * @return units; y is always 0 to this − 1
     */
    public int height() {
        return height;
    }

    /**
     * The shortest way between two places along x.
     *
     * @param from 0 to width − 1
     * @param to   0 to width − 1
     * @return units, negative to the left, at most half the width either way
     */
    public int deltaX(final int from, final int to) {
        return delta(from, to, width);
    }

    /**
     * The shortest way between two places along y.
     *
     * @param from 0 to height − 1
     * @param to   0 to height − 1
     * @return units, negative upwards, at most half the height either way
     */
    public int deltaY(final int from, final int to) {
        return delta(from, to, height);
    }

    /**
     * Brings an x that left the field by less than its width back into it.
     *
     * @param x −width to 2 · width − 1
     * @return 0 to width − 1
     */
    public int wrapX(final int x) {
        return wrap(x, width);
    }

    /**
     * Brings a y that left the field by less than its height back into it.
     *
     * @param y −height to 2 · height − 1
     * @return 0 to height − 1
     */
    public int wrapY(final int y) {
        return wrap(y, height);
    }

    /** Whether two places are at most {@code reach} apart on both axes. */
    boolean near(final int x1, final int y1, final int x2, final int y2, final int reach) {
        return Math.abs(deltaX(x1, x2)) <= reach && Math.abs(deltaY(y1, y2)) <= reach;
    }

    /** Distance along the axes. */
    int distance(final int x1, final int y1, final int x2, final int y2) {
        return Math.abs(deltaX(x1, x2)) + Math.abs(deltaY(y1, y2));
    }

    private static int delta(final int from, final int to, final int size) {
        final int direct = to - from;
        if (direct > size / 2) {
            return direct - size;
        }
        return direct < -(size / 2) ? direct + size : direct;
    }

    private static int wrap(final int value, final int size) {
        if (value < 0) {
            return value + size;
        }
        return value >= size ? value - size : value;
    }
}
