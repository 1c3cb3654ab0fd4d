package io.lockstep.aeron;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Transport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.DatagramChannel;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;

/** Free ports, and a pump for transports that share this thread. */
final class Net {

    static final String HOST = "127.0.0.1";
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final DatagramHandler IGNORE = (peer, lane, tag, payload) -> { };

    private Net() {
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
        } catch (final IOException ex) {
            throw new UncheckedIOException(ex);
        }
        return ports;
    }

    /** Runs the step, a poll of every transport most of the time, until it says that it is done. */
    static void until(final String what, final Callable<Boolean> step) {
        Awaitility.await(what).pollInSameThread().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1))
            .atMost(PATIENCE).until(step);
    }

    static void poll(final Transport... transports) {
        for (final Transport transport : transports) {
            if (transport != null) {
                transport.poll(System.nanoTime(), IGNORE);
            }
        }
    }

    static ByteBuffer payload(final int length, final int seed) {
        final ByteBuffer payload = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < length; i++) {
            payload.put((byte) (i * 31 + seed));
        }
        return payload.flip();
    }
}
