package io.lockstep.testkit;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.NullUnmarked;

/** Counts and traces what one session sends and hears. */
@NullUnmarked
final class ObservedTransport extends ForwardingTransport implements DatagramHandler {

    private static final int PEER_SHIFT = 8;
    private static final int LENGTH_SHIFT = 16;

    private final int self;
    private final Trace trace;
    private DatagramHandler handler;
    private long datagrams;
    /** Those among them that carry a piece of a state, or acknowledge some. */
    private long transfers;
    private long bytes;
    private int maxPayload;
    private final List<Fuse> fuses = new ArrayList<>();
    private Observer observer = Observer.NOBODY;
    private boolean dead;

    /** Is told more than can be counted. */
    interface Observer {

        /** Asks nothing. */
        Observer NOBODY = new Observer() {
        };

        /** A vote was sent. */
        default void voted(final int term, final int candidate) {
        }

        /** A datagram is going to be sent. */
        default void sends(final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        }

        /** A datagram is about to be read: answers what {@link #read} is to be told. */
        default long arrives(final int from, final Lane lane, final long tag, final ByteBuffer payload) {
            return 0;
        }

        /** It was read. */
        default void read(final int from, final long arrived) {
        }
    }

    /** What is still to be sent before the peer dies. */
    private static final class Fuse {
        private final String message;
        private int left;

        Fuse(final String message, final int left) {
            this.message = message;
            this.left = left;
        }
    }

    ObservedTransport(final int self, final Transport transport, final Trace trace) {
        super(transport);
        this.self = self;
        this.trace = trace;
    }

    void observer(final Observer told) {
        observer = told;
    }

    /** Counts on from a former process's carrier. */
    void goOnFrom(final ObservedTransport former) {
        datagrams = former.datagrams;
        transfers = former.transfers;
        bytes = former.bytes;
        maxPayload = former.maxPayload;
    }

    /** After so many more datagrams of a kind have been sent nothing is sent or heard any more. */
    void killAt(final String message, final int n) {
        fuses.add(new Fuse(message, n));
    }

    /** No datagram is the last one any more. */
    void spare() {
        fuses.clear();
    }

    /** Nothing is sent or heard any more. */
    void kill() {
        dead = true;
    }

    /** Has the process ended? It may not know yet. */
    boolean isDead() {
        return dead;
    }

    long datagrams() {
        return datagrams;
    }

    long transfers() {
        return transfers;
    }

    long bytes() {
        return bytes;
    }

    int maxPayload() {
        return maxPayload;
    }

    void reset() {
        datagrams = 0;
        transfers = 0;
        bytes = 0;
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        if (dead) {
            return SendResult.SENT;
        }
        final int length = payload.remaining();
        // Nobody knows what the payload holds afterwards.
        final String name = fuses.isEmpty() ? null : DatagramNames.of(payload);
        final boolean vote = DatagramNames.isVote(payload);
        final boolean transfer = DatagramNames.isTransfer(payload);
        final int term = vote ? DatagramNames.voteTerm(payload) : 0;
        final int candidate = vote && DatagramNames.isOwnVote(payload) ? self : peer;
        observer.sends(peer, lane, tag, payload);
        final SendResult result = carrier.send(peer, lane, tag, payload);
        trace.add(tag ^ result.ordinal(), (long) length << LENGTH_SHIFT | (long) self << PEER_SHIFT | peer);
        if (result == SendResult.SENT) {
            datagrams++;
            transfers += transfer ? 1 : 0;
            bytes += carrier.wireBytes(lane, length);
            maxPayload = Math.max(maxPayload, length);
            if (vote) {
                observer.voted(term, candidate);
            }
            burn(name);
        }
        return result;
    }

    private void burn(final String name) {
        for (final Fuse fuse : fuses) {
            dead |= fuse.message.equals(name) && --fuse.left == 0;
        }
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler receiver) {
        handler = receiver;
        return carrier.poll(nowNs, this);
    }

    @Override
    public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        if (dead) {
            return;
        }
        trace.add(tag, (long) payload.remaining() << LENGTH_SHIFT | (long) peer << PEER_SHIFT | self);
        final long arrived = observer.arrives(peer, lane, tag, payload);
        handler.onDatagram(peer, lane, tag, payload);
        observer.read(peer, arrived);
    }
}
