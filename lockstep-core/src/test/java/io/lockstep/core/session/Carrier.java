package io.lockstep.core.session;

import io.lockstep.core.simnet.SimulatedNetwork;
import io.lockstep.core.simnet.SimulatedUdp;
import io.lockstep.core.transport.Transport;

/** What the sessions of a test talk over. */
enum Carrier {
    /** The two lanes of the simulated network. */
    MEMORY {
        @Override
        Transport open(final SimulatedNetwork network, final int peer) {
            return network.endpoint(peer);
        }
    },
    /** The plain-UDP transport, its packets on the same network. */
    UDP {
        @Override
        Transport open(final SimulatedNetwork network, final int peer) {
            return new SimulatedUdp(network, peer, network.nowNs() * Integer.SIZE + peer); // others at each start
        }
    };

    abstract Transport open(SimulatedNetwork network, int peer);
}
