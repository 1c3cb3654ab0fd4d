package io.lockstep.core.internal.protocol;

/**
 * Where a message writes its fields by their names: objects, arrays and values, in the order of a document. That what
 * is opened is closed and that names precede values is up to the message. A {@link MessageText} provides one.
 */
public interface FieldWriter {

    /**
     * Opens an object.
     *
     * @return this
     */
    FieldWriter beginObject();

    /**
     * Closes an object.
     *
     * @return this
     */
    FieldWriter endObject();

    /**
     * Opens an array.
     *
     * @return this
     */
    FieldWriter beginArray();

    /**
     * Closes an array.
     *
     * @return this
     */
    FieldWriter endArray();

    /**
     * Starts a member of an object.
     *
     * @param name its name
     * @return this
     */
    FieldWriter name(String name);

    /**
     * Writes a text.
     *
     * @param text the value; null is written as {@link #nothing()}
     * @return this
     */
    FieldWriter string(String text);

    /**
     * Writes an integer, all 64 bits unsigned.
     *
     * @param value any
     * @return this
     */
    FieldWriter unsigned(long value);

    /**
     * Writes true or false.
     *
     * @param value any
     * @return this
     */
    FieldWriter bool(boolean value);

    /**
     * Writes that there is no value.
     *
     * @return this
     */
    FieldWriter nothing();

    /**
     * Writes bytes.
     *
     * @param source where they are
     * @param offset the first one
     * @param count  how many
     * @return this
     */
    FieldWriter hex(byte[] source, int offset, int count);
}
