package io.lockstep.core.internal.transport;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a packet. */
class PacketFuzzTest {

    /** A packet allocates nothing; what is here is for the hooks of the fuzzer. */
    private static final int MOST_BYTES = 64 << 10;

    private final Packet packet = new Packet();

    /** The same packet, put together from what was read. */
    private ByteBuffer again(final ByteBuffer source) {
        final ByteBuffer to = ByteBuffer.allocate(Packet.MAX_BYTES);
        final ByteBuffer content =
            source.slice(source.position() + packet.headerBytes(), packet.contentBytes());
        if ((packet.flags() & Packet.LNK) != 0) {
            to.position(Packet.SHORT_HEADER_BYTES).put(content).flip();
            Packet.frameWhole(to, packet.tag());
            return to;
        }
        Packet.putHeader(to, Packet.place(packet.flags(), packet.chunk(), packet.sequence()));
        return to.put(content).order(ByteOrder.LITTLE_ENDIAN).putLong(packet.tag()).flip();
    }

    private static Stream<byte[]> packets() {
        return Stream.concat(GoldenPacket.all().stream().map(GoldenPacket::datagram),
            Stream.of("02050607081122334455660100", "0305060708112233440001")
                .map(HexFormat.of()::parseHex));
    }

    @MethodSource("packets")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyPacket(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, source -> {
            final PacketCode code = packet.decode(source);
            if (code == PacketCode.OK) {
                AnyBytes.require(again(source).equals(source), "another packet");
            }
            return code;
        });
    }
}
