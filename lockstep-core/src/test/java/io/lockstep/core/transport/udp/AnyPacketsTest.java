package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.Allocations;
import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.DatagramHandler;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets of any content, of strangers and of a peer that lies with its own keys: nothing throws, nothing piles up. */
class AnyPacketsTest {

    private static final long SEED = 0xA11;
    private static final int PACKETS = 300_000;
    private static final int STRANGERS = 1_000;
    private static final SocketAddress VICTIM = HandNet.address(0);

    private final SplittableRandom random = new SplittableRandom(SEED);
    private Pair pair;
    private PacketSigner signer;
    private DatagramSeal seal;
    private long longest;
    /** Number of packets made so far: the link sequences grow, so that some packets of strangers are the newest. */
    private long links;

    /** Each with a tag that is valid, or nearly. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSurviveAPeerThatSendsAnythingUnderItsKeys(final boolean keyed) {
        pair = keyed ? Pair.keyed() : new Pair();
        pair.connect().run(20);
        signer = keyed ? Pair.keys(7).signer(1) : PacketSigner.unkeyed(1);
        seal = new TestSeal(1, 7);
        long seasoning = Forge.seasoning(pair);
        final DatagramHandler handler = (peer, lane, tag, payload) -> {
            assertEquals(1, peer);
            longest = Math.max(longest, payload.remaining());
            pair.letters[0].onDatagram(peer, lane, tag, payload);
            pair.letters[0].all.clear();
        };
        for (int i = 0; i < PACKETS; i++) {
            final SocketAddress from = HandNet.address(random.nextInt(50) == 0 ? STRANGERS + random.nextInt(9) : 1);
            pair.net.send(from, VICTIM, packet(seasoning));
            pair.net.pass(random.nextInt(20) * HandNet.MS / 10);
            if (random.nextInt(4) == 0) {
                pair.transports[0].poll(pair.net.nowNs, handler);
                seasoning = answer(seasoning);
                pair.net.sent.clear();
            }
            if (i % 50 == 0) {
                pair.send(0, random.nextBoolean() ? Lane.INPUT : Lane.CONTROL, i + 1, Letters.payload(900, i));
            }
        }
        assertTrue(longest > 400 && longest <= 1184, "longest " + longest);
        for (final DatagramEvent event : DatagramEvent.values()) {
            final boolean impossible = event == DatagramEvent.UNSENDABLE || event == DatagramEvent.TIMED_OUT;
            assertTrue(impossible || pair.count(0, event) > 10, "never " + event);
        }
        assertTrue(pair.count(0, DatagramEvent.RECEIVED) > PACKETS / 2, "the victim has stopped reading");
    }

    /** Now and then the liar shakes hands as it should: else nothing but Inits would be taken. */
    private long answer(final long seasoning) {
        for (final HandNet.Flight flight : new ArrayList<>(pair.net.sent)) {
            final ByteBuffer bytes = ByteBuffer.wrap(flight.bytes());
            if (flight.from().equals(VICTIM) && bytes.getInt(0) == 0x6800_0000 && random.nextInt(4) == 0) {
                pair.net.send(flight.to(), VICTIM,
                    Forge.handshake(signer, 0, Packet.ASKS, 1, bytes.getLong(4), bytes.getLong(12)));
            }
            if (flight.from().equals(VICTIM) && bytes.getInt(0) == 0x6800_0001) {
                return bytes.getLong(4) ^ bytes.getLong(12);
            }
        }
        return seasoning;
    }

