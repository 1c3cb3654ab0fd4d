package io.lockstep.core.session;

/** How large an input window gets in JSON, so that it still fits into a datagram. */
final class JsonSize {

    /** Everything of an input window but its inputs and events: names, numbers of full length, eight checksums. */
    static final int HEAD_BYTES = 360;

    /** Two quotes and a comma. */
    private static final int PUNCTUATION = 3;

    private JsonSize() {
    }

    /** One player's input and event of one frame, in hexadecimal. */
    static int ofInput(final int inputBytes, final int eventBytes) {
        return 2 * inputBytes + PUNCTUATION + 2 * eventBytes + PUNCTUATION;
    }
}
