package io.lockstep.core.internal.feed;

import io.lockstep.core.transport.udp.PacketSocket;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A socket that keeps what is sent, and hears what a test puts there. */
final class SentPackets implements PacketSocket {

    private final List<byte[]> sent = new ArrayList<>();
    private final List<SocketAddress> receivers = new ArrayList<>();
    private long awaitedNs;
    private int chunks;
    private final Deque<ByteBuffer> heard = new ArrayDeque<>();
    private final Deque<SocketAddress> senders = new ArrayDeque<>();
    private boolean closed;

    /** Lets {@link #receive} give this packet behind all that came before. */
    void hear(final ByteBuffer packet, final SocketAddress sender) {
        heard.add(packet);
        senders.add(sender);
    }

    /** Returns the packets of this kind and link that were sent. */
    List<ByteBuffer> sent(final int kind, final long link) {
        return sent.stream().map(bytes -> ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN))
            .filter(packet -> FeedPacket.kind(packet) == kind && FeedPacket.link(packet) == link).toList();
    }

    /** Returns who the last packet was sent to. */
    SocketAddress lastTo() {
        return receivers.get(receivers.size() - 1);
    }

    /** How long the socket was last told to sleep. */
    long awaitedNs() {
        return awaitedNs;
    }

    boolean isClosed() {
        return closed;
    }

    ByteBuffer last() {
        return ByteBuffer.wrap(sent.get(sent.size() - 1)).order(ByteOrder.LITTLE_ENDIAN);
    }

    int count() {
        return sent.size();
    }

    long bytes() {
        return sent.stream().mapToLong(packet -> packet.length).sum();
    }

    /** How many chunks were sent, each counted once. */
    int chunks() {
        return chunks;
    }

    void clear() {
        sent.clear();
        receivers.clear();
    }

    @Override
    public SocketAddress receive(final ByteBuffer into) {
        if (heard.isEmpty()) {
            return null;
        }
        into.put(heard.remove());
        return senders.remove();
    }

    @Override
    public boolean send(final ByteBuffer packet, final SocketAddress to) {
        final byte[] bytes = new byte[packet.remaining()];
        packet.get(bytes);
        sent.add(bytes);
        receivers.add(to);
        if (bytes[3] == FeedPacket.DATA) {
            chunks = Math.max(chunks, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(12) + 1);
        }
        return true;
    }

    @Override
    public void await(final long maxNs) {
        awaitedNs = maxNs;
    }

    @Override
    public void close() {
        closed = true;
    }
}
