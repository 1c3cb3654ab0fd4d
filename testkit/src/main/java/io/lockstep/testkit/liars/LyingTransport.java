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
 * What the datagrams of a lying peer pass on their way out. They are numbered anew, so that others can be put between
 * them, and what was changed or put there has a valid seal, which is the real session's.
 */
public final class LyingTransport extends ForwardingTransport {

    private static final int LANES = Lane.values().length;

    /** What becomes of a datagram of the real session, and what is learned of those that come in. */
    public interface Hook {

        /**
         * A datagram of the real session is being sent.
         *
         * @param to        to whom
         * @param lane      how it travels
         * @param handshake whether it has the seal of the handshake
         * @param payload   what it holds
         * @return what is to be sent in its place: the same array to change nothing, null to send nothing
         */
        byte @Nullable [] outgoing(int to, Lane lane, boolean handshake, byte[] payload);

        /**
         * A datagram came in; the real session reads it next.
         *
         * @param from    from whom
         * @param lane    how it travelled
         * @param payload what it holds
         */
        void incoming(int from, Lane lane, byte[] payload);
    }

    private final int self;
    private final Hook hook;
    private final long[] sequences = new long[Message.MAX_PLAYERS * LANES];
    private final boolean[] known = new boolean[sequences.length];
    @SuppressWarnings("NullAway.Init") // given before it is used
    private DatagramSeal seal;
    /** The seals of the process that this one is to a peer; null where it is itself. */
    private final Tag[] posing = new Tag[sequences.length];
    private final long[] posingEpoch = new long[sequences.length];
    /** How often each tag was sent with a payload that the real session did not send. */
    private final Map<Long, Integer> forged = new TreeMap<>();

    /**
     * Stands between a session and its carrier.
     *
     * @param self    whose session
     * @param carrier what really sends
     * @param hook    says what is sent
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
            // To whom this is another process, what the real session has sealed is a stranger's.
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
     * Was what arrived somewhere with this tag sent by no real session?
     *
     * @param to   where it arrived
     * @param lane how it travelled
     * @param tag  the tag beside it
     * @return true if it was changed or put there
     */
    public boolean isForged(final int to, final Lane lane, final long tag) {
        return forged.containsKey(key(to, lane, tag));
    }

    /**
     * Sends something under the seal of the link.
     *
     * @param peer  to whom
     * @param lane  how
     * @param bytes what
     * @return false when that seal was never seen, or the carrier did not take it
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
     * Sends something under the seal of a handshake, which anybody can compute.
     *
     * @param peer  to whom
     * @param lane  how
     * @param bytes what
     */
    public void injectHandshake(final int peer, final Lane lane, final byte[] bytes) {
        put(peer, lane, 0, bytes, true);
    }

    /**
     * Skips numbers, as if as many datagrams had been lost.
     *
     * @param peer  on the way to whom
     * @param lane  of which lane
     * @param count how many
     */
    public void skip(final int peer, final Lane lane, final int count) {
        sequences[peer * LANES + lane.ordinal()] += count;
    }

    /**
     * To a peer this is another process from now on: the seals are those of its incarnation.
     *
     * @param peer      to whom
     * @param matchId   of the match
     * @param epochSeal of the epoch in which that peer is
     * @param own       the new process's incarnation
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
