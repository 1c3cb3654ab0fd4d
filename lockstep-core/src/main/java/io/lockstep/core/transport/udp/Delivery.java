package io.lockstep.core.transport.udp;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Hands whole messages to the handler of a poll, those that are opened here once they are. */
final class Delivery {

    private final PacketTags tags;
    private final EventCounts counts;
    private final int maxPayload;
    private DatagramHandler handler;
    private boolean muted;

    Delivery(final PacketTags tags, final EventCounts counts, final int maxPayload) {
        this.tags = tags;
        this.counts = counts;
        this.maxPayload = maxPayload;
    }

    /** A poll begins; its handler gets everything up to {@link #close}. */
    void open(final DatagramHandler ofPoll) {
        handler = ofPoll;
    }

    void close() {
        handler = null;
    }

    boolean isOpen() {
        return handler != null;
    }

    /** The handler has closed the transport: it gets nothing more. */
    void mute() {
        muted = true;
    }

    void deliver(final int peer, final Lane lane, final long linkSequence, final Assembly whole) {
        if (whole.isTooLong()) {
            counts.add(DatagramEvent.WRONG_LENGTH);
        } else {
            deliver(peer, lane, linkSequence, whole.message());
        }
    }

    /** A message of which the chunks were not sealed has its tag behind it. */
    void deliver(final int peer, final Lane lane, final long linkSequence, final ByteBuffer arrived) {
        if (linkSequence != DatagramSeal.NO_LINK) {
            handOver(peer, lane, linkSequence, arrived);
            return;
        }
        if (arrived.remaining() < DatagramTransport.TAG_BYTES) {
            counts.add(DatagramEvent.WRONG_LENGTH);
            return;
        }
        final int end = arrived.limit() - DatagramTransport.TAG_BYTES;
        final long tag = arrived.order(ByteOrder.LITTLE_ENDIAN).getLong(end);
        arrived.limit(end);
        final long opened = tags.seals() ? tags.openMessage(peer, lane, tag, arrived) : tag;
        if (tags.seals() && opened == DatagramSeal.REFUSED) {
            counts.add(DatagramEvent.GUARD);
        } else {
            handOver(peer, lane, opened, arrived);
        }
    }

    private void handOver(final int peer, final Lane lane, final long tag, final ByteBuffer arrived) {
        if (arrived.remaining() > maxPayload) {
            counts.add(DatagramEvent.WRONG_LENGTH);
        } else if (!muted) {
            handler.onDatagram(peer, lane, tag, arrived);
        }
    }
}
