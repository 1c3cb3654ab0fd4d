package io.lockstep.core.internal.link;

import io.lockstep.core.internal.game.EventQueue;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.Transport;

/** Tells the game when many datagrams come in a peer's name that are not the peer's. */
final class RefusalWatch {

    private static final long LOOK_NS = 1_000_000_000L;
    /** A flood lasts; one event in so many looks says so, and leaves the others in the queue. */
    private static final int LOOKS_AT_REST = 10;
    /** What is left of a peer's former process, or of a peer with other keys that calls, is less in a second. */
    private static final int NOTABLE = 100;

    private final Transport transport;
    private final EventQueue events;
    private final long[] counted = new long[Message.MAX_PLAYERS];
    private final long[] told = new long[Message.MAX_PLAYERS];
    private final int[] rest = new int[Message.MAX_PLAYERS];
    private long lookedNs = Long.MIN_VALUE;

    RefusalWatch(final Transport transport, final EventQueue events) {
        this.transport = transport;
        this.events = events;
    }

    /** How many came so far in a peer's name. A transport that is given our seal counts what it refuses, too. */
    long refused(final Link link) {
        return Math.max(link.seal.foreign(), transport.refused(link.peer));
    }

    /** Looks at the links, once a second. */
    void watch(final Link[] links, final long frame, final long nowNs) {
        if (lookedNs == Long.MIN_VALUE || nowNs - lookedNs >= LOOK_NS) {
            lookedNs = nowNs;
            for (final Link link : links) {
                look(link, frame);
            }
        }
    }

    private void look(final Link link, final long frame) {
        final int peer = link.peer;
        final long now = refused(link);
        final boolean notable = now - counted[peer] >= NOTABLE;
        counted[peer] = now;
        rest[peer] = Math.max(0, rest[peer] - 1);
        if (notable && rest[peer] == 0) {
            events.refused(peer, frame, now - told[peer]);
            told[peer] = now;
            rest[peer] = LOOKS_AT_REST;
        }
    }
}
