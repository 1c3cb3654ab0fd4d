package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.link.LinkSeal;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** What the guard of a link costs a datagram: to seal it, to open it, and to refuse one that nobody has sealed. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class SealBenchmark {

    /** So many that what is prepared between two invocations does not count; they fit into the replay window. */
    private static final int DATAGRAMS = 1000;
    private static final long SEED = 15;
    /** Within a second so few fail that all are checked, and none refused unseen. */
    private static final long STEP_NS = 1_000_000_000L;

    /** Length of the datagram: one of steady play, and one of a line that loses many. */
    @Param({"40", "120"})
    public int bytes;

    /** Whether there is a checksum, a MAC, or a MAC and encryption. */
    @Param({"none", "mac", "encrypted"})
    public String keys;

    private final long[] tags = new long[DATAGRAMS];
    private final long[] sequences = new long[DATAGRAMS];
    private SealedLink link;
    /** What is sealed, and always the same. */
    private ByteBuffer datagram;
    /** What is encrypted and decrypted in its place. */
    private ByteBuffer content;
    private long nowNs;

    /** A benchmark that is to be prepared. */
    public SealBenchmark() {
    }

    /** Prepares the link and a datagram. */
    @Setup
    public void prepare() {
        link = new SealedLink(!keys.equals("none"), keys.equals("encrypted"), SEED);
        datagram = ByteBuffer.allocate(bytes);
        for (int i = 0; i < bytes; i++) {
            datagram.put((byte) (i * i));
        }
        datagram.flip();
        content = ByteBuffer.allocate(bytes);
    }

    /** Seals what is to be opened next. */
    @Setup(Level.Invocation)
    public void sealAhead() {
        nowNs += STEP_NS;
        link.receiver.now(nowNs);
        for (int i = 0; i < DATAGRAMS; i++) {
            sequences[i] = link.sender.next(Lane.INPUT, false);
            tags[i] = link.sender.seal(Lane.INPUT, sequences[i], 2, 3, datagram);
        }
    }

    /**
     * Seals datagrams, as one that is sent is.
     *
     * @return the tag of the last
     */
    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long seal() {
        long tag = 0;
        for (int i = 0; i < DATAGRAMS; i++) {
            link.sender.encrypt(Lane.INPUT, sequences[i], content);
            tag = link.sender.seal(Lane.INPUT, sequences[i], 2, 3, datagram);
        }
        return tag;
    }

    /**
     * Opens datagrams that were not seen before.
     *
     * @return the sequence of the last
     */
    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long open() {
        long sequence = 0;
        for (int i = 0; i < DATAGRAMS; i++) {
            sequence = link.receiver.open(Lane.INPUT, tags[i], 2, 3, datagram);
            if (sequence != sequences[i] || link.receiver.check(Lane.INPUT, sequence) != LinkSeal.Check.LINK) {
                throw new IllegalStateException("a sealed datagram was refused");
            }
            link.receiver.decrypt(Lane.INPUT, sequence, content);
        }
        return sequence;
    }

    /**
     * Refuses datagrams with a bit of the tag turned over.
     *
     * @return nothing of meaning
     */
    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long refuse() {
        long sequence = 0;
        for (int i = 0; i < DATAGRAMS; i++) {
            sequence = link.receiver.open(Lane.INPUT, tags[i] ^ 1, 2, 3, datagram);
            if (sequence != DatagramSeal.REFUSED) {
                throw new IllegalStateException("a forged datagram was opened");
            }
        }
        return sequence;
    }
}
