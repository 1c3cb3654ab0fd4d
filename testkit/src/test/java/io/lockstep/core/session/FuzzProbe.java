package io.lockstep.core.session;

import io.lockstep.core.Tier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A fleet of matches with a liar, for planted faults; run in class loaders that hold a mutant. */
public final class FuzzProbe {

    /** Number of matches: each planted fault but one shows in one of the first 600. */
    private static final int MATCHES = Tier.of(600, 800);
    /** A match in which a liar sends the length of a history below zero. */
    private static final long NEGATIVE_LENGTH = 1782;

    private FuzzProbe() {
    }

    /**
     * What there is to play.
     *
     * @return matches by seed, each of which says what is wrong, or null
     */
    public static Map<String, Supplier<String>> matches() {
        final Map<String, Supplier<String>> matches = new LinkedHashMap<>();
        for (long seed = 1; seed <= MATCHES; seed++) {
            put(matches, seed);
        }
        put(matches, NEGATIVE_LENGTH);
        return matches;
    }

    private static void put(final Map<String, Supplier<String>> matches, final long seed) {
        matches.put(Long.toString(seed), () -> new SessionFuzz().play(seed, 1));
    }
}
