package io.lockstep.examples.formats;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageCodec;
import io.lockstep.core.internal.protocol.WireCode;
import io.lockstep.core.internal.protocol.WireLimits;
import java.nio.BufferOverflowException;
import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Locale;

/** The session's own datagrams, in both directions. */
public final class LockstepFormat implements Format {

    private static final int FIRST_BUFFER_BYTES = 64 << 10;

    private final MessageCodec codec;
    private ByteBuffer binary = ByteBuffer.allocate(FIRST_BUFFER_BYTES);

    /**
     * With inputs of one length.
     *
     * @param inputBytes length of an input in the types from 6 on, 1 to 64
     */
    public LockstepFormat(final int inputBytes) {
        codec = new MessageCodec(new WireLimits(inputBytes, Message.MAX_PLAYERS, WireLimits.MAX_EVENT_BYTES,
            WireLimits.DEFAULT_STATE_BYTES));
    }

    /**
     * An answer that says what is wrong.
     *
     * @param code what is wrong
     * @param why  more about it, or null
     * @return an answer
     */
    public static Answer refuse(final WireCode code, final String why) {
        return new Answer(code.name(), why == null ? code.meaning() : code.meaning() + ": " + why);
    }

    @Override
    public Answer decode(final ByteBuffer source) {
        final int start = source.position();
        final int length = source.remaining();
        final WireCode code = codec.decode(source);
        if (code == WireCode.OK) {
            return Answer.of(codec.toJson(codec.decoded()).toString());
        }
        return refuse(code, codec.jsonDetail() == null
            ? String.format(Locale.ROOT, "header %02x, %d bytes", source.get(start), length) : codec.jsonDetail());
    }

    /**
     * The other way.
     *
     * @param json a message as JSON
     * @return its bytes in hexadecimal, or what is wrong with it
     */
    public Answer encode(final ByteBuffer json) {
        final WireCode code = codec.decodeJson(json);
        if (code != WireCode.OK) {
            return refuse(code, codec.jsonDetail());
        }
        final int length = encode(codec.decoded());
        return Answer.of(HexFormat.of().formatHex(binary.array(), 0, length));
    }

    private int encode(final Message message) {
        while (true) {
            try {
                return codec.encode(message, binary.clear());
            } catch (final BufferOverflowException e) {
                // Ends: a message is never longer than its limits allow.
                binary = ByteBuffer.allocate(2 * binary.capacity());
            }
        }
    }
}
