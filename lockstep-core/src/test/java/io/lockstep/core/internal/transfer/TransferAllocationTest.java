package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.sync.StateBuffer;
import org.junit.jupiter.api.Test;

/** A live stream of frames from writer to reader through a lossy network allocates nothing once warm. */
class TransferAllocationTest {

    private static final long TICK_NS = 16_666_667L;
    private static final int WARM_UP_TICKS = 40_000;
    private static final int TICKS = 10_000;
    /** Looked at once one has allocated nothing. */
    private static final int MORE_ROUNDS = 4;
    private static final int EVERY = 7;

    private final StreamSender sender = new StreamSender(1, 100, StreamSender.DEFAULT_BYTES_PER_SECOND, 20_000);
    private final StreamReceiver receiver = new StreamReceiver(1, 20_000);
    private final FrameStreamWriter writer = new FrameStreamWriter(4, 2, 16);
    private final FrameStreamReader reader = new FrameStreamReader(4, 2, 16);
    private final StateBuffer state = new StateBuffer(10_000);
    private final TestFrame frame = new TestFrame(4, 2);
    private final byte[] event = {1, 2, 3};
    private final byte[] nothing = {};
    private final StreamSender.Output network = this::chunk;
    private long nowNs;
    private int chunks;
    private int rounds;

    private boolean chunk(final int transfer, final int index, final byte[] bytes, final int offset,
                          final int length, final boolean last) {
        return ++chunks % EVERY == 0 || receiver.onChunk(index, bytes, offset, length, last) || true;
    }

    private void tick(final int ticks) {
        for (int i = 0; i < ticks; i++) {
            nowNs += TICK_NS;
            frame.inputs[i & 7] = (byte) i;
            frame.events[1] = i % 20 == 0 ? event : nothing;
            writer.write(frame);
            sender.append(writer.array(), 0, writer.length());
            sender.poll(nowNs, network);
            if (receiver.ackDue(nowNs)) {
                sender.onAck(receiver.next(), receiver.bitmap(), nowNs);
            }
            reader.fill(receiver);
            state.clear();
            while (reader.next()) {
                state.writeBytes("inputs", reader.inputs(), 0, 8);
                state.writeLong("frame", reader.frames());
            }
            chunks += state.crc32() & 1;
        }
    }

    @Test
    void shouldAllocateNothingPerFrame() {
        tick(WARM_UP_TICKS);
        final Runnable round = () -> {
            tick(TICKS);
            rounds++;
        };
        assertEquals(0, Allocations.least(round), () -> "bytes in " + TICKS + " ticks");
        final long most = Allocations.most(MORE_ROUNDS, round);
        assertTrue(most < TICKS, () -> most + " bytes in " + TICKS + " ticks");
        assertTrue(reader.frames() > WARM_UP_TICKS + rounds * TICKS - 100, reader.frames() + " frames");
        assertTrue(sender.repeats() > 1_000, sender.repeats() + " repeats");
    }
}
