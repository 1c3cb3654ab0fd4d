package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;
import java.util.ServiceLoader;

/**
 * Reads and writes every message. It holds one instance of each type to decode into, so that nothing is allocated per
 * datagram; a decoded message is valid until the next one of its type is decoded.
 *
 * <p>Not thread-safe.
 */
public final class MessageCodec {

    /** The form behind {@link #EXTENDED_HEADER}; null without lockstep-codecs. */
    private static final MessageText.Provider TEXT =
        ServiceLoader.load(MessageText.Provider.class, MessageText.Provider.class.getClassLoader()).findFirst()
            .orElse(null);

    private static final WireSupport SUPPORT =
        new WireSupport(Message.VERSION, Message.VERSION, 0, TEXT == null ? 0 : WireSupport.JSON);

    private static final byte EXTENDED_HEADER =
        (byte) (Message.VERSION << Message.VERSION_SHIFT | MessageType.EXTENDED_CODE);

    private final Message[] messages;
    private final WireLimits limits;
    /** Made for the first text: who reads and writes none is not to load what does. Null until then. */
    private MessageText json;
    private Message decoded;

    /**
     * A codec for one kind of match.
     *
     * @param limits how large the parts of a message may be
     */
    public MessageCodec(final WireLimits limits) {
        this.limits = limits;
        messages = new Message[] {
            new FrameInput(),
            new StateSync(limits.maxStateBytes()),
            new RequestVote(),
            new VoteResponse(),
            new Heartbeat(MessageType.HEARTBEAT),
            new Heartbeat(MessageType.HEARTBEAT_ACK),
            new InputWindow(limits.inputBytes(), limits.maxLinkPlayers(), limits.maxEventBytes()),
            new Greeting(MessageType.HELLO),
            new Challenge(),
            new Greeting(MessageType.CHALLENGE_RESPONSE),
            new Greeting(MessageType.WELCOME),
            new Goodbye(),
            new Relay(limits.inputBytes(), limits.maxLinkPlayers(), limits.maxEventBytes()),
            new MembershipMessage(),
            new TransferMessage(),
        };
    }

    /**
     * Reads a datagram, binary or JSON. JSON is an unknown extended message without {@code lockstep-codecs} on the
     * class path.
     *
     * @param datagram what arrived, between position and limit; afterwards little-endian, its position unspecified
     * @return {@link WireCode#OK}, after which {@link #decoded()} is the message; or what is wrong
     */
    public WireCode decode(final ByteBuffer datagram) {
        decoded = null;
        if (json != null) {
            json.forget();
        }
        if (!datagram.hasRemaining()) {
            return WireCode.EMPTY;
        }
        final int type = Message.typeCodeOf(datagram.get(datagram.position()));
        if (type == MessageType.EXTENDED_CODE) {
            return decodeExtended(datagram);
        }
        final Message message = messages[type];
        final WireCode code = message.decode(datagram);
        if (code == WireCode.OK) {
            decoded = message;
        }
        return code;
    }

    /**
     * Which message a datagram holds, of which nothing else is read.
     *
     * @param datagram what arrived, at its position
     * @return null for an empty datagram and for an extended message
     */
    public static MessageType typeOf(final ByteBuffer datagram) {
        return datagram.hasRemaining()
            ? MessageType.byCode(Message.typeCodeOf(datagram.get(datagram.position()))) : null;
    }

    private WireCode decodeExtended(final ByteBuffer datagram) {
        if (datagram.get() != EXTENDED_HEADER) {
            return WireCode.VERSION;
        }
        if (!datagram.hasRemaining()) {
            return WireCode.TRUNCATED;
        }
        final int extended = datagram.get(datagram.position()) & Message.U8;
        return extended == MessageType.EXTENDED_JSON ? decodeJson(datagram) : WireCode.EXTENDED;
    }

    /**
     * Reads a message from its JSON object alone, without the byte 0x1F before it.
     *
     * @param object the object in UTF-8, between position and limit
     * @return {@link WireCode#OK}, after which {@link #decoded()} is the message; or what is wrong
     */
    public WireCode decodeJson(final ByteBuffer object) {
        if (!hasJson()) {
            decoded = null;
            return WireCode.EXTENDED;
        }
        decoded = json().read(object, messages);
        return json().code();
    }

    private MessageText json() {
        if (json == null) {
            json = TEXT.create(limits);
        }
        return json;
    }

    /**
     * What was wrong with the message read last, if it was JSON.
     *
     * @return a phrase for people, or null when there is nothing to add to the code
     */
    public String jsonDetail() {
        return json == null ? null : json.detail();
    }

    /**
     * Writes a message as a JSON object alone.
     *
     * @param message what to write
     * @return what holds the object until the next message is written
     * @throws IllegalStateException if there is no JSON, see {@link #hasJson}
     */
    public MessageText toJson(final Message message) {
        if (!hasJson()) {
            throw new IllegalStateException("JSON needs lockstep-codecs on the class path");
        }
        json().write(message);
        return json();
    }

