package io.lockstep.codecs.rabbit;

import io.lockstep.codecs.Codec;
import io.lockstep.codecs.CodecCode;
import java.nio.ByteBuffer;

/**
 * Any Rabbit message as bytes: its fields, padded with zero bits to a whole byte. Allocates nothing itself, not
 * thread-safe.
 *
 * @param <T> the message
 */
public final class RabbitCodec<T extends RabbitMessage> implements Codec<T> {

    private final RabbitWriter writer = new RabbitWriter();
    private final RabbitReader reader = new RabbitReader();

    /** A codec with scratch space of its own. */
    public RabbitCodec() {
    }

    @Override
    public int encode(final T value, final ByteBuffer target) {
        final int start = target.position();
        writer.wrap(target);
        value.visit(writer);
        writer.flush();
        return target.position() - start;
    }

    @Override
    public CodecCode decode(final ByteBuffer source, final T target) {
        reader.wrap(source);
        target.visit(reader);
        return reader.finish();
    }
}
