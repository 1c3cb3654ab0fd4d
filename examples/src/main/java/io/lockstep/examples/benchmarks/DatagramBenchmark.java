package io.lockstep.examples.benchmarks;

import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import io.lockstep.core.transport.udp.DatagramTransport;
import io.lockstep.core.transport.udp.DatagramTransportConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One datagram of inputs over plain UDP on the loopback interface, from one socket of the system's to another. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class DatagramBenchmark {

    private static final String HOST = "127.0.0.1";
    /** The median of steady play. */
    private static final int PAYLOAD_BYTES = 32;
    /** Connecting takes two round trips, which are some polls here. */
    private static final long CONNECT_LIMIT_NS = 10_000_000_000L;
    /** Loopback delivers before the send returns: whoever polls so often in vain has lost a datagram. */
    private static final int MAX_POLLS = 1_000_000;

    private final ByteBuffer payload = ByteBuffer.allocateDirect(PAYLOAD_BYTES);
    private long arrived;
    private long sent;
    private final DatagramHandler counter = (peer, lane, tag, datagram) -> arrived++;
    private DatagramTransport sender;
    private DatagramTransport receiver;

    /** A benchmark that is to be prepared. */
    public DatagramBenchmark() {
    }

    /**
     * Connects the two.
     *
     * @throws IOException if there is no free port
     */
    @Setup
    public void connect() throws IOException {
        final int one;
        final int other;
        try (DatagramChannel first = bind(); DatagramChannel second = bind()) {
            one = port(first);
            other = port(second);
        }
        sender = DatagramTransport.launch(new DatagramTransportConfig().localPeer(0).listen(HOST, one)
            .peer(1, HOST, other));
        receiver = DatagramTransport.launch(new DatagramTransportConfig().localPeer(1).listen(HOST, other)
            .peer(0, HOST, one));
        final long startNs = System.nanoTime();
        while (!sender.isConnected(1) || !receiver.isConnected(0)) {
            sender.poll(System.nanoTime(), counter);
            receiver.poll(System.nanoTime(), counter);
            if (System.nanoTime() - startNs > CONNECT_LIMIT_NS) {
                throw new IllegalStateException("not connected after " + CONNECT_LIMIT_NS + " ns");
            }
        }
    }

    private static DatagramChannel bind() throws IOException {
        return DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getByName(HOST), 0));
    }

    private static int port(final DatagramChannel channel) throws IOException {
        return ((InetSocketAddress) channel.getLocalAddress()).getPort();
    }

    /** Closes both. */
    @TearDown
    public void close() {
        sender.close();
        receiver.close();
    }

    /**
     * The sender's poll and send, and the receiver's poll that delivers it.
     *
     * @return how many have arrived
     */
    @Benchmark
    public long input() {
        final long nowNs = System.nanoTime();
        sender.poll(nowNs, counter);
        payload.clear();
        if (sender.send(1, Lane.INPUT, ++sent, payload) != SendResult.SENT) {
            throw new IllegalStateException("datagram " + sent + " was not sent");
        }
        for (int polls = 0; arrived < sent; polls++) {
            receiver.poll(nowNs, counter);
            if (polls == MAX_POLLS) {
                throw new IllegalStateException("datagram " + sent + " has not arrived");
            }
        }
        return arrived;
    }
}