    private byte[] packet(final long seasoning) {
        final int[] kinds = {0, Packet.FIN, Packet.LNK, Packet.LNK, Packet.REL, Packet.REL | Packet.FIN, Packet.ACK,
            Packet.SIG, Packet.SIG | Packet.FIN, Packet.KEEPS_ALIVE, Packet.ASKS, Packet.ANSWERS,
            random.nextInt(50) == 0 ? Packet.END : Packet.ACK, random.nextInt(256)};
        final int flags = kinds[random.nextInt(kinds.length)];
        if (flags == Packet.END) {
            return Forge.packet(signer, 0, seasoning, Packet.place(flags, 0, 0));
        }
        final boolean whole = flags == Packet.LNK;
        final int chunk = whole ? 0 : random.nextInt(3) == 0 ? random.nextInt(256) : random.nextInt(3);
        final boolean handshake = (flags & Packet.OWN) != 0;
        final long link = 1 + links++ / 16 + random.nextInt(400);
        final boolean part = (flags & ~Packet.FIN) == 0;
        final long sequence = whole ? 0 : part && random.nextInt(9) != 0 ? link : handshake ? random.nextInt(3)
            : (seasoning & 0xFFFF) + random.nextInt(random.nextInt(9) == 0 ? 70_000 : 300) - 50;
        final int length = switch (random.nextInt(4)) {
            case 0 -> Packet.MAX_CHUNK_BYTES;
            case 1 -> random.nextInt(Packet.MAX_CHUNK_BYTES + 20);
            case 2 -> handshake ? Packet.HANDSHAKE_BYTES : random.nextInt(30);
            default -> 0;
        };
        final byte[] content = new byte[length];
        random.nextBytes(content);
        if (handshake && length == Packet.HANDSHAKE_BYTES) {
            content[7] = 1;
            ByteBuffer.wrap(content).putLong(8, random.nextBoolean() ? 0 : random.nextLong());
        }
        final long place = Packet.place(flags, chunk, sequence);
        final long path = handshake && flags != Packet.KEEPS_ALIVE ? Path.NONE : seasoning;
        if (length >= 8 && !handshake && random.nextBoolean() && !part && !whole) {
            final ByteBuffer message = ByteBuffer.wrap(content).order(java.nio.ByteOrder.LITTLE_ENDIAN);
            message.putLong(length - 8, seal.seal(0, (flags & Packet.REL) != 0 ? Lane.CONTROL : Lane.INPUT,
                random.nextInt(3) * link, Path.NONE, 0, ByteBuffer.wrap(content, 0, length - 8)));
        }
        if (random.nextInt(20) == 0) {
            return Forge.packet(random.nextLong(), place, content);
        }
        return part || whole
            ? Forge.packet(seal.seal(0, Lane.INPUT, link, path, place, ByteBuffer.wrap(content)), place, content)
            : Forge.packet(signer, 0, path, place, content);
    }

    /** A socket that has the same packets in store again and again. */
    private static final class Store implements PacketSocket {

        private final List<HandNet.Flight> flights;
        private int next;

        Store(final List<HandNet.Flight> flights) {
            this.flights = flights;
        }

        @Override
        public SocketAddress receive(final ByteBuffer into) {
            if (next == flights.size()) {
                next = 0;
                return null;
            }
            final HandNet.Flight flight = flights.get(next++);
            into.put(flight.bytes());
            return flight.from();
        }

        @Override
        public boolean send(final ByteBuffer packet, final SocketAddress to) {
            packet.position(packet.limit());
            return true;
        }

        @Override
        public void close() {
            // Nothing is held.
        }
    }

    @Test
    void shouldAllocateNothingForWhatItRefuses() {
        pair = Pair.keyed();
        pair.connect().run(20);
        final long seasoning = Forge.seasoning(pair);
        final List<HandNet.Flight> flights = new ArrayList<>();
        for (final int flags : new int[] {0, Packet.LNK, Packet.REL, Packet.REL | Packet.FIN, Packet.ACK, Packet.END,
            Packet.SIG | Packet.FIN, Packet.KEEPS_ALIVE, Packet.ASKS, Packet.ANSWERS, 0xFF}) {
            final boolean handshake = flags == Packet.ASKS || flags == Packet.ANSWERS;
            final int length = handshake ? Packet.HANDSHAKE_BYTES : (flags & (Packet.FIN | Packet.REL)) == Packet.FIN
                && (flags & Packet.OWN) == 0 || flags == Packet.LNK || flags == (Packet.REL | Packet.FIN) ? 40
                : (flags & (Packet.ACK | Packet.END | Packet.OWN)) == 0 ? Packet.MAX_CHUNK_BYTES : 0;
            final byte[] content = new byte[length];
            if (handshake) {
                content[7] = 1;
            }
            final boolean counted = !handshake && flags != Packet.END && flags != Packet.LNK;
            flights.add(new HandNet.Flight(HandNet.address(1), VICTIM, Forge.packet(7,
                Packet.place(flags, 0, counted ? seasoning & 0xFFFF : 0), content), 0, 0));
            flights.add(new HandNet.Flight(HandNet.address(STRANGERS), VICTIM, Forge.packet(7,
                Packet.place(flags, 0, counted ? 9 : 0), content), 0, 0));
        }
        pair.ends[0].arrived.clear();
        final Store store = new Store(flights);
        pair.ends[0].instead = store;
        final long refusedBefore = pair.count(0, DatagramEvent.GUARD);
        final long least = Allocations.least(() -> {
            for (int i = 0; i < 1_000; i++) {
                pair.transports[0].poll(pair.net.nowNs, Sockets.IGNORE);
            }
        });
        assertEquals(0, least, "bytes for " + 1_000 * flights.size() + " packets");
        assertTrue(pair.count(0, DatagramEvent.GUARD) - refusedBefore >= 10_000);
        assertTrue(pair.transports[0].isConnected(1));
    }
}
