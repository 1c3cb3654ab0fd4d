package io.lockstep.core.session;

import io.lockstep.testkit.Tier;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;

/** A fleet of matches with a liar, for planted faults; run in class loaders that hold a mutant. */
public final class FuzzProbe {

    /** Each planted fault shows in one of the first 600. */
    private static final int MATCHES = Tier.of(600, 800);

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
            final long played = seed;
            matches.put(Long.toString(seed), () -> new SessionFuzz().play(played, 1));
        }
        return matches;
    }
}
