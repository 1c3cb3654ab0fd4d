package io.lockstep.examples.peer;

import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Asks the system for UDP ports that nobody uses. */
public final class LoopbackPorts {

    private static final String LOOPBACK = "127.0.0.1";

    private LoopbackPorts() {
    }

    /**
     * Finds free ports. They are free now; another process can take one before the caller does.
     *
     * @param count how many
     * @return addresses on the loopback interface, all different
     * @throws TransportException if the system has none
     */
    public static List<Address> free(final int count) {
        final List<DatagramSocket> held = new ArrayList<>();
        try {
            final List<Address> addresses = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                final DatagramSocket socket =
                    new DatagramSocket(new InetSocketAddress(InetAddress.getByName(LOOPBACK), 0));
                held.add(socket);
                addresses.add(new Address(LOOPBACK, socket.getLocalPort()));
            }
            return addresses;
        } catch (final IOException failed) {
            throw new TransportException("no free UDP port on " + LOOPBACK + ": " + failed.getMessage(), failed);
        } finally {
            held.forEach(DatagramSocket::close);
        }
    }
}
