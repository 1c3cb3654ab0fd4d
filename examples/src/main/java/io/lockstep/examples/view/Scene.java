package io.lockstep.examples.view;

import io.lockstep.examples.dogfight.Bullets;
import io.lockstep.examples.dogfight.Direction;
import io.lockstep.examples.dogfight.Dogfight;
import io.lockstep.examples.dogfight.Field;
import io.lockstep.examples.dogfight.PowerUps;
import io.lockstep.examples.dogfight.Rules;
import io.lockstep.examples.dogfight.Ships;
import java.lang.reflect.Array;

/**
 * What is drawn: a copy of the last state and the places of the one before, so that drawing neither reads a game that
 * is being stepped nor holds it up. Whoever uses it takes care of the threads.
 */
final class Scene {

    /** How long a hit ship lights up. */
    static final int FLASH_FRAMES = 8;

    /** Share of the remaining angle a ship turns in a frame; only for the eye, the game knows four directions. */
    private static final double TURN = 0.35;

    final Field field;
    final int players;
    final double[] x;
    final double[] y;
    final double[] lastX;
    final double[] lastY;
    final double[] angle;
    final int[] hp;
    final int[] flash;
    final int[] ammo;
    final int[] weapon;
    final int[] boost;
    final int[] recharge;
    final int[] shield;
    final int[] respawn;
    final int[] emote;
    final int[] kills;
    final int[] deaths;
    final boolean[] thrusting;
    final boolean[] parked;
    final Corrections corrections;
    final double[] bulletX;
    final double[] bulletY;
    final double[] bulletLastX;
    final double[] bulletLastY;
    final int[] bulletDirection;
    final int[] powerUpX;
    final int[] powerUpY;
    final int[] powerUpKind;
    long frame;
    boolean closed;
    /** In which frame each ship was hit for which it lights up. */
    private final long[] hitFrame;

    Scene(final int players) {
        this.players = players;
        field = new Field(players);
        x = new double[players];
        y = new double[players];
        lastX = new double[players];
        lastY = new double[players];
        angle = new double[players];
        hp = new int[players];
        flash = new int[players];
        ammo = new int[players];
        weapon = new int[players];
        boost = new int[players];
        recharge = new int[players];
        shield = new int[players];
        respawn = new int[players];
        emote = new int[players];
        kills = new int[players];
        deaths = new int[players];
        thrusting = new boolean[players];
        parked = new boolean[players];
        corrections = new Corrections(players);
        hitFrame = new long[players];
        final int bullets = players * Rules.BULLETS_PER_SHIP;
        bulletX = new double[bullets];
        bulletY = new double[bullets];
        bulletLastX = new double[bullets];
        bulletLastY = new double[bullets];
        bulletDirection = new int[bullets];
        final int slots = Rules.powerUpSlots(players);
        powerUpX = new int[slots];
        powerUpY = new int[slots];
        powerUpKind = new int[slots];
    }

    /** A ship was hit; whoever tells it does so once, however often the frame is played. */
    void hit(final int ship, final long inFrame) {
        flash[ship] = FLASH_FRAMES;
        hitFrame[ship] = inFrame;
    }

    /** A ship was not hit in a frame after all. */
    void notHit(final int ship, final long inFrame) {
        if (hitFrame[ship] == inFrame) {
            flash[ship] = 0;
        }
    }

    /** Takes over a game's state; what was current becomes previous. */
    void capture(final Dogfight game) {
        final long passed = game.frame() - frame;
        frame = game.frame();
        closed = game.status() == Dogfight.CLOSED;
        for (int i = 0; i < players; i++) {
            captureShip(game.ships(), i, passed);
        }
        final Bullets bullets = game.bullets();
        for (int i = 0; i < bulletX.length; i++) {
            final boolean flew = bulletDirection[i] != Direction.IDLE && bulletDirection[i] == bullets.direction(i);
            bulletLastX[i] = flew ? bulletX[i] : bullets.x(i);
            bulletLastY[i] = flew ? bulletY[i] : bullets.y(i);
            bulletX[i] = bullets.x(i);
            bulletY[i] = bullets.y(i);
            bulletDirection[i] = bullets.direction(i);
        }
        final PowerUps powerUps = game.powerUps();
        for (int i = 0; i < powerUpX.length; i++) {
            powerUpX[i] = powerUps.x(i);
            powerUpY[i] = powerUps.y(i);
            powerUpKind[i] = powerUps.kind(i);
        }
    }

