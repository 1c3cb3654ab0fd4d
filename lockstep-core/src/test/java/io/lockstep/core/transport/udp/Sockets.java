package io.lockstep.core.transport.udp;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.transport.DatagramHandler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** Free ports, and a pump for transports that share this thread. */
final class Sockets {

    static final String HOST = "127.0.0.1";
    static final DatagramHandler IGNORE = (peer, lane, tag, payload) -> { };
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private Sockets() {
    }

    /** Asks the system for ports that were free a moment ago, all different. */
    static int[] freePorts(final int count) {
        final DatagramChannel[] channels = new DatagramChannel[count];
        final int[] ports = new int[count];
        try {
            for (int i = 0; i < count; i++) {
                channels[i] = DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getByName(HOST), 0));
                ports[i] = ((InetSocketAddress) channels[i].getLocalAddress()).getPort();
            }
            for (final DatagramChannel channel : channels) {
                channel.close();
            }
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
        return ports;
    }

    static DatagramTransportConfig config(final int local, final int[] ports) {
        final DatagramTransportConfig config =
            new DatagramTransportConfig().localPeer(local).listen(HOST, ports[local]);
        for (int peer = 0; peer < ports.length; peer++) {
            if (peer != local) {
                config.peer(peer, HOST, ports[peer]);
            }
        }
        return config;
    }

    /** A transport for each port, all connected with all. */
    static DatagramTransport[] mesh(final int[] ports) {
        return mesh(ports, null);
    }

    /** The same with keys. */
    static DatagramTransport[] mesh(final int[] ports, final LinkKeys keys) {
        final DatagramTransport[] transports = new DatagramTransport[ports.length];
        for (int peer = 0; peer < ports.length; peer++) {
            final DatagramTransportConfig config = config(peer, ports);
            transports[peer] = DatagramTransport.launch(keys == null ? config : config.keys(keys));
        }
        until("connections", () -> {
            boolean all = true;
            for (int peer = 0; peer < ports.length; peer++) {
                transports[peer].poll(System.nanoTime(), IGNORE);
                for (int other = 0; other < ports.length; other++) {
                    all &= other == peer || transports[peer].isConnected(other);
                }
            }
            return all;
        });
        return transports;
    }

    /** Runs the step until it says that it is done. */
    static void until(final String what, final Callable<Boolean> step) {
        Awaitility.await(what).pollInSameThread().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
            .atMost(PATIENCE).until(step);
    }
}
