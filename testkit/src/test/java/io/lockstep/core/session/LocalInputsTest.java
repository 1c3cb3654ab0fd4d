package io.lockstep.core.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.input.InputLog;
import io.lockstep.core.internal.play.LocalInputs;
import io.lockstep.core.internal.protocol.Command;
import io.lockstep.testkit.SimulatedNetwork;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No frame is left without an input or given two, whatever the input delay does. */
class LocalInputsTest {

    private final List<String> sampled = new ArrayList<>();
    private final InputLog log = new InputLog(3, 2, 8, 100);
    private final LocalInputs inputs = inputs(100, log);

    private LocalInputs inputs(final long start, final InputLog into) {
        final SessionConfig config = Session.builder().simulation(new TestGame()).gameId("test").sessionSeed(1)
            .players(3)
            .localPlayers(0, 2).startFrame(start).maxEventBytes(8)
            .transport(new SimulatedNetwork(2, 0).endpoint(0))
            .input((frame, player, input) -> {
                sampled.add(frame + ":" + player);
                assertEquals(0, input.getShort(0), "a zeroed input");
                assertEquals(2, input.remaining());
                input.putShort((short) (frame * 10 + player));
            });
        config.build();
        return new LocalInputs(config.settings(), into);
    }

    private int bits(final int player, final long frame) {
        final int offset = log.inputOffset(player, frame);
        return log.inputs()[offset] & 0xFF | log.inputs()[offset + 1] << 8;
    }

    @Test
    void shouldStartWithNeutralFrames() {
        inputs.neutral(3, 0);
        assertEquals(103, inputs.next());
        assertEquals(100, log.next(1), "not a local player");
        for (long frame = 100; frame < 103; frame++) {
            assertEquals(0, bits(0, frame));
            assertEquals(0, bits(2, frame));
        }
        assertTrue(sampled.isEmpty());
    }

    /** The frames before it are those of another process. */
    @Test
    void shouldBeginANewcomersInputsWhereTheyCount() {
        assertTrue(inputs.first() < 100, "no newcomer");
        log.startAt(0, 300);
        log.close(0, 300);
        assertEquals(300, inputs.first());
        log.open(0, 320);
        inputs.sampleFor(320, 1);
        assertEquals(320, inputs.first());
    }

    @Test
    void shouldSampleEachFrameOnceForEachLocalPlayer() {
        inputs.neutral(3, 0);
        for (int i = 0; i < 5; i++) {
            inputs.sampleFor(103, i);
        }
        inputs.sampleFor(104, 9);
        assertEquals(List.of("103:0", "103:2", "104:0", "104:2"), sampled);
        assertEquals(1030, bits(0, 103));
        assertEquals(1032, bits(2, 103));
        assertEquals(105, inputs.next());
    }

    @Test
    void shouldRepeatTheLastInputForTheGapThatARaisedDelayLeaves() {
        inputs.neutral(3, 0);
        inputs.sampleFor(103, 1);
        inputs.sampleFor(108, 2);
        assertEquals(109, inputs.next());
        for (long frame = 103; frame < 108; frame++) {
            assertEquals(1030, bits(0, frame), "frame " + frame);
            assertEquals(1032, bits(2, frame), "frame " + frame);
        }
        assertEquals(1080, bits(0, 108));
        assertEquals(List.of("103:0", "103:2", "108:0", "108:2"), sampled);
    }

    @Test
    void shouldSampleNothingUntilALoweredDelayCatchesUp() {
        inputs.neutral(6, 0);
        inputs.sampleFor(106, 1);
        for (long target = 103; target <= 106; target++) {
            inputs.sampleFor(target, 2);
        }
        assertEquals(List.of("106:0", "106:2"), sampled);
        inputs.sampleFor(107, 3);
        assertEquals(108, inputs.next());
        assertEquals(1060, bits(0, 106));
        assertEquals(1070, bits(0, 107));
    }

    @Test
    void shouldStayGaplessWhateverTheDelayDoes() {
        final long seed = 12;
        final SplittableRandom random = new SplittableRandom(seed);
        int delay = 3;
        inputs.neutral(delay, 0);
        for (long frame = 100; frame < 2000; frame++) {
            delay = Math.max(0, Math.min(30, delay + random.nextInt() % 3));
            if (inputs.next() <= frame + delay) {
                inputs.sampleFor(frame + delay, frame);
            }
            assertTrue(inputs.next() > frame, "frame " + frame + ", seed " + seed);
            assertEquals(log.next(0), log.next(2));
        }
        assertEquals(sampled.size(), sampled.stream().distinct().count());
    }

