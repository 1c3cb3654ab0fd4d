package io.lockstep.aeron;

import io.lockstep.core.transport.Lane;

/**
 * Which Aeron stream carries what. The stream id names the sender and the lane, so a receiver knows from the
 * subscription alone who is at the other end, even when all its peers share one port:
 * <pre>
 *   stream id = 16 * sender + 10 + lane        lane: 0 INPUT, 1 CONTROL
 *
 *   peer 0 sends on 10 and 11, peer 1 on 26 and 27, ... peer 31 on 506 and 507
 * </pre>
 */
final class StreamIds {

    /** Room for more lanes of one peer without renumbering the others. */
    static final int STRIDE = 16;
    /** Keeps clear of stream 0, which tools take for "unset". */
    static final int BASE = 10;

    /** Above every stream. */
    static final int LIMIT = STRIDE * AeronTransportConfig.MAX_PEERS;

    private StreamIds() {
    }

    static int of(final int sender, final Lane lane) {
        return STRIDE * sender + BASE + lane.ordinal();
    }
}
