package io.lockstep.core.session;

import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Supplier;

/** A transport between a session and another transport, where a test drops, changes, copies and injects datagrams. */
final class TestTransport implements Transport {

    /** Sees every datagram on one way and says whether it goes on. */
    @FunctionalInterface
    interface Hook {

        /** Lets everything pass. */
        Hook PASS = datagram -> true;

        /** True to let it pass, possibly changed. */
        boolean pass(Datagram datagram);
    }

    /** One datagram and where it is going. */
    static final class Datagram {
        final int from;
        final int to;
        Lane lane;
        long tag;
        byte[] bytes;

        Datagram(final int from, final int to, final Lane lane, final long tag, final byte[] bytes) {
            this.from = from;
            this.to = to;
            this.lane = lane;
            this.tag = tag;
            this.bytes = bytes;
        }

        /** The lower half of the first byte. */
        int type() {
            return bytes[0] & 0xF;
        }

        int sequence() {
            return LinkTag.sequenceOf(tag);
        }

        Datagram copy() {
            return new Datagram(from, to, lane, tag, bytes.clone());
        }

        /** Another sequence, validly sealed. */
        void resequence(final int sequence) {
            tag = Forger.tag(tag, ByteBuffer.wrap(bytes), sequence, ByteBuffer.wrap(bytes));
        }

        /** Other content under the same seal: the seed falls out of the valid seal before. */
        void reseal(final byte[] content) {
            tag = Forger.tag(tag, ByteBuffer.wrap(bytes), sequence(), ByteBuffer.wrap(content));
            bytes = content;
        }
    }

    final Deque<Datagram> injected = new ArrayDeque<>();
    /** What a send answers instead of sending; null to send. */
    Supplier<SendResult> result = () -> null;
    Hook outgoing = Hook.PASS;
    Hook incoming = Hook.PASS;
    String failure;
    int maxPayloadBytes;
    /** How long its session would have slept the last time, nanoseconds. */
    long awaitedNs;
    private final Transport carrier;
    private final int self;

    TestTransport(final int self, final Transport carrier) {
        this.self = self;
        this.carrier = carrier;
        maxPayloadBytes = carrier.maxPayloadBytes();
    }

    @Override
    public int localPeer() {
        return carrier.localPeer();
    }

    @Override
    public boolean reaches(final int peer) {
        return carrier.reaches(peer);
    }

    @Override
    public int maxPayloadBytes() {
        return maxPayloadBytes;
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return carrier.wireBytes(payloadBytes);
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final SendResult refused = result.get();
        if (refused != null || outgoing == Hook.PASS) {
            return refused != null ? refused : carrier.send(peer, lane, tag, payload);
        }
        final byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        final Datagram datagram = new Datagram(self, peer, lane, tag, bytes);
        return outgoing.pass(datagram)
            ? carrier.send(peer, datagram.lane, datagram.tag, ByteBuffer.wrap(datagram.bytes)) : SendResult.SENT;
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler handler) {
        int work = 0;
        while (!injected.isEmpty()) {
            deliver(injected.poll(), handler);
            work++;
        }
        return work + (incoming == Hook.PASS ? carrier.poll(nowNs, handler)
            : carrier.poll(nowNs, (peer, lane, tag, payload) -> {
                final byte[] bytes = new byte[payload.remaining()];
                payload.get(bytes);
                final Datagram datagram = new Datagram(peer, self, lane, tag, bytes);
                if (incoming.pass(datagram)) {
                    deliver(datagram, handler);
                }
            }));
    }

    private static void deliver(final Datagram datagram, final DatagramHandler handler) {
        handler.onDatagram(datagram.from, datagram.lane, datagram.tag, ByteBuffer.wrap(datagram.bytes.clone()));
    }

    @Override
    public void await(final long maxNs) {
        awaitedNs = maxNs;
    }

    @Override
    public String failure() {
        return failure;
    }

    @Override
    public void close() {
        carrier.close();
    }
}
