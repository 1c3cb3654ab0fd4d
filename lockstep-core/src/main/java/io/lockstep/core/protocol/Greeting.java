package io.lockstep.core.protocol;

import java.nio.ByteBuffer;

/**
 * Opens a link: who the sender is and everything that must be equal on both sides. A hello asks, a welcome, which has
 * the same layout, accepts.
 *
 * <pre>
 *  0      header 0x17, the welcome 0x1A
 *  1-8    match id
 *  9-12   incarnation of the sender
 *  13-16  salt
 *  17-20  players of this link, bit n for player n
 *  21-28  digest of the configuration
 *  29-36  frame
 *  37-44  checksum of the state before the first frame
 *  45-46  ticks a second, 1 to 1000
 *  47     players of the match, 1 to 32
 *  48     bytes of one input, 1 to 64
 *  49-50  frames between two checksums, 1 to 65535
 *  51     longest event, 0 to 255
 *  52-59  seat token
 *  60     flags: bit 0 joining, bits 1-7 zero
 *  61     length of the game id, 1 to 32
 *  62-    game id, printable ASCII
 * </pre>
 */
public final class Greeting extends Message {

    /** Longest game id. */
    public static final int MAX_GAME_ID_LENGTH = 32;

    /** Highest tick rate: above it a tick is shorter than what timers can hold. */
    public static final int MAX_TICK_RATE = 1000;

    private static final int FIXED_BODY_BYTES = 61;
    private static final int JOINING = 1;
    private static final String[] FIELD_NAMES = {
        "matchId", "incarnation", "salt", "players", "digest", "frame", "state", "tickRate", "playerCount",
        "inputBytes", "checksumInterval", "maxEventBytes", "seatToken", "joining", "gameId"
    };

    private final MessageType type;
    private final AsciiField gameId = new AsciiField(MAX_GAME_ID_LENGTH);
    private long matchId;
    private int incarnation;
    private int salt;
    private int players;
    private long digest;
    private long frame;
    private long state;
    private int tickRate;
    private int playerCount;
    private int inputBytes;
    private int checksumInterval;
    private int maxEventBytes;
    private long seatToken;
    private boolean joining;

    /**
     * A message to be filled or decoded into.
     *
     * @param type {@link MessageType#HELLO} or {@link MessageType#WELCOME}
     * @throws IllegalArgumentException if it is another
     */
    public Greeting(final MessageType type) {
        if (type != MessageType.HELLO && type != MessageType.WELCOME) {
            throw new IllegalArgumentException("not a greeting: " + type);
        }
        this.type = type;
    }