    /**
     * Can messages be read and written as JSON?
     *
     * @return true with {@code lockstep-codecs} on the class path
     */
    public static boolean hasJson() {
        return TEXT != null;
    }

    /**
     * What this library speaks.
     *
     * @return version {@link Message#VERSION}, and with {@code lockstep-codecs} on the class path
     *         {@link WireSupport#JSON}
     */
    public static WireSupport support() {
        return SUPPORT;
    }

    /**
     * The message decoded last.
     *
     * @return one of this codec's instances, or null when the last {@link #decode} did not answer {@link WireCode#OK}
     */
    public Message decoded() {
        return decoded;
    }

    /**
     * Writes a message as bytes.
     *
     * @param message what to write
     * @param buffer  where to, from its position, which moves behind the message
     * @return the message's length in bytes
     * @throws java.nio.BufferOverflowException if there is no room for it
     */
    public int encode(final Message message, final ByteBuffer buffer) {
        return message.encode(buffer);
    }

    /**
     * Writes a message as text, which allocates.
     *
     * @param message what to write
     * @param buffer  where to, from its position, which moves behind the message
     * @return the message's length in bytes
     * @throws java.nio.BufferOverflowException if there is no room for it
     */
    public int encodeJson(final Message message, final ByteBuffer buffer) {
        final MessageText object = toJson(message);
        buffer.put(EXTENDED_HEADER);
        object.copyTo(buffer);
        return Message.HEADER_BYTES + object.length();
    }

    /**
     * The instance that messages of one type are decoded into; may also be used to fill and encode one.
     *
     * @param type any
     * @return the same object every time
     */
    public Message message(final MessageType type) {
        return messages[type.code()];
    }

    /**
     * The instance frame inputs are decoded into.
     *
     * @return the same object every time
     */
    public FrameInput frameInput() {
        return (FrameInput) message(MessageType.FRAME_INPUT);
    }

    /**
     * The instance state syncs are decoded into.
     *
     * @return the same object every time
     */
    public StateSync stateSync() {
        return (StateSync) message(MessageType.STATE_SYNC);
    }

    /**
     * The instance vote requests are decoded into.
     *
     * @return the same object every time
     */
    public RequestVote requestVote() {
        return (RequestVote) message(MessageType.REQUEST_VOTE);
    }

    /**
     * The instance vote responses are decoded into.
     *
     * @return the same object every time
     */
    public VoteResponse voteResponse() {
        return (VoteResponse) message(MessageType.VOTE_RESPONSE);
    }

    /**
     * The instance heartbeats are decoded into.
     *
     * @return the same object every time
     */
    public Heartbeat heartbeat() {
        return (Heartbeat) message(MessageType.HEARTBEAT);
    }

    /**
     * The instance heartbeat answers are decoded into.
     *
     * @return the same object every time
     */
    public Heartbeat heartbeatAck() {
        return (Heartbeat) message(MessageType.HEARTBEAT_ACK);
    }

    /**
     * The instance input windows are decoded into.
     *
     * @return the same object every time
     */
    public InputWindow inputWindow() {
        return (InputWindow) message(MessageType.INPUT_WINDOW);
    }

    /**
     * The instance hellos are decoded into.
     *
     * @return the same object every time
     */
    public Greeting hello() {
        return (Greeting) message(MessageType.HELLO);
    }

    /**
     * The instance challenges are decoded into.
     *
     * @return the same object every time
     */
    public Challenge challenge() {
        return (Challenge) message(MessageType.CHALLENGE);
    }

    /**
     * The instance challenge responses are decoded into.
     *
     * @return the same object every time
     */
    public Greeting challengeResponse() {
        return (Greeting) message(MessageType.CHALLENGE_RESPONSE);
    }

    /**
     * The instance welcomes are decoded into.
     *
     * @return the same object every time
     */
    public Greeting welcome() {
        return (Greeting) message(MessageType.WELCOME);
    }

    /**
     * The instance goodbyes are decoded into.
     *
     * @return the same object every time
     */
    public Goodbye goodbye() {
        return (Goodbye) message(MessageType.GOODBYE);
    }

    /**
     * The instance relays are decoded into.
     *
     * @return the same object every time
     */
    public Relay relay() {
        return (Relay) message(MessageType.RELAY);
    }

    /**
     * The instance membership messages are decoded into.
     *
     * @return the same object every time
     */
    public MembershipMessage membership() {
        return (MembershipMessage) message(MessageType.MEMBERSHIP);
    }

    /**
     * The instance parts of streams are decoded into.
     *
     * @return the same object every time
     */
    public TransferMessage transfer() {
        return (TransferMessage) message(MessageType.TRANSFER);
    }
}
