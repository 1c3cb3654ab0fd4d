package io.lockstep.examples.soak;

import static io.lockstep.testkit.PeerKeys.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import io.lockstep.testkit.DivergenceKind;
import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SwarmScenarios;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;

/** Runs fleets for tests: on two threads, one of fifty matches twice, every other match of many with keys. */
final class Fleets {

    static final Job.Options PLAIN = new Job.Options(false, 0, false);
    static final Job.Options LIVENESS = new Job.Options(true, 0, false);
    static final Job.Options CALM = new Job.Options(false, 0, true);

    private static final int THREADS = 2;
    private static final int TWICE_EVERY = 50;
    private static final int MAX_SHOWN = 5;
    /** The example game has about forty. */
    private static final int FIELDS = 20;

    private Fleets() {
    }

    /** Plays all seeds; every promise must be kept. */
    static void assertKept(final LongFunction<Scenario> scenarios, final Job.Options options, final long first,
                           final long last) {
        assertKept(scenarios, options, first, last, outcome -> outcome.ok());
    }

    private static void assertKept(final LongFunction<Scenario> scenarios, final Job.Options options, final long first,
                                   final long last, final Predicate<Fleet.Outcome> kept) {
        final List<String> broken = new ArrayList<>();
        final long[] played = new long[1];
        final LongFunction<MatchRunner> runners = seed -> new MemoryRunner(false, last > first ? keys(seed) : NONE);
        final MatchRunner inTurns = job -> runners.apply(job.seed()).run(job);
        new Fleet(inTurns, scenarios, options, first, last, TWICE_EVERY, outcome -> {
            played[0]++;
            if (!kept.test(outcome) && broken.size() < MAX_SHOWN) {
                broken.add(outcome.result().summary() + (outcome.result().ok() ? " differs when played again" : "")
                    + runners.apply(outcome.job().seed()).replayOptions()
                    + "\n" + outcome.job().scenario().toJson());
            }
        }).run(THREADS);
        if (!broken.isEmpty()) {
            fail(String.join("\n", broken));
        }
        assertEquals(last - first + 1, played[0]);
    }

    /** Half of all matches are played with keys, and a quarter of those with a roster, whose signatures take time. */
    private static PeerKeys keys(final long seed) {
        return seed % 8 == 0 ? PeerKeys.ROSTER : seed % 2 == 0 ? PeerKeys.MATCH : NONE;
    }

    /**
     * Plays matches with everything in them; all pairs of what can be in one match must have been in one.
     *
     * @param draws the seed by which a match is drawn, for the seed by which it is played
     */
    static void assertKeptTogether(final LongUnaryOperator draws, final long first, final long last) {
        final Coverage coverage = new Coverage(true);
        final LongFunction<Scenario> everything =
            Fleet.shaped(seed -> SwarmScenarios.drawEverything(seed, SwarmScenarios.DEFAULT_FRAMES));
        assertKept(seed -> everything.apply(draws.applyAsLong(seed)), LIVENESS, first, last, outcome -> {
            coverage.add(outcome.job().scenario());
            return outcome.ok();
        });
        assertEquals(List.of(), coverage.missing(), coverage::line);
    }

    /**
     * Plays matches in which somebody's game goes wrong; whatever is still wrong at a check frame must be reported, and
     * nothing else.
     *
     * @param atLeast so often something must have been wrong at a check frame
     */
    static void assertReported(final long first, final long last, final int atLeast) {
        final Map<DivergenceKind, Integer> counts = new TreeMap<>();
        final Set<String> fields = new TreeSet<>();
        assertKept(seed -> SwarmScenarios.drawDivergence(seed, SwarmScenarios.DIVERGENCE_FRAMES), PLAIN, first, last,
            outcome -> {
                for (final MatchResult.Divergence one : outcome.result().divergences) {
                    counts.merge(one.kind(), one.lasting() ? 1 : 0, Integer::sum);
                    fields.add(one.section() + "." + one.field());
                }
                return outcome.ok();
            });
        assertTrue(counts.values().stream().mapToInt(count -> count).sum() >= atLeast, counts::toString);
        assertEquals(DivergenceKind.values().length, counts.size(), counts::toString);
        assertTrue(fields.size() >= FIELDS, fields::toString);
    }

    /** Plays matches of two to four peers without a fault: no leader but the first, no desync, nobody lost. */
    static void assertQuiet(final long first, final long last, final long frames) {
        final List<String> disturbed = new ArrayList<>();
        new Fleet(new MemoryRunner(false, NONE), seed -> Fleet.calm(seed, frames), CALM, first, last,
            Integer.MAX_VALUE, outcome -> {
                if (!outcome.ok()) {
                    disturbed.add(outcome.result().summary() + " " + outcome.disturbance());
                }
            }).run(THREADS);
        assertEquals(List.of(), disturbed);
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
