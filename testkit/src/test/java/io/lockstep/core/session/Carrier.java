package io.lockstep.core.session;

import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.transport.Transport;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;

/**
 * What the sessions of a test talk over. This module has its own two; another one adds a carrier as a service, and
 * then the tests run there over that one alone.
 */
public interface Carrier {

    /**
     * Starts one peer's transport on a network that delays, loses and cuts what it sends. A second call for the same
     * peer stands for a restarted process, whose former end is gone. Only the network that was used last is in use: a
     * carrier may close what it has started on another one.
     *
     * @param network what lies between the peers
     * @param peer    who
     * @return its end
     */
    Transport open(SimulatedNetwork network, int peer);

    /**
     * Whether what travels on the network are the session's own datagrams, from the first one on. Otherwise there is a
     * connection before anything can be sent, and the packets are the carrier's.
     *
     * @return whether a tap on the network sees datagrams
     */
    boolean isBare();

    /**
     * Whether something that a tap on the network saw belongs to a link, of two sessions or of the carrier's own, that
     * knows what is sent again long after.
     *
     * @param tag    the tag beside it
     * @param packet what was sent; unchanged
     * @return false if it is part of a handshake that nothing but its salts protects
     */
    boolean isLinked(long tag, ByteBuffer packet);

    /**
     * Of hundreds of similar matches in one test every so many-th is played over this carrier.
     *
     * @return 1 where a match starts at no cost
     */
    default int stride() {
        return 1;
    }

    /**
     * How often sessions are polled over this carrier, unless a test wants it otherwise.
     *
     * @return nanoseconds
     */
    default long stepNs() {
        return 2 * Match.MS;
    }

    /**
     * Matches of more peers are not played over this carrier.
     *
     * @return how many there can be
     */
    default int maxPeers() {
        return Message.MAX_PLAYERS;
    }
}
