package io.lockstep.core.internal.transfer;

import io.lockstep.core.internal.protocol.TransferMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/** A sender, a receiver and a network between them that loses, delays, reorders and doubles, by a hand-moved clock. */
final class LossyChannel {

    private record Parcel(long atNs, long order, boolean ack, int index, byte[] bytes, boolean last, int bitmap) {
    }

    final StreamSender sender;
    final StreamReceiver receiver;
    final byte[] received;
    final List<long[]> sends = new ArrayList<>();
    private final PriorityQueue<Parcel> parcels = new PriorityQueue<>(
        (a, b) -> a.atNs != b.atNs ? Long.compare(a.atNs, b.atNs) : Long.compare(a.order, b.order));
    private final SplittableRandom random;
    private final double loss;
    private final long delayNs;
    private final long jitterNs;
    private final double doubled;
    /** How often both are polled, ns. */
    long pollNs = 5_000_000L;
    long nowNs = 5_000_000_000L;
    int receivedLength;
    int readPerPoll = Integer.MAX_VALUE;
    private long order;

    LossyChannel(final StreamSender sender, final StreamReceiver receiver, final int streamBytes, final long seed,
                 final double loss, final long rttNs, final long jitterNs, final double doubled) {
        this.sender = sender;
        this.receiver = receiver;
        this.loss = loss;
        this.delayNs = rttNs / 2;
        this.jitterNs = jitterNs;
        this.doubled = doubled;
        random = new SplittableRandom(seed);
        received = new byte[streamBytes];
        sender.rtt(rttNs + jitterNs);
    }

    void poll() {
        nowNs += pollNs;
        deliver();
        sender.poll(nowNs, this::chunk);
        final int wanted = Math.min(readPerPoll, received.length - receivedLength);
        receivedLength += receiver.read(received, receivedLength, wanted);
        if (receiver.ackDue(nowNs)) {
            post(true, receiver.next(), null, false, receiver.bitmap());
        }
    }

    private boolean chunk(final int transfer, final int index, final byte[] bytes, final int offset,
                          final int length, final boolean last) {
        sends.add(new long[] {nowNs, length + TransferMessage.CHUNK_OVERHEAD_BYTES});
        post(false, index, Arrays.copyOfRange(bytes, offset, offset + length), last, 0);
        return true;
    }

    private void post(final boolean ack, final int index, final byte[] bytes, final boolean last, final int bitmap) {
        final int copies = random.nextDouble() < doubled ? 2 : 1;
        for (int i = 0; i < copies; i++) {
            if (random.nextDouble() >= loss) {
                final long jitter = jitterNs == 0 ? 0 : random.nextLong(jitterNs);
                parcels.add(new Parcel(nowNs + delayNs + jitter, order++, ack, index, bytes, last, bitmap));
            }
        }
    }

    private void deliver() {
        while (!parcels.isEmpty() && parcels.peek().atNs <= nowNs) {
            final Parcel parcel = parcels.poll();
            if (parcel.ack) {
                sender.onAck(parcel.index, parcel.bitmap, parcel.atNs);
            } else {
                receiver.onChunk(parcel.index, parcel.bytes, 0, parcel.bytes.length, parcel.last);
            }
        }
    }

    /** Polls until the sender has everything acknowledged, and answers how long that took; -1 when it took longer. */
    long runUntilDone(final long mostNs) {
        final long startNs = nowNs;
        while (!sender.done() || receivedLength < received.length) {
            poll();
            if (nowNs - startNs > mostNs) {
                return -1;
            }
        }
        return nowNs - startNs;
    }

    /** The most bytes sent beyond the rate in any stretch of time. */
    double mostAbove(final long bytesPerSecond) {
        double most = 0;
        double level = 0;
        long lastNs = 0;
        for (final long[] send : sends) {
            level = Math.max(0, level - (send[0] - lastNs) * (double) bytesPerSecond / 1e9) + send[1];
            lastNs = send[0];
            most = Math.max(most, level);
        }
        return most;
    }
}
