package io.lockstep.core.transport;

import java.nio.ByteBuffer;

/**
 * Seals the datagrams of a session and opens those that come. The tag that travels beside each one is 16 bits of its
 * link sequence and 48 bits that prove who has sent it, and that it is whole. A transport calls this itself, see
 * {@link Transport#seal}, to cover where it puts the datagram: one that somebody has moved is refused, too.
 *
 * <p>What is sent once is sealed with the session's keys alone. What a transport resends until it has arrived must be
 * checked with keys that do not change with the session, {@link io.lockstep.core.security.PacketSigner}, on its way in;
 * the seal is for when it is handed over.
 *
 * <p>Called on the session's thread; nothing throws for what the network delivered, and nothing allocates.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface DatagramSeal {

    /** What {@link #open} answers for a datagram that is to be dropped. */
    long REFUSED = -1;

    /** The link sequence of datagrams that belong to no link yet: theirs is a seal that anybody can make. */
    long NO_LINK = 0;

    /**
     * Seals a datagram.
     *
     * @param peer     who it is for
     * @param lane     how it will travel
     * @param sequence the tag given to {@link Transport#send}
     * @param path     where it travels, any 64 bits that both sides know
     * @param place    where it stands there, any 64 bits that both sides know
     * @param payload  the datagram between position and limit; stays as it is
     * @return the tag that travels with it
     */
    long seal(int peer, Lane lane, long sequence, long path, long place, ByteBuffer payload);

    /**
     * Checks a datagram. Changes nothing: it may be called again for the same one.
     *
     * @param peer    the peer of the link it came in on
     * @param lane    the lane it came in on
     * @param tag     the tag that travelled with it
     * @param path    as given to {@link #seal} there
     * @param place   as given to {@link #seal} there
     * @param payload the datagram between position and limit; stays as it is
     * @return its link sequence, {@link #REFUSED} if it is not from that peer, not of this session, or was changed
     */
    long open(int peer, Lane lane, long tag, long path, long place, ByteBuffer payload);

    /**
     * What has come of a peer: a transport that hands over what is newer, and nothing else, need not count itself.
     *
     * @param peer the peer of the link
     * @param lane the lane
     * @return the link sequence of the newest datagram that was handed over and is this link's, 0 if none was since
     *     the link was opened to the process that is there now
     */
    long newest(int peer, Lane lane);
}
