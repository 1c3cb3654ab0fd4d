package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** What version 1 of the wire has behind the start of a {@link Greeting}: everything that must be equal. */
final class GreetingRest {

    /** Its length without the match config and the game id. */
    static final int FIXED_BYTES = 54;

    /** In the place of the config's length: the sender does not know it yet. */
    private static final int UNKNOWN_CONFIG = 0xFFFF;
    private static final byte[] EMPTY = {};

    final AsciiField gameId = new AsciiField(Greeting.MAX_GAME_ID_LENGTH);
    long matchId;
    int players;
    long digest;
    long frame;
    long state;
    int tickRate;
    int playerCount;
    int inputBytes;
    int checksumInterval;
    int maxEventBytes;
    long seatToken;
    /** Room for the match config, so that nothing is allocated for what strangers send. */
    private byte[] config = EMPTY;
    private int configLength = UNKNOWN_CONFIG;

    /** A copy of the match config; null if the sender does not know it. */
    byte[] matchConfig() {
        return configLength == UNKNOWN_CONFIG ? null : Arrays.copyOf(config, configLength);
    }

    void matchConfig(final byte[] value) {
        configLength = value == null ? UNKNOWN_CONFIG : value.length;
        if (value != null && value.length > 0) {
            System.arraycopy(value, 0, room(), 0, value.length);
        }
    }

    private byte[] room() {
        if (config == EMPTY) {
            config = new byte[Greeting.MAX_MATCH_CONFIG_BYTES];
        }
        return config;
    }

    private WireCode decodeConfig(final ByteBuffer buffer) {
        final int length = buffer.getShort() & Message.U16;
        configLength = UNKNOWN_CONFIG;
        if (length == UNKNOWN_CONFIG) {
            return WireCode.OK;
        }
        if (length > Greeting.MAX_MATCH_CONFIG_BYTES) {
            return WireCode.RANGE;
        }
        if (buffer.remaining() <= length) {
            return WireCode.TRUNCATED;
        }
        configLength = length;
        buffer.get(length == 0 ? EMPTY : room(), 0, length);
        return WireCode.OK;
    }

    /** Reads it; behind it there may be what later versions add. */
    WireCode decode(final ByteBuffer buffer, final boolean more) {
        if (buffer.remaining() < FIXED_BYTES) {
            return WireCode.TRUNCATED;
        }
        matchId = buffer.getLong();
        players = buffer.getInt();
        digest = buffer.getLong();
        frame = buffer.getLong();
        state = buffer.getLong();
        tickRate = buffer.getShort() & Message.U16;
        playerCount = buffer.get() & Message.U8;
        inputBytes = buffer.get() & Message.U8;
        checksumInterval = buffer.getShort() & Message.U16;
        maxEventBytes = buffer.get() & Message.U8;
        seatToken = buffer.getLong();
        final WireCode before = decodeConfig(buffer);
        if (before != WireCode.OK) {
            return before;
        }
        final WireCode code = gameId.decode(buffer, more);
        return code == WireCode.OK ? check() : code;
    }

    WireCode check() {
        final boolean texts = gameId.length() > 0 && gameId.isPrintable();
        final boolean seats = players != 0 && Integer.SIZE - Integer.numberOfLeadingZeros(players) <= playerCount;
        return areInRange(tickRate, playerCount, inputBytes, checksumInterval) && texts && seats
            ? WireCode.OK : WireCode.RANGE;
    }

    static boolean areInRange(final int tickRate, final int playerCount, final int inputBytes,
                              final int checksumInterval) {
        final boolean rates = tickRate >= 1 && tickRate <= Greeting.MAX_TICK_RATE && checksumInterval >= 1;
        return rates && playerCount >= 1 && playerCount <= Message.MAX_PLAYERS
            && inputBytes >= 1 && inputBytes <= WireLimits.MAX_INPUT_BYTES;
    }

    void encode(final ByteBuffer buffer) {
        buffer.putLong(matchId);
        buffer.putInt(players);
        buffer.putLong(digest);
        buffer.putLong(frame);
        buffer.putLong(state);
        buffer.putShort((short) tickRate);
        buffer.put((byte) playerCount);
        buffer.put((byte) inputBytes);
        buffer.putShort((short) checksumInterval);
        buffer.put((byte) maxEventBytes);
        buffer.putLong(seatToken);
        buffer.putShort((short) configLength);
        buffer.put(config, 0, configLength == UNKNOWN_CONFIG ? 0 : configLength);
        gameId.encode(buffer);
    }

    /** Nothing of an earlier message is to be taken for what this one says. */
    WireCode forget() {
        matchId = 0;
        players = 0;
        digest = 0;
        frame = 0;
        state = 0;
        tickRate = 0;
        playerCount = 0;
        inputBytes = 0;
        checksumInterval = 0;
        maxEventBytes = 0;
        seatToken = 0;
        configLength = UNKNOWN_CONFIG;
        gameId.clear();
        return WireCode.OK;
    }

    void copy(final GreetingRest other) {
        matchId = other.matchId;
        players = other.players;
        digest = other.digest;
        frame = other.frame;
        state = other.state;
        tickRate = other.tickRate;
        playerCount = other.playerCount;
        inputBytes = other.inputBytes;
        checksumInterval = other.checksumInterval;
        maxEventBytes = other.maxEventBytes;
        seatToken = other.seatToken;
        matchConfig(other.matchConfig());
        gameId.set(other.gameId.toString());
    }
}
