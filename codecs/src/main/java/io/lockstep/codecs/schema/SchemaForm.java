package io.lockstep.codecs.schema;

/** How a {@link SchemaCodec} writes and reads: the one place where the binary form is switched off. */
public enum SchemaForm {
    /** The layout of {@code docs/CODECS.md}. */
    BINARY,
    /** The same properties as a JSON object in UTF-8, for testing and debugging; allocates. */
    JSON
}
