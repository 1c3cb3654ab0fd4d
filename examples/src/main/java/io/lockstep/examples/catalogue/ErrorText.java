package io.lockstep.examples.catalogue;

import io.lockstep.codecs.Utf8;
import io.lockstep.codecs.rabbit.RabbitFields;
import io.lockstep.codecs.rabbit.RabbitMessage;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A request failed, the {@code Error} of the catalogue: a u32 length and that many bytes of UTF-8. What is no UTF-8 is
 * refused.
 */
public final class ErrorText implements RabbitMessage {

    /** Longest text, in bytes: a few lines for a person. */
    public static final int MAX_BYTES = 1024;

    private byte[] utf8 = {};
    /** The same bytes. */
    private ByteBuffer view = ByteBuffer.wrap(utf8);
    private int length;

    /** An empty text. */
    public ErrorText() {
    }

    /**
     * How long the text is.
     *
     * @return 0 to {@link #MAX_BYTES} bytes
     */
    public int length() {
        return length;
    }

    /**
     * The text.
     *
     * @return a new string
     */
    public String text() {
        return new String(utf8, 0, length, StandardCharsets.UTF_8);
    }

    /**
     * Sets the text.
     *
     * @param text at most {@link #MAX_BYTES} in UTF-8; half a surrogate pair becomes a question mark
     * @throws IllegalArgumentException if it is longer
     */
    public void text(final String text) {
        final byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException("text of " + bytes.length + " bytes, must be at most " + MAX_BYTES);
        }
        room(bytes);
        length = bytes.length;
    }

    private void room(final byte[] bytes) {
        utf8 = bytes;
        view = ByteBuffer.wrap(bytes);
    }

    @Override
    public void visit(final RabbitFields fields) {
        length = fields.count(length, MAX_BYTES, Byte.SIZE);
        if (length > utf8.length) {
            room(Arrays.copyOf(utf8, length));
        }
        fields.bytes(utf8, length);
        fields.require(Utf8.valid(view, 0, length));
    }
}
