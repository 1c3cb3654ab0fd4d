package io.lockstep.examples.catalogue;

import io.lockstep.codecs.CodecCode;
import io.lockstep.codecs.rabbit.RabbitCodec;
import io.lockstep.codecs.rabbit.RabbitMessage;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/** What a fuzzer calls: whatever is decoded well has these bytes and no others. */
final class RabbitFuzz {

    private static final int SLACK_BYTES = 8;

    private final RabbitCodec<RabbitMessage> codec = new RabbitCodec<>();
    private final Map<String, RabbitMessage> messages = new TreeMap<>();
    private ByteBuffer again = ByteBuffer.allocate(1024);

    /**
     * One input.
     *
     * @param data which message, then its bytes
     * @return whether they are one
     */
    static boolean fuzz(final byte[] data) {
        if (data.length == 0) {
            return false;
        }
        final String name = Catalogue.NAMES.get((data[0] & 0xFF) % Catalogue.NAMES.size());
        return new RabbitFuzz().decode(name, ByteBuffer.wrap(data, 1, data.length - 1)) == CodecCode.OK;
    }

    CodecCode decode(final String name, final ByteBuffer source) {
        return decode(messages.computeIfAbsent(name, Catalogue::message), source);
    }

    CodecCode decode(final RabbitMessage message, final ByteBuffer source) {
        final int start = source.position();
        final CodecCode code = codec.decode(source, message);
        if (code == CodecCode.OK) {
            source.position(start);
            if (again.capacity() < source.remaining() + SLACK_BYTES) {
                again = ByteBuffer.allocate(source.remaining() + SLACK_BYTES);
            }
            codec.encode(message, again.clear());
            if (!again.flip().equals(source)) {
                throw new AssertionError(hex(source) + " became " + hex(again));
            }
        }
        return code;
    }

    private static String hex(final ByteBuffer buffer) {
        return HexFormat.of().formatHex(Arrays.copyOfRange(buffer.array(), buffer.arrayOffset() + buffer.position(),
            buffer.arrayOffset() + buffer.limit()));
    }
}
