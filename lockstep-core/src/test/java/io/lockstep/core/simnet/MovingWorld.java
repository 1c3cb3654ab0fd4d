package io.lockstep.core.simnet;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * A world in which the cut itself moves the partition: of five, 3 and 4 are lost to the others; the first cut that is
 * sent to 2 never arrives, and from then on 2 hears 3 and 4 again, and no longer 0 and 1.
 */
final class MovingWorld implements MatchWorld {

    private static final long MS = 1_000_000L;
    private static final long LOST_AT_MS = 5000;
    private static final long SPLIT_MS = 20_000;

    private final MemoryWorld world;
    private final List<Transport> transports = new ArrayList<>();
    private long nowNs;
    private long movedNs = Long.MAX_VALUE;

    MovingWorld(final Scenario scenario, final long seed) {
        world = new MemoryWorld(scenario, seed, (peer, ticks) -> { });
        for (int peer = 0; peer < scenario.peers; peer++) {
            transports.add(filtered(peer, world.endpoint(peer)));
        }
    }

    private boolean isLost(final int from, final int to, final ByteBuffer payload) {
        if (movedNs == Long.MAX_VALUE && "Cut".equals(DatagramNames.of(payload)) && to == 2) {
            movedNs = nowNs;
        }
        if (movedNs != Long.MAX_VALUE) {
            return nowNs < movedNs + SPLIT_MS * MS && from < 2 != to < 2;
        }
        return nowNs >= LOST_AT_MS * MS && from < 3 != to < 3;
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
                return isLost(self, peer, payload) ? SendResult.SENT : transport.send(peer, lane, tag, payload);
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
        return transports.get(peer);
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

    /** Has there been a cut? */
    boolean hasMoved() {
        return movedNs != Long.MAX_VALUE;
    }
}
