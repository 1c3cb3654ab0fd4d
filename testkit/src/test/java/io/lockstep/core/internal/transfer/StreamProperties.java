package io.lockstep.core.internal.transfer;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Random;

/** What must be so of a stream on a line that delays, loses and doubles. Also tried with mutants. */
public final class StreamProperties {

    /** Seeds that follow each other begin alike in {@link Random}. */
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final long MS = 1_000_000L;
    private static final long SECOND = 1000 * MS;
    private static final int ID = 7;

    private record Chunk(long atNs, int index, byte[] bytes, boolean last) {
    }

    private record Ack(long atNs, int next, int bitmap) {
    }

    private StreamProperties() {
    }

    /**
     * All bytes arrive once and in order, in time, at no more than the rate.
     *
     * @param seed decides what is drawn
     * @return what was broken, or null
     */
    public static String stream(final long seed) {
        return new Line(new Random(seed * GAMMA)).play();
    }

    private static final class Line {

        private final Random random;
        private final long wayNs;
        private final double loss;
        private final long rate;
        private final int chunkBytes;
        private final byte[] content;
        private final StreamSender sender;
        private final StreamReceiver receiver;
        private final ArrayDeque<Chunk> chunks = new ArrayDeque<>();
        private final ArrayDeque<Ack> acks = new ArrayDeque<>();
        private final ByteArrayOutputStream read = new ByteArrayOutputStream();
        private long now;
        private long sentBytes;

        Line(final Random random) {
            this.random = random;
            wayNs = (1 + random.nextInt(80)) * MS;
            loss = random.nextBoolean() ? 0 : random.nextDouble() * 0.3;
            rate = 20_000 + random.nextInt(200_000);
            chunkBytes = 100 + random.nextInt(900);
            content = new byte[1 + random.nextInt(60_000)];
            random.nextBytes(content);
            sender = new StreamSender(ID, chunkBytes, rate, content.length);
            receiver = new StreamReceiver(ID, 1 << 20);
            if (random.nextBoolean()) {
                sender.carrierRepairs();
            }
        }

        String play() {
            sender.append(content, 0, content.length);
            sender.finish();
            sender.rtt(2 * wayNs);
            final long limitNs = 8 * SECOND + 4 * content.length * SECOND / rate;
            while (!sender.done() && now < limitNs) {
                now += 2 * MS;
                sender.poll(now, this::send);
                if (sentBytes > rate * (now + 40 * MS) / SECOND + 2 * chunkBytes + 200) {
                    return "S13: " + sentBytes + " bytes in " + now / MS + " ms, at " + rate + " a second";
                }
                arrive();
            }
            if (!sender.done()) {
                return "L2: " + receiver + " of " + content.length + " after " + now / MS + " ms, loss " + loss;
            }
            final byte[] rest = new byte[content.length + 1];
            read.write(rest, 0, receiver.read(rest, 0, rest.length));
            return Arrays.equals(content, read.toByteArray()) ? null
                : "S3: " + read.size() + " bytes arrived of " + content.length + ", or others";
        }

        private boolean send(final int id, final int index, final byte[] bytes, final int offset, final int length,
                             final boolean last) {
            sentBytes += length;
            for (int copies = random.nextInt(5) == 0 ? 2 : 1; copies > 0; copies--) {
                if (random.nextDouble() >= loss) {
                    chunks.add(new Chunk(now + wayNs, index, Arrays.copyOfRange(bytes, offset, offset + length), last));
                }
            }
            return true;
        }

        private void arrive() {
            while (!chunks.isEmpty() && chunks.peek().atNs <= now) {
                final Chunk chunk = chunks.poll();
                receiver.onChunk(chunk.index, chunk.bytes, 0, chunk.bytes.length, chunk.last);
            }
            if (receiver.ackDue(now) && random.nextDouble() >= loss) {
                acks.add(new Ack(now + wayNs, receiver.next(), receiver.bitmap()));
            }
            while (!acks.isEmpty() && acks.peek().atNs <= now) {
                sender.onAck(acks.peek().next, acks.poll().bitmap, now);
            }
        }
    }
}
