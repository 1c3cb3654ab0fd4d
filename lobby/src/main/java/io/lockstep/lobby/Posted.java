package io.lockstep.lobby;

import org.jspecify.annotations.Nullable;

/**
 * A letter on its way to the lobby, and its line there.
 *
 * @param to     the seat it is for
 * @param letter up to {@link Limits#MAX_LETTER_BYTES} bytes
 */
record Posted(int to, byte[] letter) {

    /** Null if the line is none. */
    static @Nullable Posted read(final String line) {
        final int space = line.indexOf(' ');
        final int to = space < 0 ? -1 : Lines.number(line.substring(0, space), Limits.MAX_SEATS - 1);
        final byte[] letter = to < 0 ? null : Codes.bytes(line.substring(space + 1), Limits.MAX_LETTER_BYTES);
        return letter == null || letter.length == 0 ? null : new Posted(to, letter);
    }

    String line() {
        return to + " " + Codes.text(letter);
    }
}
