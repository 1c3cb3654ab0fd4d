package io.lockstep.testkit;

/** Nobody waits for who is taken in, when nothing is lost, however long its way to the others is. */
final class ArrivingTrap {

    private static final int FRAMES = 600;
    private static final long A_TICK_NS = 1_000_000_000L / 60;

    private ArrivingTrap() {
    }

    static String play(final long seed) {
        final Draws draws = new Draws(seed);
        final Scenario scenario = new Scenario();
        scenario.name = "arriving";
        scenario.game = StampedGame.NAME;
        scenario.peers = 3;
        scenario.frames = FRAMES;
        scenario.maxDelayTicks = 30;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(2 + draws.below(10))));
        final int newcomer = draws.below(scenario.peers);
        final LinkConditions slow = LinkConditions.latency(220 + draws.below(200));
        scenario.links.add(LinkRule.of(newcomer, LinkRule.ANY, slow));
        scenario.events.add(new ScenarioEvent.Join(1000 + draws.below(500), newcomer));
        final MatchResult result = new SimulatedMatch(scenario, seed, StampedGame.seats()).statisticsFrom(1000).run();
        if (!result.ok()) {
            return Drill.broken(result);
        }
        for (int peer = 0; peer < scenario.peers; peer++) {
            if (peer != newcomer && result.longestStallNs[peer] > A_TICK_NS) {
                return "L3: peer " + peer + " waited for " + result.longestStallNs[peer] + " ns for who was taken in";
            }
        }
        return null;
    }
}
