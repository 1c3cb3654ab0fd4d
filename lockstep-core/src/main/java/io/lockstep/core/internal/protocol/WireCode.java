package io.lockstep.core.internal.protocol;

/** What a decoder found. Decoders never throw: whatever the bytes are, the answer is one of these. */
public enum WireCode {
    /** A whole, canonical message. */
    OK("a valid message"),
    /** No bytes at all. */
    EMPTY("no bytes"),
    /** The upper half of the first byte is not the version this library speaks. */
    VERSION("the version is not 1"),
    /** The lower half of the first byte names no message of this version. */
    TYPE("no message of this version has this type"),
    /** An extended message that is not known here: a later version has it, or JSON without what reads it. */
    EXTENDED("no extended message known here has this number"),
    /** The message ends before its layout does. */
    TRUNCATED("shorter than its layout"),
    /** Bytes follow the end of the message. */
    TRAILING("longer than its layout"),
    /** A bit or field that must be zero is not. */
    RESERVED("a reserved bit is set"),
    /** A field has a value outside its range. */
    RANGE("a field is out of range"),
    /** The same message has a shorter or otherwise prescribed form. */
    NOT_CANONICAL("not in its one canonical form"),
    /** A compressed payload is no single complete zlib stream. */
    COMPRESSION("the payload is not one complete zlib stream"),
    /** Something is larger than this reader accepts. */
    TOO_LARGE("larger than the limit"),
    /** A JSON message is not well-formed. */
    JSON("not well-formed JSON"),
    /** A JSON message lacks a field, has an unknown one, or one of the wrong type. */
    JSON_FIELD("a JSON field is missing, unknown or of the wrong type"),
    /** A line given to a tool, or bytes in a JSON message, are not hexadecimal. */
    HEX("not an even number of hexadecimal digits");

    private final String meaning;

    WireCode(final String meaning) {
        this.meaning = meaning;
    }

    /**
     * What the code means.
     *
     * @return a phrase for people
     */
    public String meaning() {
        return meaning;
    }
}
