package io.lockstep.codecs.schema;

/** What a property is. In a message the properties stand in the order of these constants. */
public enum SchemaKind {
    /** A whole number of 1 to 8 bytes. */
    NUMBER,
    /** Text in UTF-8 behind one byte with its length. */
    STRING,
    /** Numbers or objects behind a count; changes as a whole. */
    ARRAY,
    /** Objects by number; changes entry by entry. */
    MAP,
    /** An object with a schema of its own. */
    OBJECT,
    /** One bit, which is in every message. */
    BOOLEAN
}
