package io.lockstep.testkit;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** How the peers of a simulated match know each other. */
public enum PeerKeys {
    /** By their addresses alone. */
    NONE,
    /** By the same match key at all of them. */
    MATCH,
    /** By a match key and a roster: each speaks for itself alone, and signs its inputs. */
    ROSTER;

    /**
     * Reads a kind from a word.
     *
     * @param word its name in small letters
     * @return the kind
     * @throws IllegalArgumentException if there is none of that name; the text names those there are
     */
    public static PeerKeys parse(final String word) {
        return Arrays.stream(values()).filter(kind -> kind.toString().equals(word)).findFirst().orElseThrow(() ->
            new IllegalArgumentException("'" + word + "' is no kind of keys, there are "
                + Arrays.stream(values()).map(PeerKeys::toString).collect(Collectors.joining(", "))));
    }

    /** Returns the words for all kinds, in their order. */
    static String[] words() {
        return Arrays.stream(values()).map(PeerKeys::toString).toArray(String[]::new);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
