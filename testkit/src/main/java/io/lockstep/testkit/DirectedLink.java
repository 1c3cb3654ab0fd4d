package io.lockstep.testkit;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;

/** One direction between two peers: decides what becomes of each datagram and when it arrives. */
final class DirectedLink implements ReliableStream.Path {

    /** What a link asks of the network that it is part of. */
    interface Network {

        /** When a peer was last polled; now if it never was. */
        long lastPollNs(int peer, long nowNs);

        /** How a lane travels. */
        Delivery delivery(Lane lane);
    }

    /**
     * Datagrams under way on one link at most, waiting for a paused receiver included: about what the socket buffer of
     * an ordinary Linux holds several times over.
     */
    static final int MAX_IN_FLIGHT = 4096;

    /** A sender whose receiver is silent for this long is told NOT_CONNECTED; as our Aeron transport has it. */
    static final long CONNECTION_TIMEOUT_NS = 3_000_000_000L;
    /** A receiver forgets a stream that is silent for this long; as our Aeron transport has it. */
    static final long IMAGE_LIVENESS_NS = 30_000_000_000L;
    /** A stream that was forgotten is refused for another five status messages. */
    static final long REFUSAL_NS = 1_000_000_000L;
    /** Aeron's interval between attempts to set a stream up. */
    static final long SETUP_NS = 100_000_000L;

    private static final long LOST = ReliableStream.LOST;
    private static final long NS_PER_MS = 1_000_000L;
    private static final long NEVER = Long.MAX_VALUE;
    private static final int LANES = Lane.values().length;
    private static final Lane[] LANE = Lane.values();

    private final int from;
    private final int to;
    private final FaultCounters counters;
    private final ArrivalQueue queue;
    private final Corruption corruption;
    private final Network network;
    private final long[] noise = new long[LANES];
    private final long[] numbers = new long[LANES];
    private final long[] newest = new long[LANES];
    private final ReliableStream[] streams = new ReliableStream[LANES];
    private final HeldBack heldBack;
    private final TokenBucket bucket = new TokenBucket();
    private final SharedLine uplink;
    @SuppressWarnings("NullAway.Init") // given before it is used
    private DirectedLink reverse;

    private LinkConditions conditions = LinkConditions.PERFECT;
    private long latencyNs;
    private long jitterNs;
    private double lengthLog;
    private boolean plain = true;
    /** Time since which this line has only delayed, always by the same; {@link #NEVER} while it does more. */
    private long cleanSinceNs;
    /** The same, but for cuts. */
    private long evenSinceNs;

    private int cuts;
    private int dropNext;
    private long burstLeft;
    private long lossRun;
    private int inFlight;
    private long darkSinceNs = NEVER;
    private long connectedFromNs = Long.MIN_VALUE;
    private long joinedFromNs = Long.MIN_VALUE;

    DirectedLink(final Network network, final long seed, final int from, final int to, final SharedLine uplink,
                 final FaultCounters counters, final ArrivalQueue queue, final Corruption corruption) {
        this.network = network;
        this.uplink = uplink;
        this.from = from;
        this.to = to;
        this.counters = counters;
        this.queue = queue;
        this.corruption = corruption;
        heldBack = new HeldBack(queue);
        for (int lane = 0; lane < LANES; lane++) {
            noise[lane] = Noise.stream(seed, from, to, lane);
            newest[lane] = -1;
            streams[lane] = new ReliableStream(this, queue, heldBack, corruption, LANE[lane],
                Noise.stream(seed, from, to, LANES + lane));
        }
    }

    void reverse(final DirectedLink opposite) {
        reverse = opposite;
    }

    @Override
    public int from() {
        return from;
    }

    @Override
    public FaultCounters counters() {
        return counters;
    }

    @Override
    public long latencyNs() {
        return latencyNs;
    }

    @Override
    public DirectedLink reverse() {
        return reverse;
    }

    @Override
    public LinkConditions conditions() {
        return conditions;
    }

    void conditions(final LinkConditions next, final long nowNs) {
        conditions = next;
        latencyNs = Math.round(next.latencyMs() * NS_PER_MS);
        jitterNs = Math.round(next.jitterMs() * NS_PER_MS);
        lengthLog = next.burst().meanLength() > 1 ? StrictMath.log(1 - 1 / next.burst().meanLength()) : 0;
        bucket.size(next.bandwidthBps(), next.queuePackets());
        evenSinceNs = nowNs;
        if (next.burst().enter() == 0) {
            burstLeft = 0;
        }
        changed(nowNs);
    }

    void cut(final long nowNs) {
        cuts++;
        changed(nowNs);
    }

    void uncut(final long nowNs) {
        cuts = Math.max(0, cuts - 1);
        changed(nowNs);
    }

    void heal(final long nowNs) {
        cuts = 0;
        dropNext = 0;
        changed(nowNs);
    }

