package io.lockstep.examples.soak;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.core.simnet.MatchResult;
import io.lockstep.core.simnet.Profile;
import io.lockstep.core.simnet.Scenario;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import java.util.function.Predicate;

/** Runs fleets for tests: on two threads, one of fifty matches twice. */
final class Fleets {

    static final Job.Options PLAIN = new Job.Options(false, 0);
    static final Job.Options LIVENESS = new Job.Options(true, 0);

    private static final int THREADS = 2;
    private static final int TWICE_EVERY = 50;
    private static final int MAX_SHOWN = 5;

    private Fleets() {
    }

    /** Plays all seeds; every promise must be kept. */
    static void assertKept(final LongFunction<Scenario> scenarios, final Job.Options options, final long first,
                           final long last) {
        assertKept(scenarios, options, first, last, outcome -> outcome.ok());
    }

    /**
     * Plays all seeds; whatever happens nobody may see another history than the others, nothing may be thrown, and a
     * match must be the same when played again. Whether play goes on is not asked.
     */
    static void assertSafe(final LongFunction<Scenario> scenarios, final long first, final long last) {
        assertKept(scenarios, PLAIN, first, last, outcome -> outcome.ok()
            || !outcome.result().ok() && outcome.result().violations.stream()
                .noneMatch(broken -> broken.promise().startsWith("S")));
    }

    private static void assertKept(final LongFunction<Scenario> scenarios, final Job.Options options, final long first,
                                   final long last, final Predicate<Fleet.Outcome> kept) {
        final List<String> broken = new ArrayList<>();
        final long[] played = new long[1];
        new Fleet(new MemoryRunner(), scenarios, options, first, last, TWICE_EVERY, outcome -> {
            played[0]++;
            if (!kept.test(outcome) && broken.size() < MAX_SHOWN) {
                broken.add(outcome.result().summary() + (outcome.result().ok() ? " differs when played again" : "")
                    + "\n" + outcome.job().scenario().toJson());
            }
        }).run(THREADS);
        if (!broken.isEmpty()) {
            fail(String.join("\n", broken));
        }
        assertEquals(last - first + 1, played[0]);
    }

    /** Plays matches of two to four peers without a fault: no leader but the first, no desync, nobody lost. */
    static void assertQuiet(final long first, final long last, final long frames) {
        final List<String> changed = new ArrayList<>();
        new Fleet(new MemoryRunner(), seed -> Scenario.of(Profile.LAN, (int) (2 + seed % 3), frames), PLAIN, first,
            last, Integer.MAX_VALUE, outcome -> {
                final MatchResult result = outcome.result();
                if (!outcome.ok() || result.leaders.size() > 1 || !result.cuts.isEmpty()) {
                    changed.add(result.summary() + " " + result.leaders + " " + result.cuts);
                }
            }).run(THREADS);
        assertEquals(List.of(), changed);
    }

    /** One of the scenarios that come with the project. */
    static Scenario scenario(final String name) {
        try (InputStream in = Fleets.class.getResourceAsStream("/scenarios/" + name + ".json")) {
            return Scenario.parse(in.readAllBytes());
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
