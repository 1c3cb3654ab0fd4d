package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Opens a link: which versions of the wire the sender speaks, who it is, and everything that must be equal on both
 * sides. A hello asks and says no more than the start, a response to a challenge says the rest, and a welcome accepts.
 *
 * <pre>
 *  0      header: hello 0x17, response 0x19, welcome 0x1A
 *  1      lowest version that the sender speaks, 1 to 255
 *  2      highest version that the sender speaks
 *  3      flags: bit 0 joining, bit 1 sealed, bits 2-7 zero
 *  4-7    capabilities without which the sender does not play
 *  8-11   capabilities that the sender uses with peers that have them too
 *  12-15  incarnation of the sender
 *  16-19  salt
 *         a hello ends here
 *  8 B    in a response alone: the pepper of the challenge
 *         ---- up to here the same in every version, for ever; from here on the layout of version 1
 *  8      match id
 *  4      players of this link, bit n for player n
 *  8      digest of the configuration
 *  8      frame
 *  8      checksum of the state before the first frame
 *  2      ticks a second, 1 to 1000
 *  1      players of the match, 1 to 32
 *  1      bytes of one input, 1 to 64
 *  2      frames between two checksums, 1 to 65535
 *  1      longest event, 0 to 255
 *  8      seat token
 *  2      length of the match config, 0 to 255; 65535 from who does not know it yet
 *  0-255  match config
 *  1      length of the game id, 1 to 32
 *  1-32   game id, printable ASCII
 * </pre>
 *
 * <p>With keys the part of version 1 is sealed: in its place stands a message of the Noise handshake, which holds it.
 *
 * <p>Who speaks version 1 and later ones puts what those add behind all this, where it is not looked at here. Of who
 * does not speak version 1 only the first part is read: enough to refuse it, see {@link #isReadable}.
 */
public final class Greeting extends Message {

    /** Longest game id. */
    public static final int MAX_GAME_ID_LENGTH = 32;

    /** Longest match config: beside all else it fits into the smallest datagram that a transport may carry. */
    public static final int MAX_MATCH_CONFIG_BYTES = 255;

    /** Highest tick rate: above it a tick is shorter than what timers can hold. */
    public static final int MAX_TICK_RATE = 1000;

    /** The start and the longest rest, sealed: what a message of the handshake adds is 48 bytes. */
    public static final int MAX_SEALED_BYTES =
        GreetingStart.BYTES + GreetingRest.FIXED_BYTES + MAX_MATCH_CONFIG_BYTES + MAX_GAME_ID_LENGTH + 48;

    private static final byte[] NOTHING = {};

    private final MessageType type;
    private final GreetingStart start = new GreetingStart();
    private final GreetingRest rest = new GreetingRest();
    private long pepper;
    /** Made when there is something to hold: few greetings are read and sealed. */
    private byte[] sealed = NOTHING;
    private int sealedBytes;

    /**
     * A message to be filled or decoded into.
     *
     * @param type {@link MessageType#HELLO}, {@link MessageType#CHALLENGE_RESPONSE} or {@link MessageType#WELCOME}
     * @throws IllegalArgumentException if it is another
     */
    public Greeting(final MessageType type) {
        if (type != MessageType.HELLO && type != MessageType.CHALLENGE_RESPONSE && type != MessageType.WELCOME) {
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
        sealedBytes = 0;
        if (type == MessageType.CHALLENGE_RESPONSE) {
            if (buffer.remaining() < Long.BYTES) {
                return WireCode.TRUNCATED;
            }
            pepper = buffer.getLong();
        }
        if (type == MessageType.HELLO) {
            rest.forget();
            if (start.sealed) {
                return WireCode.RESERVED;
            }
            return buffer.hasRemaining() && start.highestVersion == Message.VERSION ? WireCode.TRAILING : WireCode.OK;
        }
        if (!isReadable()) {
            return rest.forget();
        }
        return start.sealed ? decodeSealed(buffer) : rest.decode(buffer, start.highestVersion > Message.VERSION);
    }

    private WireCode decodeSealed(final ByteBuffer buffer) {
        rest.forget();
        if (buffer.remaining() > MAX_SEALED_BYTES) {
            return WireCode.TRAILING;
        }
        if (!buffer.hasRemaining()) {
            return WireCode.TRUNCATED;
        }
        sealed = room();
        sealedBytes = buffer.remaining();
        buffer.get(sealed, 0, sealedBytes);
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
        if (!isReadable()) {
            return rest.forget();
        }
        return hasRest() ? rest.check() : WireCode.OK;
    }

    /** Does it say in clear what version 1 has behind the start? */
    private boolean hasRest() {
        return type != MessageType.HELLO && !start.sealed;
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
        return GreetingRest.areInRange(tickRate, playerCount, inputBytes, checksumInterval);
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

    @Override
    void encodeBody(final ByteBuffer buffer) {
        start.encode(buffer);
        if (type == MessageType.CHALLENGE_RESPONSE) {
            buffer.putLong(pepper);
        }
        if (isReadable() && hasRest()) {
            rest.encode(buffer);
        } else if (isReadable()) {
            buffer.put(sealed, 0, sealedBytes);
        }
    }

    /**
     * The start and the rest, to be sealed: so much of a greeting nobody else may read or change.
     *
     * @return the bytes that {@link #unseal} takes
     */
    public byte[] toSeal() {
        final ByteBuffer bytes = ByteBuffer.allocate(MAX_SEALED_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        start.sealed = true;
        start.encode(bytes);
        rest.encode(bytes);
        return Arrays.copyOf(bytes.array(), bytes.position());
    }

    /**
     * Puts in the place of the rest what it was sealed to.
     *
     * @param message a message of the Noise handshake, at most {@link #MAX_SEALED_BYTES} long; null: nothing
     *                is sealed
     * @return this
     */
    public Greeting sealed(final byte[] message) {
        start.sealed = message != null;
        sealedBytes = 0;
        if (message != null) {
            sealed = room();
            sealedBytes = message.length;
            System.arraycopy(message, 0, sealed, 0, sealedBytes);
        }
        return this;
    }

    private byte[] room() {
        return sealed == NOTHING ? new byte[MAX_SEALED_BYTES] : sealed;
    }

    /**
     * A message of the Noise handshake, which holds the rest.
     *
     * @return empty if the rest is in clear
     */
    public byte[] sealed() {
        return Arrays.copyOf(sealed, sealedBytes);
    }

    /**
     * Is the rest sealed?
     *
     * @return true with keys
     */
    public boolean isSealed() {
        return start.sealed;
    }

    /**
     * Takes the rest that was sealed.
     *
     * @param bytes what {@link #toSeal} gave at the other side
     * @return false if it is none, or the start in it is not the one that came in clear
     */
    public boolean unseal(final byte[] bytes) {
        final ByteBuffer clear = ByteBuffer.allocate(GreetingStart.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        start.encode(clear);
        final ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < GreetingStart.BYTES
            || !clear.flip().equals(buffer.slice(0, GreetingStart.BYTES))
            || rest.decode(buffer.position(GreetingStart.BYTES), start.highestVersion > Message.VERSION)
            != WireCode.OK) {
            rest.forget();
            return false;
        }
        return true;
    }

    /**
     * What of the challenge must be repeated.
     *
     * @return any 64 bits; 0 in anything but a response
     */
    public long pepper() {
        return pepper;
    }

    /**
     * Sets what of the challenge is repeated.
     *
     * @param value any 64 bits
     * @return this
     */
    public Greeting pepper(final long value) {
        pepper = value;
        return this;
    }

    /**
     * Takes over everything that another greeting says, but for the pepper.
     *
     * @param other another
     */
    public void copy(final Greeting other) {
        start.speaks(other.speaks());
        start.joining = other.start.joining;
        start.incarnation = other.start.incarnation;
        start.salt = other.start.salt;
        rest.copy(other.rest);
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
        return rest.matchId;
    }

    /**
     * Sets the match.
     *
     * @param value any 64 bits
     * @return this
     */
    public Greeting matchId(final long value) {
        rest.matchId = value;
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
        return rest.players;
    }

    /**
     * Sets the players the sender plays for on this link.
     *
     * @param mask bit n for player n, not 0
     * @return this
     */
    public Greeting players(final int mask) {
        rest.players = mask;
        return this;
    }

    /**
     * Digest of everything that must be equal.
     *
     * @return any 64 bits
     */
    public long digest() {
        return rest.digest;
    }

    /**
     * Sets the digest of everything that must be equal.
     *
     * @param value any 64 bits
     * @return this
     */
    public Greeting digest(final long value) {
        rest.digest = value;
        return this;
    }

    /**
     * The sender's frame.
     *
     * @return all 64 bits
     */
    public long frame() {
        return rest.frame;
    }

    /**
     * Sets the sender's frame.
     *
     * @param value all 64 bits travel
     * @return this
     */
    public Greeting frame(final long value) {
        rest.frame = value;
        return this;
    }

    /**
     * What the match is played with beyond the settings.
     *
     * @return a copy; null if the sender does not know it yet
     */
    public byte[] matchConfig() {
        return rest.matchConfig();
    }

    /**
     * Sets what the match is played with beyond the settings.
     *
     * @param value up to {@value #MAX_MATCH_CONFIG_BYTES} bytes, copied; null if it is not known yet
     * @return this
     * @throws IllegalArgumentException if it is longer
     */
    public Greeting matchConfig(final byte[] value) {
        if (value != null) {
            checked("length of matchConfig", value.length, 0, MAX_MATCH_CONFIG_BYTES);
        }
        rest.matchConfig(value);
        return this;
    }

    /**
     * The checksum of the sender's state before the first frame.
     *
     * @return 64 bits, of which a session uses the lower 32; 0 from a newcomer, which takes its state from the match,
     *         and from who does not know the match config
     */
    public long state() {
        return rest.state;
    }

    /**
     * Sets the checksum of the sender's state before the first frame.
     *
     * @param value all 64 bits travel
     * @return this
     */
    public Greeting state(final long value) {
        rest.state = value;
        return this;
    }

    /**
     * Ticks a second.
     *
     * @return 1 to {@link #MAX_TICK_RATE}
     */
    public int tickRate() {
        return rest.tickRate;
    }

    /**
     * Sets the ticks a second.
     *
     * @param value 1 to {@link #MAX_TICK_RATE}
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting tickRate(final int value) {
        rest.tickRate = checked("tickRate", value, 1, MAX_TICK_RATE);
        return this;
    }

    /**
     * How many players the match has.
     *
     * @return 1 to 32
     */
    public int playerCount() {
        return rest.playerCount;
    }

    /**
     * Sets how many players the match has.
     *
     * @param value 1 to 32
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting playerCount(final int value) {
        rest.playerCount = checked("playerCount", value, 1, MAX_PLAYERS);
        return this;
    }

    /**
     * Length of one input.
     *
     * @return bytes, 1 to 64
     */
    public int inputBytes() {
        return rest.inputBytes;
    }

    /**
     * Sets the length of one input.
     *
     * @param value bytes, 1 to 64
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting inputBytes(final int value) {
        rest.inputBytes = checked("inputBytes", value, 1, WireLimits.MAX_INPUT_BYTES);
        return this;
    }

    /**
     * Frames between two checksums.
     *
     * @return 1 to 65535
     */
    public int checksumInterval() {
        return rest.checksumInterval;
    }

    /**
     * Sets the frames between two checksums.
     *
     * @param value 1 to 65535
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting checksumInterval(final int value) {
        rest.checksumInterval = checked("checksumInterval", value, 1, U16);
        return this;
    }

    /**
     * The longest event.
     *
     * @return bytes, 0 to 255
     */
    public int maxEventBytes() {
        return rest.maxEventBytes;
    }

    /**
     * Sets the longest event.
     *
     * @param value bytes, 0 to 255
     * @return this
     * @throws IllegalArgumentException if it is out of range
     */
    public Greeting maxEventBytes(final int value) {
        rest.maxEventBytes = checked("maxEventBytes", value, 0, U8);
        return this;
    }

    /**
     * What proves that the sender held its seat before.
     *
     * @return any 64 bits
     */
    public long seatToken() {
        return rest.seatToken;
    }

    /**
     * Sets what proves that the sender held its seat before.
     *
     * @param value any 64 bits
     * @return this
     */
    public Greeting seatToken(final long value) {
        rest.seatToken = value;
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
        return rest.gameId.toString();
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
        rest.gameId.set(text);
        return this;
    }

    @Override
    public String toString() {
        return type.jsonName() + "{versions=" + speaks().versions() + ", matchId=" + Long.toUnsignedString(rest.matchId)
            + ", players=0x" + Integer.toHexString(rest.players) + ", frame=" + rest.frame
            + ", gameId=" + rest.gameId + '}';
    }
}
