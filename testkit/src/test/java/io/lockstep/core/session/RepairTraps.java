package io.lockstep.core.session;

import java.util.Random;

/** Matches in which one peer's state is replaced, with a game that makes it hard. Also run with mutants. */
public final class RepairTraps {

    private static final int END = 6000;
    private static final long START_MS = 5000;
    private static final long REPAIR_MS = 5000;
    private static final long AGAIN_MS = 200;
    private static final long SECONDS = 12;
    private static final long MS_PER_S = 1000;
    private static final int BEGUN = 60;

    private RepairTraps() {
    }

    private static Match match(final int peers, final Random random) {
        final Match match = new Match(peers, 5 + random.nextInt(50), (peer, config) -> config.endFrame(END));
        match.stepNs = 2 * Match.MS;
        return match.runUntil(START_MS, () -> match.everybodyPast(BEGUN)) ? match : null;
    }

    /**
     * A game does not take the state that it is given as it is: it plays on with its own.
     *
     * @param seed of what is drawn
     * @return what was broken, or null
     */
    public static String refused(final long seed) {
        final Random random = new Random(seed);
        final int peers = 2 + random.nextInt(3);
        final Match match = match(peers, random);
        if (match == null) {
            return "L2: the match does not begin";
        }
        match.run(random.nextInt(1000));
        final int wrong = random.nextInt(peers);
        final TestGame game = match.games.get(wrong);
        for (final TestGame each : match.games) {
            each.loadsWrongly = true;
        }
        game.hash++;
        final long endNs = match.nowNs + REPAIR_MS * Match.MS;
        while (match.nowNs < endNs) {
            match.nowNs += match.stepNs;
            for (int peer = 0; peer < peers; peer++) {
                final TestGame own = match.games.get(peer);
                final long before = own.hash;
                final int loads = own.loads;
                match.sessions.get(peer).poll(match.nowNs);
                if (own.loads > loads && loads == 0) {
                    return own.hash == before ? null : "S2: peer " + peer + " plays on with a state that it refused";
                }
                match.poll(peer);
            }
        }
        return "S16: nobody is given a state";
    }

    /**
     * A game goes wrong again and again: the others are asked for their state less often each time.
     *
     * @param seed of what is drawn
     * @return what was broken, or null
     */
    public static String again(final long seed) {
        final Random random = new Random(seed);
        final int peers = 3 + random.nextInt(2);
        final Match match = match(peers, random);
        if (match == null) {
            return "L2: the match does not begin";
        }
        final TestGame game = match.games.get(random.nextInt(peers));
        final long firstNs = match.nowNs;
        while (match.nowNs - firstNs < SECONDS * MS_PER_S * Match.MS) {
            game.hash++;
            match.run(AGAIN_MS + random.nextInt((int) AGAIN_MS));
        }
        // After a rest of 1 s, 2 s, 4 s and so on.
        final int most = 1 + Long.SIZE - Long.numberOfLeadingZeros(SECONDS);
        return game.loads == 0 ? "S16: nothing is repaired"
            : game.loads > most ? "S13: " + game.loads + " repairs in " + SECONDS + " s, at most " + most : null;
    }
}
