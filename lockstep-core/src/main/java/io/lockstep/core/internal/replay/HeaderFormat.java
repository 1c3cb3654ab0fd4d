package io.lockstep.core.internal.replay;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.session.SessionConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * The layout of the start of a recording: what was played, by whom, and what wrote it. Little-endian:
 *
 * <pre>
 *  0-7    89 4C 53 52 0D 0A 1A 0A: no text, and damaged by whatever changes the ends of lines
 *  8-9    version, 1
 *  10-11  length of the header, its CRC32 included
 *  12-19  match id
 *  20-27  digest of the configuration
 *  28-35  first frame of the match
 *  36-37  tick rate
 *  38-39  checksum interval
 *  40     players
 *  41     the peer that recorded
 *  42     length of an input
 *  43     longest event
 *  44     length of the game id
 *  45     length of the build id
 *  46     length of the match config
 *  47-    for each player the peer that plays for it (1), game id, build id, both in ASCII, match config
 *  last 4 CRC32 of all before
 * </pre>
 */
public final class HeaderFormat {

    /** The version that is written, and the newest one that is read. */
    public static final int VERSION = 1;
    /** Longest build id: a version and a commit. */
    public static final int MAX_BUILD_ID_LENGTH = 64;
    /** Bytes before the players. */
    public static final int FIXED_BYTES = 47;
    /** Longest header. */
    public static final int MAX_BYTES = FIXED_BYTES + Message.MAX_PLAYERS + SessionConfig.MAX_GAME_ID_LENGTH
        + MAX_BUILD_ID_LENGTH + SessionConfig.MAX_MATCH_CONFIG_BYTES + Integer.BYTES;
    /** The first eight bytes. */
    public static final long MAGIC = 0x0A1A0A0D52534C89L;
    /** Where the version is. */
    public static final int AT_VERSION = 8;
    /** Where the length is. */
    public static final int AT_LENGTH = 10;

    public static final int AT_MATCH_ID = 12;
    public static final int AT_DIGEST = 20;
    public static final int AT_TICK_RATE = 36;

    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';

    private HeaderFormat() {
    }

    /**
     * Can a text stand in a header?
     *
     * @param text a game id or a build id
     * @return true for printable ASCII
     */
    public static boolean isPrintable(final String text) {
        return text.chars().allMatch(c -> c >= FIRST_PRINTABLE && c <= LAST_PRINTABLE);
    }

    /**
     * Writes a header.
     *
     * @param match   what is played
     * @param buildId which build of the game records it, printable, up to {@value #MAX_BUILD_ID_LENGTH} characters
     * @return its bytes
     */
    public static ByteBuffer encode(final MatchDescription match, final String buildId) {
        final ByteBuffer out = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putShort((short) VERSION).putShort((short) 0).putLong(match.matchId())
            .putLong(match.digest()).putLong(match.startFrame()).putShort((short) match.tickRate())
            .putShort((short) match.checksumInterval()).put((byte) match.players()).put((byte) match.localPeer())
            .put((byte) match.inputBytes()).put((byte) match.maxEventBytes()).put((byte) match.gameId().length())
            .put((byte) buildId.length()).put((byte) match.matchConfig().remaining());
        for (final int owner : match.owners()) {
            out.put((byte) owner);
        }
        out.put(match.gameId().getBytes(StandardCharsets.US_ASCII))
            .put(buildId.getBytes(StandardCharsets.US_ASCII)).put(match.matchConfig());
        out.putShort(AT_LENGTH, (short) (out.position() + Integer.BYTES));
        final CRC32 crc = new CRC32();
        crc.update(out.array(), 0, out.position());
        return out.putInt((int) crc.getValue()).flip();
    }
}
