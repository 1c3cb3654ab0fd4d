package io.lockstep.transport.ice;

import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends letters through every other peer whose way is alive, and hands on what other peers send through this one: so a
 * way that breaks is found anew when the lobby is gone. Who carries hands on only what comes from its writer itself, so
 * nothing goes round, and sends one packet for one. Lives on the mesh's thread, but for {@link #arrived}.
 */
final class Couriers {

    /** What arrives and was not looked at yet; ways that break ask again every second. */
    static final int MAX_WAITING = 64;

    /** What couriers need of the mesh. */
    interface Roads {

        /** Whether a peer is there, and heard. */
        boolean isAlive(int peer);

        /** Sends a packet to it. */
        void send(int peer, byte[] packet);

        /** A letter for this peer. */
        void letter(int from, byte[] letter);

        /** What was none, or found no room. */
        void refused();
    }

    private final int self;
    private final Envelopes envelopes;
    private final Executor home;
    private final Roads roads;
    private final AtomicInteger waiting = new AtomicInteger();

    Couriers(final int self, final byte[] key, final Executor home, final Roads roads) {
        this.self = self;
        envelopes = new Envelopes(key);
        this.home = home;
        this.roads = roads;
    }

    void post(final int to, final byte[] letter) {
        final byte[] packet = envelopes.seal(new Envelope(self, to, letter));
        for (int peer = 0; peer < PathMesh.MAX_PEERS; peer++) {
            if (peer != to && roads.isAlive(peer)) {
                roads.send(peer, packet);
            }
        }
    }

    /** On threads of the network. The packet is the couriers' own. */
    void arrived(final int by, final byte[] packet) {
        if (waiting.incrementAndGet() > MAX_WAITING) {
            waiting.decrementAndGet();
            roads.refused();
            return;
        }
        home.execute(() -> {
            waiting.decrementAndGet();
            take(by, packet);
        });
    }

    private void take(final int by, final byte[] packet) {
        final Envelope envelope = envelopes.open(packet);
        if (envelope == null || envelope.from() == self) {
            roads.refused();
        } else if (envelope.to() == self) {
            roads.letter(envelope.from(), envelope.letter());
        } else if (envelope.from() == by && roads.isAlive(envelope.to())) {
            roads.send(envelope.to(), packet);
        }
    }
}
