package io.lockstep.core.internal.link;

import io.lockstep.core.internal.protocol.Integrity;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;

/**
 * Ties every datagram of a link to this match, this epoch, both incarnations and its direction, and refuses what was
 * seen before. The seal is a checksum against accidents: whatever else arrives, a flipped bit, another match's datagram
 * or an old one replayed, changes nothing.
 */
public final class LinkSeal {

    /** What an arriving datagram turned out to be. */
    public enum Check {
        /** Sealed by the peer we shook hands with, and new. */
        LINK,
        /** Sealed as a handshake: any incarnation may send it. */
        HANDSHAKE,
        /** Damaged, or of another match, epoch, incarnation or direction. */
        FOREIGN,
        /** Of this link, but seen before or too old to tell. */
        REPLAYED
    }

    /** Datagrams reordered by more than this are refused; a later one holds all they held. */
    private static final int REPLAY_WINDOW = Long.SIZE;
    private static final int LANES = Lane.values().length;

    private final Integrity integrity = new Integrity();
    private final int localPeer;
    private final int peer;
    private final int[] handshakeOut = new int[LANES];
    private final int[] handshakeIn = new int[LANES];
    private final int[] seedOut = new int[LANES];
    private final int[] seedIn = new int[LANES];
    private final int[] sent = new int[LANES];
    private final int[] newest = new int[LANES];
    private final long[] seen = new long[LANES];
    private final long[] received = new long[LANES];
    private long matchId;
    private int ours;
    private int theirs;
    private boolean open;

    public LinkSeal(final int localPeer, final int peer) {
        this.localPeer = localPeer;
        this.peer = peer;
        for (int lane = 0; lane < LANES; lane++) {
            handshakeOut[lane] = Integrity.seed(0, 0, 0, 0, localPeer, peer, lane);
            handshakeIn[lane] = Integrity.seed(0, 0, 0, 0, peer, localPeer, lane);
        }
    }

    /** From now on datagrams of this match and pair of incarnations are the link's. */
    public void open(final long match, final int epochSeal, final int localIncarnation, final int peerIncarnation) {
        matchId = match;
        ours = localIncarnation;
        theirs = peerIncarnation;
        reseed(Lane.CONTROL, 0);
        reseed(Lane.INPUT, epochSeal);
        for (int lane = 0; lane < LANES; lane++) {
            sent[lane] = 0;
            newest[lane] = 0;
            seen[lane] = 0;
            received[lane] = 0;
        }
        open = true;
    }

    /**
     * From now on inputs are those of an epoch, and those of any other are refused. The control lane knows no epochs:
     * on it a peer that missed one learns of it.
     */
    public void epoch(final int epochSeal) {
        if (open) {
            reseed(Lane.INPUT, epochSeal);
        }
    }

    private void reseed(final Lane lane, final int epochSeal) {
        final int index = lane.ordinal();
        seedOut[index] = Integrity.seed(matchId, epochSeal, ours, theirs, localPeer, peer, index);
        seedIn[index] = Integrity.seed(matchId, epochSeal, theirs, ours, peer, localPeer, index);
    }

    /** The tag for the next outgoing datagram; sequences start at 1. */
    public long seal(final Lane lane, final ByteBuffer payload, final boolean handshake) {
        final int index = lane.ordinal();
        if (handshake) {
            return Integrity.tag(0, integrity.seal(payload, 0, handshakeOut[index]));
        }
        final int sequence = ++sent[index];
        return Integrity.tag(sequence, integrity.seal(payload, sequence, seedOut[index]));
    }

    /** Takes back the sequence of a datagram that the transport did not accept, so that it does not look lost. */
    public void unsent(final Lane lane) {
        sent[lane.ordinal()]--;
    }

    public Check check(final Lane lane, final long tag, final ByteBuffer payload) {
        final int index = lane.ordinal();
        final int sequence = Integrity.sequenceOf(tag);
        final int seed = integrity.seal(payload, sequence, 0) ^ Integrity.crcOf(tag);
        if (open && seed == seedIn[index]) {
            return isNew(index, sequence) ? Check.LINK : Check.REPLAYED;
        }
        return seed == handshakeIn[index] && sequence == 0 ? Check.HANDSHAKE : Check.FOREIGN;
    }

    /** Sequence comparison survives the wrap of the 32-bit number: RFC 1982. */
    private boolean isNew(final int index, final int sequence) {
        final int ahead = sequence - newest[index];
        if (ahead > 0) {
            seen[index] = ahead >= REPLAY_WINDOW ? 1 : seen[index] << ahead | 1;
            newest[index] = sequence;
            received[index]++;
            return true;
        }
        final long bit = 1L << -ahead;
        if (-ahead >= REPLAY_WINDOW || (seen[index] & bit) != 0) {
            return false;
        }
        seen[index] |= bit;
        received[index]++;
        return true;
    }

    /** Sequence of the newest datagram sent on a lane. */
    public int sent(final Lane lane) {
        return sent[lane.ordinal()];
    }

    /** Sequence of the newest datagram received on a lane; as many were sent at least. */
    public int newest(final Lane lane) {
        return newest[lane.ordinal()];
    }

    /** How many different datagrams were received on a lane. */
    public long received(final Lane lane) {
        return received[lane.ordinal()];
    }
}
