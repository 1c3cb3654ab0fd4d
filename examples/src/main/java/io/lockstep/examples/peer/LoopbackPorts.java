package io.lockstep.examples.peer;

import io.lockstep.core.transport.TransportException;
import java.io.IOException;
import java.net.BindException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Finds UDP ports on the loopback interface that nobody uses. */
public final class LoopbackPorts {

    private static final String LOOPBACK = "127.0.0.1";
    /**
     * Lowest port that is tried. Systems give ports from 32768 up to a program that asks for any, so no such program
     * takes one of these between the search and its use.
     */
    private static final int LOWEST = 20_000;
    /** Number of ports that are tried, from the lowest one. */
    private static final int RANGE = 12_000;
    /** Number of ports in use that are skipped in a row before the search fails. */
    private static final int TRIES = 200;

    private LoopbackPorts() {
    }

    /**
     * Finds free ports. They are free now; another process can take one before the caller does.
     *
     * @param count how many
     * @return addresses on the loopback interface, all different
     * @throws TransportException if all tried ports are in use
     */
    public static List<Address> free(final int count) {
        final List<DatagramSocket> held = hold(count);
        final List<Address> addresses = held.stream().map(LoopbackPorts::address).toList();
        held.forEach(DatagramSocket::close);
        return addresses;
    }

    /**
     * Finds free ports and holds them. Close each socket right before its port is used.
     *
     * @param count how many
     * @return sockets bound to different ports of the loopback interface
     * @throws TransportException if all tried ports are in use
     */
    public static List<DatagramSocket> hold(final int count) {
        final List<DatagramSocket> held = new ArrayList<>();
        try {
            for (int i = 0; i < count; i++) {
                held.add(open());
            }
            return held;
        } catch (final IOException failed) {
            held.forEach(DatagramSocket::close);
            throw new TransportException("no free UDP port on " + LOOPBACK + ": " + failed.getMessage(), failed);
        }
    }

    /**
     * Returns the address of a held port.
     *
     * @param held one of the sockets of {@link #hold}, still open
     * @return its address on the loopback interface
     */
    public static Address address(final DatagramSocket held) {
        return new Address(LOOPBACK, held.getLocalPort());
    }

    private static DatagramSocket open() throws IOException {
        final InetAddress loopback = InetAddress.getByName(LOOPBACK);
        for (int tries = 1;; tries++) {
            final int port = LOWEST + ThreadLocalRandom.current().nextInt(RANGE);
            try {
                return new DatagramSocket(new InetSocketAddress(loopback, port));
            } catch (final BindException inUse) {
                if (tries == TRIES) {
                    throw inUse;
                }
            }
        }
    }
}
