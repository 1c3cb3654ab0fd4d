package io.lockstep.core.session;

import io.lockstep.core.game.EndReason;
import io.lockstep.core.game.Phase;
import io.lockstep.core.internal.desync.Majority;
import io.lockstep.core.internal.play.FrameClock;
import java.util.Random;

/** What must be so of parts of a session, whatever is drawn. Also tried with mutants. */
public final class SessionProperties {

    /** Seeds that follow each other begin alike in {@link Random}. */
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1000 * MS;

    private SessionProperties() {
    }

    /**
     * A tick is never stretched or shortened by more than 12 %, and what a hitch takes is made up for by a quarter
     * second at most.
     *
     * @param seed decides what is drawn
     * @return what was broken, or null
     */
    public static String clock(final long seed) {
        final Random random = new Random(seed * GAMMA);
        final int rate = 30 + random.nextInt(91);
        final FrameClock clock = new FrameClock(rate, false);
        long now = random.nextInt(1 << 30);
        clock.start(now);
        for (int tick = 0; tick < 300; tick++) {
            final long due = clock.dueNs();
            now = Math.max(now, due);
            clock.simulated(now, Math.round(random.nextGaussian() * SECOND));
            final long passed = clock.dueNs() - due;
            if (Math.abs(passed - clock.tickNs()) > clock.tickNs() * 13 / 100) {
                return "S11: a tick of " + passed + " ns at " + rate + " Hz";
            }
        }
        now += SECOND / 2 + random.nextInt((int) SECOND);
        int at = 0;
        while (clock.due(now) && at <= 2 * rate) {
            clock.simulated(now, 0);
            at++;
        }
        return at <= rate / 4 + 2 ? null : "S13: " + at + " frames at once after a hitch, at " + rate + " Hz";
    }

    /**
     * The state that most have is right, and of as many the leader's.
     *
     * @param seed decides what is drawn
     * @return what was broken, or null
     */
    public static String majority(final long seed) {
        final Random random = new Random(seed * GAMMA);
        final int peers = 2 + random.nextInt(7);
        final int states = 1 + random.nextInt(3);
        final int leader = random.nextInt(peers);
        final int[] has = new int[peers];
        final int[] counts = new int[states];
        final Majority majority = new Majority();
        majority.clear();
        for (int peer = 0; peer < peers; peer++) {
            has[peer] = random.nextInt(states);
            counts[has[peer]]++;
            majority.add(peer, has[peer]);
        }
        int most = 0;
        for (final int count : counts) {
            most = Math.max(most, count);
        }
        if (!majority.decide((1 << peers) - 1, leader)) {
            return "REPAIR: all have spoken, and nothing is decided";
        }
        final int winner = majority.winner();
        return counts[winner] == most && (counts[has[leader]] < most || winner == has[leader]) ? null
            : "REPAIR: state " + winner + " is right, the leader has " + has[leader];
    }

    /**
     * Some of three to five die, and too few are left to decide: they wait for a minute, and end.
     *
     * @param seed decides what is drawn
     * @return what was broken, or null
     */
    public static String minority(final long seed) {
        final Random random = new Random(seed * GAMMA);
        final int peers = 3 + random.nextInt(3);
        final Match match = new Match(peers, 5 + random.nextInt(50), (peer, config) -> config.dropTimeoutMs(2000));
        match.stepNs = 10 * MS;
        if (!match.runUntil(5000, () -> match.everybodyPast(60))) {
            return "L1: the match does not begin";
        }
        final int left = 1 + random.nextInt((peers - 1) / 2);
        for (int peer = 0; peer < peers - left; peer++) {
            match.killed.add(peer);
        }
        match.stepNs = 20 * MS;
        match.run(50_000);
        for (int peer = peers - left; peer < peers; peer++) {
            if (match.sessions.get(peer).phase() != Phase.PLAYING) {
                return "L2: peer " + peer + " gave up before its time: " + match.sessions.get(peer).error();
            }
        }
        match.runUntilEnded(16_000);
        for (int peer = peers - left; peer < peers; peer++) {
            if (match.sessions.get(peer).endReason() != EndReason.MINORITY) {
                return "L2: one of too few waits on: " + match.sessions.get(peer).endReason();
            }
        }
        return null;
    }

    /**
     * One's game hangs: it is heard, it hears and acknowledges, and has no inputs. The others go on without it.
     *
     * @param seed decides what is drawn
     * @return what was broken, or null
     */
    public static String stuckGame(final long seed) {
        final Random random = new Random(seed * GAMMA);
        final int peers = 3 + random.nextInt(2);
        // Without a budget of waiting, which would end the wait as well: here what a round finds out has to.
        final Match match = new Match(peers, 5 + random.nextInt(50),
            (peer, config) -> config.dropTimeoutMs(2000).waitBudgetMs(0));
        match.stepNs = 2 * MS;
        if (!match.runUntil(5000, () -> match.everybodyPast(60))) {
            return "L1: the match does not begin";
        }
        final int stuck = random.nextInt(peers);
        match.killed.add(stuck);
        final int other = (stuck + 1) % peers;
        final long frame = match.sessions.get(other).frame();
        match.runUntil(25_000, () -> {
            match.sessions.get(stuck).poll(match.nowNs);
            return match.sessions.get(other).frame() > frame + 60;
        });
        return match.sessions.get(other).frame() > frame + 60 ? null
            : "L2: nobody goes on without peer " + stuck + " of " + peers;
    }
}
