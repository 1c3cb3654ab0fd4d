package io.lockstep.core.simnet;

import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;

/** A scenario on a {@link SimulatedNetwork}. */
final class MemoryWorld extends ScenarioWorld {

    private final Transport[] endpoints;

    MemoryWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays) {
        super(scenario, seed, delays);
        endpoints = new Transport[scenario.peers];
        for (int peer = 0; peer < scenario.peers; peer++) {
            endpoints[peer] = player().network().endpoint(peer);
        }
    }

    @Override
    public Transport endpoint(final int peer) {
        if (endpoints[peer] == null) {
            endpoints[peer] = player().network().endpoint(peer);
        }
        return endpoints[peer];
    }

    @Override
    public void kill(final int peer) {
        player().network().kill(peer);
        endpoints[peer] = null;
    }

    @Override
    public ScenarioEvent nextOrder() {
        return player().nextOrder();
    }

    @Override
    public boolean inject(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        player().network().inject(from, to, lane, tag, payload);
        return true;
    }
}
