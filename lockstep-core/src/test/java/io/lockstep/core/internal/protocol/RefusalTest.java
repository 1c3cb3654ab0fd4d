package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every check of a decoder refuses what is just out of range, with its own code, and takes what is just within. */
class RefusalTest {

    private final MessageCodec codec = new MessageCodec(Refusal.LIMITS);

    static Stream<Refusal> refusals() {
        return Refusal.all();
    }

    static Stream<String> accepted() {
        final String greeting = "1a0101%02x" + "00".repeat(16);
        final String welcome = String.format(greeting, 0) + "00".repeat(8) + "00000080" + "00".repeat(24);
        return Stream.of(
            "100200000000" + "00".repeat(FrameInput.MAX_EVENT_BYTES),
            "14" + "1f" + "00".repeat(4),
            "160f000000" + "80" + "00".repeat(17),
            "168080000000" + "03",
            "168001000000" + "00000e" + "00".repeat(56),
            // The least and the most of each number; the longest text, of the first and the last that can be printed.
            welcome + "010020010100" + "00" + "00".repeat(10) + "01" + "20",
            welcome + "e8032040ffff" + "ff" + "ff".repeat(8) + "ff00" + "aa".repeat(255) + "20" + "7e".repeat(32),
            String.format(greeting, 2) + "00",
            String.format(greeting, 2) + "00".repeat(Greeting.MAX_SEALED_BYTES),
            "1b02" + "00".repeat(20) + "ff28" + "20".repeat(40),
            "1c0100" + "00".repeat(8) + "00",
            "1c0100" + "00".repeat(8) + "00".repeat(1400),
            "1c021f0003000080" + "00".repeat(64),
            // The last term, the frame and the incarnation 0 of peer 31, and a seat.
            "1d0000" + "ffffffffff7f0000" + "00".repeat(28) + "1f00" + "00000080" + "00".repeat(8) + "00000080"
                + "00".repeat(4),
            "1e0000000000" + "00000000000004" + "00".repeat(1024));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void shouldSayWhatIsWrong(final Refusal wrong) {
        assertEquals(wrong.code(), codec.decode(wrong.buffer()));
        assertNull(codec.decoded());
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void shouldTakeWhatIsJustInRange(final String hex) {
        final byte[] datagram = HexFormat.of().parseHex(hex);
        assertEquals(WireCode.OK, codec.decode(ByteBuffer.wrap(datagram)));
        final ByteBuffer again = ByteBuffer.allocate(datagram.length);
        assertEquals(datagram.length, codec.encode(codec.decoded(), again));
        assertEquals(hex, HexFormat.of().formatHex(again.array()));
    }

    /** A message that is read alone checks the header itself. */
    @ParameterizedTest
    @MethodSource("headers")
    void shouldReadNoOtherMessage(final Refusal wrong) {
        assertEquals(wrong.code(), new Challenge().decode(wrong.buffer()));
    }

    static Stream<Refusal> headers() {
        return Stream.of(new Refusal(WireCode.EMPTY, ""), new Refusal(WireCode.VERSION, "28"),
            new Refusal(WireCode.TYPE, "19" + "00".repeat(12)), new Refusal(WireCode.TRUNCATED, "18"));
    }
}
