package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.Integrity;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/**
 * What the datagrams of a lying peer pass on their way out. They are numbered anew, so that others can be put between
 * them, and what was changed or put there has a valid seal: the seed falls out of the real ones.
 */
final class LyingTransport implements Transport {

    private static final int LANES = Lane.values().length;

    /** What becomes of a datagram of the real session, and what is learned of those that come in. */
    interface Hook {
        /** The payload to be sent in the place of this one. */
        byte[] outgoing(int to, Lane lane, boolean handshake, byte[] payload);

        void incoming(int from, Lane lane, byte[] payload);
    }

    private final Transport carrier;
    private final int self;
    private final Hook hook;
    private final Integrity integrity = new Integrity();
    private final int[] seeds = new int[Message.MAX_PLAYERS * LANES];
    private final int[] sequences = new int[seeds.length];
    private final boolean[] known = new boolean[seeds.length];
    /** The peers to whom this is another process now than the real session. */
    private int posing;
    /** How often each tag was sent with a payload that the real session did not send. */
    private final Map<Long, Integer> forged = new HashMap<>();

    LyingTransport(final int self, final Transport carrier, final Hook hook) {
        this.self = self;
        this.carrier = carrier;
        this.hook = hook;
    }

    private static byte[] copy(final ByteBuffer payload) {
        final byte[] bytes = new byte[payload.remaining()];
        payload.duplicate().get(bytes);
        return bytes;
    }

    private int sealed(final byte[] bytes, final int sequence, final int seed) {
        return integrity.seal(ByteBuffer.wrap(bytes), sequence, seed);
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long tag, final ByteBuffer payload) {
        final byte[] real = copy(payload);
        final int sequence = Integrity.sequenceOf(tag);
        final int seed = sealed(real, sequence, 0) ^ Integrity.crcOf(tag);
        final byte[] said = hook.outgoing(peer, lane, sequence == 0, real);
        if (sequence == 0 || (posing & 1 << peer) != 0) {
            return put(peer, lane, Integrity.tag(sequence, sealed(said, sequence, seed)), said, said != real);
        }
        final int slot = peer * LANES + lane.ordinal();
        if (sequence == 1) {
            sequences[slot] = 0;
        }
        seeds[slot] = seed;
        known[slot] = true;
        return numbered(peer, lane, said, said != real);
    }

    private SendResult numbered(final int peer, final Lane lane, final byte[] bytes, final boolean isForged) {
        final int slot = peer * LANES + lane.ordinal();
        final int sequence = ++sequences[slot];
        return put(peer, lane, Integrity.tag(sequence, sealed(bytes, sequence, seeds[slot])), bytes, isForged);
    }

    private SendResult put(final int peer, final Lane lane, final long tag, final byte[] bytes,
                           final boolean isForged) {
        final SendResult result = carrier.send(peer, lane, tag, ByteBuffer.wrap(bytes));
        if (isForged && result == SendResult.SENT) {
            forged.merge(key(peer, lane, tag), 1, Integer::sum);
        }
        return result;
    }

    private static long key(final int peer, final Lane lane, final long tag) {
        return (tag * Message.MAX_PLAYERS + peer) * LANES + lane.ordinal();
    }

    /** Was what arrived somewhere with this tag sent by no real session? */
    boolean isForged(final int to, final Lane lane, final long tag) {
        return forged.containsKey(key(to, lane, tag));
    }

    /** Sends something under the seal of the link; false when none was ever seen. */
    boolean inject(final int peer, final Lane lane, final byte[] bytes) {
        return known[peer * LANES + lane.ordinal()] && numbered(peer, lane, bytes, true) == SendResult.SENT;
    }

    /** Sends something under the seal of a handshake, which anybody can compute. */
    void injectHandshake(final int peer, final Lane lane, final byte[] bytes) {
        final int seed = Integrity.seed(0, 0, 0, 0, self, peer, lane.ordinal());
        put(peer, lane, Integrity.tag(0, sealed(bytes, 0, seed)), bytes, true);
    }

    /** Skips numbers, as if as many datagrams had been lost. */
    void skip(final int peer, final Lane lane, final int count) {
        sequences[peer * LANES + lane.ordinal()] += count;
    }

    /** To a peer this is another process from now on: the seals are those of its incarnation. */
    void pose(final int peer, final long matchId, final int epochSeal, final int own, final int theirs) {
        posing |= 1 << peer;
        for (final Lane lane : Lane.values()) {
            final int slot = peer * LANES + lane.ordinal();
            seeds[slot] = Integrity.seed(matchId, lane == Lane.INPUT ? epochSeal : 0, own, theirs, self, peer,
                lane.ordinal());
            sequences[slot] = 0;
            known[slot] = true;
        }
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler handler) {
        return carrier.poll(nowNs, (peer, lane, tag, payload) -> {
            hook.incoming(peer, lane, copy(payload));
            handler.onDatagram(peer, lane, tag, payload);
        });
    }

    @Override
    public int maxPayloadBytes() {
        return carrier.maxPayloadBytes();
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return carrier.wireBytes(payloadBytes);
    }

    @Override
    public String failure() {
        return carrier.failure();
    }

    @Override
    public void close() {
        carrier.close();
    }
}
