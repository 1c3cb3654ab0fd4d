package io.lockstep.codecs;

import java.nio.ByteBuffer;

/**
 * One kind of value as bytes: what a game's events, states and deltas are written and read with. A codec owns scratch
 * space and is used by one thread; values are made once and reused, so that neither direction allocates at steady
 * state.
 *
 * @param <T> the value, mutable so that it can be read into
 */
public interface Codec<T> {

    /**
     * Writes a value.
     *
     * @param value  what to write
     * @param target where to, from its position, which moves behind the value; its byte order does not matter
     * @return how many bytes were written
     * @throws IllegalArgumentException         if the value has no form on the wire, a mistake of the caller; the
     *                                          position of the target is then anywhere
     * @throws java.nio.BufferOverflowException if there is no room, because the caller sizes the buffer; the position
     *                                          of the target is then anywhere
     */
    int encode(T value, ByteBuffer target);

    /**
     * Reads one value that fills the whole source, whatever the bytes are: never throws, never looks outside position
     * and limit, and never sets aside more memory than those bytes can be the reason for.
     *
     * @param source the bytes between position and limit; the position is anywhere afterwards, the byte order does not
     *               matter and does not change
     * @param target overwritten; its content means nothing unless the answer is {@link CodecCode#OK}
     * @return {@link CodecCode#OK}, after which {@link #encode} gives the same bytes again; or what is wrong
     */
    CodecCode decode(ByteBuffer source, T target);
}
