package io.lockstep.testkit;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps some datagrams of every process and epoch, and sends them again when those are history: nothing may change by
 * that (S10). History is what the one who hears them knows: inputs of a line-up that it is still in may count, however
 * late they come, and so may the words of a process whose successor it has not met.
 */
final class ReplayAttack {

    /** Datagrams kept; a new one then takes the place of another. */
    private static final int KEPT = 256;
    /** One datagram of so many is kept. */
    private static final int KEEP_EVERY = 23;
    /** Replayed each time at the most. */
    private static final int BURST = 4;
    /** By then the original has arrived, if it ever does. */
    private static final long AGE_NS = 5_000_000_000L;

    /** Says what a peer's datagrams are sealed with. */
    interface Era {
        /** A number for the process that sits there, higher than those before it. */
        int process(int peer);

        /** What the lane of inputs is sealed with there. */
        long seal(int peer);
    }

    private record Datagram(int from, int to, Lane lane, long tag, byte[] payload, long sentNs, int fromProcess,
                            int toProcess, long seal) {
    }

    private final MatchWorld world;
    private final Era era;
    private final Draws draws;
    private final List<Datagram> kept = new ArrayList<>();
    private final List<Datagram> replayed = new ArrayList<>();
    /** The newest process of each peer that each other one has shaken hands with. */
    private final int[][] met = new int[Message.MAX_PLAYERS][Message.MAX_PLAYERS];
    private long sent;
    private long count;

    ReplayAttack(final MatchWorld world, final long seed, final Era era) {
        this.world = world;
        this.era = era;
        draws = new Draws(seed);
    }

    /** A peer has shaken hands with the process that sits elsewhere now. */
    void met(final int peer, final int other) {
        met[peer][other] = era.process(other);
    }

    /** How many datagrams were sent again. */
    long count() {
        return count;
    }

    /** A datagram is going to be sent, and perhaps kept. */
    void sends(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload,
              final long nowNs) {
        if (sent++ % KEEP_EVERY != 0) {
            return;
        }
        final byte[] copy = new byte[payload.remaining()];
        payload.get(payload.position(), copy);
        final Datagram datagram = new Datagram(from, to, lane, tag, copy, nowNs, era.process(from),
            era.process(to), era.seal(from));
        if (kept.size() < KEPT) {
            kept.add(datagram);
        } else {
            kept.set(draws.below(KEPT), datagram);
        }
    }

    /** Sends some datagrams again. */
    void replay(final long nowNs) {
        replayed.clear();
        for (int i = 0; i < kept.size() && replayed.size() < BURST; i++) {
            final Datagram datagram = kept.get((int) ((count + i) % kept.size()));
            if (nowNs - datagram.sentNs >= AGE_NS && isOfAnotherEra(datagram) && world.inject(datagram.from,
                datagram.to, datagram.lane, datagram.tag, ByteBuffer.wrap(datagram.payload))) {
                replayed.add(datagram);
            }
        }
        count += replayed.size();
    }

    private boolean isOfAnotherEra(final Datagram datagram) {
        return datagram.toProcess != era.process(datagram.to)
            || datagram.fromProcess < met[datagram.to][datagram.from]
            || datagram.lane == Lane.INPUT && datagram.seal != era.seal(datagram.to);
    }

    /** Is this a datagram that was sent again, and must not count? */
    boolean isReplay(final int from, final int to, final Lane lane, final long tag, final ByteBuffer payload) {
        for (final Datagram datagram : replayed) {
            if (datagram.tag == tag && datagram.from == from && datagram.to == to && datagram.lane == lane
                && ByteBuffer.wrap(datagram.payload).equals(payload)) {
                // On its way the one who hears it may have come to where it belongs.
                return isOfAnotherEra(datagram);
            }
        }
        return false;
    }
}
