package io.lockstep.examples.dogfight;

import io.lockstep.core.game.Cues;
import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateWriter;
import io.lockstep.examples.dogfight.protocol.DogfightEvent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The game: 2 to 32 ships on a torus shoot at each other. Integers only, no allocation after construction, everything
 * random comes from one generator whose state is saved with the rest.
 *
 * <p>A frame goes through the players in order: events, then ships (steering, guns, respawning), then bullets, then
 * power-ups. A match without a score limit never ends; with one it closes when somebody has that many kills, and a
 * closed match counts frames and does nothing else. See {@link Buttons} and {@link GameEvents} for what players can do
 * and {@link Rules} for the numbers.
 *
 * <p>The saved state has a fixed size for a number of players, {@link #stateBytes(int)}, little-endian:
 *
 * <pre>
 * world      20 B       players u8, status u8, scoreLimit u16, frame i64, random i64
 * ships      39 B each  x i32, y i32, vx i16, vy i16, hp i8, direction u8, buttons u16, weapon u8, ammo u8,
 *                       cooldown u8, reload u8, boost u8, recharge u8, respawn u8, shield u8, parked u8, emote u8,
 *                       emoteFrames u8, kills i32, deaths i32, events i32
 * bullets    10 B each  x i32, y i32, direction u8, frames u8; five for each ship, ship by ship
 * powerUps    9 B each  x i32, y i32, kind u8; 4 + players / 2 of them
 * </pre>
 *
 * <p>That is 243 bytes for two players and 3,048 for 32. Not thread-safe: one thread steps, saves, loads and reads.
 */
public final class Dogfight implements Simulation {

    /** The match is going on. */
    public static final int IN_PROGRESS = 1;

    /** Somebody reached the score limit. */
    public static final int CLOSED = 2;

    /** The kind of cue that a bullet has cost a ship a hit point; the key is the ship, the value who has fired. */
    public static final int HIT = 1;

    private static final int WORLD_BYTES = 20;
    private static final int MAX_SCORE_LIMIT = 0xFFFF;
    private static final long NONE = -1;

    private final int players;
    private final Field field;
    private final Ships ships;
    private final Bullets bullets;
    private final PowerUps powerUps;
    private final SplitMix random;
    private final GameEvents events = new GameEvents();
    /** The button that an event of this frame holds, for each ship; not part of the state. */
    private final int[] orders;
    /** Who is told what is to be seen and heard, null for nobody; not part of the state. */
    private Cues cues;
    private int status = IN_PROGRESS;
    private int scoreLimit;
    private long frame;
    /** The match's frame that was stepped last, since a state was loaded; not part of the state. */
    private long stepped = NONE;

    /**
     * A match without an end.
     *
     * @param players 2 to 32
     * @param seed    the same at every peer
     * @throws IllegalArgumentException when there are too few or too many players
     */
    public Dogfight(final int players, final long seed) {
        this(players, seed, 0);
    }

    /**
     * A match that closes when somebody has enough kills.
     *
     * @param players    2 to 32
     * @param seed       the same at every peer
     * @param scoreLimit 1 to 65,535 kills, 0 for a match without an end
     * @throws IllegalArgumentException when a value is out of range
     */
    public Dogfight(final int players, final long seed, final int scoreLimit) {
        this.players = Checked.range("players", players, Rules.MIN_PLAYERS, Rules.MAX_PLAYERS);
        this.scoreLimit = Checked.range("scoreLimit", scoreLimit, 0, MAX_SCORE_LIMIT);
        this.field = new Field(players);
        this.ships = new Ships(players);
        this.bullets = new Bullets(players);
        this.powerUps = new PowerUps(Rules.powerUpSlots(players));
        this.random = new SplitMix(seed);
        this.orders = new int[players];
        for (int ship = 0; ship < players; ship++) {
            launch(ship);
        }
    }

    /**
     * Sets who is told of what is to be seen or heard once; the game itself does not depend on it.
     *
     * @param heard takes cues of the kind {@link #HIT}; nobody does unless this is called
     */
    public void cues(final Cues heard) {
        cues = heard;
    }

    /**
     * Size of the saved state.
     *
     * @param players 2 to 32
     * @return bytes
     */
    public static int stateBytes(final int players) {
        return WORLD_BYTES + players * (Ships.BYTES + Rules.BULLETS_PER_SHIP * Bullets.BYTES)
            + Rules.powerUpSlots(players) * PowerUps.BYTES;
    }

    /**
     * {@inheritDoc}
     *
     * <p>The frames of the match may have gaps, where it was paused; the game knows nothing of those and counts its
     * own.
     *
     * @throws IllegalArgumentException when the frame is not above the one before, or the inputs are of another number
     *                                  of players
     */
    @Override
    public void step(final long frame, final Inputs inputs) {
        if (frame <= stepped) {
            throw new IllegalArgumentException("frame " + frame + " stepped after frame " + stepped);
        }
        if (inputs.players() != players) {
            throw new IllegalArgumentException("inputs of " + inputs.players() + " players for " + players);
        }
        if (status == IN_PROGRESS) {
            for (int ship = 0; ship < players; ship++) {
                applyEvent(ship, inputs.event(ship));
            }
            for (int ship = 0; ship < players; ship++) {
                stepShip(ship, ordered(ship, inputs.bits(ship) & Buttons.ALL));
            }
            stepBullets();
            stepPowerUps();
        }
        stepped = frame;
        this.frame++;
    }

    private void applyEvent(final int ship, final ByteBuffer event) {
        orders[ship] = 0;
        if (!event.hasRemaining() || !events.read(ship, event)) {
            return;
        }
        final int action = events.action();
        if (action == DogfightEvent.EMOTE) {
            ships.emote[ship] = events.argument();
            ships.emoteFrames[ship] = Rules.EMOTE_FRAMES;
            ships.events[ship]++;
        } else if (ships.alive(ship)) {
            if (action == DogfightEvent.SCUTTLE) {
                ships.destroy(ship);
                ships.events[ship]++;
            } else if (action == DogfightEvent.MOVE && events.argument() != Direction.IDLE) {
                order(ship, Direction.button(events.argument()));
            } else if (action == DogfightEvent.SHOOT) {
                order(ship, Buttons.FIRE);
            }
        }
    }

    private void order(final int ship, final int button) {
        orders[ship] = button;
        ships.events[ship]++;
    }

    /** The buttons of a player and the one an event holds; an arrow of an event goes before all others. */
    private int ordered(final int ship, final int buttons) {
        final int order = orders[ship];
        return (order & Buttons.ARROWS) == 0 ? buttons | order : buttons & ~Buttons.ARROWS | order;
    }

    private void stepShip(final int ship, final int buttons) {
        final int pressed = buttons & ~ships.buttons[ship];
        ships.buttons[ship] = buttons;
        if (ships.emoteFrames[ship] > 0 && --ships.emoteFrames[ship] == 0) {
            ships.emote[ship] = 0;
        }
        if (!ships.alive(ship)) {
            if (--ships.respawn[ship] <= 0) {
                launch(ship);
            }
            return;
        }
        if ((pressed & Buttons.PAUSE) != 0) {
            ships.parked[ship] ^= 1;
        }
        final boolean parked = ships.parked[ship] != 0;
        runTimers(ship);
        pressKeys(ship, parked ? 0 : pressed);
        Steering.steer(ships, ship, parked ? 0 : buttons, parked ? 0 : pressed);
        ships.x[ship] = field.wrapX(ships.x[ship] + ships.vx[ship]);
        ships.y[ship] = field.wrapY(ships.y[ship] + ships.vy[ship]);
        if (!parked) {
            shoot(ship, buttons);
        }
    }

    private void runTimers(final int ship) {
        ships.cooldown[ship] = Math.max(0, ships.cooldown[ship] - 1);
        ships.boost[ship] = Math.max(0, ships.boost[ship] - 1);
        ships.recharge[ship] = Math.max(0, ships.recharge[ship] - 1);
        ships.shield[ship] = Math.max(0, ships.shield[ship] - 1);
        if (ships.ammo[ship] >= Rules.MAGAZINE) {
            ships.reload[ship] = 0;
        } else if (++ships.reload[ship] >= Rules.RELOAD_FRAMES) {
            ships.reload[ship] = 0;
            ships.ammo[ship]++;
        }
    }

    private void pressKeys(final int ship, final int pressed) {
        if ((pressed & Buttons.SWAP) != 0) {
            ships.weapon[ship] ^= 1;
        }
        if ((pressed & Buttons.SPECIAL) != 0 && ships.recharge[ship] == 0) {
            ships.boost[ship] = Rules.BOOST_FRAMES;
            ships.recharge[ship] = Rules.BOOST_RECHARGE_FRAMES;
        }
    }

    private void shoot(final int ship, final int buttons) {
        final boolean trigger = (buttons & (Buttons.FIRE | Buttons.SECONDARY)) != 0;
        if (!trigger || (buttons & Buttons.PICKUP) != 0 || ships.cooldown[ship] > 0 || ships.ammo[ship] == 0) {
            return;
        }
        final int bullet = bullets.free(ship);
        if (bullet < 0) {
            return;
        }
        final int facing = ships.direction[ship];
        bullets.x[bullet] = ships.x[ship];
        bullets.y[bullet] = ships.y[ship];
        bullets.direction[bullet] = (buttons & Buttons.FIRE) != 0 ? facing : Direction.opposite(facing);
        bullets.frames[bullet] = Rules.flightFrames(ships.weapon[ship]);
        ships.cooldown[ship] = Rules.cooldown(ships.weapon[ship]);
        ships.ammo[ship]--;
    }

    private void stepBullets() {
        for (int bullet = 0; bullet < bullets.x.length; bullet++) {
            if (bullets.direction[bullet] != Direction.IDLE) {
                bullets.move(bullet, field);
                if (hits(bullet) || --bullets.frames[bullet] <= 0) {
                    bullets.clear(bullet);
                }
            }
        }
    }

    private boolean hits(final int bullet) {
        final int owner = bullet / Rules.BULLETS_PER_SHIP;
        final int x = bullets.x[bullet];
        final int y = bullets.y[bullet];
        for (int ship = 0; ship < players; ship++) {
            if (ship != owner && ships.alive(ship)
                    && field.near(x, y, ships.x[ship], ships.y[ship], Rules.SHIP_RADIUS)) {
                if (ships.shield[ship] == 0) {
                    damage(ship, owner);
                }
                return true;
            }
        }
        return false;
    }

    private void damage(final int ship, final int owner) {
        ships.hp[ship]--;
        if (cues != null) {
            cues.emit(HIT, ship, owner);
        }
        if (ships.hp[ship] == 0) {
            ships.destroy(ship);
            ships.kills[owner]++;
            if (scoreLimit > 0 && ships.kills[owner] >= scoreLimit) {
                status = CLOSED;
            }
        }
    }

    private void stepPowerUps() {
        if (frame % Rules.powerUpInterval(players) == 0) {
            powerUps.spawn(random, field);
        }
        for (int slot = 0; slot < powerUps.kind.length; slot++) {
            if (powerUps.kind[slot] != PowerUpKind.NONE) {
                offer(slot);
            }
        }
    }

    private void offer(final int slot) {
        for (int ship = 0; ship < players; ship++) {
            final boolean reaching = (ships.buttons[ship] & Buttons.PICKUP) != 0 && ships.parked[ship] == 0;
            final int reach = reaching ? Rules.PICKUP_REACH : Rules.TOUCH_REACH;
            if (ships.alive(ship)
                    && field.near(powerUps.x[slot], powerUps.y[slot], ships.x[ship], ships.y[ship], reach)) {
                take(ship, powerUps.kind[slot]);
                powerUps.clear(slot);
                return;
            }
        }
    }

    private void take(final int ship, final int kind) {
        if (kind == PowerUpKind.AMMO_PLUS_ONE) {
            ships.ammo[ship] = Math.min(Rules.MAX_AMMO, ships.ammo[ship] + 1);
        } else {
            final int more = kind == PowerUpKind.HP_PLUS_THREE ? 3 : 1;
            ships.hp[ship] = Math.min(Rules.MAX_HP, ships.hp[ship] + more);
        }
    }

    /** Places a new ship where, of a few random places, the nearest other ship is farthest. */
    private void launch(final int ship) {
        int bestX = 0;
        int bestY = 0;
        int best = -1;
        for (int i = 0; i < Rules.SPAWN_CANDIDATES; i++) {
            final int x = random.below(field.width());
            final int y = random.below(field.height());
            int nearest = Integer.MAX_VALUE;
            for (int other = 0; other < players; other++) {
                if (other != ship && ships.alive(other)) {
                    nearest = Math.min(nearest, field.distance(x, y, ships.x[other], ships.y[other]));
                }
            }
            if (nearest > best) {
                best = nearest;
                bestX = x;
                bestY = y;
            }
        }
        ships.launch(ship, bestX, bestY, Direction.UP + random.below(Direction.COUNT - 1));
    }

    @Override
    public void save(final StateWriter out) {
        out.section("world");
        out.writeByte("players", players);
        out.writeByte("status", status);
        out.writeShort("scoreLimit", scoreLimit);
        out.writeLong("frame", frame);
        out.writeLong("random", random.state);
        ships.save(out);
        bullets.save(out);
        powerUps.save(out);
    }

    /**
     * {@inheritDoc}
     *
     * @throws IllegalArgumentException when the size or the number of players is another one, or a value is one that
     *                                  the rules cannot produce; the state is then undefined
     */
    @Override
    public void load(final ByteBuffer state) {
        if (state.order() != ByteOrder.LITTLE_ENDIAN) {
            throw new IllegalArgumentException("state is " + state.order() + ", must be LITTLE_ENDIAN");
        }
        Checked.range("state size", state.remaining(), stateBytes(players), stateBytes(players));
        Checked.range("players", state.get(), players, players);
        status = Checked.range("status", state.get(), IN_PROGRESS, CLOSED);
        scoreLimit = state.getShort() & MAX_SCORE_LIMIT;
        frame = state.getLong();
        stepped = NONE;
        random.state = state.getLong();
        ships.load(state, field);
        bullets.load(state, field);
        powerUps.load(state, field);
    }

    /**
     * How many players the match has.
     *
     * @return 2 to 32
     */
    public int players() {
        return players;
    }

    /**
     * The field.
     *
     * @return always the same one
     */
    public Field field() {
        return field;
    }

    /**
     * The frames of the game so far, without those in which the match was paused.
     *
     * @return how many were simulated
     */
    public long frame() {
        return frame;
    }

    /**
     * Whether the match goes on.
     *
     * @return {@link #IN_PROGRESS} or {@link #CLOSED}
     */
    public int status() {
        return status;
    }

    /**
     * The kills that close the match.
     *
     * @return 0 when it does not end
     */
    public int scoreLimit() {
        return scoreLimit;
    }

    /**
     * The ships.
     *
     * @return always the same object
     */
    public Ships ships() {
        return ships;
    }

    /**
     * The bullets.
     *
     * @return always the same object
     */
    public Bullets bullets() {
        return bullets;
    }

    /**
     * The power-ups.
     *
     * @return always the same object
     */
    public PowerUps powerUps() {
        return powerUps;
    }
}
