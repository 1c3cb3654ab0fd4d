package io.lockstep.core.internal.link;

import io.lockstep.core.internal.crypto.Hkdf;
import io.lockstep.core.internal.crypto.Integrity;
import io.lockstep.core.internal.crypto.KeyedTag;
import io.lockstep.core.internal.crypto.Keystream;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.crypto.Tag;
import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Ties every datagram of a link to this match, this epoch, both incarnations and its direction, and refuses what was
 * seen before. Of a sequence 16 bits travel, and 64 are proven: the receiver puts back the others next to the newest
 * that it has taken. After an outage in which the peer may have sent more than 16 bits tell apart, it tries one after
 * the other of those that the peer may have come to, one for each datagram.
 */
public final class LinkSeal {

    /** What an arriving datagram turned out to be. */
    public enum Check {
        /** Sealed by the peer we shook hands with, and new. */
        LINK,
        /** Sealed as a handshake: any incarnation may send it. */
        HANDSHAKE,
        /** Of this link, but seen before or too old to tell. */
        REPLAYED
    }

    /** The sequence of a handshake, which belongs to no link yet. */
    private static final long HANDSHAKE = 0;
    /**
     * Datagrams reordered by more than this are refused. Seventeen seconds of windows at 60 Hz: whatever a network
     * still delivers then is too old to matter.
     */
    private static final int REPLAY_WINDOW = 1024;
    private static final int LANES = Lane.values().length;
    /** What a third peer carries is counted and keyed apart: it says nothing of the way that the lanes take. */
    private static final int DETOUR = LANES;
    private static final int WAYS = LANES + 1;
    /** What keys are for, by lane. */
    private static final String[] HANDSHAKES = {"lockstep handshake input", "lockstep handshake control"};
    private static final String[] LANE_PURPOSES = {"lockstep input", "lockstep control", "lockstep detour"};
    private static final String[] ENCRYPTIONS =
        {"lockstep input cipher", "lockstep control cipher", "lockstep detour cipher"};

    private final int localPeer;
    private final int peer;
    private final Tag[] handshakeOut = new Tag[LANES];
    private final Tag[] handshakeIn = new Tag[LANES];
    private final Tag[] out = new Tag[WAYS];
    private final Tag[] in = new Tag[WAYS];
    /** What encrypts; null where nothing does. */
    private final Keystream[] cipherOut = new Keystream[WAYS];
    private final Keystream[] cipherIn = new Keystream[WAYS];
    private final long[] sent = new long[WAYS];
    private final long[] newest = new long[WAYS];
    private final long[] newestNs = new long[WAYS];
    /** Datagrams of each way that were not proven since the last one that was. */
    private final long[] unproven = new long[WAYS];
    private final long[][] seen = new long[WAYS][REPLAY_WINDOW / Long.SIZE];
    private final long[] received = new long[WAYS];
    private final FailureLimit limit = new FailureLimit();
    /** Who carries is a member, and may use up what it is given; but not what comes straight. */
    private final FailureLimit carried = new FailureLimit();
    private long epoch;
    private long foreign;
    private long replayed;
    private boolean open;
    private boolean destroyed;

    /** The seal of a link whose keys, if there are any, are agreed on in its handshake. */
    public LinkSeal(final LinkKeys keys, final int localPeer, final int peer) {
        this.localPeer = localPeer;
        this.peer = peer;
        for (int lane = 0; lane < LANES; lane++) {
            handshakeOut[lane] = keys == null ? checksum(0, 0, 0, localPeer, peer, lane)
                : mac(keys.derive(HANDSHAKES[lane], localPeer, peer));
            handshakeIn[lane] = keys == null ? checksum(0, 0, 0, peer, localPeer, lane)
                : mac(keys.derive(HANDSHAKES[lane], peer, localPeer));
        }
    }

    private static Tag checksum(final long match, final int by, final int to, final int from, final int at,
                                final int lane) {
        return new Integrity(Integrity.seed(match, by, to, from, at, lane));
    }

    private static Tag mac(final byte[] key) {
        final Tag tag = new KeyedTag(key);
        Arrays.fill(key, (byte) 0);
        return tag;
    }

    private static Keystream cipher(final byte[] key) {
        final Keystream cipher = new Keystream(key);
        Arrays.fill(key, (byte) 0);
        return cipher;
    }

