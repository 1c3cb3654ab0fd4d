package io.lockstep.core.internal.transport;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import java.nio.ByteBuffer;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any bytes as a packet. */
class PacketFuzzTest {

    /** A packet allocates nothing; what is here is for the hooks of the fuzzer. */
    private static final int MOST_BYTES = 64 << 10;

    private static final int HEADER_AND_TAG = Packet.HEADER_BYTES + Packet.TAG_BYTES;

    private final Packet packet = new Packet();
    private final ByteBuffer header = ByteBuffer.allocate(Packet.HEADER_BYTES);

    private static Stream<byte[]> packets() {
        return GoldenPacket.all().stream().map(GoldenPacket::datagram);
    }

    @MethodSource("packets")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyPacket(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, source -> {
            final PacketCode code = packet.decode(source);
            if (code == PacketCode.OK) {
                Packet.putHeader(header.clear(), Packet.place(packet.flags(), packet.chunk(), packet.sequence()));
                AnyBytes.require(header.flip().equals(source.slice(source.position(), Packet.HEADER_BYTES)),
                    "another header");
                AnyBytes.require(packet.contentBytes() == source.remaining() - HEADER_AND_TAG, "another length");
            }
            return code;
        });
    }
}
