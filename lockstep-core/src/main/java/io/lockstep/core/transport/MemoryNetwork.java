package io.lockstep.core.transport;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A network within one process: every datagram arrives, whole and in order, a fixed time after it was sent. For tests
 * and benchmarks; time is whatever the endpoints are polled with. Nothing is allocated per datagram. Not thread-safe:
 * all endpoints belong to one thread.
 */
public final class MemoryNetwork {

    /** As much as an Aeron datagram of the default MTU carries. */
    private static final int MAX_PAYLOAD_BYTES = 1184;

    /** Datagrams under way from one peer to another; more than that and {@link Transport#send} says so. */
    private static final int QUEUE_CAPACITY = 512;

    /** IPv4 and UDP headers and the 8 bytes of the tag. */
    private static final int HEADER_BYTES = 28 + 8;

    private static final int QUEUE_MASK = QUEUE_CAPACITY - 1;

    private final Queue[][] queues;
    private final long latencyNs;

    /**
     * A network without traffic.
     *
     * @param peers     upper bound of the peer ids, 1 to 32
     * @param latencyNs one-way latency of every link, nanoseconds
     */
    public MemoryNetwork(final int peers, final long latencyNs) {
        this.latencyNs = latencyNs;
        queues = new Queue[peers][peers];
        for (int from = 0; from < peers; from++) {
            for (int to = 0; to < peers; to++) {
                queues[from][to] = new Queue();
            }
        }
    }

    /**
     * One peer's end of the network.
     *
     * @param peer its id, below the number of peers
     * @return a transport; its datagrams leave at the time of its newest poll
     */
    public Transport endpoint(final int peer) {
        return new Endpoint(peer);
    }

    /** Memory held for datagrams; it never shrinks. */
    long allocatedBytes() {
        long bytes = 0;
        for (final Queue[] row : queues) {
            for (final Queue queue : row) {
                for (final byte[] payload : queue.payloads) {
                    bytes += payload == null ? 0 : payload.length;
                }
            }
        }
        return bytes;
    }

    /** Datagrams from one peer to another, oldest first. */
    private static final class Queue {
        private final byte[][] payloads = new byte[QUEUE_CAPACITY][];
        private final int[] lengths = new int[QUEUE_CAPACITY];
        private final long[] tags = new long[QUEUE_CAPACITY];
        private final long[] arrivals = new long[QUEUE_CAPACITY];
        private final Lane[] lanes = new Lane[QUEUE_CAPACITY];
        private int head;
        private int size;
    }

    private final class Endpoint implements Transport {

        private final int self;
        private final ByteBuffer view = ByteBuffer.allocate(MAX_PAYLOAD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        private long nowNs;
        private boolean closed;

        Endpoint(final int self) {
            this.self = self;
        }

        @Override
        public int maxPayloadBytes() {
            return MAX_PAYLOAD_BYTES;
        }

        @Override
        public int wireBytes(final int payloadBytes) {
            return HEADER_BYTES + payloadBytes;
        }

        @Override
        public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
            final Queue queue = queues[self][peer];
            if (closed) {
                return SendResult.CLOSED;
            }
            if (queue.size == QUEUE_CAPACITY) {
                return SendResult.BACK_PRESSURED;
            }
            if (queue.size == 0) {
                // Starting over keeps to the slots that have memory already.
                queue.head = 0;
            }
            final int slot = queue.head + queue.size & QUEUE_MASK;
            final int length = payload.remaining();
            if (queue.payloads[slot] == null) {
                queue.payloads[slot] = new byte[MAX_PAYLOAD_BYTES];
            }
            payload.get(queue.payloads[slot], 0, length);
            queue.lengths[slot] = length;
            queue.tags[slot] = tag;
            queue.lanes[slot] = lane;
            queue.arrivals[slot] = nowNs + latencyNs;
            queue.size++;
            return SendResult.SENT;
        }

        @Override
        public int poll(final long now, final DatagramHandler handler) {
            nowNs = now;
            int delivered = 0;
            for (int peer = 0; peer < queues.length && !closed; peer++) {
                final Queue queue = queues[peer][self];
                while (queue.size > 0 && queue.arrivals[queue.head] <= now) {
                    final int slot = queue.head;
                    view.clear().put(queue.payloads[slot], 0, queue.lengths[slot]).flip();
                    queue.head = slot + 1 & QUEUE_MASK;
                    queue.size--;
                    delivered++;
                    handler.onDatagram(peer, queue.lanes[slot], queue.tags[slot], view);
                }
            }
            return delivered;
        }

        @Override
        public String failure() {
            return null;
        }

        @Override
        public void close() {
            closed = true;
        }
    }
}
