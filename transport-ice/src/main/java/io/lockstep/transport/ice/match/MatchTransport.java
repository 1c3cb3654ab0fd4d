package io.lockstep.transport.ice.match;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.Transport;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import io.lockstep.transport.ice.PathAddress;
import io.lockstep.transport.ice.PathSocket;
import java.security.SecureRandom;

/**
 * Makes the transport of a match over the ways to its players; all players of a match need the same. Aeron instead of
 * plain UDP:
 * <pre>{@code
 * config.transport((self, peers, keys, socket) -> {
 *     final AeronTransportConfig aeron = new AeronTransportConfig().localPeer(self).keys(keys);
 *     for (final int peer : peers) {
 *         aeron.peer(peer, PathAddress.of(peer));
 *     }
 *     return AeronTransport.over(aeron, socket);
 * })
 * }</pre>
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
@FunctionalInterface
public interface MatchTransport {

    /** Plain UDP: the least on the wire. */
    MatchTransport UDP = (self, peers, keys, socket) -> {
        final DatagramTransportConfig config = new DatagramTransportConfig().localPeer(self)
            .seed(new SecureRandom().nextLong()).keys(keys);
        for (final int peer : peers) {
            config.peer(peer, PathAddress.of(peer));
        }
        return DatagramTransport.over(config, socket);
    };

    /**
     * Makes it. Called once, on the thread that connects.
     *
     * @param self   the player's seat
     * @param peers  all other seats, free ones included; the socket knows each by {@link PathAddress#of}
     * @param keys   of this player
     * @param socket the ways to the others; closed with the transport
     * @return the transport
     */
    Transport over(int self, int[] peers, LinkKeys keys, PathSocket socket);
}
