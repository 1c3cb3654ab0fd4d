package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.Integrity;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.SimulatedUdp;
import java.nio.ByteBuffer;

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

    @Override
    public boolean isLinked(final long tag, final ByteBuffer packet) {
        return this == UDP || Integrity.sequenceOf(tag) != 0; // packets of UDP all belong to a connection
    }
}
