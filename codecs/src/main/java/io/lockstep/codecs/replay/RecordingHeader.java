package io.lockstep.codecs.replay;

import io.lockstep.core.game.MatchDescription;
import io.lockstep.core.game.Simulation;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.replay.HeaderFormat;
import io.lockstep.core.session.SessionConfig;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The start of a recording: what was played, by whom, and what wrote it.
 *
 * @param match   what was played
 * @param buildId which build of the game recorded it, up to 64 printable ASCII characters
 */
public record RecordingHeader(MatchDescription match, String buildId) {

    /** The newest version that is read. */
    public static final int VERSION = HeaderFormat.VERSION;

    private static final int U8 = 0xFF;
    private static final int U16 = 0xFFFF;

    /**
     * Reads a header whose magic, version, length and CRC are right; null when what it says cannot be.
     */
    static @Nullable RecordingHeader decode(final ByteBuffer in, final int length) {
        in.position(HeaderFormat.AT_LENGTH + Short.BYTES);
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
        final int configLength = in.get() & U8;
        final boolean possible = startFrame >= 0 && isIn(tickRate, 1, SessionConfig.MAX_TICK_RATE)
            && isIn(interval, 1, SessionConfig.MAX_CHECKSUM_INTERVAL) && isIn(players, 1, Message.MAX_PLAYERS)
            && localPeer < Message.MAX_PLAYERS && isIn(inputBytes, 1, SessionConfig.MAX_INPUT_BYTES)
            && isIn(gameLength, 1, SessionConfig.MAX_GAME_ID_LENGTH) && buildLength <= HeaderFormat.MAX_BUILD_ID_LENGTH
            && HeaderFormat.FIXED_BYTES + players + gameLength + buildLength + configLength + Integer.BYTES
            == length;
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
        if (!HeaderFormat.isPrintable(gameId) || !HeaderFormat.isPrintable(buildId)) {
            return null;
        }
        final ByteBuffer config = in.slice(in.position(), configLength);
        return new RecordingHeader(new MatchDescription(gameId, matchId, digest, owners, localPeer, tickRate,
            inputBytes, eventBytes, interval, startFrame, config), buildId);
    }

    /** Tells a new game what it was told before the match. */
    void configure(final Simulation game) {
        if (match.matchConfig().hasRemaining()) {
            game.configure(match.matchConfig());
        }
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
