package io.lockstep.core.security;

import io.lockstep.core.internal.crypto.Integrity;
import io.lockstep.core.internal.crypto.KeyedTag;
import io.lockstep.core.internal.crypto.Tag;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Signs the packets of a transport's own and checks those that come, before they change anything. Its keys stay the
 * same for as long as the transport lives: what a transport resends until it arrives must never become unreadable, as
 * what a session's keys have sealed does when a peer comes back as another process.
 *
 * <p>Allocation-free after the first packet of a peer. Not thread-safe.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public final class PacketSigner {

    private static final int MAX_PEERS = 32;
    private static final String PURPOSE = "lockstep packet";

    private final @Nullable LinkKeys keys;
    private final int localPeer;
    private final @Nullable Tag[] out = new Tag[MAX_PEERS];
    private final @Nullable Tag[] in = new Tag[MAX_PEERS];
    private boolean destroyed;

    private PacketSigner(final @Nullable LinkKeys keys, final int localPeer) {
        this.keys = keys;
        this.localPeer = localPeer;
    }

    static PacketSigner keyed(final LinkKeys keys, final int localPeer) {
        return new PacketSigner(keys, localPeer);
    }

    /**
     * A signer without keys: its signatures are checksums, against accidents and not against attackers.
     *
     * @param localPeer who this is, 0 to 31
     * @return a signer for one transport
     */
    public static PacketSigner unkeyed(final int localPeer) {
        return new PacketSigner(null, localPeer);
    }

    /**
     * Are there keys, so that a signature proves who has made it?
     *
     * @return false if signatures are checksums
     */
    public boolean isKeyed() {
        return keys != null;
    }

    /**
     * Signs a packet of ours.
     *
     * @param peer   who it is for, 0 to 31
     * @param path   where it travels, any 64 bits that both sides know
     * @param place  where it stands there, any 64 bits that both sides know
     * @param packet the bytes between position and limit; stays as it is
     * @return the signature
     * @throws IllegalStateException after {@link #destroy()}
     */
    public long sign(final int peer, final long path, final long place, final ByteBuffer packet) {
        if (destroyed) {
            throw new IllegalStateException("the keys are gone");
        }
        return tag(out, peer, localPeer, peer).of(0, 0, path, place, packet);
    }

    /**
     * Checks a packet of a peer.
     *
     * @param peer      who it should be from, 0 to 31
     * @param signature what came with it
     * @param path      as given to {@link #sign} there
     * @param place     as given to {@link #sign} there
     * @param packet    the bytes between position and limit; stays as it is
     * @return false if it is not from that peer, or was changed on its way
     */
    public boolean verify(final int peer, final long signature, final long path, final long place,
                          final ByteBuffer packet) {
        if (destroyed || keys != null && !keys.knows(peer)) {
            return false;
        }
        return tag(in, peer, peer, localPeer).of(0, 0, path, place, packet) == signature;
    }

    /** The one of a peer, which is made when it is needed first. */
    private Tag tag(final @Nullable Tag[] made, final int peer, final int from, final int to) {
        final Tag known = made[peer];
        if (known != null) {
            return known;
        }
        final Tag tag = tag(from, to);
        made[peer] = tag;
        return tag;
    }

    private Tag tag(final int from, final int to) {
        if (keys == null) {
            return new Integrity(from << Byte.SIZE | to);
        }
        final byte[] key = keys.derive(PURPOSE, from, to);
        final Tag tag = new KeyedTag(key);
        Arrays.fill(key, (byte) 0);
        return tag;
    }

    /** Forgets the keys: nothing can be signed any more, and nothing is genuine. */
    public void destroy() {
        destroyed = true;
        for (int peer = 0; peer < MAX_PEERS; peer++) {
            destroy(out[peer]);
            destroy(in[peer]);
        }
    }

    private static void destroy(final @Nullable Tag tag) {
        if (tag != null) {
            tag.destroy();
        }
    }
}
