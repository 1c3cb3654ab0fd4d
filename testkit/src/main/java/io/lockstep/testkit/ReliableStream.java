package io.lockstep.testkit;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import org.jspecify.annotations.NullUnmarked;

/**
 * One lane of one link as an Aeron stream with {@code reliable=true}: delivered in order, everything behind a gap held
 * back. The receiver asks for one gap at a time, 1 ms after it saw it and every 30 ms until it is filled; requests and
 * repairs are lost like anything else. A lost last packet is noticed by the sender's sign of life, 100 ms later.
 */
@NullUnmarked
final class ReliableStream {

    /** Answer of {@link Path#transit} for a packet that never arrives. */
    static final long LOST = -1;

    /** What the receiver lets a sender be ahead by; as our Aeron transport has it for its control stream. */
    static final int WINDOW_BYTES = 64 * 1024;
    /** The smallest frame on the wire without UDP and IPv4 headers. */
    private static final int MIN_FRAME_BYTES = 64;
    /** So many of the smallest frames fill the window. */
    private static final int CAPACITY = WINDOW_BYTES / MIN_FRAME_BYTES;
    private static final int MASK = CAPACITY - 1;

    /** A gap waits this long for a reordered packet before it is asked for; as our Aeron transport has it. */
    private static final long NAK_DELAY_NS = 1_000_000L;
    /** Between two requests for the same gap; as our Aeron transport has it. */
    private static final long NAK_RETRY_NS = 30_000_000L;
    /** A sender that has repaired a gap ignores requests for it for this long: Aeron's default. */
    private static final long LINGER_NS = 60_000_000L;
    /** An idle sender's sign of life: fixed in Aeron. */
    private static final long HEARTBEAT_NS = 100_000_000L;
    /** What a request takes on the wire. */
    private static final int NAK_WIRE_BYTES = 28 + 28;
    /** Repairs of one request share datagrams up to this; as our Aeron transport has it. */
    private static final int MTU_BYTES = 1216;
    /** Numbers kept for the noise of one request and its repairs. */
    private static final int NOISE_PER_REPAIR = 64;

    /** The direction that a stream takes: what becomes of its packets, and who counts them. */
    interface Path extends ArrivalQueue.Route {

        /** The sender. */
        int from();

        /** The opposite direction. */
        Path reverse();

        LinkConditions conditions();

        FaultCounters counters();

        long latencyNs();

        /** How long a packet takes by the draw for this purpose. */
        long delayNs(long packet, int purpose);

        /**
         * Returns the time at which a packet sent now has passed its sender's line, or {@link SharedLine#FULL} if it
         * does not.
         */
        long uplinkNs(int lineBytes, long nowNs);

        /**
         * Returns the arrival time of a packet that passed its sender's line at a given time, or {@link #LOST}. Counts
         * it in either case.
         */
        long transit(long packet, int wireBytes, long leftNs);

        /** Is a packet lost that is on the link now? */
        boolean loses(long packet);

        /** Has the receiver forgotten the stream, or not yet joined the new one? */
        boolean isForgotten(long nowNs);
    }

    private final Path link;
    private final ArrivalQueue queue;
    private final HeldBack heldBack;
    private final Corruption corruption;
    private final Lane lane;
    private final long noise;
    private ByteBuffer[] payloads;
    private long[] tags;
    private boolean[] arrived;
    private long sent;
    private long sentNs;
    private long next;
    private long known;
    private long gap = -1;
    private long repairedGap = -1;
    private long repairedNs;
    private long repairs;
    private int outstandingBytes;
    private boolean heartbeatDue;

    ReliableStream(final Path link, final ArrivalQueue queue, final HeldBack heldBack, final Corruption corruption,
                   final Lane lane, final long noise) {
        this.link = link;
        this.queue = queue;
        this.heldBack = heldBack;
        this.corruption = corruption;
        this.lane = lane;
        this.noise = noise;
    }

    /** Whatever is under way is gone for good. */
    void restart() {
        link.counters().vanished += sent - next;
        next = sent;
        known = sent;
        outstandingBytes = 0;
    }

    private static int frameBytes(final int payloadBytes) {
        return WireSize.framed(payloadBytes) - WireSize.IP_UDP_BYTES;
    }

    SendResult send(final long tag, final ByteBuffer payload, final long nowNs) {
        if (payloads == null) {
            payloads = new ByteBuffer[CAPACITY];
            tags = new long[CAPACITY];
            arrived = new boolean[CAPACITY];
        }
        if (link.isForgotten(nowNs) && sent - next > 0) {
            // Before the window is looked at: a stream that filled it in an outage would stand still for ever.
            restart();
        }
        final int length = payload.remaining();
        final int frameBytes = frameBytes(length);
        if (outstandingBytes + frameBytes > WINDOW_BYTES || sent - next == CAPACITY) {
            return SendResult.BACK_PRESSURED;
        }
        final long number = sent++;
        final int place = (int) number & MASK;
        payloads[place] = ArrivalQueue.buffer(payloads[place], length);
        payloads[place].clear().put(0, payload, payload.position(), length).limit(length);
        tags[place] = tag;
        arrived[place] = false;
        outstandingBytes += frameBytes;
        sentNs = nowNs;
        depart(number, frameBytes + WireSize.IP_UDP_BYTES, nowNs);
        if (link.isForgotten(nowNs)) {
            restart();
        }
        return SendResult.SENT;
    }

