package io.lockstep.examples.bandwidth;

import io.lockstep.examples.formats.Answer;
import io.lockstep.examples.formats.Format;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * One message, as it was encoded and as JSON.
 *
 * @param document whose it is
 * @param message  its name
 * @param binary   its bytes
 * @param json     the length of what {@code inspect} prints for these bytes
 */
record Sample(String document, String message, int binary, int json) {

    /** Reads a message back, so that nothing is counted that cannot be read. */
    static Sample of(final String document, final String message, final ByteBuffer bytes, final Format format) {
        final int length = bytes.remaining();
        final Answer answer = format.decode(bytes);
        if (!answer.ok()) {
            throw new IllegalStateException(document + ' ' + message + ": " + answer.code() + ", " + answer.text());
        }
        return new Sample(document, message, length, answer.text().getBytes(StandardCharsets.UTF_8).length);
    }

    /** How much shorter it is, in percent; negative if it is longer. */
    double saved() {
        return 100 * (1 - (double) binary / json);
    }
}
