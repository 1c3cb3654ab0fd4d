package io.lockstep.core.session;

import io.lockstep.core.simnet.SimulatedNetwork;
import io.lockstep.core.simnet.SimulatedUdp;
import io.lockstep.core.transport.Transport;

/** What this module carries datagrams with. */
enum CoreCarrier implements Carrier {
    /** The two lanes of the simulated network. */
    MEMORY {
        @Override
        public Transport open(final SimulatedNetwork network, final int peer) {
            return network.endpoint(peer);
        }
    },
    /** The plain-UDP transport, its packets on the same network. */
    UDP {
        @Override
        public Transport open(final SimulatedNetwork network, final int peer) {
            return new SimulatedUdp(network, peer, network.nowNs() * Integer.SIZE + peer); // others at each start
        }
    };

    @Override
    public boolean isBare() {
        return this == MEMORY;
    }
}