    @Override
    public MessageType type() {
        return type;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BODY_BYTES) {
            return WireCode.TRUNCATED;
        }
        matchId = buffer.getLong();
        incarnation = buffer.getInt();
        salt = buffer.getInt();
        players = buffer.getInt();
        digest = buffer.getLong();
        frame = buffer.getLong();
        state = buffer.getLong();
        tickRate = buffer.getShort() & U16;
        playerCount = buffer.get() & U8;
        inputBytes = buffer.get() & U8;
        checksumInterval = buffer.getShort() & U16;
        maxEventBytes = buffer.get() & U8;
        seatToken = buffer.getLong();
        final int flags = buffer.get() & U8;
        joining = (flags & JOINING) != 0;
        if ((flags & ~JOINING) != 0) {
            return WireCode.RESERVED;
        }
        final WireCode code = gameId.decode(buffer);
        return code == WireCode.OK ? check() : code;
    }

    @Override
    WireCode check() {
        final boolean rates = tickRate >= 1 && tickRate <= MAX_TICK_RATE && checksumInterval >= 1;
        final boolean sizes = playerCount >= 1 && playerCount <= MAX_PLAYERS
            && inputBytes >= 1 && inputBytes <= WireLimits.MAX_INPUT_BYTES;
        final boolean texts = gameId.length() > 0 && gameId.isPrintable();
        return rates && sizes && texts && playersAreInMatch() ? WireCode.OK : WireCode.RANGE;
    }

    private boolean playersAreInMatch() {
        return players != 0 && Integer.SIZE - Integer.numberOfLeadingZeros(players) <= playerCount;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.putLong(matchId);
        buffer.putInt(incarnation);
        buffer.putInt(salt);
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
        buffer.put((byte) (joining ? JOINING : 0));
        gameId.encode(buffer);
    }

    @Override
    String[] fieldNames() {
        return FIELD_NAMES;
    }

    @Override
    void writeField(final int field, final FieldWriter out) {
        switch (field) {
            case 0 -> out.unsigned(matchId);
            case 1 -> out.unsigned(incarnation & U32);
            case 2 -> out.unsigned(salt & U32);
            case 3 -> out.unsigned(players & U32);
            case 4 -> out.unsigned(digest);
            case 5 -> out.unsigned(frame);
            case 6 -> out.unsigned(state);
            case 7 -> out.unsigned(tickRate);
            case 8 -> out.unsigned(playerCount);
            case 9 -> out.unsigned(inputBytes);
            case 10 -> out.unsigned(checksumInterval);
            case 11 -> out.unsigned(maxEventBytes);
            case 12 -> out.unsigned(seatToken);
            case 13 -> out.bool(joining);
            default -> out.string(gameId());
        }
    }

    @Override
    void readField(final int field, final FieldReader in) {
        switch (field) {
            case 0 -> matchId = in.u64();
            case 1 -> incarnation = in.u32();
            case 2 -> salt = in.u32();
            case 3 -> players = in.u32();
            case 4 -> digest = in.u64();
            case 5 -> frame = in.u64();
            case 6 -> state = in.u64();
            case 7 -> tickRate = in.u16();
            case 8 -> playerCount = in.u8();
            case 9 -> inputBytes = in.u8();
            case 10 -> checksumInterval = in.u16();
            case 11 -> maxEventBytes = in.u8();
            case 12 -> seatToken = in.u64();
            case 13 -> joining = in.bool();
            default -> gameId.read(in);
        }
    }

    /**
     * The match.
     *
     * @return any 64 bits
     */
    public long matchId() {
        return matchId;
    }

    /**
     * Sets the match.
     *
     * @param value any 64 bits
     * @return this
     */
    public Greeting matchId(final long value) {
        matchId = value;
        return this;
    }

    /**
     * Which start of the sender this is.
     *
     * @return any 32 bits
     */
    public int incarnation() {
        return incarnation;
    }

    /**
     * Sets which start of the sender this is.
     *
     * @param value any 32 bits
     * @return this
     */
    public Greeting incarnation(final int value) {
        incarnation = value;
        return this;
    }

    /**
     * The random number of this handshake.
     *
     * @return any 32 bits
     */
    public int salt() {
        return salt;
    }

    /**
     * Sets the random number of this handshake.
     *
     * @param value any 32 bits
     * @return this
     */
    public Greeting salt(final int value) {
        salt = value;
        return this;
    }

    /**
     * The players the sender plays for on this link.
     *
     * @return bit n for player n, not 0
     */
    public int players() {
        return players;
    }

    /**
     * Sets the players the sender plays for on this link.
     *
     * @param mask bit n for player n, not 0
     * @return this
     */
    public Greeting players(final int mask) {
        players = mask;
        return this;
    }

    /**
     * Digest of everything that must be equal.
     *
     * @return any 64 bits
     */
    public long digest() {
        return digest;
    }

    /**
     * Sets the digest of everything that must be equal.
     *
     * @param value any 64 bits
     * @return this
     */
    public Greeting digest(final long value) {
        digest = value;
        return this;
    }

    /**
     * The sender's frame.
     *
     * @return all 64 bits
     */
    public long frame() {
        return frame;
    }

    /**
     * Sets the sender's frame.
     *
     * @param value all 64 bits travel
     * @return this
     */
    public Greeting frame(final long value) {
        frame = value;
        return this;
    }

    /**
     * The checksum of the sender's state before the first frame.
     *
     * @return 64 bits, of which a session uses the lower 32; 0 of who takes its state from the match
     */
    public long state() {
        return state;
    }

    /**
     * Sets the checksum of the sender's state before the first frame.
     *
     * @param value all 64 bits travel
     * @return this
     */
    public Greeting state(final long value) {
        state = value;
        return this;
    }

    /**
     * Ticks a second.
     *
     * @return 1 to {@link #MAX_TICK_RATE}
     */
    public int tickRate() {
        return tickRate;
    }

    /**
     * Sets the ticks a second.
     *
     * @param value 1 to {@link #MAX_TICK_RATE}
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting tickRate(final int value) {
        tickRate = checked("tickRate", value, 1, MAX_TICK_RATE);
        return this;
    }

    /**
     * How many players the match has.
     *
     * @return 1 to 32
     */
    public int playerCount() {
        return playerCount;
    }

    /**
     * Sets how many players the match has.
     *
     * @param value 1 to 32
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting playerCount(final int value) {
        playerCount = checked("playerCount", value, 1, MAX_PLAYERS);
        return this;
    }

    /**
     * Length of one input.
     *
     * @return bytes, 1 to 64
     */
    public int inputBytes() {
        return inputBytes;
    }

    /**
     * Sets the length of one input.
     *
     * @param value bytes, 1 to 64
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting inputBytes(final int value) {
        inputBytes = checked("inputBytes", value, 1, WireLimits.MAX_INPUT_BYTES);
        return this;
    }

    /**
     * Frames between two checksums.
     *
     * @return 1 to 65535
     */
    public int checksumInterval() {
        return checksumInterval;
    }

    /**
     * Sets the frames between two checksums.
     *
     * @param value 1 to 65535
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting checksumInterval(final int value) {
        checksumInterval = checked("checksumInterval", value, 1, U16);
        return this;
    }

    /**
     * The longest event.
     *
     * @return bytes, 0 to 255
     */
    public int maxEventBytes() {
        return maxEventBytes;
    }

    /**
     * Sets the longest event.
     *
     * @param value bytes, 0 to 255
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting maxEventBytes(final int value) {
        maxEventBytes = checked("maxEventBytes", value, 0, U8);
        return this;
    }

    /**
     * What proves that the sender is who held its seat before.
     *
     * @return any 64 bits
     */
    public long seatToken() {
        return seatToken;
    }

    /**
     * Sets what proves that the sender is who held its seat before.
     *
     * @param value any 64 bits
     * @return this
     */
    public Greeting seatToken(final long value) {
        seatToken = value;
        return this;
    }

    /**
     * Does the sender enter a match that is already being played?
     *
     * @return true when it comes late or again
     */
    public boolean joining() {
        return joining;
    }

    /**
     * Sets whether the sender enters a match that is already being played.
     *
     * @param late true when it comes late or again
     * @return this
     */
    public Greeting joining(final boolean late) {
        joining = late;
        return this;
    }

    /**
     * Which game this is; the text is built at every call.
     *
     * @return 1 to 32 printable ASCII characters
     */
    public String gameId() {
        return gameId.toString();
    }

    /**
     * Sets which game this is.
     *
     * @param text 1 to 32 printable ASCII characters
     * @return this
     * @throws IllegalArgumentException if it is not
     */
    public Greeting gameId(final String text) {
        if (text.isEmpty() || !gameId.set(text)) {
            throw new IllegalArgumentException(
                "game id \"" + text + "\" is not 1 to " + MAX_GAME_ID_LENGTH + " printable ASCII characters");
        }
        return this;
    }

    @Override
    public String toString() {
        return type.jsonName() + "{matchId=" + Long.toUnsignedString(matchId) + ", players=0x"
            + Integer.toHexString(players) + ", frame=" + frame + ", gameId=" + gameId + '}';
    }
}
