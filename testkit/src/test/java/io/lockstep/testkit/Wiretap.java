package io.lockstep.testkit;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Two ends of a simulated network: one sends numbered datagrams, the other writes down what arrives and when. */
final class Wiretap implements DatagramHandler {

    static final long MS = 1_000_000L;

    final SimulatedNetwork network;
    final Transport sender;
    final Transport receiver;
    final List<Integer> numbers = new ArrayList<>();
    final List<Long> delaysNs = new ArrayList<>();
    long damaged;
    long hash = 1;
    int sent;
    private final long[] sentNs = new long[200_000];
    private final ByteBuffer payload = ByteBuffer.allocate(SimulatedNetwork.MAX_PAYLOAD_BYTES)
        .order(ByteOrder.LITTLE_ENDIAN);

    Wiretap(final long seed, final LinkConditions conditions) {
        network = new SimulatedNetwork(2, seed).conditions(conditions);
        sender = network.endpoint(0);
        receiver = network.endpoint(1);
    }

    Transport.SendResult send(final Lane lane) {
        payload.clear();
        payload.putInt(sent).putInt(~sent).flip();
        sentNs[sent] = network.nowNs();
        return sender.send(1, lane, ~sent++, payload);
    }

    /** Sends one datagram every so often, polling every millisecond. */
    void run(final Lane lane, final int count, final long everyMs) {
        for (int i = 0; i < count; i++) {
            send(lane);
            pass(everyMs);
        }
    }

    void pass(final long milliseconds) {
        for (long i = 0; i < milliseconds; i++) {
            network.advanceTo(network.nowNs() + MS);
            sender.poll(0, this);
            receiver.poll(0, this);
        }
    }

    @Override
    public void onDatagram(final int peer, final Lane lane, final long tag, final ByteBuffer datagram) {
        final int number = datagram.remaining() < 4 ? -1 : datagram.getInt(0);
        hash = (hash * 31 + number) * 31 + network.nowNs();
        if (datagram.remaining() != 8 || number != ~datagram.getInt(4) || number != ~(int) tag || tag != (int) tag) {
            damaged++;
        } else {
            numbers.add(number);
            delaysNs.add(network.nowNs() - sentNs[number]);
        }
    }

    long longestDelayMs() {
        return delaysNs.stream().mapToLong(Long::longValue).max().orElse(-1) / MS;
    }

    long delayMs(final double quantile) {
        final long[] sorted = delaysNs.stream().mapToLong(Long::longValue).sorted().toArray();
        return sorted[(int) (quantile * (sorted.length - 1))] / MS;
    }

    boolean inOrder() {
        for (int i = 1; i < numbers.size(); i++) {
            if (numbers.get(i) <= numbers.get(i - 1)) {
                return false;
            }
        }
        return true;
    }
}
