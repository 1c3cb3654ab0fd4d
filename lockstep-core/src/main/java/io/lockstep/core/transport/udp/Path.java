package io.lockstep.core.transport.udp;

import java.net.SocketAddress;
import org.jspecify.annotations.NullUnmarked;

/** The way that the packets of one connection take. */
@NullUnmarked // nobody asks for the address of a connection that is not open
final class Path {

    /** Of the handshake, which belongs to no connection. */
    static final long NONE = 0;

    final int peer;
    private SocketAddress address;
    private long seasoning;

    Path(final int peer) {
        this.peer = peer;
    }

    /** Leads to an address from now on, in a connection of this name. */
    void lead(final SocketAddress to, final long name) {
        address = to;
        seasoning = name;
    }

    /** Where packets go; null if there is no connection. */
    SocketAddress address() {
        return address;
    }

    /** The name of the connection: the tags of its packets cover it, so those of another one are refused. */
    long seasoning() {
        return seasoning;
    }
}
