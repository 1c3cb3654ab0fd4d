package io.lockstep.examples.dogfight;

import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;

/**
 * The ships of a match, to read. A ship with no hit points is dead: it stays where it was until it is launched anew.
 * The values are those of the last frame that was simulated.
 */
public final class Ships {

    /** Saved size of one ship. */
    static final int BYTES = 39;

    private static final int MAX_U8 = 255;
    private static final int U16 = 0xFFFF;
    private static final int MAX_SPEED_LOADED = Rules.BOOST_SPEED;

    final int[] x;
    final int[] y;
    final int[] vx;
    final int[] vy;
    final int[] hp;
    final int[] direction;
    final int[] buttons;
    final int[] weapon;
    final int[] ammo;
    final int[] cooldown;
    final int[] reload;
    final int[] boost;
    final int[] recharge;
    final int[] respawn;
    final int[] shield;
    final int[] parked;
    final int[] emote;
    final int[] emoteFrames;
    final int[] kills;
    final int[] deaths;
    final int[] events;

    Ships(final int count) {
        x = new int[count];
        y = new int[count];
        vx = new int[count];
        vy = new int[count];
        hp = new int[count];
        direction = new int[count];
        buttons = new int[count];
        weapon = new int[count];
        ammo = new int[count];
        cooldown = new int[count];
        reload = new int[count];
        boost = new int[count];
        recharge = new int[count];
        respawn = new int[count];
        shield = new int[count];
        parked = new int[count];
        emote = new int[count];
        emoteFrames = new int[count];
        kills = new int[count];
        deaths = new int[count];
        events = new int[count];
    }

    /**
     * Whether a ship flies.
     *
     * @param ship 0 to players − 1
     * @return false while it waits to be launched anew
     */
    public boolean alive(final int ship) {
        return hp[ship] > 0;
    }

    /**
     * Where a ship is.
     *
     * @param ship 0 to players − 1
     * @return units, 0 to width − 1
     */
    public int x(final int ship) {
        return x[ship];
    }

    /**
     * Where a ship is.
     *
     * @param ship 0 to players − 1
     * @return units, 0 to height − 1
     */
    public int y(final int ship) {
        return y[ship];
    }

    /**
     * How far a ship flew to the right in its last frame.
     *
     * @param ship 0 to players − 1
     * @return units a frame, negative to the left
     */
    public int vx(final int ship) {
        return vx[ship];
    }

    /**
     * How far a ship flew down in its last frame.
     *
     * @param ship 0 to players − 1
     * @return units a frame, negative upwards
     */
    public int vy(final int ship) {
        return vy[ship];
    }

    /**
     * Hit points.
     *
     * @param ship 0 to players − 1
     * @return 0 to 10
     */
    public int hp(final int ship) {
        return hp[ship];
    }

    /**
     * Where a ship looks.
     *
     * @param ship 0 to players − 1
     * @return a constant of {@link Direction}; idle when it is dead
     */
    public int direction(final int ship) {
        return direction[ship];
    }

    /**
     * Rounds left.
     *
     * @param ship 0 to players − 1
     * @return 0 to 9
     */
    public int ammo(final int ship) {
        return ammo[ship];
    }

    /**
     * The gun in use.
     *
     * @param ship 0 to players − 1
     * @return {@link Rules#CANNON} or {@link Rules#REPEATER}
     */
    public int weapon(final int ship) {
        return weapon[ship];
    }

    /**
     * How long the boost lasts on.
     *
     * @param ship 0 to players − 1
     * @return frames, 0 when there is none
     */
    public int boost(final int ship) {
        return boost[ship];
    }

    /**
     * How long until the next boost.
     *
     * @param ship 0 to players − 1
     * @return frames, 0 when it is ready
     */
    public int recharge(final int ship) {
        return recharge[ship];
    }

    /**
     * How long a new ship cannot be hit.
     *
     * @param ship 0 to players − 1
     * @return frames, 0 when it can
     */
    public int shield(final int ship) {
        return shield[ship];
    }

    /**
     * How long until a dead ship is launched anew.
     *
     * @param ship 0 to players − 1
     * @return frames, 0 when it flies
     */
    public int respawn(final int ship) {
        return respawn[ship];
    }

    /**
     * What a player says.
     *
     * @param ship 0 to players − 1
     * @return 0 for nothing, otherwise an id for {@link GameEvents#word}
     */
    public int emote(final int ship) {
        return emote[ship];
    }

    /**
     * How many ships a player shot down.
     *
     * @param ship 0 to players − 1
     * @return 0 or more
     */
    public int kills(final int ship) {
        return kills[ship];
    }

