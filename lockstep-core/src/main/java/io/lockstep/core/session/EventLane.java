package io.lockstep.core.session;

import io.lockstep.core.game.Inputs;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.sync.StateFields;
import io.lockstep.core.sync.StateWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Says which player may emit which type of event, so that the owner of a thing decides what happens to it: whoever
 * flies a ship says that it was hit, and nobody else does. An event is one byte, its type, and then the payload.
 *
 * <p>The permissions are checked twice. {@link #emit} and {@link #send} send nothing that is not permitted. And what
 * arrives without permission, from a peer that does not ask, is {@link #NONE} to every peer in the same frame: all look
 * at the permissions as they are in the frame the event applies in. Those are part of the game's state when the game
 * changes them; call {@link #save} and {@link #load} then.
 *
 * <pre>
 * lane.permitAll(HIT);                                   // once: each player says when its own ship is hit
 *
 * if (touches(bullet, ship)) {                           // in step, at every peer: only the owner's sends it
 *     lane.emit(HIT, ship.owner, payload.putInt(0, bullet.number));
 * }
 * for (int player = 0; player &lt; inputs.players(); player++) {
 *     if (lane.type(inputs, player) == HIT) {            // an input delay later, at every peer in the same frame
 *         hit(player, lane.payload(inputs, player).getInt());
 *     }
 * }
 * </pre>
 *
 * <p>What an event names may be gone by the frame it applies in, and it may have been emitted more than once: while the
 * first is on its way, or by a peer that came back and steps old frames again. Let the second one do nothing. Not
 * thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class EventLane implements StateFields.Part {

    /** What {@link #type} says when a player emitted nothing that counts. */
    public static final int NONE = -1;

    /** As many as a byte can name. */
    public static final int MAX_TYPES = 256;

    private static final int MAX_PLAYERS = 32;
    private static final int U8 = 0xFF;

    private final int players;
    private final int[] permitted;
    private final boolean[] local;
    private ByteBuffer out = ByteBuffer.allocate(1 + SessionConfig.DEFAULT_EVENT_BYTES);
    private @Nullable Session session;
    private long unsent;

    /**
     * A lane on which nobody may emit anything yet, and that sends nothing before {@link #connect}.
     *
     * @param players how many the match has, 1 to 32
     * @param types   how many types of events there are, 1 to {@value #MAX_TYPES}; they are numbered from 0
     * @throws IllegalArgumentException if one of them is out of range
     */
    public EventLane(final int players, final int types) {
        this.players = range("players", players, 1, MAX_PLAYERS);
        permitted = new int[range("types", types, 1, MAX_TYPES)];
        local = new boolean[players];
    }

    private static int range(final String name, final int value, final int min, final int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(name + " is " + value + ", allowed is " + min + " to " + max);
        }
        return value;
    }

    /**
     * Lets a player emit a type of events, or no longer.
     *
     * @param type   0 to types − 1
     * @param player 0 to players − 1
     * @param may    whether it may from now on
     * @return this
     * @throws IllegalArgumentException if type or player is out of range
     */
    public EventLane permit(final int type, final int player, final boolean may) {
        final int bit = 1 << range("player", player, 0, players - 1);
        final int others = permitted[range("type", type, 0, permitted.length - 1)] & ~bit;
        permitted[type] = may ? others | bit : others;
        return this;
    }

    /**
     * Lets one player alone emit a type of events: the owner of what they are about.
     *
     * @param type   0 to types − 1
     * @param player 0 to players − 1
     * @return this
     * @throws IllegalArgumentException if type or player is out of range
     */
    public EventLane permitOnly(final int type, final int player) {
        range("player", player, 0, players - 1);
        permitted[range("type", type, 0, permitted.length - 1)] = 1 << player;
        return this;
    }

    /**
     * Lets every player emit a type of events, each about what is its own.
     *
     * @param type 0 to types − 1
     * @return this
     * @throws IllegalArgumentException if the type is out of range
     */
    public EventLane permitAll(final int type) {
        permitted[range("type", type, 0, permitted.length - 1)] = -1 >>> MAX_PLAYERS - players;
        return this;
    }

    /**
     * May a player emit a type of events?
     *
     * @param type   any
     * @param player any
     * @return false too when there is no such type or player
     */
    public boolean permits(final int type, final int player) {
        return type >= 0 && type < permitted.length && player >= 0 && player < players
            && (permitted[type] >>> player & 1) != 0;
    }

    /**
     * Gives the lane the session to send through. A game that is stepped elsewhere, by a test or to look into a
     * recording, has a lane without one, which sends nothing.
     *
     * @param through      the session that steps the game
     * @param localPlayers those who play at this peer
     * @return this
     * @throws IllegalArgumentException if there is no such player
     */
    public EventLane connect(final Session through, final int... localPlayers) {
        session = through;
        Arrays.fill(local, false);
        for (final int player : localPlayers) {
            local[range("player", player, 0, players - 1)] = true;
        }
        return this;
    }

    /**
     * Emits an event in the name of its owner: call it at every peer from within {@link Simulation#step}; it is sent by
     * the peer where the owner plays, and by no other. It says nothing about whether it was sent, because the answer
     * differs from peer to peer and must not get into the state; see {@link #unsent}. An event that was not sent
     * because too many wait is lost: what still holds in a later frame is best emitted again then.
     *
     * @param type    0 to types − 1
     * @param owner   0 to players − 1
     * @param payload its remaining bytes, copied, its position stays; one byte less than the session's longest event at
     *                most
     * @throws IllegalArgumentException at the owner's peer, if the payload is too long
     */
    public void emit(final int type, final int owner, final ByteBuffer payload) {
        if (session != null && owner >= 0 && owner < players && local[owner]) {
            send(type, owner, payload);
        }
    }

    /**
     * Sends an event of a local player. For what does not come from the state, such as a key that was pressed: outside
     * of {@link Simulation#step}, where {@link #emit} belongs.
     *
     * @param type    of the event
     * @param player  who emits it
     * @param payload its remaining bytes, copied, its position stays; one byte less than the session's longest event at
     *                most
     * @return false when nothing was sent: the player does not play here or may not emit this, there is no session, or
     *         too many events wait already
     * @throws IllegalArgumentException if the payload is too long
     */
    public boolean send(final int type, final int player, final ByteBuffer payload) {
        if (session == null || !permits(type, player) || !local[player]) {
            unsent++;
            return false;
        }
        final int length = payload.remaining();
        if (length >= out.capacity()) {
            out = ByteBuffer.allocate(1 + length);
        }
        out.clear().put((byte) type);
        out.put(out.position(), payload, payload.position(), length).limit(1 + length).position(0);
        final boolean sent = session.sendEvent(player, out);
        if (!sent) {
            unsent++;
        }
        return sent;
    }

    /**
     * What a player emitted in a frame.
     *
     * @param inputs what everybody did
     * @param player 0 to players − 1
     * @return the type, or {@link #NONE}: no event, an unknown type, or one that this player may not emit
     */
    public int type(final Inputs inputs, final int player) {
        final ByteBuffer event = inputs.event(player);
        if (!event.hasRemaining()) {
            return NONE;
        }
        final int type = event.get(event.position()) & U8;
        return permits(type, player) ? type : NONE;
    }

    /**
     * What belongs to the event that {@link #type} tells of. Every peer reads the same bytes, but a player can put
     * anything into its own: mind how many there are.
     *
     * @param inputs what everybody did
     * @param player 0 to players − 1
     * @return the bytes between position and limit, little-endian, none if the type is {@link #NONE}; valid until the
     *         next call of this method, of {@link #type} or of {@link Inputs#event}
     */
    public ByteBuffer payload(final Inputs inputs, final int player) {
        final ByteBuffer event = inputs.event(player);
        final boolean counts = event.hasRemaining() && permits(event.get(event.position()) & U8, player);
        return event.order(ByteOrder.LITTLE_ENDIAN).position(counts ? event.position() + 1 : event.limit());
    }

    /**
     * How many events this peer was asked to send and did not, because they are not permitted or too many waited. Other
     * peers count otherwise: not for the state.
     *
     * @return 0 or more
     */
    public long unsent() {
        return unsent;
    }

    /**
     * The same field as {@link #save} writes, for a game that declares its state.
     *
     * @param fields takes it
     */
    @Override
    public void fields(final StateFields fields) {
        fields.array("permitted", permitted);
    }

    /**
     * Writes the permissions: for each type four bytes, a bit for each player, as the field {@code permitted}.
     *
     * @param state where the game saves its state
     */
    public void save(final StateWriter state) {
        for (final int mask : permitted) {
            state.writeInt("permitted", mask);
        }
    }

    /**
     * Takes the permissions that {@link #save} wrote.
     *
     * @param state four bytes for each type are read at its position; little-endian, as in {@link Simulation#load}
     * @throws java.nio.BufferUnderflowException if there are fewer
     */
    public void load(final ByteBuffer state) {
        for (int type = 0; type < permitted.length; type++) {
            permitted[type] = state.getInt();
        }
    }
}
