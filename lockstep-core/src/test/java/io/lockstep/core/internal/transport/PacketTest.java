package io.lockstep.core.internal.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PacketTest {

    private static final long SEED = 0x5EED_0D9;
    private static final int RANDOM_PACKETS = 1_000_000;
    private static final int GUARD_BYTES = 16;

    private final Packet packet = new Packet();

    static List<GoldenPacket> packets() {
        return GoldenPacket.all();
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldReadTheGoldenPacket(final GoldenPacket golden) {
        final ByteBuffer buffer = golden.buffer().order(ByteOrder.LITTLE_ENDIAN);
        assertEquals(PacketCode.OK, packet.decode(buffer));
        assertEquals(golden.kind(), packet.kind());
        assertEquals(golden.flags(), packet.flags());
        assertEquals(golden.chunk(), packet.chunk());
        assertEquals(golden.sequence(), packet.sequence());
        assertEquals(golden.chunkBytes(), packet.chunkBytes());
        assertEquals((golden.flags() & 0x20) != 0, packet.isLast());
        assertEquals(golden.buffer(), buffer, "the buffer moved");
        if (golden.chunkBytes() == Integer.BYTES) {
            assertEquals(golden.buffer().getInt(4), packet.secret());
        }
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldWriteTheGoldenHeader(final GoldenPacket golden) {
        final ByteBuffer buffer = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        Packet.putHeader(buffer, Packet.header(golden.flags(), golden.chunk(), golden.sequence()));
        assertArrayEquals(Arrays.copyOf(golden.datagram(), 4), buffer.array());
    }

    @Test
    void shouldHaveAGoldenPacketOfEveryKind() {
        final Map<PacketKind, GoldenPacket> found = new EnumMap<>(PacketKind.class);
        packets().forEach(golden -> found.put(golden.kind(), golden));
        assertEquals(PacketKind.values().length, found.size());
    }

    @Test
    void shouldStandInTheDocument() throws IOException {
        final String document = Files.readString(wireDocument());
        for (final GoldenPacket golden : packets()) {
            assertTrue(document.contains(golden.row()), golden.row());
        }
        for (final PacketCode code : PacketCode.values()) {
            assertTrue(document.contains("| `" + code + "` | " + code.meaning() + " |"), code.toString());
        }
    }

    private static Path wireDocument() {
        final Path here = Path.of("docs", "WIRE.md");
        return Files.exists(here) ? here : Path.of("..").resolve(here);
    }

    @ParameterizedTest
    @CsvSource({"81,RESERVED", "08,RESERVED", "c0,FLAGS", "e0,FLAGS", "90,FLAGS", "50,FLAGS", "30,FLAGS"})
    void shouldRefuseFlagsThatExcludeEachOther(final String flags, final PacketCode code) {
        final byte[] bytes = new byte[8];
        bytes[0] = (byte) Integer.parseInt(flags, 16);
        assertEquals(code, packet.decode(ByteBuffer.wrap(bytes)));
        assertNull(packet.kind());
    }

    @ParameterizedTest
    @CsvSource({"0,0,0,3,CHUNK_LENGTH", "0,0,0,503,CHUNK_LENGTH", "80,0,0,0,CHUNK_LENGTH", "20,1,0,0,CHUNK_LENGTH",
        "0,ff,0,504,CHUNK", "80,ff,0,504,CHUNK", "0,0,0,505,TOO_LONG", "20,0,0,505,TOO_LONG", "40,0,0,1,CONTENT",
        "40,0,0,4,CONTENT", "60,0,0,0,CONTENT", "60,0,2,4,CONTENT", "60,1,0,4,CONTENT", "60,0,0,5,CONTENT",
        "10,0,0,0,CONTENT", "10,0,0,5,CONTENT", "10,1,0,4,CONTENT", "10,0,1,4,CONTENT"})
    void shouldRefuseWhatHasTheWrongLength(final String flags, final String chunk, final int sequence, final int length,
                                           final PacketCode code) {
        final byte[] bytes = new byte[4 + length];
        bytes[0] = (byte) Integer.parseInt(flags, 16);
        bytes[1] = (byte) Integer.parseInt(chunk, 16);
        bytes[3] = (byte) sequence;
        assertEquals(code, packet.decode(ByteBuffer.wrap(bytes)));
    }

    @Test
    void shouldRefuseEveryHeaderThatIsCutShort() {
        for (int length = 0; length < 4; length++) {
            for (int value = 0; value < 1 << Byte.SIZE * Math.min(length, 3); value++) {
                final byte[] bytes = {(byte) (value >> 16), (byte) (value >> 8), (byte) value};
                assertEquals(PacketCode.TRUNCATED, packet.decode(ByteBuffer.wrap(bytes, 3 - length, length)));
            }
        }
    }

    @Test
    void shouldSurviveEveryTruncationAndBitFlip() {
        for (final GoldenPacket golden : packets()) {
            final byte[] bytes = golden.datagram();
            for (int length = 0; length < bytes.length; length++) {
                decodeGuarded(Arrays.copyOf(bytes, length), golden + " cut to " + length);
            }
            for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
                final byte[] flipped = bytes.clone();
                flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                decodeGuarded(flipped, golden + " with bit " + bit + " flipped");
            }
        }
    }

    @Test
    void shouldSurviveRandomPackets() {
        final SplittableRandom random = new SplittableRandom(SEED);
        int accepted = 0;
        for (int i = 0; i < RANDOM_PACKETS; i++) {
            // One in four is about as long as a chunk, the others are short; half have flags that could be.
            final int length = random.nextInt(4) == 0 ? 500 + random.nextInt(16) : random.nextInt(16);
            final byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            if (length > 0 && random.nextBoolean()) {
                bytes[0] &= (byte) 0xF0;
            }
            accepted += decodeGuarded(bytes, "seed " + SEED + ", packet " + i) == PacketCode.OK ? 1 : 0;
        }
        assertTrue(accepted > RANDOM_PACKETS / 40, "accepted " + accepted);
    }

    /** The answer depends on nothing beside the packet, and what is accepted is written the same again. */
    private PacketCode decodeGuarded(final byte[] bytes, final String what) {
        final ByteBuffer guarded = ByteBuffer.allocate(bytes.length + 2 * GUARD_BYTES);
        guarded.position(GUARD_BYTES).put(bytes).flip().position(GUARD_BYTES);
        final PacketCode code = packet.decode(guarded);
        Arrays.fill(guarded.array(), 0, GUARD_BYTES, (byte) -1);
        Arrays.fill(guarded.array(), GUARD_BYTES + bytes.length, guarded.capacity(), (byte) -1);
        assertEquals(code, packet.decode(guarded), what);
        if (code == PacketCode.OK) {
            final int header = Packet.header(packet.flags(), packet.chunk(), packet.sequence());
            assertEquals(ByteBuffer.wrap(bytes).getInt(), header, what);
            assertEquals(bytes.length, 4 + packet.chunkBytes(), what);
        }
        return code;
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,1", "504,1", "505,2", "1008,2", "1009,3", "65536,131", "128520,255", "129024,256"})
    void shouldCountChunks(final int bytes, final int chunks) {
        assertEquals(chunks, Packet.chunksOf(bytes));
    }
}
