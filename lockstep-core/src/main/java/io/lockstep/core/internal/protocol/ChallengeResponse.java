package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The answer to a {@link Challenge}.
 *
 * <pre>
 *  0    header 0x19
 *  1-4  seasoning: salt XOR pepper
 * </pre>
 */
public final class ChallengeResponse extends Message {

    private static final int BODY_BYTES = 4;

    private int seasoning;

    /** A message to be filled or decoded into. */
    public ChallengeResponse() {
    }

    @Override
    public MessageType type() {
        return MessageType.CHALLENGE_RESPONSE;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        final WireCode length = exactly(buffer, BODY_BYTES);
        if (length == WireCode.OK) {
            seasoning = buffer.getInt();
        }
        return length;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.putInt(seasoning);
    }

    /**
     * Salt XOR pepper.
     *
     * @return any 32 bits
     */
    public int seasoning() {
        return seasoning;
    }

    /**
     * Sets salt XOR pepper.
     *
     * @param value any 32 bits
     * @return this
     */
    public ChallengeResponse seasoning(final int value) {
        seasoning = value;
        return this;
    }

    @Override
    public String toString() {
        return "ChallengeResponse{seasoning=" + Integer.toUnsignedString(seasoning) + '}';
    }
}
