package io.lockstep.testkit;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One peer's end of the simulated network. */
final class SimulatedEndpoint implements Transport {

    /** What an endpoint asks of the network that it is part of. */
    interface Network {

        /** How many peers there can be. */
        int peers();

        /** The network's time. */
        long nowNs();

        /** An endpoint is polled at this time of its own clock: the network's time. */
        long polledNs(long localNs);

        /** Sends a datagram. */
        SendResult send(int from, int to, Lane lane, long tag, ByteBuffer payload);
    }

    private static final long NEVER = Long.MIN_VALUE;
    /** Before any clock's time, and far enough from the end of the numbers to count with. */
    private static final long LONG_AGO_NS = Long.MIN_VALUE / 2;

    private final Network network;
    private final int self;
    private final ArrivalQueue queue;
    /** The handler of the poll, unless nobody is here. */
    private final DatagramHandler arrivals = this::deliver;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private DatagramHandler handler;
    private long polledNs = NEVER;
    private boolean closed;
    private boolean dead;

    SimulatedEndpoint(final Network network, final int self, final ArrivalQueue queue) {
        this.network = network;
        this.self = self;
        this.queue = queue;
    }

    /** When this end was last polled; now if it never was, because it has only just been started. */
    long polledNs(final long nowNs) {
        return polledNs == NEVER ? nowNs : polledNs;
    }

    @Override
    public int localPeer() {
        return self;
    }

    @Override
    public boolean reaches(final int peer) {
        return peer < network.peers();
    }

    @Override
    public int maxPayloadBytes() {
        return WireSize.MAX_PAYLOAD_BYTES;
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return WireSize.framed(payloadBytes);
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        return closed ? SendResult.CLOSED : network.send(self, peer, lane, tag, payload);
    }

    @Override
    public int poll(final long localNs, final DatagramHandler receiver) {
        if (closed) {
            discard(network.nowNs());
            return 0;
        }
        // The caller's clock may differ from the network's, which alone says what has arrived.
        final long nowNs = network.polledNs(localNs);
        polledNs = nowNs;
        handler = receiver;
        int work = 0;
        while (!closed && queue.nextNs() <= nowNs) {
            final int slot = queue.pop();
            queue.route(slot).arrive(slot, arrivals, nowNs);
            queue.release(slot);
            work++;
        }
        return work;
    }

    /** From now on nobody is here. */
    void kill() {
        closed = true;
        dead = true;
        if (polledNs == NEVER) {
            polledNs = LONG_AGO_NS;
        }
    }

    /** Loses what has arrived since the process ended. */
    void discard(final long nowNs) {
        while (dead && queue.nextNs() <= nowNs) {
            final int slot = queue.pop();
            queue.route(slot).arrive(slot, arrivals, nowNs);
            queue.release(slot);
        }
    }

    private void deliver(final int from, final Lane lane, final long tag, final ByteBuffer payload) {
        if (!dead) {
            handler.onDatagram(from, lane, tag, payload);
        }
    }

    /** Time is virtual here: whoever drives it says when it goes on. */
    @Override
    public void await(final long maxNs) {
        // Nothing to wait for.
    }

    @Override
    public @Nullable String failure() {
        return null;
    }

    @Override
    public void close() {
        closed = true;
    }
}