    void dropNext(final int count, final long nowNs) {
        dropNext = count;
        changed(nowNs);
    }

    /** Works out again what {@link #send} asks for every datagram, and notices the beginning and end of an outage. */
    void changed(final long nowNs) {
        plain = isPlain();
        cleanSinceNs = plain ? nowNs : NEVER;
        evenSinceNs = !isEven() ? NEVER : evenSinceNs == NEVER ? nowNs : evenSinceNs;
        final boolean dark = cuts > 0 || conditions.loss() >= 1;
        if (dark && darkSinceNs == NEVER) {
            darkSinceNs = nowNs;
        } else if (!dark && darkSinceNs != NEVER) {
            light(nowNs, nowNs - darkSinceNs);
            darkSinceNs = NEVER;
        }
    }

    /** Returns the time since which this line has only delayed, always by the same; the end of time if it does more. */
    long cleanSinceNs() {
        return cleanSinceNs;
    }

    /** Returns the time since which this line has delayed what it was not cut for, always by the same. */
    long evenSinceNs() {
        return evenSinceNs;
    }

    private boolean isPlain() {
        return cuts == 0 && isEven();
    }

    private boolean isEven() {
        return dropNext == 0 && jitterNs == 0 && conditions.loss() == 0 && !bucket.isLimited()
            && !uplink.isLimited() && conditions.burst().enter() == 0 && conditions.duplicate() == 0
            && conditions.reorder().rate() == 0 && conditions.corrupt() == 0;
    }

    /** The link works again after so long. */
    private void light(final long nowNs, final long outageNs) {
        final long connectedNs = nowNs + SETUP_NS + latencyNs + reverse.latencyNs;
        if (outageNs >= CONNECTION_TIMEOUT_NS) {
            reverse.connectedFromNs = Math.max(reverse.connectedFromNs, connectedNs);
        }
        if (outageNs >= IMAGE_LIVENESS_NS) {
            joinedFromNs = Math.max(nowNs, darkSinceNs + IMAGE_LIVENESS_NS + REFUSAL_NS) + SETUP_NS + latencyNs;
            for (final ReliableStream stream : streams) {
                stream.restart();
            }
        }
        if (outageNs >= IMAGE_LIVENESS_NS + CONNECTION_TIMEOUT_NS) {
            connectedFromNs = Math.max(connectedFromNs, connectedNs);
        }
    }

    /** Does the sender still hear of its receiver? */
    private boolean isConnected(final long nowNs) {
        return nowNs >= connectedFromNs
            && (reverse.darkSinceNs == NEVER || nowNs - reverse.darkSinceNs < CONNECTION_TIMEOUT_NS)
            && (darkSinceNs == NEVER || nowNs - darkSinceNs < IMAGE_LIVENESS_NS + CONNECTION_TIMEOUT_NS)
            && nowNs - network.lastPollNs(to, nowNs) < CONNECTION_TIMEOUT_NS;
    }

    @Override
    public boolean isForgotten(final long nowNs) {
        return nowNs < joinedFromNs || darkSinceNs != NEVER && nowNs - darkSinceNs >= IMAGE_LIVENESS_NS;
    }

    /** One end was started anew: a new receiver takes whatever comes first, what was sent to the former one too. */
    void restart() {
        for (int lane = 0; lane < LANES; lane++) {
            newest[lane] = -1;
            streams[lane].restart();
        }
    }

    SendResult send(final Lane lane, final long tag, final ByteBuffer payload, final long nowNs) {
        final int index = lane.ordinal();
        final Delivery delivery = network.delivery(lane);
        if (!delivery.isBare() && !isConnected(nowNs)) {
            return SendResult.NOT_CONNECTED;
        }
        if (delivery == Delivery.AERON_RELIABLE) {
            return streams[index].send(tag, payload, nowNs);
        }
        final long number = numbers[index]++;
        final int wireBytes = WireSize.of(delivery, payload.remaining());
        final long packet = Noise.packet(noise[index], number);
        final long leftNs = uplinkNs(WireSize.onLine(delivery, payload.remaining()), nowNs);
        final long atNs = transit(packet, wireBytes, leftNs);
        if (atNs != LOST) {
            final int slot = push(atNs, lane, ArrivalQueue.Kind.DATAGRAM, number);
            if (slot >= 0) {
                final ByteBuffer copy = queue.payload(slot, tag, payload);
                if (!plain) {
                    impair(slot, packet, copy, tag, leftNs);
                }
            }
        }
        heldBack.overtake(atNs == LOST ? nowNs + latencyNs : atNs);
        return SendResult.SENT;
    }

