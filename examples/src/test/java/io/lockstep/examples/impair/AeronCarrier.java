package io.lockstep.examples.impair;

import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.session.Carrier;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.SimulatedNetwork;
import io.lockstep.testkit.VirtualClock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Lets the session tests talk over the real Aeron stack: what the tests do to their network happens to Aeron's packets.
 * Drivers start at the first poll of anybody, because the network has no time before.
 */
public final class AeronCarrier implements Carrier, AutoCloseable {

    /** Some tests poll ten thousand times a second, and each round of a driver is several system calls. */
    private static final long REST_NS = 4_000_000L;
    /** With the long fleets, everything is played that can be. */
    private static final boolean FULL = "full".equals(System.getProperty("lockstep.fleet"));
    /** A stack takes some 10 ms to start and stop, for each peer of each match. No divisor of the tests' loops. */
    private static final int SAMPLE = 13;
    /** With n peers there are n² streams of datagrams: a match of 8 costs as much as ten of 2. */
    private static final int FEW_PEERS = 5;

    // Aeron's data frames.
    private static final int HEADER_BYTES = 32;
    private static final int TYPE_OFFSET = 6;
    private static final int TYPE_DATA = 1;
    private static final int RESERVED_OFFSET = 24;

    private SimulatedNetwork network;
    private VirtualAeron aeron;

    /** Starts nothing yet. */
    public AeronCarrier() {
        // A service needs it.
    }

    /** One peer's end, which is there before the stack is. */
    private final class Late implements Transport {

        private final SimulatedNetwork own;
        private final int peer;
        private Transport started;
        private boolean closed;

        Late(final SimulatedNetwork own, final int peer) {
            this.own = own;
            this.peer = peer;
        }

        @Override
        public int maxPayloadBytes() {
            return SimulatedNetwork.MAX_PAYLOAD_BYTES;
        }

        @Override
        public int wireBytes(final int payloadBytes) {
            return started.wireBytes(payloadBytes);
        }

        @Override
        public SendResult send(final int to, final Lane lane, final long tag, final ByteBuffer payload) {
            return started == null ? SendResult.NOT_CONNECTED : started.send(to, lane, tag, payload);
        }

        @Override
        public int poll(final long nowNs, final DatagramHandler handler) {
            if (started == null && !closed) {
                if (own != network) {
                    throw new IllegalStateException("another match has begun meanwhile");
                }
                started = start(peer, nowNs);
            }
            return started == null ? 0 : started.poll(nowNs, handler);
        }

        @Override
        public String failure() {
            return started == null ? null : started.failure();
        }

        @Override
        public void close() {
            closed = true;
            if (started != null) {
                started.close();
            }
        }
    }

    private Transport start(final int peer, final long nowNs) {
        if (aeron == null) {
            network.endpoint(peer).poll(nowNs, (from, lane, tag, payload) -> { }); // time begins, if it follows polls
            aeron = VirtualAeron.launch(network, any -> new VirtualClock(0, 0), false, REST_NS, any -> null);
        }
        return aeron.endpoint(peer);
    }

    @Override
    public Transport open(final SimulatedNetwork between, final int peer) {
        if (between != network) {
            close();
            network = between;
        } else if (aeron != null) {
            aeron.kill(peer);
        }
        return new Late(between, peer);
    }

    @Override
    public boolean isBare() {
        return false;
    }

    @Override
    public boolean isLinked(final long tag, final ByteBuffer packet) {
        final ByteBuffer frames = packet.slice().order(ByteOrder.LITTLE_ENDIAN);
        for (int at = 0; at + HEADER_BYTES <= frames.limit(); at += HEADER_BYTES) {
            final int length = frames.getInt(at);
            if (length > HEADER_BYTES && frames.getShort(at + TYPE_OFFSET) == TYPE_DATA) {
                if (LinkTag.sequenceOf(frames.getLong(at + RESERVED_OFFSET)) == 0) {
                    return false;
                }
                at += length - 1 & -HEADER_BYTES; // the rest of the frame, which is padded
            }
        }
        return true;
    }

    @Override
    public int stride() {
        return FULL ? 1 : SAMPLE;
    }

    @Override
    public int maxPeers() {
        return FULL ? VirtualAeron.MAX_PEERS : FEW_PEERS;
    }

    @Override
    public void close() {
        if (aeron != null) {
            aeron.close();
            aeron = null;
        }
    }

    @Override
    public String toString() {
        return "AERON";
    }
}
