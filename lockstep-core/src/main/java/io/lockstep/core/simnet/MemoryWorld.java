package io.lockstep.core.simnet;

import io.lockstep.core.transport.Transport;

/** A scenario on a {@link SimulatedNetwork}. */
final class MemoryWorld implements MatchWorld {

    private final ScenarioPlayer player;
    private final Transport[] endpoints;

    MemoryWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays) {
        player = new ScenarioPlayer(scenario, seed, delays);
        endpoints = new Transport[scenario.peers];
        for (int peer = 0; peer < scenario.peers; peer++) {
            endpoints[peer] = player.network().endpoint(peer);
        }
    }

    @Override
    public Transport endpoint(final int peer) {
        return endpoints[peer];
    }

    @Override
    public VirtualClock clock(final int peer) {
        return player.clock(peer);
    }

    @Override
    public long pollEveryNs(final int peer) {
        return player.pollEveryNs(peer);
    }

    @Override
    public void advanceTo(final long timeNs) {
        player.advanceTo(timeNs);
    }

    @Override
    public long nextArrivalNs(final int peer) {
        return player.network().nextArrivalNs(peer);
    }

    @Override
    public void calm() {
        player.calm(-1);
    }

    @Override
    public Faults faults() {
        final FaultCounters all = player.network().counters();
        return new Faults(all.dropped(), all.duplicated(), all.reordered(), all.corrupted(), all.partitioned());
    }
}