    @Test
    void shouldSendEventsInTheirOrderOnePerFrame() {
        inputs.neutral(1, 0);
        for (int i = 1; i <= 3; i++) {
            assertTrue(inputs.event(2, ByteBuffer.wrap(new byte[] {9, (byte) i, (byte) i, 9}, 1, i == 3 ? 1 : 2)));
        }
        for (long frame = 101; frame < 106; frame++) {
            inputs.sampleFor(frame, frame);
            assertEquals(0, log.eventLength(0, frame));
        }
        for (int i = 1; i <= 3; i++) {
            assertEquals(i == 3 ? 1 : 2, log.eventLength(2, 100 + i));
            assertEquals(i, log.events()[log.eventOffset(2, 100 + i)]);
        }
        assertEquals(0, log.eventLength(2, 104));
    }

    @Test
    void shouldSendEventsOfEveryLocalPlayerAgainThatAPauseSwallowed() {
        inputs.neutral(1, 0);
        for (final int player : inputs.players()) {
            assertTrue(inputs.event(player, ByteBuffer.wrap(new byte[] {(byte) (player + 1)})));
        }
        inputs.sampleFor(101, 0);
        inputs.executed(101, true, true);
        inputs.sampleFor(102, 0);
        inputs.executed(102, false, true);
        inputs.sampleFor(103, 0);
        for (final int player : inputs.players()) {
            assertEquals(0, log.eventLength(player, 102), "it stands still");
            assertEquals(1, log.eventLength(player, 103), "player " + player);
            assertEquals(player + 1, log.events()[log.eventOffset(player, 103)]);
        }
    }

    @Test
    void shouldNotRepeatAnEventInAGap() {
        inputs.neutral(1, 0);
        inputs.event(0, ByteBuffer.wrap(new byte[] {1}));
        inputs.sampleFor(101, 0);
        inputs.sampleFor(105, 0);
        assertEquals(1, log.eventLength(0, 101));
        for (long frame = 102; frame <= 105; frame++) {
            assertEquals(0, log.eventLength(0, frame));
        }
    }

    @Test
    void shouldRefuseAnEventWhenTheQueueIsFullAndTakeOneAgainLater() {
        inputs.neutral(1, 0);
        final ByteBuffer event = ByteBuffer.wrap(new byte[] {7});
        for (int round = 0; round < 5; round++) {
            while (inputs.event(0, event)) {
                assertEquals(1, event.remaining(), "the buffer stays as it was");
            }
            assertTrue(inputs.event(2, event) || round > 0, "queues are per player");
            inputs.sampleFor(101 + round, 0);
            assertTrue(inputs.event(0, event));
            assertFalse(inputs.event(0, event));
        }
    }

    @Test
    void shouldLetACommandTravelBeforeTheEventsThatWait() {
        final int pause = Command.of(Command.Kind.PAUSE);
        final int resume = Command.of(Command.Kind.RESUME, 2, 30);
        inputs.neutral(1, 0);
        inputs.event(0, ByteBuffer.wrap(new byte[] {1}));
        inputs.event(2, ByteBuffer.wrap(new byte[] {2}));
        assertTrue(inputs.command(pause));
        assertTrue(inputs.command(resume));
        inputs.sampleFor(101, 0);
        inputs.sampleFor(104, 0);
        inputs.sampleFor(105, 0);
        inputs.sampleFor(106, 0);
        assertEquals(pause, log.command(0, 101));
        assertEquals(0, log.eventLength(0, 101));
        assertEquals(0, log.command(2, 101), "the first player's alone");
        assertEquals(1, log.eventLength(2, 101));
        assertEquals(0, log.command(0, 103), "not in a gap");
        assertEquals(resume, log.command(0, 104));
        assertEquals(1, log.eventLength(0, 105));
        assertEquals(0, log.command(0, 105));
        assertEquals(0, log.command(0, 106) + log.eventLength(0, 106));
        assertEquals(1010, bits(0, 101), "the input counts as always");
    }

