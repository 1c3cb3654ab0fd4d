package io.lockstep.testkit.liars;

import io.lockstep.core.internal.crypto.Integrity;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.crypto.Tag;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.ForwardingTransport;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The transport of a lying peer, which lets a hook change and insert datagrams. It numbers all datagrams anew and seals
 * them with the real session's seal, so that changed and inserted ones are valid.
 */
public final class LyingTransport extends ForwardingTransport {

    private static final int LANES = Lane.values().length;

    /** Decides what is sent instead of each datagram of the real session, and sees every incoming one. */
    public interface Hook {

        /**
         * Changes a datagram that the real session sends.
         *
         * @param to        the receiver
         * @param lane      the lane
         * @param handshake whether it has the seal of the handshake
         * @param payload   the payload
         * @return the payload to send instead: the same array to change nothing, null to send nothing
         */
        byte @Nullable [] outgoing(int to, Lane lane, boolean handshake, byte[] payload);

        /**
         * Sees an incoming datagram before the real session reads it.
         *
         * @param from    the sender
         * @param lane    the lane
         * @param payload the payload
         */
        void incoming(int from, Lane lane, byte[] payload);
    }

    private final int self;
    private final Hook hook;
    private final long[] sequences = new long[Message.MAX_PLAYERS * LANES];
    private final boolean[] known = new boolean[sequences.length];
    @SuppressWarnings("NullAway.Init") // given before it is used
    private DatagramSeal seal;
    /** Seals of the process that this one impersonates towards a peer, or null. */
    private final Tag[] posing = new Tag[sequences.length];
    private final long[] posingEpoch = new long[sequences.length];
    /** Number of times that each tag was sent with a payload that the real session did not send. */
    private final Map<Long, Integer> forged = new TreeMap<>();

    /**
     * Creates a transport between a session and its carrier.
     *
     * @param self    the peer of the session
     * @param carrier the transport that sends
     * @param hook    decides what is sent
     */
    public LyingTransport(final int self, final Transport carrier, final Hook hook) {
        super(carrier);
        this.self = self;
        this.hook = hook;
    }

    private static byte[] copy(final ByteBuffer payload) {
        final byte[] bytes = new byte[payload.remaining()];
        payload.duplicate().get(bytes);
        return bytes;
    }

    @Override
    public boolean seal(final DatagramSeal ofSession) {
        seal = ofSession;
        return true;
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long sequence, final ByteBuffer payload) {
        final byte[] real = copy(payload);
        final byte @Nullable [] said = hook.outgoing(peer, lane, sequence == 0, real);
        if (said == null) {
            return SendResult.SENT;
        }
        final int slot = peer * LANES + lane.ordinal();
        if (sequence == 0 || posing[slot] != null) {
            // The peer takes this process for another one, so it would refuse the real session's seal.
            return put(peer, lane, sequence, said, said != real);
        }
        if (sequence == 1) {
            sequences[slot] = 0;
        }
        known[slot] = true;
        return put(peer, lane, ++sequences[slot], said, said != real);
    }

    private SendResult put(final int peer, final Lane lane, final long sequence, final byte[] bytes,
                           final boolean isForged) {
        return tagged(peer, lane, seal.seal(peer, lane, sequence, 0, 0, ByteBuffer.wrap(bytes)), bytes, isForged);
    }

    private SendResult tagged(final int peer, final Lane lane, final long tag, final byte[] bytes,
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

    /**
     * Returns whether a datagram that arrived with a tag did not come from the real session.
     *
     * @param to   the receiver
     * @param lane the lane
     * @param tag  the tag of the datagram
     * @return true if it was changed or inserted
     */
    public boolean isForged(final int to, final Lane lane, final long tag) {
        return forged.containsKey(key(to, lane, tag));
    }

    /**
     * Sends a payload under the seal of the link.
     *
     * @param peer  the receiver
     * @param lane  the lane
     * @param bytes the payload
     * @return false if that seal was never seen, or the carrier did not take the datagram
     */
    public boolean inject(final int peer, final Lane lane, final byte[] bytes) {
        final int slot = peer * LANES + lane.ordinal();
        if (!known[slot]) {
            return false;
        }
        final long sequence = ++sequences[slot];
        if (posing[slot] == null) {
            return put(peer, lane, sequence, bytes, true) == SendResult.SENT;
        }
        final long proof = posing[slot].of(sequence, posingEpoch[slot], 0, 0, ByteBuffer.wrap(bytes));
        return tagged(peer, lane, LinkTag.of(sequence, proof), bytes, true) == SendResult.SENT;
    }

    /**
     * Sends a payload under the seal of a handshake, which every process can compute.
     *
     * @param peer  the receiver
     * @param lane  the lane
     * @param bytes the payload
     */
    public void injectHandshake(final int peer, final Lane lane, final byte[] bytes) {
        put(peer, lane, 0, bytes, true);
    }

    /**
     * Skips sequence numbers, as if datagrams had been lost.
     *
     * @param peer  the receiver
     * @param lane  the lane
     * @param count the number of skipped datagrams
     */
    public void skip(final int peer, final Lane lane, final int count) {
        sequences[peer * LANES + lane.ordinal()] += count;
    }

    /**
     * Impersonates another process towards a peer from now on: datagrams get the seals of that incarnation.
     *
     * @param peer      the deceived peer
     * @param matchId   the match
     * @param epochSeal the seal of that peer's epoch
     * @param own       the incarnation of the impersonated process
     * @param theirs    that peer's incarnation
     */
    public void pose(final int peer, final long matchId, final long epochSeal, final int own, final int theirs) {
        for (final Lane lane : Lane.values()) {
            final int slot = peer * LANES + lane.ordinal();
            posing[slot] = new Integrity(Integrity.seed(matchId, own, theirs, self, peer, lane.ordinal()));
            posingEpoch[slot] = lane == Lane.INPUT ? epochSeal : 0;
            sequences[slot] = 0;
            known[slot] = true;
        }
    }

    @Override
    public int poll(final long nowNs, final DatagramHandler handler) {
        return carrier.poll(nowNs, (peer, lane, tag, payload) -> {
            hook.incoming(peer, lane, copy(payload));
            final long sequence = seal.open(peer, lane, tag, 0, 0, payload);
            if (sequence != DatagramSeal.REFUSED) {
                handler.onDatagram(peer, lane, sequence, payload);
            }
        });
    }
}
