package io.lockstep.core.internal.protocol;

/**
 * The messages, by the number in the lower half of the first byte. 0 to 5 say one thing each, 6 to 14 are
 * what a session sends. 15 is for all further ones: the second byte then says which.
 */
public enum MessageType {
    /** One player's input for one frame. */
    FRAME_INPUT(0, "FrameInput"),
    /** A compressed state of the game. */
    STATE_SYNC(1, "StateSync"),
    /** A candidate asks for a vote. */
    REQUEST_VOTE(2, "RequestVote"),
    /** The answer to a {@link #REQUEST_VOTE}. */
    VOTE_RESPONSE(3, "VoteResponse"),
    /** A sign of life on an idle link. */
    HEARTBEAT(4, "Heartbeat"),
    /** The answer to a {@link #HEARTBEAT}. */
    HEARTBEAT_ACK(5, "HeartbeatAck"),
    /** Every input the receiver has not acknowledged, and the acknowledgement of its own. */
    INPUT_WINDOW(6, "InputWindow"),
    /** Opens a link: who is there. */
    HELLO(7, "Hello"),
    /** Asks the sender of a hello to prove that it hears us. */
    CHALLENGE(8, "Challenge"),
    /** The proof, and what must be equal. */
    CHALLENGE_RESPONSE(9, "ChallengeResponse"),
    /** Accepts a hello. */
    WELCOME(10, "Welcome"),
    /** Ends a link, or refuses to open it. */
    GOODBYE(11, "Goodbye"),
    /** What a peer knows of a third one, for a peer that does not hear that one. */
    RELAY(12, "Relay"),
    /** Who is in the match, who leads, and how that changes. */
    MEMBERSHIP(13, "Membership"),
    /** A part of a stream of bytes for one receiver, and its acknowledgement. */
    TRANSFER(14, "Transfer");

    /** The number of an extended message: the byte behind the header says which one it is. */
    public static final int EXTENDED_CODE = 15;

    /**
     * The extended message that is a message in JSON. Its number is the object's own first character, so that behind
     * the header the object stands whole.
     */
    public static final int EXTENDED_JSON = '{';

    private static final MessageType[] BY_CODE = values();

    private final int code;
    private final String jsonName;

    MessageType(final int code, final String jsonName) {
        if (code != ordinal()) {
            throw new IllegalStateException("code " + code + " of " + this + " is not its ordinal");
        }
        this.code = code;
        this.jsonName = jsonName;
    }

    /**
     * The number on the wire.
     *
     * @return 0 to 14
     */
    public int code() {
        return code;
    }

    /**
     * Does it belong to the handshake, or end a link? Such a message is read before a version is agreed on, so the
     * version in its header is {@link Message#FIRST_VERSION} for ever.
     *
     * @return true from {@link #HELLO} to {@link #GOODBYE}
     */
    public boolean isOfEveryVersion() {
        return code >= HELLO.code && code <= GOODBYE.code;
    }

    /**
     * The value of a JSON message's {@code type}.
     *
     * @return a constant name
     */
    public String jsonName() {
        return jsonName;
    }

    /**
     * Finds a message type by its number.
     *
     * @param code 0 to 15
     * @return the type, or null when no message has this number
     */
    public static MessageType byCode(final int code) {
        return code < BY_CODE.length ? BY_CODE[code] : null;
    }
}
