package io.lockstep.examples.benchmarks;

import io.lockstep.testkit.LinkConditions;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockstep bench sync}: how long a diverged peer takes to be repaired, in virtual time. */
@Command(name = "sync",
    description = {"Measures how long a desync takes to be repaired, and what the others feel of it.",
        "From noticing it until every peer has the same state again. "
            + "In virtual time: the figures do not depend on the machine."})
public final class SyncCommand implements Callable<Integer> {

    private static final int DEFAULT_SEEDS = 100;
    private static final int KIB = 1024;
    private static final long SETTLE_MS = 3000;
    private static final long LIMIT_MS = 60_000;
    private static final double NS_PER_MS = 1e6;
    private static final long TEN_MBIT = 10_000_000;
    /** What a home's router lets wait: a tenth of a second at 10 Mbit/s. */
    private static final int QUEUE = 128;

    @Mixin
    private final FigureOptions options = new FigureOptions(DEFAULT_SEEDS);

    private FigureTable table;

    /** A command that picocli fills in. */
    public SyncCommand() {
    }

    @Override
    public Integer call() {
        table = options.table();
        repairs("64 KiB of noise, RTT 10-100 ms, 2-4 peers", 64 * KIB, null);
        repairs("64 KiB of noise, RTT 100 ms, loss 2 %, 2-4 peers", 64 * KIB,
            LinkConditions.latency(50).withLoss(0.02));
        repairs("1 MiB of noise, 10 Mbit/s, RTT 100 ms, loss 2 %, 2-4 peers", KIB * KIB,
            LinkConditions.latency(50).withLoss(0.02).withBandwidth(TEN_MBIT, QUEUE));
        table.end();
        return 0;
    }

    /** One peer of a match diverges: when is its state that of the others again, and how many ticks do those stall? */
    private void repairs(final String what, final int bytes, final LinkConditions conditions) {
        final Sample repaired = new Sample();
        final Sample stalls = new Sample();
        final Sample undisturbed = new Sample();
        for (long seed = 1; seed <= options.seeds(); seed++) {
            final SplittableRandom draws = new SplittableRandom(seed);
            final LossyMatch match = match(seed, draws, bytes, conditions);
            // Of two the leader's state counts as right, so it is the other one's that is replaced.
            final int diverged = match.peers() == 2 ? 1 : draws.nextInt(match.peers());
            final int rest = match.alive() & ~(1 << diverged);
            match.game(diverged).diverge();
            final long noticedNs = match.until(() -> match.desyncs(match.alive()) > 0, LIMIT_MS);
            final long before = match.stalls(rest);
            final long repairedNs = match.until(
                () -> match.session(diverged).statistics().repairs() > 0, LIMIT_MS);
            stalls.add(match.stalls(rest) - before);
            repaired.add(repairedNs / NS_PER_MS);
            match.play(SETTLE_MS / 2);
            check(match, seed);
            final LossyMatch other = match(seed, new SplittableRandom(seed), bytes, conditions);
            other.play(noticedNs / LossyMatch.MS);
            final long atFirst = other.stalls(rest);
            other.play(repairedNs / LossyMatch.MS);
            undisturbed.add(other.stalls(rest) - atFirst);
        }
        table.row("from noticing to equal states: " + what, repaired, "ms");
        table.row("ticks that all others stall meanwhile", stalls, "ticks");
        table.row("the same matches and times if nobody diverges: ticks that they stall", undisturbed, "ticks");
    }

    /** A match that has played for some seconds. */
    private static LossyMatch match(final long seed, final SplittableRandom draws, final int bytes,
                                    final LinkConditions conditions) {
        final LossyMatch match = new LossyMatch(2 + draws.nextInt(3), seed,
            conditions != null ? conditions : LinkConditions.latency(5 + draws.nextDouble() * 45), bytes);
        for (int peer = 0; peer < match.peers(); peer++) {
            match.game(peer).fill(seed);
        }
        match.play(SETTLE_MS + draws.nextInt(1000));
        return match;
    }

    private static void check(final LossyMatch match, final long seed) {
        for (int peer = 1; peer < match.peers(); peer++) {
            final int other = peer;
            match.until(() -> match.session(other).frame() == match.session(0).frame(), LIMIT_MS);
            if (!match.game(other).equalTo(match.game(0))) {
                throw new IllegalStateException("seed " + seed + ": player " + other + "'s state is not player 0's");
            }
        }
        long repairs = 0;
        for (int peer = 0; peer < match.peers(); peer++) {
            repairs += match.session(peer).statistics().repairs();
        }
        if (repairs != 1) {
            throw new IllegalStateException("seed " + seed + ": " + repairs + " repairs instead of one");
        }
    }
}
