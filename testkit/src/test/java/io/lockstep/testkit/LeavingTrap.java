package io.lockstep.testkit;

import java.util.List;

/** Who leaves stays until the others have its last input, however much is lost: they count all that it submitted. */
final class LeavingTrap {

    private static final int MOST_PEERS = 4;
    private static final int FRAMES = 240;
    /** Within the two seconds for which a leaver repeats itself. */
    private static final int LOSSY_MS = 600;
    private static final double LOSS = 0.7;

    private LeavingTrap() {
    }

    static String play(final long seed) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = new Scenario();
        scenario.name = "leaving";
        scenario.game = StampedGame.NAME;
        scenario.peers = 2 + draws.below(MOST_PEERS - 1);
        scenario.frames = FRAMES;
        final LinkConditions calm = LinkConditions.latency(5 + draws.below(60));
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, calm));
        final int leaver = draws.below(scenario.peers);
        final long atMs = 1500 + draws.below(1000);
        scenario.events.add(new ScenarioEvent.Link(atMs - 1, LOSSY_MS,
            LinkRule.of(leaver, LinkRule.ANY, calm.withLoss(LOSS))));
        scenario.events.add(new ScenarioEvent.Leave(atMs, leaver));
        final long[] submitted = new long[scenario.peers];
        final MatchResult result = new SimulatedMatch(scenario, seed, (peer, players, game) -> {
            final StampedGame stamps = new StampedGame(peer, game);
            return new Seat(stamps, (frame, player, input) -> {
                submitted[peer] = frame + 1;
                stamps.sample(frame, player, input);
            }, stamps);
        }).run();
        if (!result.ok()) {
            return Drill.broken(result);
        }
        final List<MatchResult.Cut> expected = List.of(new MatchResult.Cut(leaver, submitted[leaver]));
        return result.cuts.equals(expected) ? null
            : "S3: " + expected + " has left, but for the others it is " + result.cuts;
    }
}
