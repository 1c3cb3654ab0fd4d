package io.lockstep.testkit;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A network within one process and in virtual time. Each direction of each link has {@link LinkConditions} of its own,
 * perfect unless said otherwise, which may change at any time; links can be cut, and datagrams dropped, recorded and
 * injected. The same calls with the same seed give the same run, bit for bit.
 *
 * <p>Whoever runs a match moves the time, then polls the sessions, each with its own clock:
 *
 * <pre>
 * final SimulatedNetwork network = new SimulatedNetwork(2, seed).conditions(Profile.WIFI_AVERAGE.conditions());
 * … Session.builder().transport(network.endpoint(0)) …
 * for (long now = 0; now &lt; end; now += 1_000_000) {
 *     network.advanceTo(now);
 *     for (final Session session : sessions) {
 *         session.poll(now);
 *         while (session.step()) { }
 *     }
 * }
 * </pre>
 *
 * <p>What becomes of a datagram is a pure function of seed, link, lane and the datagram's number on them: a datagram
 * more or less on one link changes nothing on the others. Whether a link is cut counts when a datagram is sent; what
 * is under way still arrives. The control lane, and the lane of inputs if {@link Delivery} says so, are modelled as
 * Aeron's repaired streams.
 *
 * <p>Single-threaded. Nothing is allocated per datagram once the queues have grown to what is under way.
 */
public final class SimulatedNetwork {

    /** As much as an Aeron datagram of our MTU carries. */
    public static final int MAX_PAYLOAD_BYTES = WireSize.MAX_PAYLOAD_BYTES;

    /** What one Ethernet frame carries: the limit with {@link Delivery#UDP_PAYLOAD}. */
    public static final int MAX_UDP_PAYLOAD_BYTES = 1472;

    /** Before any clock's time, and far enough from the end of the numbers to count with. */
    private static final long LONG_AGO_NS = Long.MIN_VALUE / 2;

    /** What the links and the endpoints see of the network. */
    private final class Parts implements DirectedLink.Network, SimulatedEndpoint.Network {

        @Override
        public int peers() {
            return peers;
        }

        @Override
        public long nowNs() {
            return nowNs;
        }

        @Override
        public long polledNs(final long localNs) {
            if (followsPolls) {
                nowNs = Math.max(nowNs, localNs);
            }
            return nowNs;
        }

        @Override
        public long lastPollNs(final int peer, final long timeNs) {
            return endpoints[peer] == null ? timeNs : endpoints[peer].polledNs(timeNs);
        }

        @Override
        public Delivery delivery(final Lane lane) {
            return SimulatedNetwork.this.delivery(lane);
        }

        @Override
        public Transport.SendResult send(final int from, final int to, final Lane lane, final long tag,
                                         final ByteBuffer payload) {
            return SimulatedNetwork.this.send(from, to, lane, tag, payload);
        }
    }

    private final int peers;
    private final DirectedLink[] links;
    private final ArrivalQueue[] queues;
    private final SimulatedEndpoint[] endpoints;
    private final FaultCounters[] counters;
    private final SharedLine[] uplinks;
    /** Number of address changes of each peer. */
    private final int[] moves;
    private final FaultCounters total = new FaultCounters();
    private final Parts parts = new Parts();
    private Delivery inputDelivery = Delivery.AERON_DATAGRAM;
    private @Nullable DatagramTap tap;
    private boolean followsPolls;
    private long nowNs;

    /**
     * A perfect network at time 0.
     *
     * @param peers upper bound of the peer ids, 1 to 32
     * @param seed  where its random numbers start
     * @throws IllegalArgumentException if the number of peers is out of range
     */
    public SimulatedNetwork(final int peers, final long seed) {
        Range.require("peers", peers, 1, Message.MAX_PLAYERS);
        this.peers = peers;
        links = new DirectedLink[peers * peers];
        queues = new ArrivalQueue[peers];
        endpoints = new SimulatedEndpoint[peers];
        counters = new FaultCounters[peers];
        uplinks = new SharedLine[peers];
        moves = new int[peers];
        for (int peer = 0; peer < peers; peer++) {
            queues[peer] = new ArrivalQueue();
            uplinks[peer] = new SharedLine();
            counters[peer] = new FaultCounters();
        }
        final Corruption corruption = new Corruption();
        for (int from = 0; from < peers; from++) {
            for (int to = 0; to < peers; to++) {
                links[from * peers + to] =
                    new DirectedLink(parts, seed, from, to, uplinks[from], counters[from], queues[to], corruption);
            }
        }
        for (int from = 0; from < peers; from++) {
            for (int to = 0; to < peers; to++) {
                links[from * peers + to].reverse(links[to * peers + from]);
            }
        }
    }

    private DirectedLink link(final int from, final int to) {
        if (from < 0 || from >= peers || to < 0 || to >= peers || from == to) {
            throw new IllegalArgumentException("no link from " + from + " to " + to + " among " + peers + " peers");
        }
        return links[from * peers + to];
    }

    /** Returns one direction between two peers. */
    DirectedLink line(final int from, final int to) {
        return link(from, to);
    }

