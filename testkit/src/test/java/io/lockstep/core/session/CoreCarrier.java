package io.lockstep.core.session;

import io.lockstep.core.Tier;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.SimulatedUdp;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/** What this module carries datagrams with. */
enum CoreCarrier implements Carrier {
    /** The two lanes of the simulated network. */
    MEMORY {
        @Override
        public Transport open(final SimulatedNetwork network, final int peer) {
            return network.endpoint(peer);
        }
    },
    /** The plain-UDP transport with keys, its packets on the same network. */
    UDP {
        @Override
        public Transport open(final SimulatedNetwork network, final int peer) {
            final long seed = network.nowNs() * Integer.SIZE + peer; // others at each start
            return new SimulatedUdp(network, peer, seed, LinkKeys.of(MatchKey.of(new byte[MatchKey.BYTES]))
                .drawing(new SplittableRandom(seed)::nextBytes));
        }

        @Override
        public int stride() {
            return STRIDE;
        }
    };

    /** Over memory each of hundreds of moments is played: what is found there is the session's. No divisor of loops. */
    private static final int STRIDE = Tier.of(7, 1);

    @Override
    public boolean isBare() {
        return this == MEMORY;
    }

    @Override
    public boolean isLinked(final long tag, final ByteBuffer packet) {
        return this == UDP || LinkTag.sequenceOf(tag) != 0; // packets of UDP all belong to a connection
    }
}
