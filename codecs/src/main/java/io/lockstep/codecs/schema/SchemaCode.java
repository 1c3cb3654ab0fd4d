package io.lockstep.codecs.schema;

/** What a decoder found. Decoders never throw: whatever the bytes are, the answer is one of these. */
public enum SchemaCode {
    /** A whole message in its one form. */
    OK("a valid message"),
    /** The bytes end before the message does. */
    TRUNCATED("shorter than its layout"),
    /** Bytes follow the end of the message. */
    TRAILING("longer than its layout"),
    /** A bit is set that stands for no property, or keys are removed inside an array, where there were none. */
    RESERVED("a bit without a property is set, or a key removed within an array"),
    /** A string or a count is larger than declared, or a map has no room for what was added. */
    TOO_LARGE("larger than declared"),
    /** The keys of a map are not ascending, or one is changed and removed at once. */
    ORDER("the keys of a map are out of order"),
    /** A string is not well-formed UTF-8. */
    TEXT("a string is not UTF-8"),
    /** A JSON message is not well-formed. */
    JSON("not well-formed JSON"),
    /** A JSON message has an unknown or repeated field, lacks a boolean, or a value is of the wrong type or range. */
    JSON_FIELD("a JSON field is missing, unknown, repeated or of the wrong type");

    private final String meaning;

    SchemaCode(final String meaning) {
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