    /**
     * How many ships a player lost.
     *
     * @param ship 0 to players − 1
     * @return 0 or more
     */
    public int deaths(final int ship) {
        return deaths[ship];
    }

    /**
     * How many events of a player took effect.
     *
     * @param ship 0 to players − 1
     * @return 0 or more
     */
    public int events(final int ship) {
        return events[ship];
    }

    /**
     * Whether a player paused the ship.
     *
     * @param ship 0 to players − 1
     * @return true while it ignores everything but pause
     */
    public boolean parked(final int ship) {
        return parked[ship] != 0;
    }

    /**
     * Whether the engine runs.
     *
     * @param ship 0 to players − 1
     * @return true while an arrow is held
     */
    public boolean thrusting(final int ship) {
        return alive(ship) && !parked(ship) && (buttons[ship] & Buttons.ARROWS) != 0;
    }

    /** A new ship, everything but its place, its direction and what lasts beyond death. */
    void launch(final int ship, final int placeX, final int placeY, final int facing) {
        x[ship] = placeX;
        y[ship] = placeY;
        vx[ship] = 0;
        vy[ship] = 0;
        hp[ship] = Rules.START_HP;
        direction[ship] = facing;
        weapon[ship] = Rules.CANNON;
        ammo[ship] = Rules.MAGAZINE;
        cooldown[ship] = 0;
        reload[ship] = 0;
        boost[ship] = 0;
        recharge[ship] = 0;
        respawn[ship] = 0;
        shield[ship] = Rules.SHIELD_FRAMES;
        parked[ship] = 0;
    }

    /** The end of a ship; its place stays for the explosion. */
    void destroy(final int ship) {
        hp[ship] = 0;
        vx[ship] = 0;
        vy[ship] = 0;
        direction[ship] = Direction.IDLE;
        boost[ship] = 0;
        shield[ship] = 0;
        parked[ship] = 0;
        respawn[ship] = Rules.RESPAWN_FRAMES;
        deaths[ship]++;
    }

    void save(final StateWriter out) {
        out.section("ships");
        for (int i = 0; i < x.length; i++) {
            out.writeInt("x", x[i]);
            out.writeInt("y", y[i]);
            out.writeShort("vx", vx[i]);
            out.writeShort("vy", vy[i]);
            out.writeByte("hp", hp[i]);
            out.writeByte("direction", direction[i]);
            out.writeShort("buttons", buttons[i]);
            out.writeByte("weapon", weapon[i]);
            out.writeByte("ammo", ammo[i]);
            out.writeByte("cooldown", cooldown[i]);
            out.writeByte("reload", reload[i]);
            out.writeByte("boost", boost[i]);
            out.writeByte("recharge", recharge[i]);
            out.writeByte("respawn", respawn[i]);
            out.writeByte("shield", shield[i]);
            out.writeByte("parked", parked[i]);
            out.writeByte("emote", emote[i]);
            out.writeByte("emoteFrames", emoteFrames[i]);
            out.writeInt("kills", kills[i]);
            out.writeInt("deaths", deaths[i]);
            out.writeInt("events", events[i]);
        }
    }

    void load(final ByteBuffer in, final Field field) {
        for (int i = 0; i < x.length; i++) {
            x[i] = Checked.range("x", in.getInt(), 0, field.width() - 1);
            y[i] = Checked.range("y", in.getInt(), 0, field.height() - 1);
            vx[i] = Checked.range("vx", in.getShort(), -MAX_SPEED_LOADED, MAX_SPEED_LOADED);
            vy[i] = Checked.range("vy", in.getShort(), -MAX_SPEED_LOADED, MAX_SPEED_LOADED);
            hp[i] = Checked.range("hp", in.get(), 0, Rules.MAX_HP);
            direction[i] = Checked.range("direction", in.get(), 0, Direction.COUNT - 1);
            buttons[i] = Checked.range("buttons", in.getShort() & U16, 0, Buttons.ALL);
            weapon[i] = Checked.range("weapon", in.get(), Rules.CANNON, Rules.REPEATER);
            ammo[i] = Checked.range("ammo", in.get(), 0, Rules.MAX_AMMO);
            cooldown[i] = in.get() & MAX_U8;
            reload[i] = in.get() & MAX_U8;
            boost[i] = in.get() & MAX_U8;
            recharge[i] = in.get() & MAX_U8;
            respawn[i] = in.get() & MAX_U8;
            shield[i] = in.get() & MAX_U8;
            parked[i] = Checked.range("parked", in.get(), 0, 1);
            emote[i] = Checked.range("emote", in.get(), 0, GameEvents.EMOTES);
            emoteFrames[i] = in.get() & MAX_U8;
            kills[i] = in.getInt();
            deaths[i] = in.getInt();
            events[i] = in.getInt();
        }
    }
}
