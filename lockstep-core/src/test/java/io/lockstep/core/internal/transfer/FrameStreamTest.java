package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.WireCode;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FrameStreamTest {

    private static final long SEED = 0x5EED_0401L;
    private static final int EVENT_BYTES = 16;

    private final FrameStreamWriter writer = new FrameStreamWriter(2, 2, EVENT_BYTES);
    private final FrameStreamReader reader = new FrameStreamReader(2, 2, EVENT_BYTES);
    private final TestFrame frame = new TestFrame(2, 2);

    private String written() {
        return HexFormat.of().formatHex(writer.array(), 0, writer.write(frame));
    }

    @Test
    void shouldWriteTheLayoutOfTheDocument() {
        assertEquals("0100", written());
        frame.inputs[0] = 3;
        // 0, 0, then 1: changed, 1 and 8 bits, 0, then 0 for the other player.
        assertEquals("023c00", written());
        frame.present[1] = false;
        // 0, 1, then 1, 0: who is present; 0 and 0: no input has changed.
        assertEquals("0106", written());
        frame.commands[1] = 0x0102_0304;
        // 1, 0; 0, 0; 0, 1, 8 bits of length, 32 bits of command.
        assertEquals("062100c1804000", written());
    }

    @ParameterizedTest
    @CsvSource({"1,1,0", "2,2,16", "4,2,64", "8,8,255", "32,64,255"})
    void shouldReadWhatWasWrittenInPiecesOfAnySize(final int players, final int inputBytes, final int eventBytes) {
        final SplittableRandom random = new SplittableRandom(SEED);
        final FrameStreamWriter out = new FrameStreamWriter(players, inputBytes, eventBytes);
        final FrameStreamReader in = new FrameStreamReader(players, inputBytes, eventBytes);
        final TestFrame expected = new TestFrame(players, inputBytes);
        for (int i = 0; i < 2_000; i++) {
            expected.change(random, eventBytes, 0.3);
            out.write(expected);
            int at = 0;
            while (at < out.length()) {
                assertFalse(in.next(), "frame " + i + " at " + at);
                at += in.offer(out.array(), at, Math.min(out.length() - at, 1 + random.nextInt(out.length())));
            }
            assertTrue(in.next(), "seed " + SEED + " frame " + i + " " + in.code());
            expected.assertSame(in, "seed " + SEED + " frame " + i);
            assertEquals(0, in.pending());
        }
        assertFalse(in.next());
        assertEquals(2_000, in.frames());
        assertEquals(WireCode.OK, in.code());
    }

    @Test
    void shouldTakeFewBytesForButtons() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final FrameStreamWriter out = new FrameStreamWriter(4, 2, EVENT_BYTES);
        final TestFrame buttons = new TestFrame(4, 2);
        long idle = 0;
        long busy = 0;
        for (int i = 0; i < 6_000; i++) {
            idle += out.write(buttons);
        }
        for (int i = 0; i < 6_000; i++) {
            for (int player = 0; player < 4; player++) {
                // Each presses or lets go of a button six times a second.
                if (random.nextInt(10) == 0) {
                    buttons.inputs[2 * player] ^= (byte) (1 << random.nextInt(Byte.SIZE));
                }
            }
            busy += out.write(buttons);
        }
        assertEquals(2, idle / 6_000, "bytes of four idle players");
        assertTrue(busy / 24_000.0 < 0.75, busy / 24_000.0 + " bytes for a player's frame");
    }

    @Test
    void shouldReadFromAStreamThatIsStillArriving() {
        final StreamReceiver receiver = new StreamReceiver(1, 1024);
        writer.write(frame);
        frame.inputs[1] = 5;
        final byte[] first = Arrays.copyOf(writer.array(), writer.length());
        writer.write(frame);
        receiver.onChunk(0, first, 0, first.length, false);
        receiver.onChunk(1, writer.array(), 0, 1, false);
        assertEquals(first.length + 1, reader.fill(receiver));
        assertTrue(reader.next());
        assertFalse(reader.next());
        assertEquals(1, reader.pending());
        receiver.onChunk(2, writer.array(), 1, writer.length() - 1, true);
        reader.fill(receiver);
        assertTrue(reader.next());
        frame.assertSame(reader, "second");
    }

    @Test
    void shouldBoundWhatItHolds() {
        final byte[] many = new byte[100_000];
        for (int i = 0; i < many.length; i += 2) {
            many[i] = 1;
        }
        assertEquals(4096, reader.offer(many, 0, many.length));
        assertEquals(0, reader.offer(many, 0, many.length));
        assertTrue(reader.next());
        assertEquals(2, reader.offer(many, 0, many.length));
    }

    private WireCode codeOf(final String hex) {
        reader.reset();
        final byte[] bytes = HexFormat.of().parseHex(hex);
        assertEquals(bytes.length, reader.offer(bytes, 0, bytes.length));
        assertFalse(reader.next());
        return reader.code();
    }

    @Test
    void shouldSayWhatIsWrong() {
        assertEquals(WireCode.OK, codeOf(""));
        assertEquals(WireCode.OK, codeOf("02ff"));
        assertEquals(WireCode.RANGE, codeOf("00"));
        assertEquals(WireCode.NOT_CANONICAL, codeOf("8100"));
        assertEquals(WireCode.TOO_LARGE, codeOf("8080"));
        assertEquals(WireCode.TOO_LARGE, codeOf("ff7f"));
        assertEquals(WireCode.TRAILING, codeOf("020000"));
        assertEquals(WireCode.TRUNCATED, codeOf("011c"));
        assertEquals(WireCode.RESERVED, codeOf("0110"));
        assertEquals(WireCode.NOT_CANONICAL, codeOf("010e"), "everybody was present before");
        assertEquals(WireCode.NOT_CANONICAL, codeOf("0104"), "changed, but no byte is");
        assertEquals(WireCode.NOT_CANONICAL, codeOf("020c00"), "an XOR of zero");
        assertEquals(WireCode.NOT_CANONICAL, codeOf("0101"), "no event");
        assertEquals(WireCode.NOT_CANONICAL, codeOf("06090000000000"), "no command");
        assertEquals(WireCode.RANGE, codeOf("06092004000000"), "a command that there is not");
        assertEquals(WireCode.TOO_LARGE, codeOf("02" + "1901"), "an event of 17 bytes");
        assertEquals(0, reader.offer(new byte[1], 0, 1), "a broken stream takes no more");
    }

    @Test
    void shouldThrowOnlyWhenUsedWrongly() {
        assertThrows(IllegalArgumentException.class, () -> new FrameStreamWriter(0, 2, 2));
        assertThrows(IllegalArgumentException.class, () -> new FrameStreamReader(33, 2, 2));
        assertThrows(IllegalArgumentException.class, () -> new FrameStreamReader(3, 65, 2));
        assertThrows(IllegalArgumentException.class, () -> new FrameStreamReader(3, 1, 256));
        assertThrows(IllegalArgumentException.class, () -> writer.write(new TestFrame(3, 2)));
        frame.events[0] = new byte[EVENT_BYTES + 1];
        assertThrows(IllegalArgumentException.class, () -> writer.write(frame));
        frame.events[0] = new byte[1];
        frame.commands[0] = 1;
        assertThrows(IllegalArgumentException.class, () -> writer.write(frame));
    }

    private byte[] stream(final int frames) {
        final SplittableRandom random = new SplittableRandom(SEED);
        final ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (int i = 0; i < frames; i++) {
            frame.change(random, EVENT_BYTES, 0.3);
            all.write(writer.array(), 0, writer.write(frame));
        }
        return all.toByteArray();
    }

    /** Reads all it can and writes it again: what was accepted must be the same bytes. */
    private long readAll(final byte[] bytes, final int length, final String what) {
        reader.reset();
        writer.reset();
        int offered = 0;
        int at = 0;
        while (true) {
            offered += reader.offer(bytes, offered, length - offered);
            if (!reader.next()) {
                break;
            }
            final int size = writer.write(reader);
            assertArrayEquals(Arrays.copyOfRange(bytes, at, at + size), Arrays.copyOf(writer.array(), size), what);
            at += size;
        }
        assertTrue(reader.code() != WireCode.OK || offered == length, what);
        return reader.frames();
    }

    @Test
    void shouldSurviveEveryTruncation() {
        final byte[] whole = stream(300);
        long before = 0;
        for (int length = 0; length <= whole.length; length++) {
            final long frames = readAll(whole, length, "cut to " + length);
            assertTrue(frames == before || frames == before + 1, "cut to " + length);
            assertEquals(WireCode.OK, reader.code());
            before = frames;
        }
        assertEquals(300, before);
    }

    @Test
    void shouldSurviveEveryBitFlip() {
        final byte[] bytes = stream(200);
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
            readAll(bytes, bytes.length, "bit " + bit);
            bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
        }
    }

    @Test
    void shouldSurviveNoise() {
        final SplittableRandom random = new SplittableRandom(SEED);
        final byte[] bytes = new byte[200];
        for (int i = 0; i < 100_000; i++) {
            random.nextBytes(bytes);
            bytes[0] &= 7;
            readAll(bytes, random.nextInt(bytes.length), "seed " + SEED + " noise " + i);
        }
    }
}
