package io.lockstep.core.transport;

import java.nio.ByteBuffer;

/**
 * The seam through which every outgoing and incoming datagram of a transport passes, where authentication or
 * encryption can be put. None is shipped yet: with {@link #NONE} a datagram is protected against accidents by its
 * checksum, and not at all against an attacker who can reach the port.
 *
 * <p>Called on the session's thread. An implementation must not allocate per datagram and must not throw for what the
 * network delivered.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface PacketGuard {

    /** Lets everything through unchanged. */
    PacketGuard NONE = new PacketGuard() {
        @Override
        public int overheadBytes() {
            return 0;
        }

        @Override
        public void seal(final int peer, final Lane lane, final long tag, final ByteBuffer datagram) {
            // Nothing to add: the tag already carries the checksum.
        }

        @Override
        public boolean open(final int peer, final Lane lane, final long tag, final ByteBuffer datagram) {
            return true;
        }
    };

    /**
     * How much {@link #seal} may add.
     *
     * @return bytes appended to each datagram, 0 to 64
     */
    int overheadBytes();

    /**
     * Protects an outgoing datagram in place.
     *
     * @param peer     who it is for
     * @param lane     how it will travel
     * @param tag      the tag that will travel beside it, to be authenticated with it
     * @param datagram the payload between position and limit, with room for {@link #overheadBytes()} behind the limit;
     *                 on return the limit includes what was appended
     */
    void seal(int peer, Lane lane, long tag, ByteBuffer datagram);

    /**
     * Checks and unprotects an incoming datagram in place.
     *
     * @param peer     the peer of the link it came in on
     * @param lane     the lane it came in on
     * @param tag      the tag beside it
     * @param datagram what arrived between position and limit; on success the limit excludes what {@link #seal}
     *                 appended
     * @return false to have the datagram dropped and counted
     */
    boolean open(int peer, Lane lane, long tag, ByteBuffer datagram);
}