    private void requirePeer(final int peer) {
        Range.require("peer", peer, 0, peers - 1);
    }

    /**
     * How many peers there can be.
     *
     * @return upper bound of the peer ids
     */
    public int peers() {
        return peers;
    }

    /**
     * How inputs travel from now on; to be set before the first of them.
     *
     * @param delivery {@link Delivery#AERON_DATAGRAM} by default
     * @return this
     */
    public SimulatedNetwork inputDelivery(final Delivery delivery) {
        inputDelivery = delivery;
        return this;
    }

    /**
     * For peers who all have the same clock: instead of by {@link #advanceTo} time moves on by the polls, and is the
     * latest that any endpoint was polled with. To be said before the first poll.
     *
     * @return this
     */
    public SimulatedNetwork followPolls() {
        followsPolls = true;
        nowNs = LONG_AGO_NS;
        return this;
    }

    private Delivery delivery(final Lane lane) {
        return lane == Lane.CONTROL ? Delivery.AERON_RELIABLE : inputDelivery;
    }

    /**
     * Starts one peer's end of the network. Its datagrams leave at the network's time, and so do those of others
     * arrive, whatever time it is polled with, unless {@link #followPolls} was said. Called again it stands for a
     * restarted process: the former end is closed, repaired streams begin anew, and other datagrams that are still
     * under way arrive at the new one, except those that arrived since a {@link #kill}.
     *
     * @param peer its id, below the number of peers
     * @return a transport
     * @throws IllegalArgumentException if there is no such peer
     */
    public Transport endpoint(final int peer) {
        requirePeer(peer);
        if (endpoints[peer] != null) {
            endpoints[peer].discard(nowNs);
            endpoints[peer].close();
            for (int other = 0; other < peers; other++) {
                links[peer * peers + other].restart();
                links[other * peers + peer].restart();
            }
        }
        endpoints[peer] = new SimulatedEndpoint(parts, peer, queues[peer]);
        return endpoints[peer];
    }

    /**
     * One peer's process ends without a word: its end of the network is closed, and what arrives there is lost until
     * another is started by {@link #endpoint}. What it has sent travels on.
     *
     * @param peer its id
     * @throws IllegalArgumentException if there is no such peer
     */
    public void kill(final int peer) {
        requirePeer(peer);
        if (endpoints[peer] != null) {
            endpoints[peer].kill();
        }
    }

    private Transport.SendResult send(final int from, final int to, final Lane lane, final long tag,
                                      final ByteBuffer payload) {
        final DirectedLink link = link(from, to);
        final int most = delivery(lane) == Delivery.UDP_PAYLOAD ? MAX_UDP_PAYLOAD_BYTES : MAX_PAYLOAD_BYTES;
        if (payload.remaining() > most) {
            throw new IllegalArgumentException("payload of " + payload.remaining() + " bytes, at most "
                + most + " can be sent");
        }
        if (tap != null) {
            tap.onSend(from, to, lane, tag, payload);
        }
        return link.send(lane, tag, payload, nowNs);
    }

    /**
     * Moves the time on. Nothing happens before the endpoints are polled.
     *
     * @param timeNs virtual nanoseconds since the beginning, never less than before
     * @throws IllegalArgumentException if time would go back
     */
    public void advanceTo(final long timeNs) {
        if (timeNs < nowNs) {
            throw new IllegalArgumentException("time " + timeNs + " after " + nowNs);
        }
        nowNs = timeNs;
    }

    /**
     * The network's time.
     *
     * @return virtual nanoseconds since the beginning
     */
    public long nowNs() {
        return nowNs;
    }

    /**
     * When there is something to poll for: nothing happens on the network before, unless somebody sends.
     *
     * @return virtual nanoseconds, not after {@link #nowNs} if something waits; {@link Long#MAX_VALUE} if nothing is
     *     under way
     */
    public long nextArrivalNs() {
        long first = Long.MAX_VALUE;
        for (final ArrivalQueue queue : queues) {
            first = Math.min(first, queue.nextNs());
        }
        return first;
    }

    /**
     * When one peer has something to poll for.
     *
     * @param peer the peer
     * @return as {@link #nextArrivalNs()}
     */
    public long nextArrivalNs(final int peer) {
        return queues[peer].nextNs();
    }

    /**
     * Gives all links the same conditions.
     *
     * @param conditions from now on
     * @return this
     */
    public SimulatedNetwork conditions(final LinkConditions conditions) {
        for (final DirectedLink link : links) {
            link.conditions(conditions, nowNs);
        }
        return this;
    }

    /**
     * Gives one direction of one link its conditions.
     *
     * @param from       the sender
     * @param to         the receiver
     * @param conditions from now on; what is under way arrives as it would have
     * @return this
     * @throws IllegalArgumentException if there is no such link
     */
    public SimulatedNetwork conditions(final int from, final int to, final LinkConditions conditions) {
        link(from, to).conditions(conditions, nowNs);
        return this;
    }

