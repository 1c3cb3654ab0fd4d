package io.lockstep.examples.soak;

import com.sun.management.ThreadMXBean;
import io.lockstep.examples.terminal.Progress;
import io.lockstep.testkit.PeerKeys;
import io.lockstep.testkit.liars.Deception;
import io.lockstep.testkit.liars.LiarMatch;
import io.lockstep.testkit.liars.LiarOutcome;
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

/** Plays matches in which one member lies, one line for each, and counts what came of each way of lying. */
final class LiarFleet {

    /** Bytes that a match allocates at most: a liar must not make others hold or copy without end. */
    private static final long MOST_BYTES = 400L << 20;
    /** Matches that are played before the line of an earlier one is printed. */
    private static final int AHEAD = 64;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final PrintStream out;
    private final PrintWriter err;
    private final Deception lie;
    private final boolean truthful;
    private final PeerKeys keys;
    private final Progress progress;
    private final Map<Deception, int[]> counts = new TreeMap<>();
    private final List<Long> failed = new ArrayList<>();

    /**
     * A match that was played.
     *
     * @param seed    which
     * @param outcome how it went
     * @param bytes   how much it allocated
     */
    private record Played(long seed, LiarOutcome outcome, long bytes) {

        boolean ok() {
            return outcome.ok() && bytes <= MOST_BYTES;
        }
    }

    LiarFleet(final PrintStream out, final PrintWriter err, final Deception lie, final boolean truthful,
              final PeerKeys keys, final Progress progress) {
        this.out = out;
        this.err = err;
        this.lie = lie;
        this.truthful = truthful;
        this.keys = keys;
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
        final LiarMatch match = new LiarMatch(seed, lie).keys(keys);
        final LiarOutcome outcome = (truthful ? match.truthful() : match).play();
        return new Played(seed, outcome, THREADS.getCurrentThreadAllocatedBytes() - before);
    }

    private void report(final Played played) {
        final LiarOutcome outcome = played.outcome();
        out.println("liars seed " + played.seed() + ": " + outcome
            + (played.bytes() > MOST_BYTES ? ", allocated " + played.bytes() + " bytes" : ""));
        final int[] count = counts.computeIfAbsent(outcome.deception(), key -> new int[3]);
        count[0]++;
        count[1] += outcome.harm().isEmpty() ? 0 : 1;
        final String state = "seed " + played.seed() + " played";
        progress.show(() -> state);
        count[2] += outcome.named().isEmpty() ? 0 : 1;
        if (!played.ok()) {
            failed.add(played.seed());
            err.println("seed " + played.seed() + " failed; replay: ./lockstep soak --liars --lie "
                + outcome.deception() + " --seeds " + played.seed() + ".." + played.seed()
                + (truthful ? " --truthful" : "") + KeysOption.text(keys));
            err.flush();
        }
    }

    private void summary() {
        int all = 0;
        for (final Map.Entry<Deception, int[]> entry : counts.entrySet()) {
            out.println("  " + entry.getKey() + ": " + entry.getValue()[0] + " matches, " + entry.getValue()[1]
                + " with harm, " + entry.getValue()[2] + " in which the liar was named");
            all += entry.getValue()[0];
        }
        out.println(all + " seeds, " + (all - failed.size()) + " ok, failed " + failed);
        out.flush();
    }
}
