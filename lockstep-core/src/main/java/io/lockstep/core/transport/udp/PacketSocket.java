package io.lockstep.core.transport.udp;

import io.lockstep.core.internal.transport.Nap;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link DatagramTransport} sends and receives packets with: a UDP socket of the system's, unless the embedder
 * has a way of its own, such as a relay or a simulated network. Blocks nowhere but in {@link #await}, never throws for
 * what the network does. Used from one thread.
 *
 * <p>Evolving: may break with a minor release.
 *
 * @since 0.1.0
 */
public interface PacketSocket extends AutoCloseable {

    /**
     * Takes one packet that has arrived.
     *
     * @param into filled from its position on; what does not fit is lost
     * @return who sent it, by {@code equals}; null if nothing has arrived. Equal ones that are no InetSocketAddress
     *         have equal {@code toString}, too
     */
    @Nullable SocketAddress receive(ByteBuffer into);

    /**
     * Sends one packet.
     *
     * @param packet between position and limit
     * @param to     who it is for
     * @return false if it cannot be taken now
     */
    boolean send(ByteBuffer packet, SocketAddress to);

    /**
     * Sleeps until a packet has arrived. May return earlier, but not always at once; interrupts are treated as in
     * {@link io.lockstep.core.transport.Transport#await}. Without a word of its own a socket sleeps a millisecond at
     * most; one in virtual time does nothing.
     *
     * @param maxNs nanoseconds, counted from the first {@link #receive} after the one that last answered null, or from
     *              now where that is not known; returns at once if they are over
     */
    default void await(final long maxNs) {
        Nap.rest(Math.min(maxNs, Nap.BLIND_NS));
    }

    /**
     * From now on much will come from here: a chance to make that cheap. Told once for each connection that opens.
     *
     * @param peer an address that {@link #receive} answered
     */
    default void connect(final SocketAddress peer) {
        // Nothing to gain.
    }

    /**
     * The connection to this address is closed.
     *
     * @param peer from {@link #connect}
     */
    default void disconnect(final SocketAddress peer) {
        // Nothing was gained.
    }

    /**
     * Why nothing can be sent or received any more.
     *
     * @return one line for a person, null while all is well
     */
    default @Nullable String failure() {
        return null;
    }

    /**
     * Whether packets may come from the internet, whatever the addresses of peers look like. A transport over such a
     * socket demands keys, or to be told that it may be insecure.
     *
     * @return false by default: the addresses tell
     */
    default boolean crossesInternet() {
        return false;
    }

    /** Frees whatever is held. Calling it again does nothing. */
    @Override
    void close();
}
