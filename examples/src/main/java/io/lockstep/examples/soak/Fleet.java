package io.lockstep.examples.soak;

import io.lockstep.testkit.MatchResult;
import io.lockstep.testkit.Profile;
import io.lockstep.testkit.Scenario;
import io.lockstep.testkit.SwarmScenarios;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.LongFunction;

/** Plays one match after the other on several threads and hands out the results in the order of their seeds. */
final class Fleet {

    /** At 60 Hz. */
    static final long HOUR_FRAMES = 60 * 60 * 60;

    /** Seeds of drawn matches that have a shape as well; the matches of lower ones were found without. */
    static final long FIRST_SHAPED = 1_000_000_000L;

    /** Results that may wait for an earlier one; threads wait beyond. */
    private static final int MAX_WAITING = 256;

    private final MatchRunner runner;
    private final LongFunction<Scenario> scenarios;
    private final Job.Options options;
    private final long first;
    private final long last;
    private final int every;
    private final Consumer<Outcome> results;
    private final TreeMap<Long, Outcome> waiting = new TreeMap<>();
    private long nextSeed;
    private long nextResult;
    private boolean stopped;
    private RuntimeException failure;

    /**
     * A match that was played.
     *
     * @param job        which
     * @param result     how it went
     * @param repeatHash trace hash of a second run of the same, or of the first if there was none
     */
    record Outcome(Job job, MatchResult result, long repeatHash) {
        boolean ok() {
            return result.ok() && repeatHash == result.traceHash && disturbance() == null;
        }

        /** What happened in a match in which nothing was to happen; null if nothing did. */
        String disturbance() {
            return !job.options().calm() || result.leaders.size() <= 1 && result.cuts.isEmpty() ? null
                : "leaders " + result.leaders + ", lost " + result.cuts;
        }
    }

    /**
     * A fleet that has not started.
     *
     * @param runner    plays the matches
     * @param scenarios gives each seed its scenario
     * @param options   how they are played
     * @param first     first seed
     * @param last      last seed
     * @param every     every so many matches one is played twice; 0 for never
     * @param results   gets each result, in the order of the seeds, one at a time
     */
    Fleet(final MatchRunner runner, final LongFunction<Scenario> scenarios, final Job.Options options,
          final long first, final long last, final int every, final Consumer<Outcome> results) {
        this.runner = runner;
        this.scenarios = scenarios;
        this.options = options;
        this.first = first;
        this.last = last;
        this.every = every;
        this.results = results;
        nextSeed = first;
        nextResult = first;
    }

    /** An hour, or another time, in which nothing goes wrong, of two to four peers. */
    static Scenario calm(final long seed, final long frames) {
        final Scenario scenario = Scenario.of(Profile.LAN, (int) (2 + seed % 3), frames);
        scenario.name = "calm";
        return scenario;
    }

    /** Drawn matches, from a seed on each in a shape of its own. */
    static LongFunction<Scenario> shaped(final LongFunction<Scenario> drawn) {
        return seed -> seed < FIRST_SHAPED ? drawn.apply(seed) : SwarmScenarios.shaped(drawn.apply(seed), seed);
    }

    /** Plays all matches; returns when they are played, or stopped. */
    void run(final int threads) {
        final List<Thread> crew = new ArrayList<>();
        for (int i = 1; i < threads; i++) {
            final Thread thread = new Thread(this::work, "fleet-" + i);
            thread.setDaemon(true);
            crew.add(thread);
            thread.start();
        }
        work();
        try {
            for (final Thread thread : crew) {
                thread.join();
            }
        } catch (final InterruptedException interrupted) {
            stop();
            Thread.currentThread().interrupt();
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** How far it is, for a person. */
    synchronized String progress() {
        return nextResult - first + " of " + (last - first + 1) + " matches";
    }

    /** Lets no further match begin. */
    synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    private void work() {
        try {
            for (Long seed = take(); seed != null; seed = take()) {
                final Job job = new Job(scenarios.apply(seed), seed, options);
                final MatchResult result = runner.run(job);
                final boolean twice = every > 0 && seed % every == 0;
                hand(new Outcome(job, result, twice ? runner.run(job).traceHash : result.traceHash));
            }
        } catch (final RuntimeException thrown) {
            synchronized (this) {
                failure = thrown;
                stop();
            }
        }
    }

    private synchronized Long take() {
        while (!stopped && nextSeed - nextResult >= MAX_WAITING) {
            try {
                wait();
            } catch (final InterruptedException interrupted) {
                stop();
                Thread.currentThread().interrupt();
            }
        }
        return stopped || nextSeed > last ? null : nextSeed++;
    }

    private synchronized void hand(final Outcome outcome) {
        waiting.put(outcome.job().seed(), outcome);
        while (!waiting.isEmpty() && waiting.firstKey() == nextResult) {
            final Outcome next = waiting.remove(nextResult++);
            if (!stopped) {
                results.accept(next);
            }
        }
        notifyAll();
    }
}
