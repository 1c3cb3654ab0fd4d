package io.lockstep.core.simnet;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;

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
        if (endpoints[peer] == null) {
            endpoints[peer] = player.network().endpoint(peer);
        }
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
    public void calm(final int peerMask) {
        player.calm(peerMask);
    }

    @Override
    public void cut(final int from, final int to) {
        player.network().cut(from, to);
    }

    @Override
    public void kill(final int peer) {
        player.network().kill(peer);
        endpoints[peer] = null;
    }

    @Override
    public ScenarioEvent nextOrder() {
        return player.nextOrder();
    }

    @Override
    public boolean inject(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        player.network().inject(from, to, lane, tag, payload);
        return true;
    }

    @Override
    public long longestLoss() {
        return player.network().counters().longestLoss();
    }

    @Override
    public Faults faults() {
        final FaultCounters all = player.network().counters();
        return new Faults(all.dropped(), all.duplicated(), all.reordered(), all.corrupted(), all.partitioned());
    }
}
