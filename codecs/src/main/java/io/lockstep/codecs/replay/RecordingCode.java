package io.lockstep.codecs.replay;

/**
 * Whether a recording is all right.
 *
 * <p>Stable: breaks only with a major release.
 *
 * @since 0.1.0
 */
public enum RecordingCode {
    /** All of it can be read. */
    OK("all right"),
    /** It ends within a block, as after a crash; what comes before can be read. */
    TRUNCATED("the recording ends in the middle of a block"),
    /** Some bytes are not what was written; what comes before them can be read. */
    CORRUPTED("the recording is damaged"),
    /** It is something else. */
    FOREIGN("this is no recording of a match"),
    /** A later version of this library wrote it. */
    NEWER("the recording was written by a newer version");

    private final String meaning;

    RecordingCode(final String meaning) {
        this.meaning = meaning;
    }

    /**
     * What it means.
     *
     * @return a few words for a person
     */
    public String meaning() {
        return meaning;
    }
}
