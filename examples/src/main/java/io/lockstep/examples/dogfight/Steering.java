package io.lockstep.examples.dogfight;

/** How buttons move a ship: it faces one of four directions, thrusts that way, and drifts along the other axis. */
final class Steering {

    private Steering() {
    }

    /**
     * Turns a ship and changes its speed. A newly pressed arrow turns it; otherwise it keeps its direction as long as
     * that arrow is held, and then turns to another one that is held. Without an arrow it coasts to a stop.
     */
    static void steer(final Ships ships, final int ship, final int buttons, final int pressed) {
        final int facing = ships.direction[ship];
        int way = Direction.of(pressed);
        if (way == Direction.IDLE) {
            way = (buttons & Direction.button(facing)) != 0 ? facing : Direction.of(buttons);
        }
        if (way != Direction.IDLE) {
            ships.direction[ship] = way;
        }
        final int top = ships.boost[ship] > 0 ? Rules.BOOST_SPEED : Rules.SHIP_SPEED;
        ships.vx[ship] = axis(ships.vx[ship], Direction.dx(way), top);
        ships.vy[ship] = axis(ships.vy[ship], Direction.dy(way), top);
    }

    /** One axis of the speed after a frame: thrust towards the top speed, drag when coasting or too fast. */
    private static int axis(final int speed, final int thrust, final int top) {
        if (thrust == 0 || speed * thrust > top) {
            return drag(speed);
        }
        // A boost is felt at once: the thrust grows with the top speed.
        final int push = thrust * Rules.THRUST * top / Rules.SHIP_SPEED;
        return Math.max(-top, Math.min(top, speed + push));
    }

    private static int drag(final int speed) {
        if (speed == 0) {
            return 0;
        }
        final int loss = Math.max(1, Math.abs(speed) >> Rules.DRAG_SHIFT);
        return speed > 0 ? speed - loss : speed + loss;
    }
}
