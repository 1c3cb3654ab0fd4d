package io.lockstep.core.simnet;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;

/** Counts and traces what one session sends and hears. */
final class ObservedTransport implements Transport, DatagramHandler {

    private static final int PEER_SHIFT = 8;
    private static final int LENGTH_SHIFT = 16;

    private final int self;
    private final Transport transport;
    private final Trace trace;
    private DatagramHandler handler;
    private long datagrams;
    private long bytes;
    private int maxPayload;

    ObservedTransport(final int self, final Transport transport, final Trace trace) {
        this.self = self;
        this.transport = transport;
        this.trace = trace;
    }

    long datagrams() {
        return datagrams;
    }

    long bytes() {
        return bytes;
    }

    int maxPayload() {
        return maxPayload;
    }

    void reset() {
        datagrams = 0;
        bytes = 0;
    }

    @Override
    public int maxPayloadBytes() {
        return transport.maxPayloadBytes();
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return transport.wireBytes(payloadBytes);
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final int length = payload.remaining();
        final SendResult result = transport.send(peer, lane, tag, payload);
        trace.add(tag ^ result.ordinal(), (long) length << LENGTH_SHIFT | (long) self << PEER_SHIFT | peer);
        if (result == SendResult.SENT) {
            datagrams++;
            bytes += transport.wireBytes(length);
            maxPayload = Math.max(maxPayload, length);
        }
        return result;
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler receiver) {
        handler = receiver;
        return transport.poll(nowNs, this);
    }

    @Override
    public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        trace.add(tag, (long) payload.remaining() << LENGTH_SHIFT | (long) peer << PEER_SHIFT | self);
        handler.onDatagram(peer, lane, tag, payload);
    }

    @Override
    public String failure() {
        return transport.failure();
    }

    @Override
    public void close() {
        transport.close();
    }
}
