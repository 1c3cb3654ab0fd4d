package io.lockstep.core.replay;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.session.SessionConfig;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The start of a recording: what was played, by whom, and what wrote it. Little-endian:
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
 *  46-    for each player the peer that plays for it (1), game id, build id, both in ASCII
 *  last 4 CRC32 of all before
 * </pre>
 *
 * <p>Stable: breaks only with a major release.
 *
 * @param match   what was played
 * @param buildId which build of the game recorded it, up to 64 printable ASCII characters
 * @since 0.1.0
 */
public record RecordingHeader(MatchDescription match, String buildId) {

    /** The version that is written, and the newest one that is read. */
    public static final int VERSION = 1;
    /** Longest build id: a version and a commit. */
    public static final int MAX_BUILD_ID_LENGTH = 64;

    static final int FIXED_BYTES = 46;
    static final int MAX_BYTES = FIXED_BYTES + Message.MAX_PLAYERS + SessionConfig.MAX_GAME_ID_LENGTH
        + MAX_BUILD_ID_LENGTH + Integer.BYTES;

    static final long MAGIC = 0x0A1A0A0D52534C89L;
    static final int AT_VERSION = 8;
    static final int AT_LENGTH = 10;

    private static final int U8 = 0xFF;
    private static final int U16 = 0xFFFF;
    private static final char FIRST_PRINTABLE = ' ';
    private static final char LAST_PRINTABLE = '~';

    static boolean isPrintable(final String text) {
        return text.chars().allMatch(c -> c >= FIRST_PRINTABLE && c <= LAST_PRINTABLE);
    }

    ByteBuffer encode() {
        final ByteBuffer out = ByteBuffer.allocate(MAX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(MAGIC).putShort((short) VERSION).putShort((short) 0).putLong(match.matchId())
            .putLong(match.digest()).putLong(match.startFrame()).putShort((short) match.tickRate())
            .putShort((short) match.checksumInterval()).put((byte) match.players()).put((byte) match.localPeer())
            .put((byte) match.inputBytes()).put((byte) match.maxEventBytes()).put((byte) match.gameId().length())
            .put((byte) buildId.length());
        for (final int owner : match.owners()) {
            out.put((byte) owner);
        }
        out.put(match.gameId().getBytes(StandardCharsets.US_ASCII))
            .put(buildId.getBytes(StandardCharsets.US_ASCII));
        out.putShort(AT_LENGTH, (short) (out.position() + Integer.BYTES));
        final CRC32 crc = new CRC32();
        crc.update(out.array(), 0, out.position());
        return out.putInt((int) crc.getValue()).flip();
    }

    /**
     * Reads a header whose magic, version, length and CRC are right; null when what it says cannot be.
     */
    static RecordingHeader decode(final ByteBuffer in, final int length) {
        in.position(AT_LENGTH + Short.BYTES);
        final long matchId = in.getLong();
        final long digest = in.getLong();
        final long startFrame = in.getLong();
        final int tickRate = in.getShort() & U16;
        final int interval = in.getShort() & U16;
        final int players = in.get() & U8;
        final int localPeer = in.get() & U8;
        final int inputBytes = in.get() & U8;
        final int eventBytes = in.get() & U8;
        final int gameLength = in.get() & U8;
        final int buildLength = in.get() & U8;
        final boolean possible = startFrame >= 0 && isIn(tickRate, 1, SessionConfig.MAX_TICK_RATE)
            && isIn(interval, 1, SessionConfig.MAX_CHECKSUM_INTERVAL) && isIn(players, 1, Message.MAX_PLAYERS)
            && localPeer < Message.MAX_PLAYERS && isIn(inputBytes, 1, SessionConfig.MAX_INPUT_BYTES)
            && isIn(gameLength, 1, SessionConfig.MAX_GAME_ID_LENGTH) && buildLength <= MAX_BUILD_ID_LENGTH
            && FIXED_BYTES + players + gameLength + buildLength + Integer.BYTES == length;
        if (!possible) {
            return null;
        }
        final List<Integer> owners = new ArrayList<>();
        for (int player = 0; player < players; player++) {
            final int owner = in.get() & U8;
            if (owner > player) {
                return null;
            }
            owners.add(owner);
        }
        final String gameId = text(in, gameLength);
        final String buildId = text(in, buildLength);
        if (!isPrintable(gameId) || !isPrintable(buildId)) {
            return null;
        }
        return new RecordingHeader(new MatchDescription(gameId, matchId, digest, owners, localPeer, tickRate,
            inputBytes, eventBytes, interval, startFrame), buildId);
    }

    private static boolean isIn(final int value, final int min, final int max) {
        return value >= min && value <= max;
    }

    private static String text(final ByteBuffer in, final int length) {
        final byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
