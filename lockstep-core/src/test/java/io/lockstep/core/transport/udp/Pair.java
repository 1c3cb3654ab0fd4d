package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.Identity;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PublicIdentity;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.function.BooleanSupplier;

/** Two transports on a network in the test's hand; peer 0 at address 0, peer 1 at address 1. */
final class Pair {

    final HandNet net = new HandNet();
    final HandNet.End[] ends = new HandNet.End[2];
    final DatagramTransport[] transports = new DatagramTransport[2];
    final Letters[] letters = {new Letters(), new Letters()};
    int maxPayload = DatagramTransportConfig.DEFAULT_MAX_PAYLOAD;
    /** Without keys, or those of each peer. */
    final LinkKeys[] keys = new LinkKeys[2];
    /** Without seals, or the keys of those of each peer. */
    final int[] seals = new int[2];
    /** Who does not know where the other is. */
    final boolean[] unknown = new boolean[2];
    private long seeds = 1;

    Pair() {
        start(0);
        start(1);
    }

    Pair(final int maxPayload) {
        this.maxPayload = maxPayload;
        start(0);
        start(1);
    }

    /** A pair with a match key; and with seals, as a session has them. */
    static Pair keyed() {
        final Pair pair = new Pair();
        for (int peer = 0; peer < 2; peer++) {
            pair.keys[peer] = keys(7);
            pair.seals[peer] = 7;
            pair.start(peer);
        }
        return pair;
    }

    /** Creates a pair with a roster, in which each end has keys of its own. */
    static Pair withRoster() {
        final Identity[] identities = {Identity.generate(), Identity.generate()};
        final Map<Integer, PublicIdentity> roster =
            Map.of(0, identities[0].publicIdentity(), 1, identities[1].publicIdentity());
        final Pair pair = new Pair();
        for (int peer = 0; peer < 2; peer++) {
            pair.keys[peer] = LinkKeys.of(MatchKey.of(new byte[MatchKey.BYTES]), identities[peer], roster);
            pair.seals[peer] = 7;
            pair.start(peer);
        }
        return pair;
    }

    static LinkKeys keys(final int seed) {
        final byte[] key = new byte[MatchKey.BYTES];
        Arrays.fill(key, (byte) seed);
        return LinkKeys.of(MatchKey.of(key));
    }

    /** Starts a peer, or starts it anew at the same address. */
    DatagramTransport start(final int peer) {
        ends[peer] = net.end(peer);
        final DatagramTransportConfig config = new DatagramTransportConfig().localPeer(peer).maxPayload(maxPayload)
            .peer(1 - peer, HandNet.address(1 - peer)).seed(seeds++);
        if (unknown[peer]) {
            config.peer(1 - peer);
        }
        if (keys[peer] != null) {
            config.keys(keys[peer]);
        }
        transports[peer] = DatagramTransport.over(config, ends[peer]);
        letters[peer] = new Letters();
        if (seals[peer] != 0) {
            seal(peer, seals[peer]);
        }
        if (letters[1 - peer] != null && letters[1 - peer].seal != null) {
            letters[1 - peer].seal.reborn();
        }
        return transports[peer];
    }

    /** A session with this key begins. */
    void seal(final int peer, final int key) {
        letters[peer].seal = new TestSeal(peer, key);
        transports[peer].seal(letters[peer].seal);
    }

    Pair connect() {
        assertTrue(runUntil(10_000, () -> transports[0].isConnected(1) && transports[1].isConnected(0)),
            "no connection");
        return this;
    }

    SendResult send(final int from, final Lane lane, final long tag, final ByteBuffer payload) {
        return transports[from].send(1 - from, lane, tag, payload);
    }

    void poll() {
        for (int peer = 0; peer < 2; peer++) {
            transports[peer].poll(net.nowNs, letters[peer]);
        }
    }

    void run(final long ms) {
        runUntil(ms, () -> false);
    }

    /** Polls both every millisecond for a bounded time; says whether it became so. */
    boolean runUntil(final long ms, final BooleanSupplier condition) {
        for (int i = 0; i < ms && !condition.getAsBoolean(); i++) {
            net.pass(HandNet.MS);
            poll();
        }
        return condition.getAsBoolean();
    }

    long count(final int peer, final DatagramEvent event) {
        return transports[peer].count(event);
    }
}
