package io.lockstep.transport.ice;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes of somebody who has the key: refused, or sealed again as they were but for what fills them up. */
class EnvelopeFuzzTest {

    private static final int SIGNED_BYTES = Envelopes.PACKET_BYTES - 16;

    private final Envelopes envelopes = new Envelopes(new byte[IceConfig.LETTER_KEY_BYTES]);

    private static Stream<byte[]> heads() {
        return Stream.of(new byte[] {0, 1, 0, 5, 1, 2, 3, 4, 5}, new byte[] {31, 0, 4, (byte) 0x9C, 9},
            new byte[] {0, 0, 0, 1, 1}, new byte[] {-1, 32, -1, -1});
    }

    @MethodSource("heads")
    @FuzzTest(maxDuration = "20s")
    void shouldSurviveAnyEnvelope(final byte[] input) {
        final byte[] packet = envelopes.sign(Arrays.copyOf(Arrays.copyOf(input, SIGNED_BYTES), Envelopes.PACKET_BYTES));
        final Envelope envelope = envelopes.open(packet);
        if (envelope != null) {
            final int used = 4 + envelope.letter().length;
            final byte[] again = envelopes.seal(envelope);
            if (!Arrays.equals(again, 0, used, packet, 0, used)) {
                throw new AssertionError("another envelope than " + envelope);
            }
        }
    }
}
