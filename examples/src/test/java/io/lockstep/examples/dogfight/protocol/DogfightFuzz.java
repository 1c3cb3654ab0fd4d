package io.lockstep.examples.dogfight.protocol;

import io.lockstep.codecs.Codec;
import io.lockstep.codecs.CodecCode;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/** What a fuzzer calls: whatever is decoded well has these bytes and no others. */
final class DogfightFuzz {

    private static final int PLAYERS = 4;
    private static final int POWER_UPS = 8;

    private final DogfightEventCodec events = new DogfightEventCodec();
    private final DogfightStateCodec states = new DogfightStateCodec();
    private final DogfightEvent event = new DogfightEvent();
    private final DogfightState state = new DogfightState(PLAYERS, POWER_UPS);
    private final ByteBuffer again = ByteBuffer.allocate(DogfightStateCodec.bytes(PLAYERS, POWER_UPS));

    /**
     * One input.
     *
     * @param data the bytes of an event
     * @return whether they are one
     */
    static boolean fuzzEvent(final byte[] data) {
        return new DogfightFuzz().event(ByteBuffer.wrap(data)) == CodecCode.OK;
    }

    /**
     * One input.
     *
     * @param data the bytes of a state
     * @return whether they are one
     */
    static boolean fuzzState(final byte[] data) {
        return new DogfightFuzz().state(ByteBuffer.wrap(data)) == CodecCode.OK;
    }

    CodecCode event(final ByteBuffer source) {
        return decode(events, source, event);
    }

    CodecCode state(final ByteBuffer source) {
        return decode(states, source, state);
    }

    private <T> CodecCode decode(final Codec<T> codec, final ByteBuffer source, final T value) {
        final int start = source.position();
        final CodecCode code = codec.decode(source, value);
        if (code == CodecCode.OK) {
            codec.encode(value, again.clear());
            source.position(start);
            if (!again.flip().equals(source)) {
                throw new AssertionError(hex(source) + " became " + hex(again));
            }
        }
        return code;
    }

    private static String hex(final ByteBuffer buffer) {
        final byte[] bytes = new byte[buffer.remaining()];
        buffer.get(buffer.position(), bytes);
        return HexFormat.of().formatHex(bytes);
    }
}
