package io.lockstep.core.sync;

/**
 * Receives a game's state as a canonical sequence of bytes: little-endian, fixed width, no names. Sections and field
 * names are ignored where only the bytes matter and cost nothing there; a report of two differing states uses them to
 * say where the difference is.
 *
 * <p>A boolean is one byte, 0 or 1; a float or double is its bit pattern with every NaN made the same one.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public abstract class StateWriter {

    /** For the writers of this library. */
    protected StateWriter() {
    }

    /**
     * Starts a named part of the state; it ends where the next one starts.
     *
     * @param name a constant, such as {@code "ships"}
     */
    public void section(final String name) {
        // Only reports care.
    }

    /**
     * Starts a part within a section, or within another part: its name stands before those of its fields.
     *
     * @param part a constant, such as {@code "engine"}
     */
    public void enter(final String part) {
        // Only reports care.
    }

    /** Ends the part that was started last. */
    public void leave() {
        // Only reports care.
    }

    /**
     * Writes one byte.
     *
     * @param field its name
     * @param value the lower 8 bits count
     */
    public abstract void writeByte(String field, int value);

    /**
     * Writes two bytes.
     *
     * @param field its name
     * @param value the lower 16 bits count
     */
    public abstract void writeShort(String field, int value);

    /**
     * Writes four bytes.
     *
     * @param field its name
     * @param value any
     */
    public abstract void writeInt(String field, int value);

    /**
     * Writes eight bytes.
     *
     * @param field its name
     * @param value any
     */
    public abstract void writeLong(String field, long value);

    /**
     * Writes plain bytes, without a length.
     *
     * @param field  their name
     * @param source where they are
     * @param offset the first one
     * @param length how many
     */
    public abstract void writeBytes(String field, byte[] source, int offset, int length);

    /**
     * Writes a boolean as one byte.
     *
     * @param field its name
     * @param value any
     */
    public final void writeBoolean(final String field, final boolean value) {
        writeByte(field, value ? 1 : 0);
    }

    /**
     * Writes the four bytes of a float.
     *
     * @param field its name
     * @param value any; all NaNs are written alike
     */
    public final void writeFloat(final String field, final float value) {
        writeInt(field, Float.floatToIntBits(value));
    }

    /**
     * Writes the eight bytes of a double.
     *
     * @param field its name
     * @param value any; all NaNs are written alike
     */
    public final void writeDouble(final String field, final double value) {
        writeLong(field, Double.doubleToLongBits(value));
    }
}
