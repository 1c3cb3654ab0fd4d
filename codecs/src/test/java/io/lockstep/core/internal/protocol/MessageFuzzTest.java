package io.lockstep.core.internal.protocol;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any datagram, binary or JSON. */
class MessageFuzzTest {

    private static final int STATE_BYTES = 64 << 10;
    /** A state of the greatest length unpacked, and what JSON takes for text. */
    private static final int MOST_BYTES = 1 << 20;
    private static final WireLimits LIMITS =
        new WireLimits(WireLimits.DEFAULT_INPUT_BYTES, Message.MAX_PLAYERS, WireLimits.MAX_EVENT_BYTES, STATE_BYTES);

    private final MessageCodec codec = new MessageCodec(LIMITS);
    private final MessageCodec second = new MessageCodec(LIMITS);
    private final ByteBuffer buffer = ByteBuffer.allocate(4 * STATE_BYTES);

    private static Stream<byte[]> datagrams() {
        return GoldenVector.all().stream().map(GoldenVector::datagram);
    }

    @MethodSource("datagrams")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyDatagram(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, source -> {
            final WireCode code = codec.decode(source.duplicate());
            if (code == WireCode.OK) {
                checkAgain(source);
            }
            return code;
        });
    }

    /** What was accepted gives the same bytes again, and as JSON the same message. */
    private void checkAgain(final ByteBuffer source) {
        final Message message = codec.decoded();
        final ByteBuffer again = encoded(codec, message);
        final boolean json = source.get(source.position()) == (Message.VERSION << 4 | MessageType.EXTENDED_CODE);
        if (!json && message.type() != MessageType.STATE_SYNC) {
            AnyBytes.require(again.equals(known(message, again.remaining(), source)), "not canonical");
        }
        final ByteBuffer first = ByteBuffer.allocate(again.remaining()).put(again).flip();
        final byte[] text = codec.toJson(message).toString().getBytes(StandardCharsets.UTF_8);
        AnyBytes.require(second.decodeJson(ByteBuffer.wrap(text)) == WireCode.OK, "its JSON is refused");
        AnyBytes.require(encoded(second, second.decoded()).equals(first), "its JSON is another message");
    }

    /** Of a later version's hello what this one knows of it stands first. */
    private static ByteBuffer known(final Message message, final int length, final ByteBuffer source) {
        final boolean later = message instanceof Greeting hello && hello.speaks().highest() > Message.VERSION;
        return later && length < source.remaining() ? source.slice(source.position(), length) : source;
    }

    private ByteBuffer encoded(final MessageCodec by, final Message message) {
        by.encode(message, buffer.clear());
        return buffer.flip();
    }
}
