package io.lockstep.core.internal.game;

import io.lockstep.core.game.Simulation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32;

/**
 * What a game is told before the first frame, the same at every peer. Who was not told it by the application hears it
 * from another peer, and learns it once; a player who comes back knows it still.
 */
public final class MatchConfig {

    /** Up to so many bytes are shown as they are: a random seed and a number beside it. */
    private static final int MOST_SHOWN = 12;

    private byte[] bytes;
    private boolean given;
    private String refusal;

    /**
     * A config that is known or not.
     *
     * @param said by the application, copied; null if it is to be heard from another peer
     */
    public MatchConfig(final byte[] said) {
        bytes = said == null ? null : said.clone();
    }

    /**
     * Is it known here?
     *
     * @return true for good once it is
     */
    public boolean isKnown() {
        return bytes != null;
    }

    /**
     * What it is.
     *
     * @return not to be changed; null as long as it is not known
     */
    public byte[] bytes() {
        return bytes;
    }

    /**
     * Takes what another peer says, and hands it to the game.
     *
     * @param heard what it is from now on
     * @param game  which is told
     */
    public void learn(final byte[] heard, final Simulation game) {
        bytes = heard;
        give(game);
    }

    /**
     * Hands it to the game, if it is known, not empty, and the game does not have it.
     *
     * @param game which is told
     */
    public void give(final Simulation game) {
        if (bytes == null || given) {
            return;
        }
        given = true;
        try {
            tell(game);
        } catch (final RuntimeException refused) {
            refusal = "the game refuses the match config " + text(bytes) + ": " + refused.getMessage();
        }
    }

    /**
     * Tells a game that nobody plays, or any for the first time; one that throws refuses it.
     *
     * @param game which has no state yet
     */
    public void tell(final Simulation game) {
        if (bytes != null && bytes.length > 0) {
            game.configure(view());
        }
    }

    /**
     * What the game did not like.
     *
     * @return one line; null if it took it
     */
    public String refusal() {
        return refusal;
    }

    /**
     * What it is, to be read.
     *
     * @return little-endian, empty as long as it is not known
     */
    public ByteBuffer view() {
        return ByteBuffer.wrap(bytes == null ? new byte[0] : bytes).asReadOnlyBuffer().order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Does another peer say the same?
     *
     * @param theirs what it says
     * @return false if not
     */
    public boolean is(final byte[] theirs) {
        return Arrays.equals(bytes, theirs);
    }

    /**
     * A config as text for an error message.
     *
     * @param config any; null if it is not known
     * @return up to 40 printable characters
     */
    public static String text(final byte[] config) {
        if (config == null) {
            return "not known";
        }
        if (config.length == 0) {
            return "empty";
        }
        if (config.length <= MOST_SHOWN) {
            return "0x" + HexFormat.of().formatHex(config);
        }
        final CRC32 crc = new CRC32();
        crc.update(config);
        return config.length + " bytes, CRC32 " + HexFormat.of().toHexDigits((int) crc.getValue());
    }
}