    @Test
    void shouldRefuseACommandWhenTheQueueIsFullAndWhatIsNone() {
        inputs.neutral(1, 0);
        for (int round = 0; round < 20; round++) {
            for (int i = 0; i < LocalInputs.COMMAND_QUEUE; i++) {
                assertEquals(round == 0 || i == 0, inputs.command(Command.of(Command.Kind.ACTIVATE, 1, round)));
            }
            assertFalse(inputs.command(Command.of(Command.Kind.PAUSE)));
            inputs.sampleFor(101 + round, 0);
            final int queuedIn = Math.max(0, round - LocalInputs.COMMAND_QUEUE + 1);
            assertEquals(queuedIn, Command.frames(log.command(0, 101 + round)));
        }
        assertThrows(IllegalArgumentException.class, () -> inputs.command(0));
        assertThrows(IllegalArgumentException.class, () -> inputs.command(6));
    }

    @Test
    void shouldSampleOneMoreInputOfEverybodyAndThenLeave() {
        inputs.neutral(1, 0);
        inputs.event(2, ByteBuffer.wrap(new byte[] {2}));
        inputs.command(Command.of(Command.Kind.PAUSE));
        inputs.leave();
        assertFalse(inputs.left());
        inputs.sampleFor(103, 0);
        assertTrue(inputs.left());
        assertEquals(List.of("103:0", "103:2"), sampled);
        for (final int player : new int[] {0, 2}) {
            assertEquals(0, log.command(player, 102));
            assertEquals(Command.of(Command.Kind.LEAVE), log.command(player, 103));
            assertEquals(0, log.eventLength(player, 103));
            assertTrue(log.isClosed(player));
        }
        assertEquals(1032, bits(2, 103));
        inputs.sampleFor(104, 0);
        inputs.sampleFor(110, 0);
        assertEquals(104, inputs.next());
        assertEquals(2, sampled.size());
        assertFalse(log.isClosed(1));
    }

    @Test
    void shouldSampleNothingWhileAbsent() {
        for (final int player : inputs.players()) {
            log.close(player, 100);
        }
        inputs.neutral(3, 0);
        inputs.sampleFor(100, 0);
        inputs.sampleFor(105, 0);
        assertEquals(100, inputs.next());
        assertTrue(sampled.isEmpty());
        assertFalse(inputs.left());
        for (final int player : inputs.players()) {
            log.open(player, 110);
        }
        inputs.sampleFor(108, 0);
        inputs.sampleFor(112, 0);
        assertEquals(List.of("112:0", "112:2"), sampled);
        assertEquals(0, bits(0, 110), "nothing to repeat");
        assertEquals(0, bits(2, 111));
        assertEquals(1120, bits(0, 112));
    }

    @Test
    void shouldSampleNoFurtherThanToWhereItIsAbsent() {
        inputs.neutral(1, 0);
        for (final int player : inputs.players()) {
            log.close(player, 103);
        }
        inputs.sampleFor(109, 0);
        assertEquals(103, inputs.next());
        assertTrue(sampled.isEmpty());
        inputs.leave();
        assertTrue(inputs.left(), "there is nothing to say it with");
    }

    @Test
    void shouldMeasureFromSamplingToSimulating() {
        inputs.neutral(1, 0);
        inputs.sampleFor(101, 1_000_000);
        inputs.simulated(101, 51_000_000);
        final Histogram latency = new Histogram(2);
        inputs.takeLatencyMicros(latency);
        assertEquals(50_000, latency.getMaxValue(), 500);
        assertEquals(1, latency.getTotalCount());
        inputs.takeLatencyMicros(latency);
        assertEquals(0, latency.getTotalCount(), "it was given once");
    }

    @ParameterizedTest
    @ValueSource(longs = {(1L << 31) - 10, (1L << 32) - 10})
    void shouldSampleEachFrameOnceFromAnyFirstFrame(final long start) {
        final InputLog far = new InputLog(3, 2, 8, start);
        final LocalInputs samples = inputs(start, far);
        samples.neutral(3, 0);
        for (long frame = start + 3; frame < start + 30; frame++) {
            samples.sampleFor(frame, 1);
            samples.sampleFor(frame, 2);
            assertEquals(frame + 1, samples.next());
            final int offset = far.inputOffset(2, frame);
            assertEquals((short) (frame * 10 + 2), far.inputs()[offset] & 0xFF | far.inputs()[offset + 1] << 8);
        }
        samples.sampleFor(start + 34, 3);
        assertEquals(start + 35, samples.next());
        assertEquals(2 * 28, sampled.size());
        assertEquals(start + 34 + ":2", sampled.get(sampled.size() - 1));
    }
}
