package io.lockstep.core.internal.protocol;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class InputWindowTest {

    private static final long SEED = 0x5EED_0005L;
    private static final int ROUNDS = 20_000;
    private static final int MAX_EVENT_BYTES = 255;

    private final SplittableRandom random = new SplittableRandom(SEED);
    private final ByteBuffer buffer = ByteBuffer.allocate(1 << 20);

    @Test
    void shouldNeverExceedTheLengthWantedAndKeepWhatItTook() {
        for (int round = 0; round < ROUNDS; round++) {
            final int inputBytes = 1 + random.nextInt(8);
            final int players = 1 + random.nextInt(3);
            final int limit = 40 + random.nextInt(100);
            final InputWindow sent = new InputWindow(inputBytes, players, MAX_EVENT_BYTES);
            final byte[] before = new byte[players * inputBytes];
            final byte[][] inputs = fill(sent, inputBytes, players, limit, before);
            buffer.clear();
            final int length = sent.encode(buffer);
            final String what = "seed " + SEED + " round " + round;
            assertTrue(length <= limit, () -> what + ": " + length + " bytes, wanted " + limit);

            final InputWindow received = new InputWindow(inputBytes, players, MAX_EVENT_BYTES);
            assertEquals(WireCode.OK, received.decode(buffer.flip()), what);
            assertEncodesAgain(received, what);
            assertEquals(sent.frames().follows() && sent.frames().count() > 0, received.frames().follows(), what);
            for (int player = 0; player < players && received.frames().follows(); player++) {
                received.frames().resolve(player, before, player * inputBytes);
            }
            assertSame(sent, received, inputs, what);
            assertEncodesAgain(received, what);
        }
    }

    /** Whether it holds differences or inputs, what follows another frame is the same on the wire. */
    private void assertEncodesAgain(final InputWindow window, final String what) {
        final ByteBuffer again = ByteBuffer.allocate(buffer.limit());
        window.encode(again);
        assertEquals(buffer.rewind(), again.flip(), what);
    }

    /**
     * Fills a window until it is full; the inputs it took are in order, each followed by its event. Every second time
     * it follows a frame, of which the inputs are set.
     */
    private byte[][] fill(final InputWindow window, final int inputBytes, final int players, final int limit,
            final byte[] before) {
        final int first = random.nextInt();
        window.reset(players, random.nextBoolean() ? random.nextInt() : first + random.nextInt(-200, 200), first);
        if (random.nextBoolean()) {
            window.echo(random.nextInt(), random.nextLong());
        }
        if (random.nextBoolean()) {
            window.acknowledgeChecksum(random.nextInt());
        }
        if (random.nextInt(4) == 0) {
            window.checksums().add(random.nextInt(), random.nextInt());
        }
        if (random.nextInt(4) == 0) {
            window.report().set(random.nextInt(), random.nextLong(), random.nextDouble(), random.nextInt(256));
        }
        window.deaf(random.nextInt(4) == 0);
        if (random.nextInt(4) == 0) {
            window.leads(random.nextInt());
        }
        if (random.nextInt(4) == 0) {
            window.leading(true);
        }
        window.repeat(random.nextBoolean());
        if (random.nextBoolean()) {
            random.nextBytes(before);
            for (int player = 0; player < players; player++) {
                window.frames().follow(player, before, player * inputBytes);
            }
        }
        final byte[][] taken = new byte[3 * InputWindow.MAX_FRAMES * players][];
        final byte[] input = new byte[inputBytes];
        final byte[] event = new byte[MAX_EVENT_BYTES];
        boolean fits = true;
        for (int frame = 0; fits && frame < 20; frame++) {
            for (int player = 0; player < players; player++) {
                input[random.nextInt(inputBytes)] = (byte) random.nextInt(4);
                window.frames().input(player, input, 0);
                random.nextBytes(event);
                final int eventLength = random.nextInt(8) == 0 ? 1 + random.nextInt(20) : 0;
                if (eventLength > 0) {
                    window.frames().event(player, event, 0, eventLength);
                }
                final int command = eventLength == 0 && random.nextInt(8) == 0 ? 1 + random.nextInt(4) : 0;
                if (command > 0) {
                    window.frames().command(player, command | random.nextInt(1 << 16) << 16);
                }
                final int slot = 3 * (frame * players + player);
                taken[slot] = input.clone();
                taken[slot + 1] = Arrays.copyOf(event, eventLength);
                taken[slot + 2] = new byte[] {(byte) command};
            }
            fits = window.endFrame(limit);
        }
        return taken;
    }

    private static void assertSame(final InputWindow sent, final InputWindow received, final byte[][] inputs,
            final String what) {
        assertEquals(sent.ack(), received.ack(), what);
        assertEquals(sent.firstFrame(), received.firstFrame(), what);
        assertEquals(sent.isRepeat(), received.isRepeat(), what);
        assertEquals(sent.hasEcho(), received.hasEcho(), what);
        assertEquals(sent.hasChecksumAck(), received.hasChecksumAck(), what);
        assertEquals(sent.checksums().count(), received.checksums().count(), what);
        assertEquals(sent.report().present(), received.report().present(), what);
        assertEquals(sent.report().slackNs(), received.report().slackNs(), what);
        assertEquals(sent.report().spareNs(), received.report().spareNs(), what);
        assertEquals(sent.report().loss(), received.report().loss(), what);
        assertEquals(sent.isDeaf(), received.isDeaf(), what);
        assertEquals(sent.isLeading(), received.isLeading(), what);
        assertEquals(sent.namesTerm(), received.namesTerm(), what);
        assertTrue(!sent.namesTerm() || sent.leaderTerm() == received.leaderTerm(), what);
        final InputFrames frames = received.frames();
        assertEquals(sent.frames().count(), frames.count(), what);
        for (int frame = 0; frame < frames.count(); frame++) {
            for (int player = 0; player < frames.players(); player++) {
                final int slot = 3 * (frame * frames.players() + player);
                final int from = frames.inputOffset(frame, player);
                assertArrayEquals(inputs[slot],
                    Arrays.copyOfRange(frames.inputs(), from, from + inputs[slot].length), what);
                final int event = frames.eventOffset(frame, player);
                assertArrayEquals(inputs[slot + 1],
                    Arrays.copyOfRange(frames.events(), event, event + frames.eventLength(frame, player)), what);
                assertEquals(inputs[slot + 2][0], (byte) frames.commandOf(frame, player), what);
                assertEquals(sent.frames().commandOf(frame, player), frames.commandOf(frame, player), what);
            }
        }
    }

    @Test
    void shouldStayWithinEightBytesForASteadyMatchOnACleanLine() {
        // 60 Hz, next to each other: three frames are under way, of which one changes a button.
        final InputWindow window = new InputWindow(2, 1, 64);
        window.reset(1, 1000, 1004);
        window.leading(true);
        window.frames().follow(0, new byte[] {1, 2}, 0);
        for (int frame = 0; frame < 3; frame++) {
            window.frames().input(0, new byte[] {(byte) (frame < 2 ? 1 : 17), 2}, 0);
            assertTrue(window.endFrame(64));
        }
        buffer.clear();
        final int steady = window.encode(buffer);
        assertTrue(steady <= 8, "took " + steady);
    }

    @Test
    void shouldTakeSixBytesForAnInputThatIsAsBefore() {
        final InputWindow window = new InputWindow(64, 1, 64);
        window.reset(1, 1000, 1001);
        final byte[] held = new byte[64];
        random.nextBytes(held);
        window.frames().follow(0, held, 0);
        window.frames().input(0, held, 0);
        assertTrue(window.endFrame(64));
        buffer.clear();
        assertEquals(6, window.encode(buffer));
        window.reset(1, 1000, 1001);
        window.frames().input(0, held, 0);
        assertFalse(window.endFrame(64), "compared with zeros again");
    }

    @Test
    void shouldStayWithin32BytesForASteadyMatchAt100Milliseconds() {
        // 60 Hz: six frames and a half are under way, of which one or two change a button.
        final InputWindow window = new InputWindow(2, 1, 64);
        window.reset(1, 1000, 1004);
        window.echo(77, 5_000_000);
        window.acknowledgeChecksum(990);
        for (int frame = 0; frame < 9; frame++) {
            window.frames().input(0, new byte[] {(byte) (frame < 3 ? 1 : frame < 6 ? 17 : 16), 0}, 0);
            assertTrue(window.endFrame(64));
        }
        buffer.clear();
        final int steady = window.encode(buffer);
        assertTrue(steady <= 32, "took " + steady);
    }

    @Test
    void shouldTakeNoMoreThanItsMostFrames() {
        final InputWindow window = new InputWindow(1, 1, 0);
        window.reset(1, 0, 0);
        for (int frame = 0; frame < InputWindow.MAX_FRAMES; frame++) {
            window.frames().input(0, new byte[1], 0);
            assertTrue(window.endFrame(1000));
        }
        window.frames().input(0, new byte[1], 0);
        assertFalse(window.endFrame(1000));
        assertEquals(InputWindow.MAX_FRAMES, window.frames().count());
    }

    @Test
    void shouldTakeTheLargestWindowThereCanBe() {
        final InputWindow window = new InputWindow(WireLimits.MAX_INPUT_BYTES, Message.MAX_PLAYERS, MAX_EVENT_BYTES);
        window.reset(Message.MAX_PLAYERS, 0, 0);
        final byte[] bytes = new byte[MAX_EVENT_BYTES];
        for (int frame = 0; frame < InputWindow.MAX_FRAMES; frame++) {
            for (int player = 0; player < Message.MAX_PLAYERS; player++) {
                random.nextBytes(bytes);
                window.frames().input(player, bytes, 0);
                window.frames().event(player, bytes, 0, MAX_EVENT_BYTES);
            }
            assertTrue(window.endFrame(2 << 20));
        }
        final ByteBuffer large = ByteBuffer.allocate(2 << 20);
        window.encode(large);
        assertEquals(WireCode.OK, window.decode(large.flip()));
    }

    @Test
    void shouldRefuseWhatItHasNoRoomForInsteadOfSpillingIt() {
        final InputWindow window = new InputWindow(2, 1, 4);
        assertThrows(IllegalArgumentException.class, () -> window.reset(2, 0, 0));
        window.reset(1, 0, 0);
        assertThrows(IllegalArgumentException.class, () -> window.frames().event(0, new byte[5], 0, 5));
    }

    @Test
    void shouldBoundWhatAReportSays() {
        final ArrivalReport report = new InputWindow(2, 1, 4).report();
        report.set(Long.MIN_VALUE, Long.MAX_VALUE, 7, 255);
        assertEquals(Short.MIN_VALUE * 16_000L, report.slackNs());
        assertEquals(Short.MAX_VALUE * 16_000L, report.spareNs());
        assertEquals(1, report.loss());
        report.set(-1, 15_999, -1, 0);
        assertEquals(0, report.slackNs());
        assertEquals(0, report.spareNs());
        assertEquals(0, report.loss());
    }

    @Test
    void shouldNeverTakeMoreThanTheWorstCaseForOneFrame() {
        final InputWindow window = new InputWindow(3, 2, 5);
        window.reset(2, 1000, 0);
        window.echo(0, 0);
        window.acknowledgeChecksum(0);
        window.leads(0);
        window.report().set(0, 0, 0, 0);
        for (int i = 0; i < ChecksumList.MAX_ENTRIES; i++) {
            assertTrue(window.checksums().add(i, i));
        }
        assertFalse(window.checksums().add(0, 0));
        for (int player = 0; player < 2; player++) {
            window.frames().input(player, new byte[] {1, 2, 3}, 0);
            window.frames().event(player, new byte[5], 0, 5);
        }
        final int most = InputWindow.worstCaseBytes(2, 3, 5) - Relay.OVERHEAD_BYTES;
        assertTrue(window.endFrame(most));
        buffer.clear();
        assertEquals(most, window.encode(buffer));
    }

    @Test
    void shouldCountACommandWhereNoEventIsAsLong() {
        final InputWindow window = new InputWindow(1, 1, 3);
        window.reset(1, 0, 0);
        window.frames().input(0, new byte[] {1}, 0);
        window.frames().command(0, Command.of(Command.Kind.ACTIVATE, 31, 65_535));
        assertTrue(window.endFrame(InputWindow.worstCaseBytes(1, 1, 3)));
        buffer.clear();
        // 6 bytes of head; 10 bits of input, 1 that announces, 8 of no length, 32 of command.
        assertEquals(6 + 7, window.encode(buffer));
        assertEquals(InputWindow.worstCaseBytes(1, 1, 4), InputWindow.worstCaseBytes(1, 1, 0));
        assertTrue(InputWindow.worstCaseBytes(1, 1, 5) > InputWindow.worstCaseBytes(1, 1, 4));
        window.reset(1, 0, 0);
        window.frames().input(0, new byte[] {1}, 0);
        window.frames().command(0, Command.of(Command.Kind.PAUSE));
        assertFalse(window.endFrame(6 + 6), "one byte short");
    }

    @Test
    void shouldCarryAnEventOrACommandAndNeverBoth() {
        final InputWindow window = new InputWindow(1, 3, 4);
        window.reset(3, 0, 0);
        final int pause = Command.of(Command.Kind.PAUSE, 2, 7);
        for (int player = 0; player < 3; player++) {
            window.frames().input(player, new byte[1], 0);
        }
        window.frames().event(0, new byte[] {5}, 0, 1);
        window.frames().command(0, pause);
        window.frames().command(1, pause);
        window.frames().event(1, new byte[] {5}, 0, 1);
        window.frames().command(2, pause);
        window.frames().input(2, new byte[1], 0);
        assertTrue(window.endFrame(100));
        buffer.clear();
        window.encode(buffer);
        assertEquals(WireCode.OK, window.decode(buffer.flip()));
        assertEquals(pause, window.frames().commandOf(0, 0));
        assertEquals(0, window.frames().eventLength(0, 0));
        assertEquals(0, window.frames().commandOf(0, 1));
        assertEquals(1, window.frames().eventLength(0, 1));
        assertEquals(0, window.frames().commandOf(0, 2));
        assertEquals(0, window.frames().eventLength(0, 2));
        assertThrows(IllegalArgumentException.class, () -> window.frames().command(0, 0));
        assertThrows(IllegalArgumentException.class, () -> window.frames().command(0, 6));
    }

    @Test
    void shouldForgetThatItsSenderLed() {
        final InputWindow window = new InputWindow(2, 1, 4);
        window.reset(1, 0, 0);
        window.leads(65_537);
        assertTrue(window.isLeading());
        assertEquals(1, window.leaderTerm());
        assertTrue(window.namesTerm());
        window.reset(1, 0, 0);
        assertFalse(window.isLeading());
        assertFalse(window.namesTerm());
    }

    @Test
    void shouldBoundTheHoldOfAnEcho() {
        final InputWindow window = new InputWindow(2, 1, 4);
        window.echo(65_537, Long.MAX_VALUE);
        assertEquals(1, window.echoSequence());
        assertEquals(InputWindow.MAX_ECHO_HOLD, window.echoHold());
        window.echo(0, -5);
        assertEquals(0, window.echoHold());
    }

    @Test
    void shouldReadEachFieldAsItWasSet() {
        final InputWindow sent = new InputWindow(2, 1, 4);
        sent.reset(1, 65_736, 65_737);
        sent.repeat(true);
        sent.deaf(true);
        sent.echo(65_540, 80_000);
        sent.acknowledgeChecksum(65_542);
        sent.checksums().add(70_000, -8);
        sent.checksums().add(70_009, -9);
        sent.checksums().eachFrame();
        final InputWindow received = MessageFieldsTest.arrived(sent, new InputWindow(2, 1, 4));
        assertEquals(200, received.ack());
        assertEquals(201, received.firstFrame());
        assertTrue(received.isRepeat());
        assertTrue(received.isDeaf());
        assertTrue(received.hasEcho());
        assertEquals(4, received.echoSequence());
        assertEquals(5, received.echoHold());
        assertTrue(received.hasChecksumAck());
        assertEquals(6, received.checksumAck());
        assertTrue(received.checksums().isEachFrame());
        assertEquals(2, received.checksums().count());
        assertEquals(4464, received.checksums().frame());
        assertEquals(-8, received.checksums().value(0));
        assertEquals(-9, received.checksums().value(1));
        sent.reset(1, 0, 0);
        MessageFieldsTest.arrived(sent, received);
        assertFalse(received.isRepeat() || received.isDeaf() || received.hasEcho() || received.hasChecksumAck());
        assertFalse(received.checksums().isEachFrame());
        assertEquals(0, received.checksums().count());
    }

    /** The fifteenth frame brings the byte that counts them: its bit alone would fit. */
    @Test
    void shouldCountTheByteThatCountsTheFrames() {
        final InputWindow window = new InputWindow(1, 1, 0);
        window.reset(1, 0, 0);
        window.echo(0, 0);
        for (int frame = 0; frame < 15; frame++) {
            window.frames().input(0, new byte[1], 0);
            assertEquals(frame < 14, window.endFrame(12), "frame " + frame);
        }
        buffer.clear();
        assertEquals(12, window.encode(buffer));
        assertTrue(window.endFrame(13));
        buffer.clear();
        assertEquals(13, window.encode(buffer));
    }

    /** The bits of one player with 5 bytes of input and 4 of an event fill 11 bytes to the last one. */
    @Test
    void shouldNeedNoByteMoreThanTheBitsFill() {
        assertEquals(92 + 11, InputWindow.worstCaseBytes(1, 5, 4));
        assertEquals(92 + 12, InputWindow.worstCaseBytes(1, 5, 5));
    }

    @Test
    void shouldCountTheBytesOfItsFrames() {
        final InputWindow window = new InputWindow(2, 2, 4);
        window.reset(2, 0, 0);
        for (int frame = 0; frame < 8; frame++) {
            window.frames().input(0, new byte[2], 0);
            window.frames().input(1, new byte[2], 0);
            assertTrue(window.endFrame(100));
        }
        assertEquals(2, window.frames().bytes());
        window.frames().input(0, new byte[] {1, 2}, 0);
        window.frames().input(1, new byte[2], 0);
        window.frames().event(1, new byte[3], 0, 3);
        assertTrue(window.endFrame(100));
        // 16 + 20 bits of inputs, 8 + 24 of the event, and one for each of 18 inputs that says whether there is one.
        assertEquals((36 + 32 + 18) / 8, window.frames().bytes());
    }
}