    /**
     * What one direction of one link is like.
     *
     * @param from the sender
     * @param to   the receiver
     * @return its conditions
     * @throws IllegalArgumentException if there is no such link
     */
    public LinkConditions conditions(final int from, final int to) {
        return link(from, to).conditions();
    }

    /**
     * Gives one peer a line of limited bandwidth that all its links share, and a queue before it. Datagrams pass it
     * one after the other, headers included; then the conditions of each link apply.
     *
     * @param peer         the sender
     * @param bandwidthBps bits a second; 0 for no limit, the default
     * @param queueMs      longest wait of a datagram in milliseconds, 0 to {@value LinkConditions#MAX_DELAY_MS}: one
     *                     that would wait longer is dropped
     * @return this
     * @throws IllegalArgumentException if there is no such peer, or a value is out of range
     */
    public SimulatedNetwork uplink(final int peer, final long bandwidthBps, final int queueMs) {
        requirePeer(peer);
        LinkConditions.requireBandwidth(bandwidthBps);
        Range.require("queueMs", queueMs, 0, LinkConditions.MAX_DELAY_MS);
        uplinks[peer].size(bandwidthBps, queueMs);
        for (int to = 0; to < peers; to++) {
            links[peer * peers + to].changed(nowNs);
        }
        return this;
    }

    /**
     * Returns the time that a datagram which this peer sends now waits until its first bit is sent.
     *
     * @param peer the sender
     * @return nanoseconds; 0 if its {@link #uplink} is not limited
     * @throws IllegalArgumentException if there is no such peer
     */
    public long uplinkWaitNs(final int peer) {
        requirePeer(peer);
        return uplinks[peer].waitNs(nowNs);
    }

    /**
     * Cuts one direction of one link. Cuts are counted: a link cut twice must be mended twice.
     *
     * @param from the sender
     * @param to   the receiver who hears nothing of it any more
     * @throws IllegalArgumentException if there is no such link
     */
    public void cut(final int from, final int to) {
        link(from, to).cut(nowNs);
    }

    /**
     * Takes one cut back.
     *
     * @param from the sender
     * @param to   the receiver
     * @throws IllegalArgumentException if there is no such link
     */
    public void mend(final int from, final int to) {
        link(from, to).uncut(nowNs);
    }

    /**
     * Gives a peer another address, as a router or another network does. Its packets come from there, and packets for
     * the former address are lost, including those in flight. It affects only {@link SimulatedUdp}: other transports
     * have no addresses here.
     *
     * @param peer its id
     * @throws IllegalArgumentException if there is no such peer
     */
    public void move(final int peer) {
        requirePeer(peer);
        moves[peer]++;
        for (int other = 0; other < moves.length; other++) {
            if (other != peer) {
                link(peer, other).changed(nowNs);
                link(other, peer).changed(nowNs);
            }
        }
    }

    /** Returns the number of address changes of a peer. */
    int moves(final int peer) {
        return moves[peer];
    }

    /** Takes back all cuts and what is left of {@link #dropNext}; conditions stay. */
    public void heal() {
        for (final DirectedLink link : links) {
            link.heal(nowNs);
        }
    }

    /**
     * Takes back all cuts, and what is left of {@link #dropNext}, on one direction of one link; its conditions stay.
     *
     * @param from the sender
     * @param to   the receiver
     * @throws IllegalArgumentException if there is no such link
     */
    public void heal(final int from, final int to) {
        link(from, to).heal(nowNs);
    }

    /**
     * Drops what is sent next on one direction of one link, on whichever lane.
     *
     * @param from  the sender
     * @param to    the receiver
     * @param count how many datagrams, in place of what was left of an earlier call
     * @throws IllegalArgumentException if there is no such link
     */
    public void dropNext(final int from, final int to, final int count) {
        link(from, to).dropNext(count, nowNs);
    }

    /**
     * Lets somebody see every datagram that is sent.
     *
     * @param observer gets them from now on; null for nobody
     * @return this
     */
    public SimulatedNetwork tap(final DatagramTap observer) {
        tap = observer;
        return this;
    }

    /**
     * Puts a datagram on a link that its sender did not send, or sent long ago. It arrives after the link's latency, by
     * no fault impaired, and outside of any stream.
     *
     * @param from    whom it is to come from
     * @param to      the receiver
     * @param lane    the lane it is to arrive on
     * @param tag     the tag beside it
     * @param payload what it holds between position and limit, at most {@value #MAX_PAYLOAD_BYTES} bytes; unchanged
     * @throws IllegalArgumentException if there is no such link
     */
    public void inject(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        link(from, to).inject(lane, tag, payload, nowNs);
    }

    /**
     * What has happened to the datagrams of one sender.
     *
     * @param peer the sender
     * @return a view that moves on
     */
    public FaultCounters counters(final int peer) {
        return counters[peer];
    }

    /**
     * What has happened to all datagrams.
     *
     * @return a sum, the same object each time, right until more is sent or polled
     */
    public FaultCounters counters() {
        total.clear();
        for (final FaultCounters one : counters) {
            total.add(one);
        }
        return total;
    }
}
