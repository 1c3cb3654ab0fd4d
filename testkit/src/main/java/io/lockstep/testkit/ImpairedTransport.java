package io.lockstep.testkit;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Makes any transport worse, in a running game: what one session sends and hears is delayed, lost, doubled, reordered
 * or held up by want of bandwidth, as {@link LinkConditions} say for each peer and each direction.
 *
 * <pre>
 * final ImpairedTransport bad = new ImpairedTransport(transport, seed).outbound(LinkConditions.latency(40));
 * … Session.builder().transport(bad) …
 * bad.inbound(Profile.WIFI_CONGESTED.conditions());    // at any time, from any thread
 * bad.outbound(1, LinkConditions.PERFECT.withLoss(1)); // player 1 hears nothing of us any more
 * </pre>
 *
 * <p>What becomes of a datagram is decided as in a {@link SimulatedNetwork}: the n-th one of a lane to or from a peer
 * has the same luck whenever the seed is the same. What is lost on {@link Lane#INPUT} is lost; {@link Lane#CONTROL} is
 * repaired as ever, so that loss makes it late. Times are as exact as polls are frequent. Datagrams are not damaged:
 * this stands before the transport's seal, where damage would go unnoticed.
 *
 * <p>Conditions may be set and asked for by any thread, and hold from the next poll on; everything else belongs to the
 * session's thread, as of any transport. Nothing is allocated per datagram once the queues have grown.
 */
public final class ImpairedTransport extends ForwardingTransport {

    private static final int PEERS = Message.MAX_PLAYERS;
    private static final long NS_PER_MS = 1_000_000L;

    private final int self;
    private final SimulatedNetwork network;
    /** This peer's end, and those that stand for the others. */
    private final Transport[] ends = new Transport[PEERS];
    private final AtomicReferenceArray<LinkConditions> outbound = new AtomicReferenceArray<>(PEERS);
    private final AtomicReferenceArray<LinkConditions> inbound = new AtomicReferenceArray<>(PEERS);
    private final AtomicInteger changes = new AtomicInteger();
    private final DatagramHandler arrivals = this::arrive;
    private final DatagramHandler departures = this::depart;
    private int applied;
    private int receiver;
    private long polledNs;
    private long refused;
    private boolean closed;

    /**
     * Stands before a transport, and changes nothing until it is given conditions.
     *
     * @param carrier what really sends; closed with this one
     * @param seed    where the luck of the datagrams starts
     * @throws IllegalArgumentException if the transport does not know whose it is, or carries payloads longer than
     *                                  {@value SimulatedNetwork#MAX_PAYLOAD_BYTES} bytes
     */
    public ImpairedTransport(final Transport carrier, final long seed) {
        super(carrier);
        self = carrier.localPeer();
        if (self == UNKNOWN) {
            throw new IllegalArgumentException("the transport does not know whose end it is: localPeer() is unknown");
        }
        Range.require("maxPayloadBytes", carrier.maxPayloadBytes(), 0, SimulatedNetwork.MAX_PAYLOAD_BYTES);
        network = new SimulatedNetwork(PEERS, seed).inputDelivery(Delivery.PLAIN_DATAGRAM).followPolls();
        for (int peer = 0; peer < PEERS; peer++) {
            ends[peer] = network.endpoint(peer);
            outbound.set(peer, LinkConditions.PERFECT);
            inbound.set(peer, LinkConditions.PERFECT);
        }
    }

    /**
     * What all others hear of this peer is like this from now on.
     *
     * @param conditions without damage; a loss of 1 for a cable that is cut
     * @return this
     * @throws IllegalArgumentException if they damage datagrams
     */
    public ImpairedTransport outbound(final LinkConditions conditions) {
        return set(outbound, 0, PEERS, conditions);
    }

    /**
     * What one other hears of this peer is like this from now on.
     *
     * @param peer       0 to 31
     * @param conditions without damage; a loss of 1 for a cable that is cut
     * @return this
     * @throws IllegalArgumentException if they damage datagrams, or there can be no such peer
     */
    public ImpairedTransport outbound(final int peer, final LinkConditions conditions) {
        Range.require("peer", peer, 0, PEERS - 1);
        return set(outbound, peer, peer + 1, conditions);
    }

    /**
     * What this peer hears of all others is like this from now on.
     *
     * @param conditions without damage; a loss of 1 for a cable that is cut
     * @return this
     * @throws IllegalArgumentException if they damage datagrams
     */
    public ImpairedTransport inbound(final LinkConditions conditions) {
        return set(inbound, 0, PEERS, conditions);
    }

    /**
     * What this peer hears of one other is like this from now on.
     *
     * @param peer       0 to 31
     * @param conditions without damage; a loss of 1 for a cable that is cut
     * @return this
     * @throws IllegalArgumentException if they damage datagrams, or there can be no such peer
     */
    public ImpairedTransport inbound(final int peer, final LinkConditions conditions) {
        Range.require("peer", peer, 0, PEERS - 1);
        return set(inbound, peer, peer + 1, conditions);
    }

    private ImpairedTransport set(final AtomicReferenceArray<LinkConditions> direction, final int from, final int to,
                                  final LinkConditions conditions) {
        if (conditions.corrupt() > 0) {
            throw new IllegalArgumentException("corrupt is " + conditions.corrupt()
                + ", a transport's datagrams can only be delayed, doubled and lost: damage would go unnoticed");
        }
        for (int peer = from; peer < to; peer++) {
            direction.set(peer, conditions);
        }
        changes.incrementAndGet();
        return this;
    }

    /**
     * What a peer hears of this one is like.
     *
     * @param peer 0 to 31
     * @return the conditions asked for last
     */
    public LinkConditions outbound(final int peer) {
        return outbound.get(peer);
    }

    /**
     * What this peer hears of another is like.
     *
     * @param peer 0 to 31
     * @return the conditions asked for last
     */
    public LinkConditions inbound(final int peer) {
        return inbound.get(peer);
    }

    /**
     * What has happened to what this peer sent.
     *
     * @return a view that moves on
     */
    public FaultCounters outboundCounters() {
        return network.counters(self);
    }

    /**
     * What has happened to what a peer sent to this one.
     *
     * @param peer 0 to 31
     * @return a view that moves on
     */
    public FaultCounters inboundCounters(final int peer) {
        return network.counters(peer);
    }

    /**
     * Datagrams that the transport would not take when their time had come, because a peer was not connected or its
     * buffers were full. They are lost, on the lane of control too: who sends there sends again.
     *
     * @return since the beginning
     */
    public long refused() {
        return refused;
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        if (closed) {
            return SendResult.CLOSED;
        }
        final SendResult result = ends[self].send(peer, lane, tag, payload);
        deliver(peer, network.nowNs());
        return result;
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler handler) {
        polledNs = nowNs;
        network.advanceTo(Math.max(nowNs, network.nowNs()));
        apply();
        carrier.poll(nowNs, arrivals);
        int work = ends[self].poll(nowNs, handler);
        for (int peer = 0; peer < PEERS; peer++) {
            work += deliver(peer, nowNs);
        }
        return work;
    }

    /** Takes over what another thread may have asked for. */
    private void apply() {
        final int asked = changes.get();
        if (asked == applied) {
            return;
        }
        applied = asked;
        for (int peer = 0; peer < PEERS; peer++) {
            if (peer != self) {
                network.conditions(self, peer, outbound.get(peer));
                network.conditions(peer, self, inbound.get(peer));
            }
        }
    }

    /** Hands over to one peer what is due; answers how much that was. */
    private int deliver(final int peer, final long nowNs) {
        if (peer == self) {
            return 0;
        }
        receiver = peer;
        return ends[peer].poll(nowNs, departures);
    }

    private void depart(final int from, final Lane lane, final long tag, final ByteBuffer payload) {
        if (carrier.send(receiver, lane, tag, payload) != SendResult.SENT) {
            refused++;
        }
    }

    private void arrive(final int from, final Lane lane, final long tag, final ByteBuffer payload) {
        ends[from].send(self, lane, tag, payload);
    }

    /** Sleeps until something arrives, or is due. */
    @Override
    public void await(final long maxNs) {
        final long dueNs = network.nextArrivalNs();
        carrier.await(dueNs == Long.MAX_VALUE ? maxNs : Math.min(maxNs, dueNs - polledNs));
    }

    /** What is still on its way to others goes out at once: it would have arrived, and nobody polls any more. */
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            for (int peer = 0; peer < PEERS; peer++) {
                deliver(peer, network.nowNs() + 2 * LinkConditions.MAX_DELAY_MS * NS_PER_MS);
            }
        }
        carrier.close();
    }
}
