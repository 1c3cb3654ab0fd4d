package io.lockstep.testkit;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** A world in memory in which a test decides of each datagram whether it gets lost or held up, by what it says. */
abstract class FilteredWorld implements MatchWorld {

    private static final long MS = 1_000_000L;

    private final MemoryWorld world;
    private final Transport[] transports;
    private final List<Held> held = new ArrayList<>();
    private long nowNs;

    /** A datagram that was held up. */
    private record Held(int from, int to, Lane lane, long tag, byte[] payload) {
    }

    FilteredWorld(final Scenario scenario, final long seed) {
        this(scenario, seed, (peer, ticks) -> { });
    }

    FilteredWorld(final Scenario scenario, final long seed, final ScenarioPlayer.DelayListener delays) {
        world = new MemoryWorld(scenario, seed, delays);
        transports = new Transport[scenario.peers];
    }

    /** Is a datagram lost that one peer sends another now? */
    abstract boolean isLost(int from, int to, Lane lane, ByteBuffer payload);

    /** Is a datagram that is lost only held up, until {@link #release} is called for who sent it? */
    boolean isHeld(final int from, final int to, final Lane lane, final ByteBuffer payload) {
        return false;
    }

    /** What was held up between two peers arrives after all, in its order. */
    final void release(final int from, final int to) {
        for (final Held one : List.copyOf(held)) {
            if (one.from == from && one.to == to) {
                held.remove(one);
                world.inject(from, to, one.lane, one.tag, ByteBuffer.wrap(one.payload));
            }
        }
    }

    private boolean passes(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        if (!isLost(from, to, lane, payload)) {
            return true;
        }
        if (isHeld(from, to, lane, payload)) {
            final byte[] copy = new byte[payload.remaining()];
            payload.get(payload.position(), copy);
            held.add(new Held(from, to, lane, tag, copy));
        }
        return false;
    }

    /** What becomes of a datagram on its way from one peer to another; the transport is the sender's. */
    Transport.SendResult pass(final Transport transport, final int from, final int to, final Lane lane, final long tag,
                              final ByteBuffer payload) {
        return passes(from, to, lane, tag, payload) ? transport.send(to, lane, tag, payload)
            : Transport.SendResult.SENT;
    }

    /** Lets a datagram arrive that nobody sends now. */
    void forge(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        world.inject(from, to, lane, tag, payload);
    }

    long nowMs() {
        return nowNs / MS;
    }

    private Transport filtered(final int self, final Transport transport) {
        return new Transport() {
            @Override
            public int maxPayloadBytes() {
                return transport.maxPayloadBytes();
            }

            @Override
            public int wireBytes(final int payloadBytes) {
                return transport.wireBytes(payloadBytes);
            }

            @Override
            public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
                return pass(transport, self, peer, lane, tag, payload);
            }

            @Override
            public int poll(final long localNs, final DatagramHandler handler) {
                return transport.poll(localNs, handler);
            }

            @Override
            public String failure() {
                return transport.failure();
            }

            @Override
            public void close() {
                transport.close();
            }
        };
    }

    @Override
    public Transport endpoint(final int peer) {
        if (transports[peer] == null) {
            transports[peer] = filtered(peer, world.endpoint(peer));
        }
        return transports[peer];
    }

    @Override
    public void kill(final int peer) {
        world.kill(peer);
        transports[peer] = null;
    }

    @Override
    public ScenarioEvent nextOrder() {
        return world.nextOrder();
    }

    @Override
    public VirtualClock clock(final int peer) {
        return world.clock(peer);
    }

    @Override
    public long pollEveryNs(final int peer) {
        return world.pollEveryNs(peer);
    }

    @Override
    public void advanceTo(final long timeNs) {
        nowNs = timeNs;
        world.advanceTo(timeNs);
    }

    @Override
    public long nextArrivalNs(final int peer) {
        return world.nextArrivalNs(peer);
    }

    @Override
    public void calm(final int peerMask) {
        world.calm(peerMask);
    }

    @Override
    public void cut(final int from, final int to) {
        world.cut(from, to);
    }

    @Override
    public void heal(final int from, final int to) {
        world.heal(from, to);
    }

    @Override
    public Faults faults() {
        return world.faults();
    }
}
