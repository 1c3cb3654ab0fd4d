package io.lockstep.codecs;

/** What a {@link Codec} found in the bytes given to it. */
public enum CodecCode {
    /** A whole, canonical value. */
    OK("a valid value"),
    /** The value ends before its layout does, or announces more than follows. */
    TRUNCATED("shorter than its layout"),
    /** Bytes follow the end of the value. */
    TRAILING("longer than its layout"),
    /** A bit that pads the last byte is not zero. */
    PADDING("a padding bit is set"),
    /** A field has a value that means nothing. */
    RANGE("a field is out of range"),
    /** The same value has a shorter or otherwise prescribed form. */
    NOT_CANONICAL("not in its one canonical form"),
    /** More of something than this reader accepts. */
    TOO_LARGE("larger than the limit");

    private final String meaning;

    CodecCode(final String meaning) {
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
