package io.lockstep.codecs.json;

import io.lockstep.core.internal.protocol.FrameInput;
import io.lockstep.core.internal.protocol.InputWindow;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageText;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The JSON form of messages: finds the type first, wherever it stands, then reads the fields of that message. */
final class JsonCodec implements MessageText {

    /** The deepest message is an input window: the message, its checksums, their values. One more is spare. */
    static final int MAX_DEPTH = 4;

    /** Every field that is not counted, with white space to spare. */
    private static final int FIXED_BYTES = 64 << 10;

    private static final int QUOTES_AND_COMMA = 3;

    /** The longest command, with its comma. */
    private static final int COMMAND_BYTES = "{\"command\":\"ACTIVATE\",\"seat\":31,\"frames\":65535},".length();

    private final JsonReader reader;
    private final JsonInput input;
    private final JsonWriter writer = new JsonWriter();
    private final MessageFields<?>[] fields;
    private @Nullable String detail;

    JsonCodec(final WireLimits limits) {
        reader = new JsonReader(maxBytes(limits), MAX_DEPTH);
        input = new JsonInput(reader);
        final MessageFields<?> heartbeat = PlainFields.heartbeat();
        fields = new MessageFields<?>[MessageType.values().length];
        put(MessageType.FRAME_INPUT, PlainFields.frameInput());
        put(MessageType.STATE_SYNC, PlainFields.stateSync(limits.maxStateBytes()));
        put(MessageType.REQUEST_VOTE, PlainFields.requestVote());
        put(MessageType.VOTE_RESPONSE, PlainFields.voteResponse());
        put(MessageType.HEARTBEAT, heartbeat);
        put(MessageType.HEARTBEAT_ACK, heartbeat);
        put(MessageType.INPUT_WINDOW, new WindowFields(limits).fields());
        put(MessageType.HELLO, new GreetingFields().hello());
        put(MessageType.CHALLENGE, PlainFields.challenge());
        put(MessageType.CHALLENGE_RESPONSE, new GreetingFields().response());
        put(MessageType.WELCOME, new GreetingFields().welcome());
        put(MessageType.GOODBYE, new GoodbyeFields().fields());
        put(MessageType.RELAY, new RelayFields(limits).fields());
        put(MessageType.MEMBERSHIP, new MembershipFields().fields());
        put(MessageType.TRANSFER, new TransferFields().fields());
    }

    private void put(final MessageType type, final MessageFields<?> table) {
        fields[type.code()] = table;
    }

    /** Length of the longest message these limits allow, as this library writes it, and some more. */
    static int maxBytes(final WireLimits limits) {
        final int slots = InputWindow.MAX_FRAMES * limits.maxLinkPlayers();
        final int event = Math.max(2 * limits.maxEventBytes() + QUOTES_AND_COMMA, COMMAND_BYTES);
        final int window = slots * (2 * limits.inputBytes() + QUOTES_AND_COMMA + event);
        return Math.max(2 * Math.max(limits.maxStateBytes(), FrameInput.MAX_EVENT_BYTES), window) + FIXED_BYTES;
    }

    @Override
    public @Nullable String detail() {
        return detail;
    }

    @Override
    public void forget() {
        detail = null;
    }

    @Override
    public @Nullable Message read(final ByteBuffer document, final Message[] messages) {
        input.reset();
        detail = null;
        final Message message = find(document, messages);
        if (message != null) {
            reader.wrap(document);
            reader.next();
            fields[message.type().code()].read(message, input);
        }
        if (input.code() == WireCode.OK) {
            return message;
        }
        if (detail == null && input.where() != null) {
            detail = "field \"" + input.where() + '"';
        }
        return null;
    }

    @Override
    public WireCode code() {
        return input.code();
    }

    private @Nullable Message find(final ByteBuffer document, final Message[] messages) {
        reader.wrap(document);
        String type = null;
        final boolean isObject = reader.next() == JsonToken.BEGIN_OBJECT;
        while (reader.token() != JsonToken.END && reader.token() != JsonToken.ERROR) {
            if (isObject && reader.token() == JsonToken.NAME && reader.depth() == 1 && reader.textIs("type")) {
                type = reader.next() == JsonToken.STRING ? reader.text() : null;
            } else {
                reader.next();
            }
        }
        if (reader.token() == JsonToken.ERROR) {
            detail = reader.error();
            input.fail(reader.tooLarge() ? WireCode.TOO_LARGE : WireCode.JSON);
            return null;
        }
        return byName(type, messages);
    }

    private @Nullable Message byName(final @Nullable String type, final Message[] messages) {
        for (final Message message : messages) {
            if (message.type().jsonName().equals(type)) {
                return message;
            }
        }
        detail = type == null ? "field \"type\"" : "type \"" + type + '"';
        input.fail(type == null ? WireCode.JSON_FIELD : WireCode.TYPE);
        return null;
    }

    @Override
    public void write(final Message message) {
        fields[message.type().code()].write(message, writer.reset());
    }

    @Override
    public int length() {
        return writer.length();
    }

    @Override
    public void copyTo(final ByteBuffer target) {
        writer.copyTo(target);
    }

    @Override
    public String toString() {
        return writer.toString();
    }
}
