package io.lockstep.examples.dogfight;

import java.nio.ByteBuffer;

/**
 * The events that travel with a player's input: opaque to the session, these bytes to the game.
 *
 * <pre>
 * emote    01 id    shows a word over the player's ship; id is 1 to 6
 * scuttle  02       the player gives up the ship; counts as a death, nobody gets the kill
 * </pre>
 *
 * <p>Anything else, longer or shorter, is ignored: it leaves no trace in the state, at every peer alike.
 */
public final class GameEvents {

    /** First byte of an emote. */
    public static final int EMOTE = 1;

    /** First and only byte of a scuttle. */
    public static final int SCUTTLE = 2;

    /** How many emotes there are. */
    public static final int EMOTES = 6;

    private static final String[] WORDS = {"", "Hello!", "Nice shot", "Missed me", "Oops", "Catch me", "GG"};

    private GameEvents() {
    }

    /**
     * Puts an emote into an event.
     *
     * @param id  1 to {@link #EMOTES}
     * @param out two bytes are put at its position
     */
    public static void putEmote(final int id, final ByteBuffer out) {
        out.put((byte) EMOTE).put((byte) Checked.range("emote", id, 1, EMOTES));
    }

    /**
     * Puts a scuttle into an event.
     *
     * @param out one byte is put at its position
     */
    public static void putScuttle(final ByteBuffer out) {
        out.put((byte) SCUTTLE);
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

    /** The emote of an event, 0 if it is none. */
    static int emote(final ByteBuffer event) {
        final int at = event.position();
        if (event.remaining() != 2 || event.get(at) != EMOTE) {
            return 0;
        }
        final int id = event.get(at + 1);
        return id >= 1 && id <= EMOTES ? id : 0;
    }

    static boolean isScuttle(final ByteBuffer event) {
        return event.remaining() == 1 && event.get(event.position()) == SCUTTLE;
    }
}
