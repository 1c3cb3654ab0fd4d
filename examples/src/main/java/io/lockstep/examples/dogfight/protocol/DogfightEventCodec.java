package io.lockstep.examples.dogfight.protocol;

import io.lockstep.codecs.Codec;
import io.lockstep.codecs.CodecCode;
import java.nio.ByteBuffer;

/**
 * Events, 37 or 38 bytes:
 *
 * <pre>
 * player_connection     00            player_id 36 B
 * player_disconnection  01            player_id 36 B
 * move                  02 direction  player_id 36 B    direction: 0 idle, 1 up, 2 down, 3 left, 4 right
 * shoot                 03            player_id 36 B
 * emote                 04 word       player_id 36 B    word: 1 to 6; this game's own
 * scuttle               05            player_id 36 B    this game's own
 * </pre>
 *
 * <p>Has no state, so one serves everybody.
 */
public final class DogfightEventCodec implements Codec<DogfightEvent> {

    /** Longest event: a move. */
    public static final int MAX_BYTES = 2 + PlayerId.BYTES;

    /** A codec. */
    public DogfightEventCodec() {
    }

    @Override
    public int encode(final DogfightEvent value, final ByteBuffer target) {
        if (!valid(value)) {
            throw new IllegalArgumentException("no event has action " + value.action + " and argument "
                + value.argument);
        }
        final int start = target.position();
        target.put((byte) value.action);
        if (value.hasArgument()) {
            target.put((byte) value.argument);
        }
        target.put(value.playerId);
        return target.position() - start;
    }

    @Override
    public CodecCode decode(final ByteBuffer source, final DogfightEvent target) {
        if (!source.hasRemaining()) {
            return CodecCode.TRUNCATED;
        }
        target.action = source.get() & 0xFF;
        target.argument = 0;
        if (target.hasArgument()) {
            if (!source.hasRemaining()) {
                return CodecCode.TRUNCATED;
            }
            target.argument = source.get() & 0xFF;
        }
        if (!valid(target)) {
            return CodecCode.RANGE;
        }
        if (source.remaining() != PlayerId.BYTES) {
            return source.remaining() < PlayerId.BYTES ? CodecCode.TRUNCATED : CodecCode.TRAILING;
        }
        source.get(target.playerId);
        return CodecCode.OK;
    }

    private static boolean valid(final DogfightEvent event) {
        return switch (event.action) {
            case DogfightEvent.PLAYER_CONNECTION, DogfightEvent.PLAYER_DISCONNECTION, DogfightEvent.SHOOT,
                DogfightEvent.SCUTTLE -> true;
            case DogfightEvent.MOVE -> DogfightState.in(event.argument, 0, DogfightState.MAX_DIRECTION);
            case DogfightEvent.EMOTE -> DogfightState.in(event.argument, 1, DogfightEvent.EMOTES);
            default -> false;
        };
    }
}
