package io.lockstep.testkit;

import java.util.List;
import java.util.function.LongConsumer;

/** A match in memory on quiet lines, polled each millisecond, with the judges of what its lines cost. */
final class QuietMatch {

    private static final long MS = 1_000_000L;
    private static final int MS_PER_S = 1000;

    final Scenario scenario = new Scenario();
    MemoryWorld world;
    Processes processes;

    /** Plays for some milliseconds; each of them may have something done at its end. */
    List<Violation> play(final double latencyMs, final long lengthMs, final LongConsumer each) {
        scenario.game = StampedGame.NAME;
        scenario.frames = 3600;
        scenario.links.add(LinkRule.of(LinkRule.ANY, LinkRule.ANY, LinkConditions.latency(latencyMs)));
        final MatchPlan plan = new MatchPlan(scenario, 1, StampedGame.seats());
        world = new MemoryWorld(scenario, 1, plan::orderDelay, scenario.udp, PeerKeys.NONE);
        processes = new Processes(plan, world, new MatchMeter(), new Trace());
        for (long ms = 0; ms < lengthMs; ms++) {
            world.advanceTo(ms * MS);
            for (final ObservedPeer peer : processes.peers) {
                peer.poll(ms * MS);
                processes.costs.polled(peer, ms * MS);
            }
            if (ms % MS_PER_S == 0) {
                processes.costs.audit(ms * MS);
            }
            each.accept(ms);
        }
        return processes.oracle.violations();
    }

    /** Returns the datagrams' judge. */
    LineCosts costs() {
        return processes.costs;
    }
}
