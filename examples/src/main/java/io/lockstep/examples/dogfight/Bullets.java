package io.lockstep.examples.dogfight;

import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/** The bullets of a match, to read: five places for each ship, ship by ship. A free place is idle and at (0, 0). */
public final class Bullets {

    /** Saved size of one bullet. */
    static final int BYTES = 10;

    final int[] x;
    final int[] y;
    final int[] direction;
    final int[] frames;

    Bullets(final int ships) {
        final int count = ships * Rules.BULLETS_PER_SHIP;
        x = new int[count];
        y = new int[count];
        direction = new int[count];
        frames = new int[count];
    }

    /**
     * How many places there are.
     *
     * @return five for each ship
     */
    public int count() {
        return x.length;
    }

    /**
     * Whether a bullet flies.
     *
     * @param bullet 0 to count − 1; bullet / 5 is its ship
     * @return false when the place is free
     */
    public boolean active(final int bullet) {
        return direction[bullet] != Direction.IDLE;
    }

    /**
     * Where a bullet is.
     *
     * @param bullet 0 to count − 1; bullet / 5 is its ship
     * @return units, 0 to width − 1
     */
    public int x(final int bullet) {
        return x[bullet];
    }

    /**
     * Where a bullet is.
     *
     * @param bullet 0 to count − 1; bullet / 5 is its ship
     * @return units, 0 to height − 1
     */
    public int y(final int bullet) {
        return y[bullet];
    }

    /**
     * Where a bullet flies to.
     *
     * @param bullet 0 to count − 1; bullet / 5 is its ship
     * @return a constant of {@link Direction}; idle when the place is free
     */
    public int direction(final int bullet) {
        return direction[bullet];
    }

    /**
     * How long a bullet flies on.
     *
     * @param bullet 0 to count − 1; bullet / 5 is its ship
     * @return frames, 0 when the place is free
     */
    public int frames(final int bullet) {
        return frames[bullet];
    }

    /** The first free place of a ship, or −1. */
    int free(final int ship) {
        final int first = ship * Rules.BULLETS_PER_SHIP;
        for (int i = first; i < first + Rules.BULLETS_PER_SHIP; i++) {
            if (direction[i] == Direction.IDLE) {
                return i;
            }
        }
        return -1;
    }

    void move(final int bullet, final Field field) {
        final int way = direction[bullet];
        x[bullet] = field.wrapX(x[bullet] + Direction.dx(way) * Rules.BULLET_SPEED);
        y[bullet] = field.wrapY(y[bullet] + Direction.dy(way) * Rules.BULLET_SPEED);
    }

    void clear(final int bullet) {
        x[bullet] = 0;
        y[bullet] = 0;
        direction[bullet] = Direction.IDLE;
        frames[bullet] = 0;
    }

    void save(final StateWriter out) {
        out.section("bullets");
        for (int i = 0; i < x.length; i++) {
            out.writeInt("x", x[i]);
            out.writeInt("y", y[i]);
            out.writeByte("direction", direction[i]);
            out.writeByte("frames", frames[i]);
        }
    }

    void load(final ByteBuffer in, final Field field) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Checked.range("bullet x", in.getInt(), 0, field.width() - 1);
            y[i] = Checked.range("bullet y", in.getInt(), 0, field.height() - 1);
            direction[i] = Checked.range("bullet direction", in.get(), 0, Direction.COUNT - 1);
            frames[i] = Checked.range("bullet frames", in.get(), 0, Rules.CANNON_FLIGHT_FRAMES);
        }
    }
}