    private void depart(final long number, final int wireBytes, final long nowNs) {
        final long packet = Noise.packet(noise, number);
        final long leftNs = link.uplinkNs(wireBytes, nowNs);
        final long atNs = link.transit(packet, wireBytes, leftNs);
        if (atNs == LOST) {
            if (!heartbeatDue) {
                heartbeat(nowNs);
            }
            heldBack.overtake(nowNs);
            return;
        }
        final LinkConditions conditions = link.conditions();
        final boolean damaged = Noise.chance(packet, Noise.CORRUPT, conditions.corrupt());
        heldBack.hold(
            push(atNs, damaged ? ArrivalQueue.Kind.STREAM_DAMAGED : ArrivalQueue.Kind.STREAM_PACKET, number),
            packet, conditions.reorder());
        if (Noise.chance(packet, Noise.DUPLICATE, conditions.duplicate())) {
            push(leftNs + link.delayNs(packet, Noise.COPY_JITTER), ArrivalQueue.Kind.STREAM_PACKET, number);
            link.counters().duplicated++;
        }
        heldBack.overtake(atNs);
    }

    private int push(final long atNs, final ArrivalQueue.Kind kind, final long number) {
        return queue.push(atNs, link, lane, kind, number);
    }

    /** The next sign of life, if nothing else is sent before. */
    private void heartbeat(final long fromNs) {
        heartbeatDue = true;
        push(fromNs + HEARTBEAT_NS + link.latencyNs(), ArrivalQueue.Kind.STREAM_HEARTBEAT, sent);
    }

    /** Something of this stream reached the receiver. */
    void arrive(final ArrivalQueue.Kind kind, final long number, final DatagramHandler receiver, final long nowNs) {
        switch (kind) {
            case STREAM_GAP -> request(number, nowNs);
            case STREAM_HEARTBEAT -> onHeartbeat(nowNs);
            default -> onPacket(number, kind == ArrivalQueue.Kind.STREAM_DAMAGED, receiver, nowNs);
        }
    }

    private void onPacket(final long number, final boolean damaged, final DatagramHandler receiver,
                          final long nowNs) {
        final int place = (int) number & MASK;
        if (number < next || arrived[place]) {
            link.counters().discarded++;
            return;
        }
        arrived[place] = true;
        if (number + 1 < known) {
            link.counters().reordered++;
        }
        known = Math.max(known, number + 1);
        if (damaged) {
            link.counters().corrupted++;
            outstandingBytes -= frameBytes(payloads[place].limit());
            tags[place] = corruption.damage(payloads[place], tags[place], Noise.packet(noise, number));
            outstandingBytes += frameBytes(payloads[place].limit());
        }
        while (next < sent && arrived[(int) next & MASK]) {
            final int first = (int) next++ & MASK;
            outstandingBytes -= frameBytes(payloads[first].limit());
            receiver.onDatagram(link.from(), lane, tags[first], payloads[first]);
        }
        lookForGap(nowNs);
    }

    private void lookForGap(final long nowNs) {
        if (next < known && gap != next) {
            gap = next;
            push(nowNs + NAK_DELAY_NS, ArrivalQueue.Kind.STREAM_GAP, next);
        }
    }

    private void onHeartbeat(final long nowNs) {
        if (link.isForgotten(nowNs) || next == sent) {
            heartbeatDue = false;
        } else if (nowNs - sentNs < HEARTBEAT_NS
            || link.loses(Noise.packet(noise, -1 - repairs++ * NOISE_PER_REPAIR))) {
            heartbeat(nowNs - link.latencyNs());
        } else {
            heartbeatDue = false;
            known = sent;
            lookForGap(nowNs);
        }
    }

    /** Asks for the first gap, and has it repaired if the request gets through. */
    private void request(final long number, final long nowNs) {
        if (number != next || next >= known || link.isForgotten(nowNs)) {
            gap = gap == number ? -1 : gap;
            return;
        }
        final Path back = link.reverse();
        final long first = -1 - repairs++ * NOISE_PER_REPAIR;
        final long packet = Noise.packet(noise, first);
        back.counters().wireBytes += NAK_WIRE_BYTES;
        final long leftNs = back.uplinkNs(NAK_WIRE_BYTES, nowNs);
        if (!back.loses(packet) && leftNs != SharedLine.FULL) {
            final long heardNs = leftNs + back.delayNs(packet, Noise.JITTER);
            if (repairedGap != next || heardNs - repairedNs >= LINGER_NS) {
                repairedGap = next;
                repairedNs = heardNs;
                repair(first, nowNs, heardNs);
            }
        }
        push(nowNs + NAK_RETRY_NS, ArrivalQueue.Kind.STREAM_GAP, next);
    }

    /**
     * Sends the whole gap again; packets of one datagram share its fate. They take the sender's line now, though the
     * request is still in flight: the line keeps no future times.
     */
    private void repair(final long firstNoise, final long nowNs, final long heardNs) {
        long atNs = LOST;
        int room = 0;
        int datagrams = 0;
        for (long number = next; number < known && !arrived[(int) number & MASK]; number++) {
            final int bytes = frameBytes(payloads[(int) number & MASK].limit());
            int lineBytes = bytes;
            if (bytes > room && datagrams < NOISE_PER_REPAIR - 1) {
                final long packet = Noise.packet(noise, firstNoise - ++datagrams);
                room = MTU_BYTES;
                link.counters().wireBytes += WireSize.IP_UDP_BYTES;
                atNs = link.loses(packet) ? LOST : heardNs + link.delayNs(packet, Noise.JITTER);
                lineBytes += WireSize.IP_UDP_BYTES;
            }
            final long leftNs = link.uplinkNs(lineBytes, nowNs);
            room -= bytes;
            link.counters().wireBytes += bytes;
            link.counters().repaired++;
            if (atNs != LOST && leftNs != SharedLine.FULL) {
                push(atNs + leftNs - nowNs, ArrivalQueue.Kind.STREAM_PACKET, number);
            }
        }
    }
}
