package io.lockstep.core.transport.udp;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.lockstep.core.fuzz.AnyBytes;
import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.internal.transport.PacketCode;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/** Any packets as the chunks of messages: each behind two bytes that say how long it is. */
class InboxFuzzTest {

    /** The inboxes, and here a slice for each packet; what comes in allocates nothing. */
    private static final int MOST_BYTES = 4 << 20;
    private static final int MESSAGE_BYTES = 1200;
    private static final int FIRST = 65_530;

    private static Stream<byte[]> packets() {
        return Stream.of(1, 2, 3).map(seed -> {
            final SplittableRandom random = new SplittableRandom(seed);
            final ByteBuffer all = ByteBuffer.allocate(64 << 10);
            for (int i = 0; i < 40; i++) {
                message(random, all, FIRST + random.nextInt(12), random.nextInt(4) * Packet.MAX_CHUNK_BYTES
                    + random.nextInt(Packet.MAX_CHUNK_BYTES), random.nextBoolean() ? Packet.REL : 0);
            }
            return Arrays.copyOf(all.array(), all.position());
        });
    }

    /** Its chunks in any order, some twice and some never. */
    private static void message(final SplittableRandom random, final ByteBuffer to, final int sequence,
                                final int bytes, final int reliable) {
        final int chunks = Packet.chunksOf(bytes);
        for (int i = 0; i < chunks + 1; i++) {
            final int chunk = random.nextInt(4) == 0 ? random.nextInt(chunks) : i % chunks;
            final boolean last = chunk == chunks - 1;
            final int length = last ? bytes - chunk * Packet.MAX_CHUNK_BYTES : Packet.MAX_CHUNK_BYTES;
            to.putShort((short) (Packet.HEADER_BYTES + length + Packet.TAG_BYTES));
            Packet.putHeader(to, Packet.place((reliable == 0 ? Packet.SIG : reliable) | (last ? Packet.FIN : 0),
                chunk, sequence));
            to.put(new byte[length + Packet.TAG_BYTES]);
        }
    }

    @MethodSource("packets")
    @FuzzTest(maxDuration = "30s")
    void shouldSurviveAnyChunks(final byte[] input) {
        AnyBytes.decode(input, MOST_BYTES, source -> new Receiver().take(source.duplicate()));
    }

    /** Both inboxes of one connection, and what comes out of them. */
    private static final class Receiver {

        private final EventCounts counts = new EventCounts();
        private final ReliableInbox reliable = new ReliableInbox(Store.of(MESSAGE_BYTES), counts);
        private final UnreliableInbox unreliable = new UnreliableInbox(Store.of(MESSAGE_BYTES), counts);
        private final Packet packet = new Packet();
        private int delivered;
        private int tooLong;

        Receiver() {
            reliable.reset(FIRST);
            unreliable.reset(FIRST);
        }

        String take(final ByteBuffer packets) {
            while (packets.remaining() >= Short.BYTES) {
                final int length = Math.min(packets.getShort() & 0xFFFF, packets.remaining());
                final ByteBuffer datagram = packets.slice(packets.position(), length);
                packets.position(packets.position() + length);
                if (packet.decode(datagram) == PacketCode.OK) {
                    add(datagram.slice(packet.headerBytes(), packet.contentBytes()));
                }
            }
            return delivered + " delivered, " + tooLong + " too long, " + counts.of(DatagramEvent.DUPLICATE)
                + " duplicate, " + counts.of(DatagramEvent.CONTRADICTION) + " contradicted";
        }

        private void add(final ByteBuffer content) {
            switch (packet.kind()) {
                case RELIABLE -> {
                    reliable.add(Window.nearest(packet.sequence(), reliable.next()), packet, content);
                    for (Assembly whole = reliable.peek(); whole != null; whole = reliable.peek()) {
                        deliver(whole);
                        reliable.release();
                    }
                }
                case UNRELIABLE -> {
                    final long sequence = Window.nearest(packet.sequence(), unreliable.newest());
                    if (packet.chunk() == 0 && packet.isLast()) {
                        delivered += unreliable.admits(sequence) ? 1 : 0;
                        return;
                    }
                    final Assembly whole = unreliable.add(sequence, packet, content);
                    if (whole != null) {
                        deliver(whole);
                        unreliable.release();
                    }
                }
                default -> {
                    // Not of an inbox.
                }
            }
        }

        private void deliver(final Assembly whole) {
            AnyBytes.require(whole.isWhole(), "delivered before it is whole");
            if (whole.isTooLong()) {
                tooLong++;
                return;
            }
            delivered++;
            AnyBytes.require(whole.message().remaining() <= MESSAGE_BYTES, "longer than may be");
        }
    }
}
