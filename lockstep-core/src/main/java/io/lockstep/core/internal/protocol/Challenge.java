package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * Asks the sender of a hello to prove that it hears us: only who received the pepper can answer.
 *
 * <pre>
 *  0    header 0x18
 *  1-4  salt of the hello
 *  5-12 pepper, which the sender computes from the hello and need not remember
 * </pre>
 */
public final class Challenge extends Message {

    private static final int BODY_BYTES = 12;

    private int salt;
    private long pepper;

    /** A message to be filled or decoded into. */
    public Challenge() {
    }

    @Override
    public MessageType type() {
        return MessageType.CHALLENGE;
    }

    @Override
    WireCode decodeBody(final ByteBuffer buffer) {
        final WireCode length = exactly(buffer, BODY_BYTES);
        if (length == WireCode.OK) {
            salt = buffer.getInt();
            pepper = buffer.getLong();
        }
        return length;
    }

    @Override
    void encodeBody(final ByteBuffer buffer) {
        buffer.putInt(salt);
        buffer.putLong(pepper);
    }

    /**
     * The salt of the hello that is challenged.
     *
     * @return any 32 bits
     */
    public int salt() {
        return salt;
    }

    /**
     * Sets the salt of the hello that is challenged.
     *
     * @param value any 32 bits
     * @return this
     */
    public Challenge salt(final int value) {
        salt = value;
        return this;
    }

    /**
     * What the response must repeat.
     *
     * @return any 64 bits
     */
    public long pepper() {
        return pepper;
    }

    /**
     * Sets what the response must repeat.
     *
     * @param value any 64 bits
     * @return this
     */
    public Challenge pepper(final long value) {
        pepper = value;
        return this;
    }

    @Override
    public String toString() {
        return "Challenge{salt=" + Integer.toUnsignedString(salt)
            + ", pepper=" + Long.toUnsignedString(pepper) + '}';
    }
}
