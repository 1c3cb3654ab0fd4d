package io.lockstep.testkit;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/** A scenario on a {@link SimulatedNetwork}. */
@NullUnmarked
final class MemoryWorld extends ScenarioWorld {

    private final Transport[] endpoints;
    private final boolean udp;

    MemoryWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays) {
        this(scenario, seed, delays, false, PeerKeys.NONE);
    }

    /** With peers that speak plain UDP on the network, if so wanted. */
    MemoryWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays,
                final boolean udp, final PeerKeys kind) {
        super(scenario, seed, delays, kind);
        this.udp = udp;
        endpoints = new Transport[scenario.peers];
        for (int peer = 0; peer < scenario.peers; peer++) {
            endpoints[peer] = open(peer);
        }
    }

    private Transport open(final int peer) {
        final long salts = nextSalts();
        final LinkKeys keys = keys(peer, salts);
        if (udp) {
            return new SimulatedUdp(player().network(), peer, salts, keys);
        }
        final Transport endpoint = player().network().endpoint(peer);
        return keys == null ? endpoint : new KeyedEndpoint(endpoint, keys);
    }

    @Override
    public Transport endpoint(final int peer) {
        if (endpoints[peer] == null) {
            endpoints[peer] = open(peer);
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
        if (!udp) { // what travels there are packets, not what a session has sent
            player().network().inject(from, to, lane, tag, payload);
        }
        return !udp;
    }
}
