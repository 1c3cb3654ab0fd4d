package io.lockstep.core.internal.protocol;

import java.nio.ByteBuffer;

/**
 * The text form of messages, behind the byte 0x1F of a datagram: JSON, which the module {@code lockstep-codecs}
 * provides. One of it belongs to one {@link MessageCodec} and its thread.
 */
public interface MessageText {

    /** Makes text forms. Found once with {@link java.util.ServiceLoader}, by the class loader of this interface. */
    @FunctionalInterface
    interface Provider {

        /**
         * A text form for one kind of match.
         *
         * @param limits how large the parts of a message may be
         * @return a new one
         */
        MessageText create(WireLimits limits);
    }

    /**
     * Reads a message. Never throws for what the document holds.
     *
     * @param document the text between position and limit
     * @param messages one of each type
     * @return the one of them that the document is of, or null if anything is wrong, which {@link #code} then tells
     */
    Message read(ByteBuffer document, Message[] messages);

    /**
     * What was wrong with the document read last.
     *
     * @return {@link WireCode#OK} if nothing was
     */
    WireCode code();

    /**
     * More about what was wrong.
     *
     * @return a phrase for people, or null when there is nothing to add to the code
     */
    String detail();

    /** Another datagram than a text has come: there is nothing to say about it. */
    void forget();

    /**
     * Writes a message in the place of the one written before.
     *
     * @param message what to write
     */
    void write(Message message);

    /**
     * How long the text written last is.
     *
     * @return bytes
     */
    int length();

    /**
     * Copies the text written last.
     *
     * @param target where to, from its position, which moves behind the text
     * @throws java.nio.BufferOverflowException if there is no room for it
     */
    void copyTo(ByteBuffer target);

    /**
     * The text written last.
     *
     * @return a new string
     */
    @Override
    String toString();
}
