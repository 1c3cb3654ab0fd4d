package io.lockstep.examples.benchmarks;

import io.lockstep.core.game.Phase;
import io.lockstep.testkit.LinkConditions;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code lockstep bench failover}: what losing, leaving and coming back cost a match, in virtual time. */
@Command(name = "failover",
    description = {"Measures what a crashed leader, a leave and a rejoin cost a match.",
        "In virtual time: the figures do not depend on the machine."})
public final class FailoverCommand implements Callable<Integer> {

    /** A game that loads what belongs to a state it was given; two seconds later the others would begin anew. */
    private static final long BUSY_MS = 1000;
    private static final int DEFAULT_SEEDS = 300;
    private static final int KIB = 1024;
    private static final double MAX_LOSS = 0.05;
    private static final long SETTLE_MS = 3000;
    private static final long LIMIT_MS = 60_000;
    private static final double NS_PER_MS = 1e6;
    private static final double MS_PER_S = 1000;

    @Mixin
    private final FigureOptions options = new FigureOptions(DEFAULT_SEEDS);

    private FigureTable table;

    /** A command that picocli fills in. */
    public FailoverCommand() {
    }

    @Override
    public Integer call() {
        table = options.table();
        crashes("RTT 10-100 ms, loss 0-5 %, 3-8 peers", false);
        crashes("RTT 250 ms, loss 20 %, 3-8 peers", true);
        leaves();
        rejoins("64 KiB", 64 * KIB, 0);
        rejoins("1 MiB", KIB * KIB - KIB, 0);
        rejoins("64 KiB, loss 0-5 %", 64 * KIB, MAX_LOSS);
        catchesUp("64 KiB", 64 * KIB, 0);
        catchesUp("1 MiB", KIB * KIB - KIB, 0);
        catchesUp("64 KiB, loss 0-5 %", 64 * KIB, MAX_LOSS);
        table.end();
        return 0;
    }

    private static LinkConditions drawn(final SplittableRandom draws) {
        return LinkConditions.latency(5 + draws.nextDouble() * 45).withLoss(draws.nextDouble() * MAX_LOSS);
    }

    /** The leader dies: when do all others know the next one, and when do they all play on? */
    private void crashes(final String where, final boolean bad) {
        final Sample election = new Sample();
        final Sample resumed = new Sample();
        for (long seed = 1; seed <= options.seeds(); seed++) {
            final SplittableRandom draws = new SplittableRandom(seed);
            final LinkConditions conditions = bad ? LinkConditions.latency(125).withLoss(0.2) : drawn(draws);
            final LossyMatch match = new LossyMatch(3 + draws.nextInt(6), seed, conditions, KIB);
            match.play(SETTLE_MS + draws.nextInt(1000));
            match.kill(0);
            final int rest = match.alive();
            final long electedNs = match.until(() -> match.leader(rest) > 0, LIMIT_MS);
            election.add(electedNs / NS_PER_MS);
            final long resumedNs = match.until(() -> allCut(match, rest), LIMIT_MS);
            final long stalledAt = match.furthest(rest);
            final long beyondNs = match.until(() -> match.beyond(rest, stalledAt), LIMIT_MS);
            resumed.add((electedNs + resumedNs + beyondNs) / NS_PER_MS - LossyMatch.DROP_TIMEOUT_MS);
        }
        table.row("leader crash to new leader known: " + where, election, "ms");
        table.row("leader crash to play, beyond the drop timeout", resumed, "ms");
    }

    private static boolean allCut(final LossyMatch match, final int rest) {
        for (int left = rest; left != 0; left &= left - 1) {
            if (match.session(Integer.numberOfTrailingZeros(left)).epoch().has(0)) {
                return false;
            }
        }
        return true;
    }

    /** Somebody leaves, the leader in every other match: how many ticks do all others together stall? */
    private void leaves() {
        final Sample stalls = new Sample();
        for (long seed = 1; seed <= options.seeds(); seed++) {
            final SplittableRandom draws = new SplittableRandom(seed);
            final LossyMatch match = new LossyMatch(3 + draws.nextInt(6), seed, LinkConditions.latency(
                5 + draws.nextDouble() * 45), KIB);
            match.play(SETTLE_MS + draws.nextInt(1000));
            final int leaver = (int) (seed % 2);
            final int rest = match.alive() & ~(1 << leaver);
            final long before = match.stalls(rest);
            match.session(leaver).leave();
            match.play(SETTLE_MS);
            stalls.add(match.stalls(rest) - before);
        }
        table.row("leave, RTT 10-100 ms: ticks that all others stall", stalls, "ticks");
    }

    /** A killed peer comes back: when does it play, and what do the others feel? */
    private void rejoins(final String size, final int bytes, final double maxLoss) {
        final Sample playing = new Sample();
        final Sample stalls = new Sample();
        final Sample quiet = new Sample();
        for (long seed = 1; seed <= options.seeds(); seed++) {
            final LossyMatch match = lostOne(seed, bytes, maxLoss);
            final int rest = match.alive();
            final long before = match.stalls(rest);
            match.start(2, true);
            final double takenMs = match.until(() -> match.all(1 << 2, Phase.PLAYING), LIMIT_MS) / NS_PER_MS;
            playing.add(takenMs);
            match.play(SETTLE_MS);
            final long after = match.stalls(rest);
            stalls.add(after - before);
            match.play(SETTLE_MS + (long) takenMs);
            quiet.add(match.stalls(rest) - after);
        }
        table.row("rejoin, state of " + size + ", RTT 10-100 ms: time to play", playing, "ms");
        table.row("rejoin, state of " + size + ": ticks that all others stall", stalls, "ticks");
        if (maxLoss > 0) {
            table.row("the same matches, as long again after that: ticks that all others stall", quiet, "ticks");
        }
    }

    /** The same, but the game that comes back is busy for a second with what it has loaded: how fast is the rest? */
    private void catchesUp(final String size, final int bytes, final double maxLoss) {
        final Sample speed = new Sample(true);
        for (long seed = 1; seed <= options.seeds(); seed++) {
            final LossyMatch match = lostOne(seed, bytes, maxLoss);
            final int rest = match.alive();
            match.start(2, true);
            match.until(() -> match.session(2).frame() > 0, LIMIT_MS);
            match.playWithout(2, BUSY_MS);
            final long before = match.game(2).replayed();
            final long caughtNs = match.until(() ->
                match.session(2).frame() + LossyMatch.TICK_RATE / 2 >= match.furthest(rest), LIMIT_MS);
            final long frames = match.game(2).replayed() - before;
            speed.add(frames * NS_PER_MS * MS_PER_S / LossyMatch.TICK_RATE / caughtNs);
        }
        table.row("rejoin, state of " + size + ": replay after a busy second", speed, "x real time");
    }

    /** Peer 2 of three or four was killed, and the others play on without it. */
    private static LossyMatch lostOne(final long seed, final int bytes, final double maxLoss) {
        final SplittableRandom draws = new SplittableRandom(seed);
        final LossyMatch match = new LossyMatch(3 + draws.nextInt(2), seed,
            LinkConditions.latency(5 + draws.nextDouble() * 45).withLoss(draws.nextDouble() * maxLoss), bytes);
        match.play(SETTLE_MS);
        match.kill(2);
        match.until(() -> !match.session(0).epoch().has(2), LIMIT_MS);
        match.play(SETTLE_MS);
        return match;
    }
}