    /**
     * From now on datagrams of this match and pair of incarnations are the link's.
     *
     * @param match   the match
     * @param ours    our incarnation
     * @param theirs  the peer's
     * @param secrets what our keys are made from, then the peer's, from a handshake of these two incarnations; zeroed.
     *                Null without keys
     * @param encrypts whether both sides encrypt
     */
    public void open(final long match, final int ours, final int theirs, final byte[][] secrets,
                     final boolean encrypts) {
        for (int lane = 0; lane < WAYS; lane++) {
            out[lane] = secrets == null ? checksum(match, ours, theirs, localPeer, peer, lane)
                : mac(Hkdf.expand(secrets[0], LANE_PURPOSES[lane], localPeer, peer));
            in[lane] = secrets == null ? checksum(match, theirs, ours, peer, localPeer, lane)
                : mac(Hkdf.expand(secrets[1], LANE_PURPOSES[lane], peer, localPeer));
            cipherOut[lane] = secrets == null || !encrypts ? null
                : cipher(Hkdf.expand(secrets[0], ENCRYPTIONS[lane], localPeer, peer));
            cipherIn[lane] = secrets == null || !encrypts ? null
                : cipher(Hkdf.expand(secrets[1], ENCRYPTIONS[lane], peer, localPeer));
            sent[lane] = 0;
            newest[lane] = 0;
            newestNs[lane] = limit.now();
            unproven[lane] = 0;
            received[lane] = 0;
            Arrays.fill(seen[lane], 0);
        }
        epoch = 0;
        open = true;
        if (secrets != null) {
            Arrays.fill(secrets[0], (byte) 0);
            Arrays.fill(secrets[1], (byte) 0);
        }
    }

    /** Lets time pass. */
    public void now(final long ns) {
        limit.now(ns);
        carried.now(ns);
    }

    /** Forgets the keys: nothing is of this link any more. */
    public void destroy() {
        open = false;
        destroyed = true;
        for (final Tag[] tags : new Tag[][] {handshakeOut, handshakeIn, out, in}) {
            for (final Tag tag : tags) {
                if (tag != null) {
                    tag.destroy();
                }
            }
        }
        Arrays.fill(cipherOut, null);
        Arrays.fill(cipherIn, null);
    }

    /**
     * From now on inputs are those of an epoch, and those of any other are refused. The control lane knows no epochs:
     * on it a peer that missed one learns of it.
     */
    public void epoch(final long epochSeal) {
        epoch = epochSeal;
    }

    private long context(final int way) {
        return way == Lane.CONTROL.ordinal() ? 0 : epoch;
    }

    /** The sequence of the next outgoing datagram. */
    public long next(final Lane lane, final boolean handshake) {
        if (handshake) {
            return HANDSHAKE;
        }
        return next(lane.ordinal());
    }

    private long next(final int way) {
        sent[way]++;
        if (sent[way] % LinkTag.SEQUENCES == 0) {
            // Its lower bits would be those of a handshake.
            sent[way]++;
        }
        return sent[way];
    }

    /**
     * Takes back the sequence of a datagram that the transport did not accept, so that it does not look lost; but not
     * one that something was encrypted with.
     */
    public void unsent(final Lane lane) {
        sent[lane.ordinal()] -= cipherOut[lane.ordinal()] == null ? 1 : 0;
    }

    /** Encrypts an outgoing datagram in place, if this link does. */
    public void encrypt(final Lane lane, final long sequence, final ByteBuffer payload) {
        if (sequence != HANDSHAKE && cipherOut[lane.ordinal()] != null) {
            cipherOut[lane.ordinal()].apply(sequence, payload);
        }
    }

    /** Decrypts a datagram of the link in place, if it encrypts. */
    public void decrypt(final Lane lane, final long sequence, final ByteBuffer payload) {
        if (sequence != HANDSHAKE && cipherIn[lane.ordinal()] != null) {
            cipherIn[lane.ordinal()].apply(sequence, payload);
        }
    }

    /** Encrypts a datagram in place, if this link does, and seals it for the peer, whoever carries it: its tag. */
    public long sealDetour(final ByteBuffer payload) {
        final long sequence = next(DETOUR);
        if (cipherOut[DETOUR] != null) {
            cipherOut[DETOUR].apply(sequence, payload);
        }
        return LinkTag.of(sequence, out[DETOUR].of(sequence, epoch, 0, 0, payload));
    }

    /**
     * Opens a datagram that somebody has carried, decrypts it in place and marks it as seen. Who carried it may have
     * made it up: what fails is not counted as the peer's.
     *
     * @return its sequence, 0 if it came before, or {@link DatagramSeal#REFUSED}
     */
    public long openDetour(final long tag, final ByteBuffer payload) {
        final long sequence = sequenceOf(DETOUR, tag);
        unproven[DETOUR]++;
        if (!open || sequence <= HANDSHAKE || !carried.admits(sequence - newest[DETOUR], newestNs[DETOUR])) {
            return DatagramSeal.REFUSED;
        }
        if (!LinkTag.isProvenBy(tag, in[DETOUR].of(sequence, epoch, 0, 0, payload))) {
            carried.failed();
            return DatagramSeal.REFUSED;
        }
        if (!isNew(DETOUR, sequence)) {
            return 0;
        }
        if (cipherIn[DETOUR] != null) {
            cipherIn[DETOUR].apply(sequence, payload);
        }
        return sequence;
    }

