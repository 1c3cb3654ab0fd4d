package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Puts the chunks that come together, and hands whole messages to the handler of a poll, those that are opened here
 * once they are.
 */
final class Delivery {

    private final PacketTags tags;
    private final EventCounts counts;
    private final int maxPayload;
    private @Nullable DatagramHandler handler;
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

    /** A chunk of CONTROL has come, of which the packet is the peer's; answers whether it is news. */
    boolean takeReliable(final Connection connection, final long sequence, final Packet packet,
                         final ByteBuffer chunk) {
        final ReliableInbox.Result result = connection.reliable.add(sequence, packet, chunk);
        if (result == ReliableInbox.Result.REFUSED) {
            return false;
        }
        connection.acknowledge(sequence, packet.chunk());
        for (Assembly whole = connection.reliable.peek(); whole != null; whole = connection.reliable.peek()) {
            try {
                deliver(connection.peer, Lane.CONTROL, DatagramSeal.NO_LINK, whole);
            } finally {
                connection.reliable.release();
            }
        }
        return result == ReliableInbox.Result.STORED;
    }

    /** A chunk of INPUT has come, of which the packet is the peer's; answers whether it is news. */
    boolean takeUnreliable(final Connection connection, final long signed, final long linkSequence,
                           final Packet packet, final ByteBuffer chunk) {
        final UnreliableInbox inbox = packet.isSealed() ? connection.linked : connection.unreliable;
        final long sequence = packet.isSealed() ? linkSequence : signed;
        if (packet.isSealed()) {
            inbox.follow(tags.newest(connection.peer));
        }
        if (packet.chunk() == 0 && packet.isLast()) {
            if (!inbox.admits(sequence)) {
                return false;
            }
            deliver(connection.peer, Lane.INPUT, linkSequence, chunk);
            return true;
        }
        final Assembly whole = inbox.add(sequence, packet, chunk);
        if (whole == null) {
            return false;
        }
        try {
            deliver(connection.peer, Lane.INPUT, linkSequence, whole);
        } finally {
            inbox.release();
        }
        return true;
    }

    private void deliver(final int peer, final Lane lane, final long linkSequence, final Assembly whole) {
        if (whole.isTooLong()) {
            counts.add(DatagramEvent.WRONG_LENGTH);
        } else {
            deliver(peer, lane, linkSequence, whole.message());
        }
    }

    /** A message of which the chunks were not sealed has its tag behind it. */
    private void deliver(final int peer, final Lane lane, final long linkSequence, final ByteBuffer arrived) {
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

    @SuppressWarnings("NullAway") // only in a poll, which has a handler
    private void handOver(final int peer, final Lane lane, final long tag, final ByteBuffer arrived) {
        if (arrived.remaining() > maxPayload) {
            counts.add(DatagramEvent.WRONG_LENGTH);
        } else if (!muted) {
            handler.onDatagram(peer, lane, tag, arrived);
        }
    }
}
