package io.lockstep.examples.dogfight;

import io.lockstep.codecs.CodecCode;
import io.lockstep.examples.dogfight.protocol.DogfightEvent;
import io.lockstep.examples.dogfight.protocol.DogfightEventCodec;
import io.lockstep.examples.dogfight.protocol.PlayerId;
import java.nio.ByteBuffer;

/**
 * The events that travel with a player's input: opaque to the session, {@link DogfightEventCodec} to the game. What
 * they do in the frame they are for:
 *
 * <pre>
 * move      as if this arrow alone were held; idle does nothing
 * shoot     as if the trigger were held
 * emote     a word is shown over the ship
 * scuttle   the player gives up the ship; counts as a death, nobody gets the kill
 * </pre>
 *
 * <p>A dead ship neither moves nor shoots nor scuttles. Who comes and goes is the session's business: those two events
 * are ignored. So is anything else, and what one player says in the name of another: it leaves no trace in the state,
 * at every peer alike. Allocation-free, not thread-safe.
 */
public final class GameEvents {

    /** How many emotes there are. */
    public static final int EMOTES = DogfightEvent.EMOTES;

    /** Longest event. */
    public static final int MAX_BYTES = DogfightEventCodec.MAX_BYTES;

    private static final String[] WORDS = {"", "Hello!", "Nice shot", "Missed me", "Oops", "Catch me", "GG"};

    private final DogfightEventCodec codec = new DogfightEventCodec();
    private final DogfightEvent event = new DogfightEvent();

    /** Events to write or to read, one at a time. */
    public GameEvents() {
    }

    /**
     * Writes a turn.
     *
     * @param player    who turns, 0 to 31
     * @param direction a constant of {@link Direction}
     * @param out       38 bytes are put at its position
     * @throws IllegalArgumentException if there is no such player or direction
     */
    public void putMove(final int player, final int direction, final ByteBuffer out) {
        put(player, DogfightEvent.MOVE, direction, out);
    }

    /**
     * Writes a shot.
     *
     * @param player who shoots, 0 to 31
     * @param out    37 bytes are put at its position
     * @throws IllegalArgumentException if there is no such player
     */
    public void putShoot(final int player, final ByteBuffer out) {
        put(player, DogfightEvent.SHOOT, 0, out);
    }

    /**
     * Writes an emote.
     *
     * @param player who says it, 0 to 31
     * @param id     1 to {@link #EMOTES}
     * @param out    38 bytes are put at its position
     * @throws IllegalArgumentException if there is no such player or emote
     */
    public void putEmote(final int player, final int id, final ByteBuffer out) {
        put(player, DogfightEvent.EMOTE, id, out);
    }

    /**
     * Writes a scuttle.
     *
     * @param player whose ship it is, 0 to 31
     * @param out    37 bytes are put at its position
     * @throws IllegalArgumentException if there is no such player
     */
    public void putScuttle(final int player, final ByteBuffer out) {
        put(player, DogfightEvent.SCUTTLE, 0, out);
    }

    private void put(final int player, final int action, final int argument, final ByteBuffer out) {
        event.action = action;
        event.argument = argument;
        PlayerId.put(Checked.range("player", player, 0, Rules.MAX_PLAYERS - 1), event.playerId, 0);
        codec.encode(event, out);
    }

    /**
     * What an emote says.
     *
     * @param id 0 to {@link #EMOTES}
     * @return a word or two, empty for 0
     */
    public static String word(final int id) {
        return WORDS[id];
    }

    /** Whether bytes are an event of a player, whose action and argument are then here. The position does not move. */
    boolean read(final int player, final ByteBuffer bytes) {
        final int at = bytes.position();
        final CodecCode code = codec.decode(bytes, event);
        bytes.position(at);
        return code == CodecCode.OK && PlayerId.names(player, event.playerId, 0);
    }

    int action() {
        return event.action;
    }

    int argument() {
        return event.argument;
    }
}
