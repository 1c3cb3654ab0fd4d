package io.lockstep.examples.dogfight;

import io.lockstep.core.game.InputSource;
import java.nio.ByteBuffer;

/**
 * A player who looks at the game: chases the nearest opponent, fetches power-ups when hurt, shoots when somebody is in
 * line. Decides a few times a second and holds the keys in between, as people do, so its inputs cost the network what a
 * person's would.
 *
 * <p>It reads the local state, which is behind the frame it plays for; that is allowed, because only its input travels.
 * The same seed and the same states give the same input. One bot plays one ship, on the thread that steps the game.
 */
public final class DogfightBot implements InputSource {

    private static final int MIN_HOLD_FRAMES = 10;
    private static final int HOLD_SPREAD_FRAMES = 14;
    private static final int HURT_HP = 3;
    /** Half the width of the lane in which a shot is worth a round. */
    private static final int AIM = 20 * Rules.UNITS_PER_PIXEL;
    /** Nearer than this it keeps its direction instead of turning on the spot. */
    private static final int CLOSE = 70 * Rules.UNITS_PER_PIXEL;
    /** Nearer than this it flies on and turns later, so that ships pass instead of sitting on each other. */
    private static final int TOO_CLOSE = 28 * Rules.UNITS_PER_PIXEL;
    private static final int CANNON_RANGE = 380 * Rules.UNITS_PER_PIXEL;
    private static final int REPEATER_RANGE = 200 * Rules.UNITS_PER_PIXEL;
    private static final int BOOST_DISTANCE = 350 * Rules.UNITS_PER_PIXEL;
    private static final int PERCENT = 100;
    private static final int WANDER_PERCENT = 8;
    private static final int BOOST_PERCENT = 25;
    private static final int SWAP_PERCENT = 30;

    private final Dogfight game;
    private final SplitMix random;
    private int held;
    private int framesLeft;
    private int targetX;
    private int targetY;

    /**
     * A bot.
     *
     * @param game what it looks at
     * @param seed what it decides by; two bots with the same seed in the same place decide alike
     */
    public DogfightBot(final Dogfight game, final long seed) {
        this.game = game;
        this.random = new SplitMix(seed);
    }

    @Override
    public void sample(final long frame, final int player, final ByteBuffer input) {
        if (framesLeft-- <= 0) {
            held = decide(player);
            framesLeft = MIN_HOLD_FRAMES + random.below(HOLD_SPREAD_FRAMES);
        }
        Buttons.write(held, input);
    }

    private int decide(final int player) {
        final Ships ships = game.ships();
        if (!ships.alive(player)) {
            return 0;
        }
        final int opponent = nearestOpponent(player);
        if (chance(WANDER_PERCENT) || opponent < 0 && !findPowerUp(player)) {
            return Direction.button(Direction.UP + random.below(Direction.COUNT - 1));
        }
        if (opponent >= 0 && !(ships.hp(player) < HURT_HP && findPowerUp(player))) {
            targetX = ships.x(opponent);
            targetY = ships.y(opponent);
            return approach(player, ships.shield(opponent) == 0);
        }
        return approach(player, false) | Buttons.PICKUP;
    }

    private int approach(final int player, final boolean armed) {
        final Ships ships = game.ships();
        final int dx = game.field().deltaX(ships.x(player), targetX);
        final int dy = game.field().deltaY(ships.y(player), targetY);
        final int along = Math.max(Math.abs(dx), Math.abs(dy));
        final int across = Math.min(Math.abs(dx), Math.abs(dy));
        final int longWay = Math.abs(dx) >= Math.abs(dy) ? horizontal(dx) : vertical(dy);
        final int shortWay = Math.abs(dx) >= Math.abs(dy) ? vertical(dy) : horizontal(dx);
        if (armed && along < TOO_CLOSE) {
            return Direction.button(ships.direction(player))
                | (longWay == ships.direction(player) ? Buttons.FIRE : Buttons.SECONDARY);
        }
        if (armed && across <= AIM) {
            return longWay == Direction.opposite(ships.direction(player)) && along < CLOSE
                ? Direction.button(ships.direction(player)) | Buttons.SECONDARY
                : Direction.button(longWay) | shot(player, along);
        }
        // Getting into line is the shorter way; closing the distance is the longer one.
        final int way = armed && across < along / 2 ? shortWay : longWay;
        final boolean boost = along > BOOST_DISTANCE && ships.recharge(player) == 0 && chance(BOOST_PERCENT);
        return Direction.button(way) | (boost ? Buttons.SPECIAL : 0);
    }

    private int shot(final int player, final int distance) {
        final int weapon = game.ships().weapon(player);
        final int better = distance < REPEATER_RANGE ? Rules.REPEATER : Rules.CANNON;
        if (weapon != better && chance(SWAP_PERCENT)) {
            return Buttons.SWAP;
        }
        return distance < (weapon == Rules.CANNON ? CANNON_RANGE : REPEATER_RANGE) ? Buttons.FIRE : 0;
    }

    private int nearestOpponent(final int player) {
        final Ships ships = game.ships();
        int best = -1;
        int bestDistance = Integer.MAX_VALUE;
        for (int ship = 0; ship < game.players(); ship++) {
            if (ship != player && ships.alive(ship)) {
                final int distance =
                    game.field().distance(ships.x(player), ships.y(player), ships.x(ship), ships.y(ship));
                if (distance < bestDistance) {
                    bestDistance = distance;
                    best = ship;
                }
            }
        }
        return best;
    }

    /** Makes the nearest power-up the target, if there is one. */
    private boolean findPowerUp(final int player) {
        final Ships ships = game.ships();
        final PowerUps powerUps = game.powerUps();
        int bestDistance = Integer.MAX_VALUE;
        for (int slot = 0; slot < powerUps.count(); slot++) {
            if (powerUps.kind(slot) != PowerUpKind.NONE) {
                final int distance =
                    game.field().distance(ships.x(player), ships.y(player), powerUps.x(slot), powerUps.y(slot));
                if (distance < bestDistance) {
                    bestDistance = distance;
                    targetX = powerUps.x(slot);
                    targetY = powerUps.y(slot);
                }
            }
        }
        return bestDistance < Integer.MAX_VALUE;
    }

    private boolean chance(final int percent) {
        return random.below(PERCENT) < percent;
    }

    private static int horizontal(final int dx) {
        return dx < 0 ? Direction.LEFT : Direction.RIGHT;
    }

    private static int vertical(final int dy) {
        return dy < 0 ? Direction.UP : Direction.DOWN;
    }
}