    /** The tag of an outgoing datagram; see {@link DatagramSeal#seal}. */
    public long seal(final Lane lane, final long sequence, final long path, final long place,
                     final ByteBuffer payload) {
        final int index = lane.ordinal();
        final long proof = sequence == HANDSHAKE ? handshakeOut[index].of(sequence, 0, path, place, payload)
            : out[index].of(sequence, context(index), path, place, payload);
        return LinkTag.of(sequence, proof);
    }

    /** The sequence of an incoming datagram; see {@link DatagramSeal#open}. */
    public long open(final Lane lane, final long tag, final long path, final long place, final ByteBuffer payload) {
        if (destroyed) {
            return DatagramSeal.REFUSED;
        }
        final int index = lane.ordinal();
        final long sequence = sequenceOf(index, tag);
        if (sequence == HANDSHAKE) {
            // Never limited: a peer may come back at any time, and who forges its greeting has not its keys.
            return proven(tag, handshakeIn[index].of(sequence, 0, path, place, payload), sequence);
        }
        unproven[index]++;
        if (!open || sequence < 0 || !limit.admits(sequence - newest[index], newestNs[index])) {
            foreign++;
            return DatagramSeal.REFUSED;
        }
        return proven(tag, in[index].of(sequence, context(index), path, place, payload), sequence);
    }

    private long sequenceOf(final int index, final long tag) {
        final int lower = LinkTag.sequenceOf(tag);
        if (lower == HANDSHAKE) {
            return HANDSHAKE;
        }
        final long near = newest[index] + (short) (lower - (int) newest[index]);
        final long last = newest[index] + limit.reach(newestNs[index]);
        return near + unproven[index] % (1 + (last - near) / LinkTag.SEQUENCES) * LinkTag.SEQUENCES;
    }

    private long proven(final long tag, final long proof, final long sequence) {
        if (LinkTag.isProvenBy(tag, proof)) {
            return sequence;
        }
        limit.failed();
        foreign++;
        return DatagramSeal.REFUSED;
    }

    /** What a datagram is that was opened; one of the link is marked as seen. */
    public Check check(final Lane lane, final long sequence) {
        if (sequence == HANDSHAKE) {
            return Check.HANDSHAKE;
        }
        if (isNew(lane.ordinal(), sequence)) {
            return Check.LINK;
        }
        replayed++;
        return Check.REPLAYED;
    }

    private boolean isNew(final int lane, final long sequence) {
        unproven[lane] = 0;
        if (sequence <= newest[lane] - REPLAY_WINDOW) {
            return false;
        }
        for (long skipped = Math.max(newest[lane] + 1, sequence - REPLAY_WINDOW + 1); skipped < sequence; skipped++) {
            seen[lane][word(skipped)] &= ~bit(skipped);
        }
        if (sequence > newest[lane]) {
            newest[lane] = sequence;
            newestNs[lane] = limit.now();
        } else if ((seen[lane][word(sequence)] & bit(sequence)) != 0) {
            return false;
        }
        seen[lane][word(sequence)] |= bit(sequence);
        received[lane]++;
        return true;
    }

    private static int word(final long sequence) {
        return (int) (sequence % REPLAY_WINDOW) / Long.SIZE;
    }

    private static long bit(final long sequence) {
        return 1L << sequence % Long.SIZE;
    }

    /** Sequence of the newest datagram sent on a lane. */
    public int sent(final Lane lane) {
        return (int) sent[lane.ordinal()];
    }

    /** All bits of the sequence of the newest datagram received on a lane. */
    long newestOf(final Lane lane) {
        return newest[lane.ordinal()];
    }

    /** Sequence of the newest datagram received on a lane; as many were sent at least. */
    public int newest(final Lane lane) {
        return (int) newest[lane.ordinal()];
    }

    /** How many different datagrams were received on a lane. */
    public long received(final Lane lane) {
        return received[lane.ordinal()];
    }

    /** Datagrams of which nothing proves that they are the peer's in this match, epoch and incarnation. */
    public long foreign() {
        return foreign;
    }

    /** Datagrams that came before. */
    public long replayed() {
        return replayed;
    }
}
