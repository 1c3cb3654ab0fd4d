package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * Opens a link: which versions of the wire the sender speaks, who it is, and everything that must be equal on both
 * sides. A hello asks, a welcome, which has the same layout, accepts.
 *
 * <pre>
 *  0      header 0x17, the welcome 0x1A
 *  1      lowest version that the sender speaks, 1 to 255
 *  2      highest version that the sender speaks
 *  3      flags: bit 0 joining, bits 1-7 zero
 *  4-7    capabilities without which the sender does not play
 *  8-11   capabilities that the sender uses with peers that have them too
 *  12-15  incarnation of the sender
 *  16-19  salt
 *         ---- up to here the same in every version, for ever; from here on the layout of version 1
 *  20-27  match id
 *  28-31  players of this link, bit n for player n
 *  32-39  digest of the configuration
 *  40-47  frame
 *  48-55  checksum of the state before the first frame
 *  56-57  ticks a second, 1 to 1000
 *  58     players of the match, 1 to 32
 *  59     bytes of one input, 1 to 64
 *  60-61  frames between two checksums, 1 to 65535
 *  62     longest event, 0 to 255
 *  63-70  seat token
 *  71     length of the game id, 1 to 32
 *  72-    game id, printable ASCII
 * </pre>
 *
 * <p>Who speaks version 1 and later ones puts what those add behind the game id, where it is not looked at here. Of who
 * does not speak version 1 only the first 20 bytes are read: enough to refuse it, see {@link #isReadable}.
 */
public final class Greeting extends Message {

    /** Longest game id. */
    public static final int MAX_GAME_ID_LENGTH = 32;

    /** Highest tick rate: above it a tick is shorter than what timers can hold. */
    public static final int MAX_TICK_RATE = 1000;

    /** What version 1 has behind the start, without the game id. */
    private static final int FIXED_BYTES = 52;

    private final MessageType type;
    private final GreetingStart start = new GreetingStart();
    private final AsciiField gameId = new AsciiField(MAX_GAME_ID_LENGTH);
    private long matchId;
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
        final WireCode code = start.decode(buffer);
        if (code != WireCode.OK) {
            return code;
        }
        return isReadable() ? decodeRest(buffer) : forgetRest();
    }

    private WireCode decodeRest(final ByteBuffer buffer) {
        if (buffer.remaining() < FIXED_BYTES) {
            return WireCode.TRUNCATED;
        }
        matchId = buffer.getLong();
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
        final WireCode code = gameId.decode(buffer, start.highestVersion > Message.VERSION);
        return code == WireCode.OK ? check() : code;
    }

    /** Nothing of an earlier message is to be taken for what this one says. */
    private WireCode forgetRest() {
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
        gameId.clear();
        return WireCode.OK;
    }

    /**
     * Does the sender speak the version that this library speaks?
     *
     * @return false if nothing is known of it but versions, capabilities, incarnation, salt and whether it joins: all
     *         else is 0 or empty then
     */
    public boolean isReadable() {
        return start.isReadable();
    }

    @Override
    public WireCode check() {
        final WireCode code = start.check();
        if (code != WireCode.OK) {
            return code;
        }
        return isReadable() ? checkRest() : forgetRest();
    }

    private WireCode checkRest() {
        final boolean texts = gameId.length() > 0 && gameId.isPrintable();
        return areInRange(tickRate, playerCount, inputBytes, checksumInterval) && texts && playersAreInMatch()
            ? WireCode.OK : WireCode.RANGE;
    }

    /**
     * Can a match be configured like this?
     *
     * @param tickRate         ticks a second
     * @param playerCount      how many players the match has
     * @param inputBytes       length of one input
     * @param checksumInterval frames between two checksums, 0 to 65535
     * @return false if a greeting with one of them is refused
     */
    public static boolean areInRange(final int tickRate, final int playerCount, final int inputBytes,
                                     final int checksumInterval) {
        final boolean rates = tickRate >= 1 && tickRate <= MAX_TICK_RATE && checksumInterval >= 1;
        return rates && playerCount >= 1 && playerCount <= MAX_PLAYERS
            && inputBytes >= 1 && inputBytes <= WireLimits.MAX_INPUT_BYTES;
    }

    /**
     * Can a game be called this?
     *
     * @param text any
     * @return true for 1 to {@value #MAX_GAME_ID_LENGTH} printable ASCII characters
     */
    public static boolean isGameId(final String text) {
        return AsciiField.fits(text, MAX_GAME_ID_LENGTH);
    }

    private boolean playersAreInMatch() {
        return players != 0 && Integer.SIZE - Integer.numberOfLeadingZeros(players) <= playerCount;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        start.encode(buffer);
        if (isReadable()) {
            encodeRest(buffer);
        }
    }

    private void encodeRest(final ByteBuffer buffer) {
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
        gameId.encode(buffer);
    }

    /**
     * Which versions of the wire the sender speaks, and what it can do.
     *
     * @return a copy
     */
    public WireSupport speaks() {
        return start.speaks();
    }

    /**
     * Sets which versions of the wire the sender speaks, and what it can do.
     *
     * @param value version 1 alone and no capability unless set
     * @return this
     */
    public Greeting speaks(final WireSupport value) {
        start.speaks(value);
        return this;
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
        return start.incarnation;
    }

    /**
     * Sets which start of the sender this is.
     *
     * @param value any 32 bits
     * @return this
     */
    public Greeting incarnation(final int value) {
        start.incarnation = value;
        return this;
    }

    /**
     * The random number of this handshake.
     *
     * @return any 32 bits
     */
    public int salt() {
        return start.salt;
    }

    /**
     * Sets the random number of this handshake.
     *
     * @param value any 32 bits
     * @return this
     */
    public Greeting salt(final int value) {
        start.salt = value;
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
     * @return 64 bits, of which a session uses the lower 32; 0 from a newcomer, which takes its state from the match
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
     * What proves that the sender held its seat before.
     *
     * @return any 64 bits
     */
    public long seatToken() {
        return seatToken;
    }

    /**
     * Sets what proves that the sender held its seat before.
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
        return start.joining;
    }

    /**
     * Sets whether the sender enters a match that is already being played.
     *
     * @param late true when it comes late or again
     * @return this
     */
    public Greeting joining(final boolean late) {
        start.joining = late;
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
        if (!isGameId(text)) {
            throw new IllegalArgumentException(
                "game id \"" + text + "\" is not 1 to " + MAX_GAME_ID_LENGTH + " printable ASCII characters");
        }
        gameId.set(text);
        return this;
    }

    @Override
    public String toString() {
        return type.jsonName() + "{versions=" + speaks().versions() + ", matchId=" + Long.toUnsignedString(matchId)
            + ", players=0x" + Integer.toHexString(players) + ", frame=" + frame + ", gameId=" + gameId + '}';
    }
}
