package io.lockstep.codecs.json;

/** What {@link JsonReader#next} found. */
public enum JsonToken {
    /** An object begins. */
    BEGIN_OBJECT,
    /** An object ends. */
    END_OBJECT,
    /** An array begins. */
    BEGIN_ARRAY,
    /** An array ends. */
    END_ARRAY,
    /** The name of a member; its value follows. */
    NAME,
    /** A string. */
    STRING,
    /** A number. */
    NUMBER,
    /** The literal true. */
    TRUE,
    /** The literal false. */
    FALSE,
    /** The literal null. */
    NULL,
    /** The document ended well. */
    END,
    /** The document is broken or beyond the caps; this token then comes for ever. */
    ERROR
}
