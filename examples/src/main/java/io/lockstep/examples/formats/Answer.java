package io.lockstep.examples.formats;

/**
 * What some bytes said.
 *
 * @param code {@link #OK}, or the name of what is wrong with them
 * @param text one line of JSON when the code is OK, otherwise a phrase for people
 */
public record Answer(String code, String text) {

    /** The code of bytes that are all right. */
    public static final String OK = "OK";

    /**
     * Bytes that are all right.
     *
     * @param json what they say
     * @return an answer
     */
    public static Answer of(final String json) {
        return new Answer(OK, json);
    }

    /**
     * Bytes that are not, or an answer to be finished by its text.
     *
     * @param code   a codec's code
     * @param phrase what it means
     * @param bytes  how many bytes there were
     * @return an answer
     */
    static Answer refused(final Enum<?> code, final String phrase, final int bytes) {
        return new Answer(code.name(), phrase + ": " + bytes + " bytes");
    }

    /**
     * Are the bytes all right?
     *
     * @return whether the text is JSON
     */
    public boolean ok() {
        return code.equals(OK);
    }
}
