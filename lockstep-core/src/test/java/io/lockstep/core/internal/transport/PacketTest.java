package io.lockstep.core.internal.transport;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.security.LinkKeys;
import io.lockstep.core.security.MatchKey;
import io.lockstep.core.security.PacketSigner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
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
        assertEquals(golden.sequence() & 0xFFFF, packet.sequence());
        assertEquals(golden.contentBytes(), packet.contentBytes());
        assertEquals(Long.reverseBytes(golden.buffer().getLong(golden.datagram().length - 8)), packet.tag());
        assertEquals((golden.flags() & 0x20) != 0, packet.isLast());
        assertEquals(golden.buffer(), buffer, "the buffer moved");
        if (golden.contentBytes() == Packet.HANDSHAKE_BYTES) {
            assertEquals(golden.buffer().getLong(4), packet.salt());
            assertEquals(golden.buffer().getLong(12), packet.pepper());
        }
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldWriteTheGoldenHeader(final GoldenPacket golden) {
        final ByteBuffer buffer = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
        Packet.putHeader(buffer, Packet.place(golden.flags(), golden.chunk(), golden.sequence()));
        assertArrayEquals(Arrays.copyOf(golden.datagram(), 4), buffer.array());
    }

    @ParameterizedTest
    @MethodSource("packets")
    void shouldSignTheGoldenPacket(final GoldenPacket golden) {
        final byte[] key = new byte[MatchKey.BYTES];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) i;
        }
        assertTag(golden, golden.datagram(), PacketSigner.unkeyed(1));
        assertTag(golden, golden.signed(), LinkKeys.of(MatchKey.of(key)).signer(1));
    }

    private static void assertTag(final GoldenPacket golden, final byte[] datagram, final PacketSigner signer) {
        final ByteBuffer bytes = ByteBuffer.wrap(datagram).order(ByteOrder.LITTLE_ENDIAN);
        final int end = datagram.length - Packet.TAG_BYTES;
        assertEquals(HexFormat.of().toHexDigits(bytes.getLong(end)), HexFormat.of().toHexDigits(signer.sign(0,
            golden.path(), Packet.place(golden.flags(), golden.chunk(), golden.sequence()),
            bytes.slice(4, end - 4))));
    }

    @Test
    void shouldHaveAGoldenPacketOfEveryKind() {
        final Map<PacketKind, GoldenPacket> found = new EnumMap<>(PacketKind.class);
        packets().forEach(golden -> found.put(golden.kind(), golden));
        assertEquals(PacketKind.values().length, found.size());
    }

    /** The page has a packet of each kind, as it is in the file, and each code. */
    @Test
    void shouldStandInTheDocument() throws IOException {
        final String document = Files.readString(wireDocument());
        assertEquals(List.of(PacketKind.values()), packets().stream()
            .filter(golden -> document.contains(golden.row())).map(GoldenPacket::kind).sorted().toList());
        for (final PacketCode code : PacketCode.values()) {
            assertTrue(document.contains("| `" + code + "` | " + code.meaning() + " |"), code.toString());
        }
    }

    private static Path wireDocument() {
        final Path here = Path.of("docs", "WIRE.md");
        return Files.exists(here) ? here : Path.of("..").resolve(here);
    }

    @ParameterizedTest
    @CsvSource({"81,RESERVED", "01,RESERVED", "2d,RESERVED", "02,FLAGS", "22,FLAGS", "07,FLAGS", "82,FLAGS", "20,FLAGS",
        "2c,FLAGS", "84,FLAGS", "44,FLAGS", "14,FLAGS",
        "0c,FLAGS", "c0,FLAGS", "e0,FLAGS", "60,FLAGS", "90,FLAGS",
        "50,FLAGS", "30,FLAGS", "08,FLAGS", "88,FLAGS", "48,FLAGS", "18,FLAGS", "38,FLAGS", "c8,FLAGS", "e8,FLAGS"})
    void shouldRefuseFlagsThatExcludeEachOther(final String flags, final PacketCode code) {
        final byte[] bytes = new byte[12];
        bytes[0] = (byte) Integer.parseInt(flags, 16);
        assertEquals(code, packet.decode(ByteBuffer.wrap(bytes)));
        assertNull(packet.kind());
    }

    @ParameterizedTest
    @CsvSource({"0,0,0,3,CHUNK_LENGTH", "0,0,0,495,CHUNK_LENGTH", "80,0,0,0,CHUNK_LENGTH", "20,1,0,0,CHUNK_LENGTH",
        "0,ff,0,496,CHUNK", "80,ff,0,496,CHUNK", "0,0,0,497,TOO_LONG", "20,0,0,497,TOO_LONG",
        "3,0,0,492,CHUNK_LENGTH", "40,0,0,1,CONTENT",
        "40,0,0,16,CONTENT", "a8,0,0,0,CONTENT", "68,0,0,0,CONTENT", "68,0,2,16,CONTENT", "a8,0,2,16,CONTENT",
        "68,1,0,16,CONTENT", "a8,1,1,16,CONTENT", "68,0,0,15,CONTENT", "68,0,0,17,CONTENT", "a8,0,1,8,CONTENT",
        "28,0,0,1,CONTENT", "28,1,0,0,CONTENT", "10,0,0,8,CONTENT", "10,0,0,1,CONTENT", "10,1,0,0,CONTENT",
        "10,0,1,0,CONTENT"})
    void shouldRefuseWhatHasTheWrongLength(final String flags, final String chunk, final int sequence, final int length,
                                           final PacketCode code) {
        final byte[] bytes = new byte[12 + length];
        bytes[0] = (byte) Integer.parseInt(flags, 16);
        bytes[1] = (byte) Integer.parseInt(chunk, 16);
        bytes[3] = (byte) sequence;
        assertEquals(code, packet.decode(ByteBuffer.wrap(bytes)));
    }

    @Test
    void shouldRefuseAnInitWithAnAnswerInIt() {
        final byte[] bytes = new byte[28];
        bytes[0] = (byte) 0xA8;
        assertEquals(PacketCode.OK, packet.decode(ByteBuffer.wrap(bytes)));
        bytes[19] = 1;
        assertEquals(PacketCode.CONTENT, packet.decode(ByteBuffer.wrap(bytes)));
    }

    @Test
    void shouldRefuseEveryPacketThatIsCutShort() {
        for (int length = 0; length < 4; length++) {
            for (int value = 0; value < 1 << Byte.SIZE * Math.min(length, 3); value++) {
                final byte[] bytes = {(byte) (value >> 16), (byte) (value >> 8), (byte) value};
                assertEquals(PacketCode.TRUNCATED, packet.decode(ByteBuffer.wrap(bytes, 3 - length, length)));
            }
        }
        for (int length = 4; length < 12; length++) {
            assertEquals(PacketCode.TRUNCATED, packet.decode(ByteBuffer.allocate(length)));
        }
        assertEquals(PacketCode.TRUNCATED, packet.decode(ByteBuffer.wrap(new byte[] {3, 0, 0, 0, 0, 1})));
        assertEquals(PacketCode.OK, packet.decode(ByteBuffer.wrap(new byte[] {3, 0, 0, 0, 0, 1, 0})));
        assertEquals(PacketCode.TRUNCATED, packet.decode(ByteBuffer.wrap(new byte[] {2, 0, 0, 0, 0, 1, 0, 1})));
        assertEquals(PacketCode.OK, packet.decode(ByteBuffer.wrap(new byte[] {2, 0, 0, 0, 0, 1, 0, 1, 0})));
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
            final int length = random.nextInt(4) == 0 ? 500 + random.nextInt(16) : 8 + random.nextInt(24);
            final byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            if (length > 0 && random.nextBoolean()) {
                bytes[0] &= (byte) (random.nextInt(8) == 0 ? 0x03 : 0xFC);
            }
            accepted += decodeGuarded(bytes, "seed " + SEED + ", packet " + i) == PacketCode.OK ? 1 : 0;
        }
        assertTrue(accepted > RANDOM_PACKETS / 50, "accepted " + accepted);
    }

    @Test
    void shouldCarryAWholeMessageOfALinkBehindOneByte() {
        for (final long tag : new long[] {0x0005_0000_43E7_F747L, 0xFFFF_8000_0000_0000L, 0x0001_FFFF_FFFF_FFFFL}) {
            final boolean cut = tag == 0x0005_0000_43E7_F747L;
            final ByteBuffer bytes = ByteBuffer.allocate(Packet.MAX_BYTES);
            bytes.position(1).put(new byte[] {1, 2, 3}).flip();
            Packet.frameWhole(bytes, tag);
            assertEquals(Packet.wholeBytes(3, !cut), bytes.remaining());
            assertEquals(PacketCode.OK, packet.decode(bytes));
            assertEquals(PacketKind.UNRELIABLE, packet.kind());
            assertEquals(tag, packet.tag());
            assertEquals(3, packet.contentBytes());
            assertEquals(Packet.WHOLE, Packet.place(packet.flags() & ~Packet.CUT, packet.chunk(), packet.sequence()));
            assertTrue(packet.isSealed() && packet.isLast() && packet.isOf(tag >>> 48));
        }
        final byte[] whole = HexFormat.of().parseHex("03" + "010203" + "47f7e743" + "0500");
        assertEquals(PacketCode.OK, packet.decode(ByteBuffer.wrap(whole)));
        assertEquals(0x0005_0000_43E7_F747L, packet.tag());
        // Its tag has another form, in which nothing is cut out.
        final byte[] longer = HexFormat.of().parseHex("02" + "010203" + "47f7e743" + "0000" + "0500");
        assertEquals(PacketCode.FLAGS, packet.decode(ByteBuffer.wrap(longer)));
    }

    /** What was read, written again. */
    private ByteBuffer again(final byte[] bytes) {
        final ByteBuffer to = ByteBuffer.allocate(Packet.MAX_BYTES);
        if ((packet.flags() & Packet.LNK) != 0) {
            to.position(1).put(bytes, 1, packet.contentBytes()).flip();
            Packet.frameWhole(to, packet.tag());
            return to;
        }
        Packet.putHeader(to, Packet.place(packet.flags(), packet.chunk(), packet.sequence()));
        return to.put(bytes, 4, packet.contentBytes()).order(ByteOrder.LITTLE_ENDIAN).putLong(packet.tag()).flip();
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
            assertEquals(ByteBuffer.wrap(bytes), again(bytes), what);
        }
        return code;
    }

    @ParameterizedTest
    @CsvSource({"0,1", "1,1", "496,1", "497,2", "992,2", "993,3", "65536,133", "126480,255", "126976,256"})
    void shouldCountChunks(final int bytes, final int chunks) {
        assertEquals(chunks, Packet.chunksOf(bytes));
    }
}
