package io.lockstep.core.security;

import io.lockstep.core.internal.crypto.Curve;
import io.lockstep.core.internal.crypto.Hkdf;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The keys by which a peer knows the others. With a {@link MatchKey} alone whoever has it is a member, and members can
 * speak in each other's place; with a roster each seat has keys of its own. The same object goes to the transport and,
 * where that does not hand it on, to the session.
 *
 * <p>Not thread-safe; one for each peer.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class LinkKeys {

    /** Seats are numbered from 0 to 31. */
    private static final int MAX_PEERS = 32;

    private final byte[] shared;
    private final @Nullable Identity own;
    private final @Nullable PublicIdentity[] roster;
    private final boolean encrypts;
    private final Consumer<byte[]> random;

    private LinkKeys(final byte[] shared, final @Nullable Identity own, final @Nullable PublicIdentity[] roster,
                     final boolean encrypts, final Consumer<byte[]> random) {
        this.shared = shared;
        this.own = own;
        this.roster = roster;
        this.encrypts = encrypts;
        this.random = random;
    }

    /**
     * Keys that keep outsiders out.
     *
     * @param key what all members share; copied
     * @return the keys
     */
    public static LinkKeys of(final MatchKey key) {
        return new LinkKeys(key.secret().clone(), null, new PublicIdentity[MAX_PEERS], false, KeyFile::fill);
    }

    /**
     * Keys that keep outsiders out and members apart.
     *
     * @param key    what all members share; copied
     * @param own    who this peer is; not copied, and needed for as long as links are opened
     * @param roster who sits where: each peer's number, 0 to 31, this peer's among them
     * @return the keys
     * @throws IllegalArgumentException if a number is out of range, a key of the roster is no key, or nobody or two in
     *                                  it have this peer's keys
     */
    public static LinkKeys of(final MatchKey key, final Identity own, final Map<Integer, PublicIdentity> roster) {
        final PublicIdentity[] seats = new PublicIdentity[MAX_PEERS];
        int ours = 0;
        for (final Map.Entry<Integer, PublicIdentity> seat : roster.entrySet()) {
            if (seat.getKey() < 0 || seat.getKey() >= MAX_PEERS) {
                throw new IllegalArgumentException("peer " + seat.getKey() + " of the roster is not 0 to 31");
            }
            if (Curve.agree(new byte[Curve.BYTES], seat.getValue().agreementKey()) == null) {
                throw new IllegalArgumentException("the agreement key of peer " + seat.getKey()
                    + " in the roster is no X25519 key that a peer can have");
            }
            if (!Curve.isSignatureKey(seat.getValue().signatureKey())) {
                throw new IllegalArgumentException("the signature key of peer " + seat.getKey()
                    + " in the roster is no Ed25519 key that a peer can have");
            }
            seats[seat.getKey()] = seat.getValue();
            ours += seat.getValue().equals(own.publicIdentity()) ? 1 : 0;
        }
        if (ours != 1) {
            throw new IllegalArgumentException("the roster has this peer's keys " + ours + " times instead of once");
        }
        return new LinkKeys(key.secret().clone(), own, seats, false, KeyFile::fill);
    }

    /**
     * Returns the same keys for encrypted links: inputs, states and names cannot be read in transit.
     *
     * @return the keys to use instead of these; to destroy one destroys both
     */
    public LinkKeys encrypted() {
        return new LinkKeys(shared, own, roster, true, random);
    }

    /**
     * Returns the same keys with another source of the random numbers of each link, for repeatable matches.
     *
     * @param source fills an array with random bytes; a party that can predict them can read and forge every link
     * @return the keys to use instead of these; to destroy one destroys both
     */
    public LinkKeys drawing(final Consumer<byte[]> source) {
        return new LinkKeys(shared, own, roster, encrypts, source);
    }

    /**
     * A private key for one handshake.
     *
     * @return 32 random bytes
     */
    public byte[] ephemeral() {
        final byte[] key = new byte[Curve.BYTES];
        random.accept(key);
        return key;
    }

    /**
     * Are links encrypted?
     *
     * @return true after {@link #encrypted()}
     */
    public boolean encrypts() {
        return encrypts;
    }

    /**
     * Has each seat keys of its own?
     *
     * @return true with a roster
     */
    public boolean hasRoster() {
        return own != null;
    }

    /**
     * Is there a seat for this peer?
     *
     * @param peer 0 to 31
     * @return true as well without a roster
     */
    public boolean knows(final int peer) {
        return own == null || roster[peer] != null;
    }

    /**
     * A key between two peers, the same at both and for as long as the match key and their identities are.
     *
     * @param purpose what for, in ASCII: keys of different purposes have nothing in common
     * @param from    0 to 31; with a roster one of the two is this peer
     * @param to      0 to 31
     * @return 32 bytes, to be zeroed after use
     */
    public byte[] derive(final String purpose, final int from, final int to) {
        if (own == null) {
            return Hkdf.expand(shared, purpose, from, to);
        }
        final byte[] agreed = agree(agreementKey(isOwn(from) ? to : from));
        final byte[] pair = Hkdf.extract(shared, agreed);
        final byte[] key = Hkdf.expand(pair, purpose, from, to);
        Arrays.fill(agreed, (byte) 0);
        Arrays.fill(pair, (byte) 0);
        return key;
    }

    private boolean isOwn(final int peer) {
        return roster[peer] != null && roster[peer].equals(identity().publicIdentity());
    }

    private Identity identity() {
        return Objects.requireNonNull(own, "without a roster nobody has keys of its own");
    }

    /**
     * The X25519 key of a seat.
     *
     * @param peer one of the roster
     * @return 32 bytes
     */
    public byte[] agreementKey(final int peer) {
        return Objects.requireNonNull(roster[peer], "not in the roster").agreementKey();
    }

    /**
     * What this peer's identity shares with the owner of a public key (X25519).
     *
     * @param publicKey 32 bytes
     * @return 32 bytes, null if it is no key
     */
    public byte @Nullable [] agree(final byte[] publicKey) {
        final byte[] secret = identity().agreementSecret();
        final byte[] agreed = Curve.agree(secret, publicKey);
        Arrays.fill(secret, (byte) 0);
        return agreed;
    }

    /**
     * Signs what must be shown to others (Ed25519). Takes about a millisecond.
     *
     * @param message any
     * @return 64 bytes
     */
    public byte[] sign(final byte[] message) {
        final byte[] secret = identity().signatureSecret();
        final byte[] signature = Curve.sign(secret, message);
        Arrays.fill(secret, (byte) 0);
        return signature;
    }

    /**
     * Whether a seat's owner has signed this. Takes about a millisecond.
     *
     * @param peer      one of the roster
     * @param message   what it should have signed
     * @param signature of {@link #sign}
     * @return false for any other signature
     */
    public boolean verify(final int peer, final byte[] message, final byte[] signature) {
        return roster[peer] != null && Curve.verify(roster[peer].signatureKey(), message, signature);
    }

    /**
     * Signs and checks the packets of a transport's own.
     *
     * @param localPeer who this is, 0 to 31
     * @return a signer for one transport
     */
    public PacketSigner signer(final int localPeer) {
        return PacketSigner.keyed(this, localPeer);
    }

    /** Overwrites the match key with zeros; the identity is its owner's. No link can be opened any more. */
    public void destroy() {
        Arrays.fill(shared, (byte) 0);
    }

    /** Does not show the keys. */
    @Override
    public String toString() {
        return own == null ? "LinkKeys" : "LinkKeys with a roster";
    }
}
