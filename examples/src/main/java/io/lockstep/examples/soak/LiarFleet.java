package io.lockstep.examples.soak;

import com.sun.management.ThreadMXBean;
import io.lockstep.examples.terminal.Progress;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongFunction;

/** Plays matches in which one member lies or is mute, prints a line for each, and counts the outcomes by kind. */
final class LiarFleet {

    /** Bytes that a match allocates at most: a liar must not make others hold or copy without end. */
    private static final long MOST_BYTES = 400L << 20;
    /** Matches that are played before the line of an earlier one is printed. */
    private static final int AHEAD = 64;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final PrintStream out;
    private final PrintWriter err;
    private final String name;
    private final LongFunction<LiarVerdict> match;
    private final String options;
    private final Progress progress;
    private final Map<String, int[]> counts = new TreeMap<>();
    private final List<Long> failed = new ArrayList<>();

    /**
     * A played match.
     *
     * @param seed    which
     * @param verdict the verdict
     * @param bytes   the allocated bytes
     */
    private record Played(long seed, LiarVerdict verdict, long bytes) {

        boolean ok() {
            return verdict.ok() && bytes <= MOST_BYTES;
        }
    }

    /**
     * A fleet of matches.
     *
     * @param name    the noun for the matches in the singular, such as "liar"
     * @param match   plays the match of a seed
     * @param options the options to play a match again, after the option for the misbehaviour
     */
    LiarFleet(final PrintStream out, final PrintWriter err, final String name, final LongFunction<LiarVerdict> match,
              final String options, final Progress progress) {
        this.out = out;
        this.err = err;
        this.name = name;
        this.match = match;
        this.options = options;
        this.progress = progress;
    }

    /** Plays all seeds; true when nothing was wrong. */
    boolean run(final SeedRange seeds, final int threads) {
        final ExecutorService crew = Executors.newFixedThreadPool(threads);
        final Deque<Future<Played>> playing = new ArrayDeque<>();
        try {
            for (long seed = seeds.first(); seed <= seeds.last(); seed++) {
                final long next = seed;
                playing.add(crew.submit(() -> play(next)));
                if (playing.size() == AHEAD) {
                    report(playing.remove().get());
                }
            }
            while (!playing.isEmpty()) {
                report(playing.remove().get());
            }
        } catch (final InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (final ExecutionException broken) {
            throw new IllegalStateException(broken.getCause());
        } finally {
            crew.shutdownNow();
        }
        summary();
        return failed.isEmpty();
    }

    private Played play(final long seed) {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        final LiarVerdict verdict = match.apply(seed);
        return new Played(seed, verdict, THREADS.getCurrentThreadAllocatedBytes() - before);
    }

    private void report(final Played played) {
        final LiarVerdict verdict = played.verdict();
        out.println(name + "s seed " + played.seed() + ": " + verdict.text()
            + (played.bytes() > MOST_BYTES ? ", allocated " + played.bytes() + " bytes" : ""));
        final int[] count = counts.computeIfAbsent(verdict.kind(), key -> new int[3]);
        count[0]++;
        count[1] += verdict.harmed() ? 1 : 0;
        final String state = "seed " + played.seed() + " played";
        progress.show(() -> state);
        count[2] += verdict.isNamed() ? 1 : 0;
        if (!played.ok()) {
            failed.add(played.seed());
            err.println("seed " + played.seed() + " failed; replay: ./lockstep soak --" + name + "s --"
                + (name.equals("liar") ? "lie" : name) + " " + verdict.kind() + " --seeds " + played.seed() + ".."
                + played.seed() + options);
            err.flush();
        }
    }

    private void summary() {
        int all = 0;
        for (final Map.Entry<String, int[]> entry : counts.entrySet()) {
            out.println("  " + entry.getKey() + ": " + entry.getValue()[0] + " matches, " + entry.getValue()[1]
                + " with harm, " + entry.getValue()[2] + " in which the liar was named");
            all += entry.getValue()[0];
        }
        out.println(all + " seeds, " + (all - failed.size()) + " ok, failed " + failed);
        out.flush();
    }
}
