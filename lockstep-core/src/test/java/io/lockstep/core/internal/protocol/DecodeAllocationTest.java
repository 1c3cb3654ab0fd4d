package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.lockstep.core.Allocations;
import io.lockstep.core.internal.crypto.Integrity;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class DecodeAllocationTest {

    private static final int REPEATS = 10_000;
    private static final int BUFFER_BYTES = 4096;

    private final MessageCodec codec = new MessageCodec(WireLimits.DEFAULT);
    private final ByteBuffer encoded = ByteBuffer.allocate(BUFFER_BYTES);
    private final Integrity integrity = new Integrity(7);
    private long seals;

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
        assertEquals(0, Allocations.least(() -> run(all)), "bytes in " + REPEATS + " repeats");
    }

    private void run(final ByteBuffer[] datagrams) {
        for (int repeat = 0; repeat < REPEATS; repeat++) {
            for (int i = 0; i < datagrams.length; i++) {
                final ByteBuffer datagram = datagrams[i];
                datagram.rewind();
                seals ^= integrity.of(repeat, i, 0, 0, datagram);
                if (codec.decode(datagram) == WireCode.OK && codec.decoded().type() != MessageType.STATE_SYNC) {
                    encoded.clear();
                    codec.encode(codec.decoded(), encoded);
                }
            }
        }
    }
}
