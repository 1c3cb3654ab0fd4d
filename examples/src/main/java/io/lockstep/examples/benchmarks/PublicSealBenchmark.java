package io.lockstep.examples.benchmarks;

import io.lockstep.core.internal.protocol.Greeting;
import io.lockstep.core.internal.crypto.Integrity;
import io.lockstep.core.internal.crypto.LinkTag;
import io.lockstep.core.internal.protocol.Message;
import io.lockstep.core.internal.protocol.MessageType;
import io.lockstep.core.session.Session;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * What a datagram costs a session whose sender nobody knows: anybody can compute the seal of the handshake. A hello is
 * answered, everything else is refused by its first byte.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PublicSealBenchmark implements Transport {

    private static final int DATAGRAMS = 100;
    /** The longest datagram: its checksum costs most. */
    private static final int LONGEST = 1184;
    /** Time stands still, so that the session waits for its peer for ever. */
    private static final long NOW_NS = 1;

    /** What the datagrams claim to be. */
    @Param({"Hello", "StateSync", "JSON"})
    public String type;

    private byte[] bytes;
    private ByteBuffer datagram;
    private long tag;
    private Session session;
    private long answers;

    /** A benchmark that is to be prepared. */
    public PublicSealBenchmark() {
    }

    /** Prepares the datagram, and a session that waits for its only peer. */
    @Setup
    public void prepare() {
        final ByteBuffer buffer = ByteBuffer.allocate(LONGEST);
        switch (type) {
            case "Hello" -> new Greeting(MessageType.HELLO).incarnation(1).salt(1).players(2).playerCount(2)
                .tickRate(60).inputBytes(2).checksumInterval(30).gameId("benchmark").encode(buffer);
            case "StateSync" -> buffer.put((byte) (Message.VERSION << 4 | MessageType.STATE_SYNC.code()))
                .position(LONGEST);
            default -> buffer.put((byte) (Message.VERSION << 4 | MessageType.EXTENDED_CODE)).put((byte) '{')
                .position(LONGEST);
        }
        bytes = new byte[buffer.flip().remaining()];
        buffer.get(bytes);
        datagram = ByteBuffer.wrap(bytes);
        tag = LinkTag.of(0, new Integrity(Integrity.seed(0, 0, 0, 1, 0, Lane.CONTROL.ordinal()))
            .of(0, 0, 0, 0, datagram));
        session = Session.builder().simulation(new TinyGame()).input((frame, player, input) -> { }).transport(this)
            .gameId("benchmark").players(2).localPlayer(0).sessionSeed(1).build();
    }

    @Override
    public int maxPayloadBytes() {
        return LONGEST;
    }

    @Override
    public int wireBytes(final int payloadBytes) {
        return payloadBytes;
    }

    @Override
    public String failure() {
        return null;
    }

    @Override
    public SendResult send(final int peer, final Lane lane, final long seal, final ByteBuffer payload) {
        answers++;
        return SendResult.SENT;
    }

    @Override
    public int poll(final long now, final DatagramHandler handler) {
        for (int i = 0; i < DATAGRAMS; i++) {
            handler.onDatagram(1, Lane.CONTROL, tag, datagram.clear());
        }
        return DATAGRAMS;
    }

    @Override
    public void close() {
        // There is nothing to close.
    }

    /**
     * A session's poll in which nothing else happens.
     *
     * @return how much it has answered
     */
    @Benchmark
    @OperationsPerInvocation(DATAGRAMS)
    public long refused() {
        session.poll(NOW_NS);
        return answers;
    }
}
