package io.lockstep.core.simnet;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;

/** A world in memory in which a test decides of each datagram whether it gets lost, by what it says. */
abstract class FilteredWorld implements MatchWorld {

    private static final long MS = 1_000_000L;

    private final MemoryWorld world;
    private final Transport[] transports;
    private long nowNs;

    FilteredWorld(final Scenario scenario, final long seed) {
        world = new MemoryWorld(scenario, seed, (peer, ticks) -> { });
        transports = new Transport[scenario.peers];
    }

    /** Is a datagram lost that one peer sends another now? */
    abstract boolean isLost(int from, int to, Lane lane, ByteBuffer payload);

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
                return isLost(self, peer, lane, payload) ? SendResult.SENT : transport.send(peer, lane, tag, payload);
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
    public Faults faults() {
        return world.faults();
    }
}
