package io.lockstep.codecs.schema;

/**
 * What an array or map holds besides numbers, and what it needs of it: {@link SchemaValue}. Not thread-safe.
 *
 * @param <V> the class itself
 */
public interface SchemaElement<V> {

    /** Makes every property absent and every boolean false. */
    void clear();

    /**
     * Becomes the same as another one.
     *
     * @param other of the same schema
     * @throws IllegalArgumentException if it is of another
     */
    void copyFrom(V other);

    /**
     * Compares two.
     *
     * @param other of the same schema
     * @return true if the same properties are present with the same content, and the booleans are the same
     * @throws IllegalArgumentException if it is of another schema
     */
    boolean sameAs(V other);
}
