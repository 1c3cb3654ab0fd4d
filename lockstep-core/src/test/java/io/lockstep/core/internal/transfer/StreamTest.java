package io.lockstep.core.internal.transfer;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.protocol.TransferMessage;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sender and receiver with a bad network between them. */
class StreamTest {

    private static final long SECOND_NS = 1_000_000_000L;
    private static final long MS = 1_000_000L;
    private static final long RATE = StreamSender.DEFAULT_BYTES_PER_SECOND;
    private static final int MIB = 1 << 20;
    private static final int CHUNK = TransferMessage.MAX_CHUNK_BYTES;
    private static final int SEEDS = 300;

    private static byte[] noise(final int length, final long seed) {
        final byte[] bytes = new byte[length];
        new SplittableRandom(seed).nextBytes(bytes);
        return bytes;
    }

    private static LossyChannel whole(final byte[] stream, final long seed, final double loss, final long rttNs,
                                      final long jitterNs) {
        final StreamSender sender = new StreamSender(7, CHUNK, RATE, stream.length);
        assertTrue(sender.append(stream, 0, stream.length));
        sender.finish();
        return new LossyChannel(sender, new StreamReceiver(7, stream.length), stream.length, seed, loss, rttNs,
            jitterNs, 0);
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000_000, 5_000_000, 16_666_667})
    void shouldMoveAMebibyteInTwoSecondsAndALittleDespiteLoss(final long pollNs) {
        final byte[] stream = noise(MIB, 1);
        for (long seed = 0; seed < 50; seed++) {
            final LossyChannel channel = whole(stream, seed, 0.02, 100 * MS, 0);
            channel.pollNs = pollNs;
            final long took = channel.runUntilDone(60 * SECOND_NS);
            assertTrue(took > 0 && took <= 2_600 * MS, "seed " + seed + " took " + took / MS + " ms");
            assertArrayEquals(stream, channel.received, "seed " + seed);
        }
    }

    @Test
    void shouldStillMoveAMebibyteWhereAFifthIsLost() {
        final byte[] stream = noise(MIB, 2);
        for (long seed = 0; seed < 20; seed++) {
            final LossyChannel channel = whole(stream, seed, 0.2, 250 * MS, 20 * MS);
            final long took = channel.runUntilDone(120 * SECOND_NS);
            assertTrue(took > 0 && took <= 20 * SECOND_NS, "seed " + seed + " took " + took / MS + " ms");
            assertArrayEquals(stream, channel.received, "seed " + seed);
        }
    }

    @Test
    void shouldBringEveryByteOverAnyNetworkWithinRateAndMemory() {
        for (long seed = 0; seed < SEEDS; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final byte[] stream = noise(random.nextInt(100_000), seed);
            final int chunk = 1 + random.nextInt(CHUNK);
            final long rate = 20_000 + random.nextInt(1_000_000);
            final int senderCapacity = 1 + random.nextInt(40_000);
            final int receiverCapacity = CHUNK + random.nextInt(20_000);
            final StreamSender sender = new StreamSender(1, chunk, rate, senderCapacity);
            final StreamReceiver receiver = new StreamReceiver(1, receiverCapacity);
            final LossyChannel channel = new LossyChannel(sender, receiver, stream.length, seed,
                random.nextDouble() * 0.3, random.nextInt(200) * MS, random.nextInt(60) * MS, 0.1);
            channel.readPerPoll = 100 + random.nextInt(20_000);
            int added = 0;
            boolean finished = false;
            for (int poll = 0; !sender.done() || channel.receivedLength < stream.length; poll++) {
                final int piece = Math.min(Math.min(random.nextInt(5_000), senderCapacity), stream.length - added);
                added += !finished && sender.append(stream, added, piece) ? piece : 0;
                if (added == stream.length && !finished && random.nextInt(4) == 0) {
                    finished = true;
                    sender.finish();
                }
                channel.poll();
                assertTrue(poll < 200_000, "seed " + seed + " " + sender + " " + receiver);
            }
            final String what = "seed " + seed;
            assertArrayEquals(stream, channel.received, what);
            assertTrue(receiver.finished() && sender.idle(), what);
            assertEquals(stream.length, sender.acknowledgedBytes(), what);
            assertTrue(channel.mostAbove(rate) <= sender.burstBytes() + 1, what);
            assertTrue(sender.allocatedBytes() <= senderCapacity, what);
            assertTrue(receiver.allocatedBytes() <= receiverCapacity + StreamSender.WINDOW_CHUNKS * CHUNK, what);
        }
    }
}
