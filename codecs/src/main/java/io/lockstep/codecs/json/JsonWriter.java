package io.lockstep.codecs.json;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes compact JSON in UTF-8 into a buffer of its own, which grows and is kept. Commas are placed by the writer; that
 * braces match and names precede values is up to the caller.
 *
 * <p>Reusable, not thread-safe.
 */
public final class JsonWriter {

    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final int FIRST_UNESCAPED = 0x20;
    private static final int INITIAL_BYTES = 256;

    private byte[] bytes = new byte[INITIAL_BYTES];
    private int length;
    private boolean comma;

    /** An empty document. */
    public JsonWriter() {
    }

    /**
     * Starts a new document.
     *
     * @return this
     */
    public JsonWriter reset() {
        length = 0;
        comma = false;
        return this;
    }

    /**
     * Opens an object.
     *
     * @return this
     */
    public JsonWriter beginObject() {
        return begin('{');
    }

    /**
     * Closes an object.
     *
     * @return this
     */
    public JsonWriter endObject() {
        return end('}');
    }

    /**
     * Opens an array.
     *
     * @return this
     */
    public JsonWriter beginArray() {
        return begin('[');
    }

    /**
     * Closes an array.
     *
     * @return this
     */
    public JsonWriter endArray() {
        return end(']');
    }

    private JsonWriter begin(final char bracket) {
        separate();
        put(bracket);
        comma = false;
        return this;
    }

    private JsonWriter end(final char bracket) {
        put(bracket);
        comma = true;
        return this;
    }

    /**
     * Starts a member of an object.
     *
     * @param name its name
     * @return this
     */
    public JsonWriter name(final String name) {
        separate();
        quote(name);
        put(':');
        comma = false;
        return this;
    }

    /**
     * Writes a string.
     *
     * @param text the value; null is written as null
     * @return this
     */
    public JsonWriter string(final String text) {
        if (text == null) {
            return nothing();
        }
        separate();
        quote(text);
        comma = true;
        return this;
    }

    /**
     * Writes an integer, all 64 bits unsigned.
     *
     * @param value any
     * @return this
     */
    public JsonWriter unsigned(final long value) {
        return literal(Long.toUnsignedString(value));
    }

    /**
     * Writes an integer.
     *
     * @param value any
     * @return this
     */
    public JsonWriter signed(final long value) {
        return literal(Long.toString(value));
    }

    /**
     * Writes a number.
     *
     * @param value any; JSON knows no NaN and no infinity, they are written as null
     * @return this
     */
    public JsonWriter number(final double value) {
        return Double.isFinite(value) ? literal(Double.toString(value)) : nothing();
    }

    /**
     * Writes true or false.
     *
     * @param value any
     * @return this
     */
    public JsonWriter bool(final boolean value) {
        return literal(value ? "true" : "false");
    }

    /**
     * Writes null.
     *
     * @return this
     */
    public JsonWriter nothing() {
        return literal("null");
    }

    /**
     * Writes bytes as a string of lower-case hexadecimal digits.
     *
     * @param source where they are
     * @param offset the first one
     * @param count  how many
     * @return this
     */
    public JsonWriter hex(final byte[] source, final int offset, final int count) {
        separate();
        reserve(2L * count + 2);
        bytes[length++] = '"';
        for (int i = offset; i < offset + count; i++) {
            bytes[length++] = HEX[source[i] >>> 4 & 0xF];
            bytes[length++] = HEX[source[i] & 0xF];
        }
        bytes[length++] = '"';
        comma = true;
        return this;
    }

    private JsonWriter literal(final String ascii) {
        separate();
        reserve(ascii.length());
        for (int i = 0; i < ascii.length(); i++) {
            bytes[length++] = (byte) ascii.charAt(i);
        }
        comma = true;
        return this;
    }

    private void quote(final String text) {
        put('"');
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                put('\\');
                put(c);
            } else if (c < FIRST_UNESCAPED) {
                escape(c);
            } else if (c < 0x80) {
                put(c);
            } else {
                i += multibyte(text, i);
            }
        }
        put('"');
    }

    private void escape(final char c) {
        put('\\');
        put('u');
        put('0');
        put('0');
        put((char) HEX[c >>> 4]);
        put((char) HEX[c & 0xF]);
    }

    /** Writes one character beyond ASCII and returns how many chars it took more than one. */
    private int multibyte(final String text, final int index) {
        final int codePoint = text.codePointAt(index);
        // A lone surrogate has no UTF-8 form: getBytes makes it a question mark.
        final byte[] utf8 = Character.toString(codePoint).getBytes(StandardCharsets.UTF_8);
        reserve(utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
        return Character.charCount(codePoint) - 1;
    }

    private void separate() {
        if (comma) {
            put(',');
        }
    }

    private void put(final char ascii) {
        reserve(1);
        bytes[length++] = (byte) ascii;
    }

    private void reserve(final long more) {
        final long needed = length + more;
        if (needed > bytes.length) {
            // Math.toIntExact: a document beyond 2 GiB is a caller's mistake, every message is capped far below.
            bytes = Arrays.copyOf(bytes, Math.toIntExact(Math.max(needed, Math.min(2L * bytes.length,
                Integer.MAX_VALUE - Long.BYTES))));
        }
    }

    /**
     * How long the document is.
     *
     * @return bytes
     */
    public int length() {
        return length;
    }

    /**
     * Copies the document.
     *
     * @param target where to, from its position, which moves behind the document
     * @throws java.nio.BufferOverflowException if there is no room for it
     */
    public void copyTo(final ByteBuffer target) {
        target.put(bytes, 0, length);
    }

    /**
     * The document as text.
     *
     * @return a new string
     */
    @Override
    public String toString() {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }
}
