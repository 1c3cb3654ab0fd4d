package io.lockstep.core.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodeAllocationTest {

    private static final int WARM_UP_ROUNDS = 2_000;
    private static final int ROUNDS = 10_000;
    private static final int BUFFER_BYTES = 4096;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final ByteBuffer encoded = ByteBuffer.allocate(BUFFER_BYTES);
    private final Integrity integrity = new Integrity();
    private int seals;

    @Test
    void shouldDecodeEncodeAndSealWithoutAllocation() {
        final List<ByteBuffer> datagrams = new ArrayList<>();
        for (final GoldenVector vector : GoldenVector.all()) {
            datagrams.add(vector.buffer());
        }
        // Broken ones too, but no broken zlib stream: the inflater throws inside.
        for (final String wrong
            : List.of("20", "1c", "10", "100400000000", "13200000", "1600000000000001", "16000000000000")) {
            datagrams.add(ByteBuffer.wrap(HexFormat.of().parseHex(wrong)));
        }
        final ByteBuffer[] all = datagrams.toArray(new ByteBuffer[0]);
        run(all, WARM_UP_ROUNDS);
        final long id = Thread.currentThread().getId();
        // The first measurement allocates by itself.
        threads.getThreadAllocatedBytes(id);
        final long before = threads.getThreadAllocatedBytes(id);
        run(all, ROUNDS);
        final long allocated = threads.getThreadAllocatedBytes(id) - before;
        assertEquals(0, allocated / ROUNDS, () -> allocated + " bytes in " + ROUNDS + " rounds");
    }

    private void run(final ByteBuffer[] datagrams, final int rounds) {
        for (int round = 0; round < rounds; round++) {
            for (int i = 0; i < datagrams.length; i++) {
                final ByteBuffer datagram = datagrams[i];
                datagram.rewind();
                seals ^= integrity.seal(datagram, round, i);
                if (codec.decode(datagram) == WireCode.OK && codec.decoded().type() != MessageType.STATE_SYNC) {
                    encoded.clear();
                    codec.encode(codec.decoded(), encoded, ProtocolMode.BINARY);
                }
            }
        }
    }
}