    private void captureShip(final Ships ships, final int i, final long passed) {
        final boolean lived = hp[i] > 0 && ships.alive(i);
        if (lived && (passed == 0 || passed == 1)) {
            // Where a ship was a frame ago follows from how far it has flown since, as the game knows it now.
            corrections.move(i, x[i], y[i], angle[i],
                Math.IEEEremainder(x[i] - ships.x(i) + passed * ships.vx(i), field.width()),
                Math.IEEEremainder(y[i] - ships.y(i) + passed * ships.vy(i), field.height()));
        } else {
            corrections.appear(i);
        }
        lastX[i] = lived ? x[i] : ships.x(i);
        lastY[i] = lived ? y[i] : ships.y(i);
        x[i] = ships.x(i) + corrections.offsetX(i);
        y[i] = ships.y(i) + corrections.offsetY(i);
        if (ships.alive(i)) {
            final double target = angleOf(ships.direction(i));
            final double turn = Math.IEEEremainder(target - angle[i], 2 * Math.PI);
            angle[i] = lived ? angle[i] + turn * TURN : target;
        }
        flash[i] = Math.max(0, flash[i] - 1);
        hp[i] = ships.hp(i);
        ammo[i] = ships.ammo(i);
        weapon[i] = ships.weapon(i);
        boost[i] = ships.boost(i);
        recharge[i] = ships.recharge(i);
        shield[i] = ships.shield(i);
        respawn[i] = ships.respawn(i);
        emote[i] = ships.emote(i);
        kills[i] = ships.kills(i);
        deaths[i] = ships.deaths(i);
        thrusting[i] = ships.thrusting(i);
        parked[i] = ships.parked(i);
    }

    /** Becomes the same as another of as many players; allocates nothing. */
    void copy(final Scene other) {
        frame = other.frame;
        closed = other.closed;
        copy(other.x, x);
        copy(other.y, y);
        copy(other.lastX, lastX);
        copy(other.lastY, lastY);
        copy(other.angle, angle);
        copy(other.hp, hp);
        copy(other.flash, flash);
        copy(other.ammo, ammo);
        copy(other.weapon, weapon);
        copy(other.boost, boost);
        copy(other.recharge, recharge);
        copy(other.shield, shield);
        copy(other.respawn, respawn);
        copy(other.emote, emote);
        copy(other.kills, kills);
        copy(other.deaths, deaths);
        copy(other.thrusting, thrusting);
        copy(other.parked, parked);
        corrections.copy(other.corrections);
        copy(other.bulletX, bulletX);
        copy(other.bulletY, bulletY);
        copy(other.bulletLastX, bulletLastX);
        copy(other.bulletLastY, bulletLastY);
        copy(other.bulletDirection, bulletDirection);
        copy(other.powerUpX, powerUpX);
        copy(other.powerUpY, powerUpY);
        copy(other.powerUpKind, powerUpKind);
    }

    private static void copy(final Object from, final Object to) {
        System.arraycopy(from, 0, to, 0, Array.getLength(from));
    }

    private static double angleOf(final int direction) {
        return Math.atan2(Direction.dx(direction), -Direction.dy(direction));
    }

    /** A place between two, along the shorter way around the field; in pixels at zoom 1. */
    static double between(final double from, final double to, final int size, final float alpha) {
        final double way = Math.IEEEremainder(to - from, size);
        final double place = (from + way * alpha) % size;
        return (place < 0 ? place + size : place) / Rules.UNITS_PER_PIXEL;
    }
}
