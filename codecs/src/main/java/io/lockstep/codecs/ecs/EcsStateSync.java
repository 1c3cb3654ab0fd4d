package io.lockstep.codecs.ecs;

import io.lockstep.core.internal.protocol.StateSync;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * The state of an ECS game in a {@link StateSync}: whole, or only what has changed since a state that both ends have,
 * for example that of the last frame whose checksums were equal. The payload is big-endian:
 *
 * <pre>
 *  0      form: 0 whole, 1 difference
 *  1-8    frame of the older state                                     only in a difference
 *  9-12   its checksum                                                 only in a difference
 *  then   the instructions that make the state out of the older one, or out of nothing
 * </pre>
 *
 * <p>A state's checksum, also the one in the message, is the CRC32 of the instructions that make it out of nothing. A
 * difference is applied to the very state it was made from or not at all, and what comes of it is compared. Reusable,
 * allocates nothing once made, not thread-safe.
 */
public final class EcsStateSync {

    /** What became of a message. */
    public enum Result {
        /** The state is the sender's. */
        OK,
        /** The payload has neither of the two forms. */
        FORM,
        /** It is the difference from a state that is not the one at hand: ask for the whole state. */
        BASE,
        /** The instructions are wrong, or do not fit the older state. */
        INSTRUCTIONS,
        /** The state is not the one that was sent. */
        CHECKSUM
    }

    private static final byte WHOLE = 0;
    private static final byte DIFFERENCE = 1;
    private static final int BASE_BYTES = Long.BYTES + Integer.BYTES;

    private final EcsState nothing;
    private final EcsDelta delta;
    private final ByteBuffer payload;
    private final ByteBuffer whole;
    private final CRC32 crc = new CRC32();

    /**
     * For states of one table.
     *
     * @param table    the components
     * @param maxBytes longest whole state, as instructions; twice that much memory is taken
     */
    public EcsStateSync(final ComponentTable table, final int maxBytes) {
        nothing = new EcsState(table, 1);
        delta = new EcsDelta(table);
        payload = ByteBuffer.allocate(1 + BASE_BYTES + maxBytes);
        whole = ByteBuffer.allocate(maxBytes);
    }

    /**
     * The checksum of a state.
     *
     * @param state any of the table
     * @return its CRC32
     * @throws java.nio.BufferOverflowException if the state is longer than the longest
     */
    public int checksum(final EcsState state) {
        EcsDelta.write(nothing, state, whole.clear());
        crc.reset();
        crc.update(whole.array(), 0, whole.position());
        return (int) crc.getValue();
    }

    /**
     * Puts a whole state into a message.
     *
     * @param state   the state
     * @param frame   the frame after which it is
     * @param message its term is up to the caller
     * @throws java.nio.BufferOverflowException if the state is longer than the longest
     */
    public void write(final EcsState state, final long frame, final StateSync message) {
        EcsDelta.write(nothing, state, payload.clear().put(WHOLE));
        finish(state, frame, message);
    }

    /**
     * Puts what has changed into a message; the whole state if that is shorter.
     *
     * @param base      a state that the receiver has as well
     * @param baseFrame the frame after which it was
     * @param state     the state
     * @param frame     the frame after which it is
     * @param message   its term is up to the caller
     * @return whether it is a difference
     * @throws java.nio.BufferOverflowException if a state is longer than the longest
     */
    public boolean write(final EcsState base, final long baseFrame, final EcsState state, final long frame,
                         final StateSync message) {
        if (BASE_BYTES + EcsDelta.size(base, state) >= EcsDelta.size(nothing, state)) {
            write(state, frame, message);
            return false;
        }
        payload.clear().put(DIFFERENCE).putLong(baseFrame).putInt(checksum(base));
        EcsDelta.write(base, state, payload);
        finish(state, frame, message);
        return true;
    }

    private void finish(final EcsState state, final long frame, final StateSync message) {
        message.frame(frame).checksum(checksum(state)).payload(payload.array(), 0, payload.position());
    }

    /**
     * Makes the state that a message carries. Never throws for what the message holds.
     *
     * @param message   whole or a difference; of a term and a frame that the caller accepts
     * @param base      the state at hand, not changed; an empty one if there is none
     * @param baseFrame the frame after which it was
     * @param state     becomes the sender's, or empty if the result is not OK
     * @return what became of it
     * @throws IllegalArgumentException         if the two states are one, or of another table
     * @throws java.nio.BufferOverflowException if the state at hand is longer than the longest
     */
    public Result read(final StateSync message, final EcsState base, final long baseFrame, final EcsState state) {
        state.clear();
        final int length = message.payloadLength();
        if (length == 0 || length > payload.capacity()) {
            return Result.FORM;
        }
        payload.clear().put(message.payload(), 0, length).flip();
        final byte form = payload.get();
        if (form == WHOLE) {
            return apply(nothing, message.checksum(), state);
        }
        if (form != DIFFERENCE || payload.remaining() < BASE_BYTES) {
            return Result.FORM;
        }
        if (payload.getLong() != baseFrame || payload.getInt() != checksum(base)) {
            return Result.BASE;
        }
        return apply(base, message.checksum(), state);
    }

    private Result apply(final EcsState base, final int expected, final EcsState state) {
        if (delta.apply(payload, base, state) != EcsCode.OK || EcsDelta.size(nothing, state) > whole.capacity()) {
            state.clear();
            return Result.INSTRUCTIONS;
        }
        if (checksum(state) != expected) {
            state.clear();
            return Result.CHECKSUM;
        }
        return Result.OK;
    }
}