    private void impair(final int slot, final long packet, final ByteBuffer copy, final long tag, final long nowNs) {
        if (Noise.chance(packet, Noise.DUPLICATE, conditions.duplicate())) {
            final int second = push(nowNs + delayNs(packet, Noise.COPY_JITTER), queue.lane(slot),
                ArrivalQueue.Kind.DATAGRAM, queue.number(slot));
            if (second >= 0) {
                counters.duplicated++;
                queue.payload(second, tag, copy);
            }
        }
        if (Noise.chance(packet, Noise.CORRUPT, conditions.corrupt())) {
            if (network.delivery(queue.lane(slot)) != Delivery.UDP_PAYLOAD) {
                counters.corrupted++;
                queue.tag(slot, corruption.damage(copy, tag, packet));
            } else if (corruption.damageFramed(copy, packet)) {
                counters.corrupted++;
            }
        }
        heldBack.hold(slot, packet, conditions.reorder());
    }

    @Override
    public long uplinkNs(final int lineBytes, final long nowNs) {
        final long leftNs = plain ? nowNs : uplink.departureNs(lineBytes, nowNs);
        if (leftNs == SharedLine.FULL) {
            counters.queueDropped++;
        }
        return leftNs;
    }

    @Override
    public long transit(final long packet, final int wireBytes, final long leftNs) {
        counters.datagrams++;
        counters.wireBytes += wireBytes;
        if (plain) {
            return leftNs + latencyNs;
        }
        if (leftNs == SharedLine.FULL) {
            return LOST;
        }
        final long leavesNs = bucket.isLimited() ? bucket.departureNs(wireBytes, leftNs) : leftNs;
        if (leavesNs == TokenBucket.FULL) {
            counters.queueDropped++;
            return LOST;
        }
        return loses(packet) ? LOST : leavesNs + delayNs(packet, Noise.JITTER);
    }

    @Override
    public boolean loses(final long packet) {
        if (cuts > 0) {
            counters.partitioned++;
        } else if (dropNext > 0) {
            dropNext--;
            plain = isPlain();
            counters.droppedOnOrder++;
        } else if (burstLeft > 0) {
            burstLeft--;
            counters.burstLost++;
        } else if (Noise.chance(packet, Noise.LOSS, conditions.loss())) {
            counters.lost++;
        } else if (Noise.chance(packet, Noise.BURST, conditions.burst().enter())) {
            counters.burstLost++;
            burstLeft = burstLength(packet) - 1;
        } else {
            lossRun = 0;
            return false;
        }
        counters.longestLoss = Math.max(counters.longestLoss, ++lossRun);
        return true;
    }

    /** Geometric with the mean that was asked for. */
    private long burstLength(final long packet) {
        return lengthLog == 0 ? 1
            : 1 + (long) (StrictMath.log(1 - Noise.unit(packet, Noise.BURST_LENGTH)) / lengthLog);
    }

    @Override
    public long delayNs(final long packet, final int purpose) {
        if (jitterNs == 0) {
            return latencyNs;
        }
        final long jitter = (long) (Noise.unit(packet, purpose) * (2 * jitterNs + 1)) - jitterNs;
        return Math.max(0, latencyNs + jitter);
    }

    /** Puts a datagram under way; negative if too much is already. */
    private int push(final long atNs, final Lane lane, final ArrivalQueue.Kind kind, final long number) {
        if (inFlight == MAX_IN_FLIGHT) {
            counters.queueDropped++;
            return -1;
        }
        inFlight++;
        return queue.push(atNs, this, lane, kind, number);
    }

    /** Puts under way what nobody sent. */
    void inject(final Lane lane, final long tag, final ByteBuffer payload, final long nowNs) {
        final int slot = push(nowNs + latencyNs, lane, ArrivalQueue.Kind.INJECTED, -1);
        if (slot >= 0) {
            queue.payload(slot, tag, payload);
        }
    }

    @Override
    public void arrive(final int slot, final DatagramHandler receiver, final long nowNs) {
        if (heldBack.isHolding()) {
            heldBack.forget(slot);
        }
        final Lane lane = queue.lane(slot);
        final ArrivalQueue.Kind kind = queue.kind(slot);
        if (kind != ArrivalQueue.Kind.DATAGRAM && kind != ArrivalQueue.Kind.INJECTED) {
            streams[lane.ordinal()].arrive(kind, queue.number(slot), receiver, nowNs);
            return;
        }
        inFlight--;
        if (kind == ArrivalQueue.Kind.INJECTED || !isDiscarded(lane, queue.number(slot))) {
            receiver.onDatagram(from, lane, queue.tag(slot), queue.payload(slot));
        }
    }

    private boolean isDiscarded(final Lane lane, final long number) {
        final int index = lane.ordinal();
        if (number > newest[index]) {
            if (newest[index] >= 0 && !network.delivery(lane).isBare()) {
                counters.longestGap = Math.max(counters.longestGap, number - newest[index] - 1);
            }
            newest[index] = number;
            return false;
        }
        if (number < newest[index]) {
            counters.reordered++;
        }
        if (network.delivery(lane).isBare()) {
            return false;
        }
        counters.discarded++;
        return true;
    }
}
