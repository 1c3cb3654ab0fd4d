package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Packets that are sent a second time, to where they went or elsewhere, or changed: nothing comes of it. */
class ReplayedPacketsTest {

    private static final int STRANGER = 1_000;

    /** What happens to packets that are nobody's, of which each counts as one of these. */
    private static final DatagramEvent[] REFUSALS =
        {DatagramEvent.GUARD, DatagramEvent.MALFORMED, DatagramEvent.BAD_HANDSHAKE};

    private final Pair pair = Pair.keyed();

    /** A connection with packets of all kinds, both ways; its packets. */
    private List<HandNet.Flight> record() {
        pair.net.sent.clear();
        pair.connect();
        for (int i = 1; i <= 60; i++) {
            for (int from = 0; from < 2; from++) {
                pair.send(from, Lane.INPUT, i, Letters.payload(i * 19, i));
                pair.send(from, Lane.CONTROL, i, Letters.payload(i * 19, i));
            }
            pair.run(10);
        }
        pair.run(5_000);
        final Set<Integer> flags = new HashSet<>();
        pair.net.sent.forEach(flight -> flags.add(flight.bytes()[0] & 0xFF));
        assertTrue(flags.containsAll(List.of(0x00, 0x20, 0x28, 0x40, 0x68, 0x80, 0xA0, 0xA8)), flags.toString());
        return new ArrayList<>(pair.net.sent);
    }

    private void restart() {
        pair.start(0);
        pair.start(1);
        pair.net.sent.clear();
        pair.connect();
        pair.run(100);
    }

    private void replay(final List<HandNet.Flight> recorded, final boolean reflected) {
        for (final HandNet.Flight flight : recorded) {
            pair.net.send(reflected ? flight.to() : flight.from(), reflected ? flight.from() : flight.to(),
                flight.bytes());
            pair.net.send(HandNet.address(STRANGER), flight.to(), flight.bytes());
            pair.run(1);
        }
        pair.run(20);
    }

    private void assertUntouched(final String context) {
        for (int peer = 0; peer < 2; peer++) {
            assertTrue(pair.transports[peer].isConnected(1 - peer), context);
            assertEquals(1, pair.count(peer, DatagramEvent.OPENED), context);
            assertEquals(0, pair.count(peer, DatagramEvent.CONTRADICTION), context);
            assertEquals(0, pair.count(peer, DatagramEvent.INCOMPLETE), context);
        }
    }

    private void assertPlaysOn(final long first) {
        for (int peer = 0; peer < 2; peer++) {
            pair.letters[peer].all.clear();
        }
        for (long i = first; i < first + 50; i++) {
            for (int from = 0; from < 2; from++) {
                assertEquals(SendResult.SENT, pair.send(from, Lane.INPUT, i, Letters.payload(700, 1)));
                assertEquals(SendResult.SENT, pair.send(from, Lane.CONTROL, i, Letters.payload(700, 1)));
            }
            pair.run(20);
        }
        pair.run(100);
        for (int peer = 0; peer < 2; peer++) {
            for (final Lane lane : Lane.values()) {
                assertEquals(LongStream.range(first, first + 50).boxed().toList(), pair.letters[peer].tags(lane));
            }
            assertEquals(100, pair.letters[peer].all.size());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeNothingTwiceInTheSameConnection(final boolean reflected) {
        final List<HandNet.Flight> recorded = record();
        pair.letters[0].all.clear();
        pair.letters[1].all.clear();
        replay(recorded, reflected);
        assertEquals(List.of(), pair.letters[0].all);
        assertEquals(List.of(), pair.letters[1].all);
        assertUntouched("");
        assertPlaysOn(61);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldTakeNothingOfAnEarlierConnection(final boolean reflected) {
        final List<HandNet.Flight> recorded = record();
        pair.transports[0].close();
        pair.run(50);
        recorded.addAll(pair.net.sent);
        assertFalse(pair.transports[1].isConnected(0), "with its END");
        restart();
        replay(recorded, reflected);
        assertEquals(List.of(), pair.letters[0].all);
        assertEquals(List.of(), pair.letters[1].all);
        assertUntouched("");
        assertPlaysOn(1);
    }

    /** Of 65,536 sequences each has the lower bits of another; a message, a chunk and an acknowledgement. */
    @Test
    void shouldTakeNothingThatWas65536SequencesBefore() {
        pair.connect().run(20);
        pair.net.latencyNs = () -> 0;
        final int replayed = 20;
        final List<HandNet.Flight> recorded = new ArrayList<>();
        pair.net.sent.clear();
        for (int i = 1; i <= 70_000; i++) {
            if (i > 65_536 && i <= 65_536 + replayed) {
                recorded.stream().skip((i - 65_537L) * recorded.size() / replayed)
                    .limit(recorded.size() / replayed)
                    .forEach(flight -> pair.net.send(flight.from(), flight.to(), flight.bytes()));
                pair.net.pass(1);
                pair.poll();
            }
            assertEquals(SendResult.SENT, pair.send(0, Lane.INPUT, i + i / 65_536, Letters.payload(20, i)));
            assertEquals(SendResult.SENT, pair.send(0, Lane.CONTROL, i + i / 65_536, Letters.payload(20, i)));
            pair.net.pass(1);
            pair.poll();
            if (i <= replayed) {
                recorded.addAll(pair.net.sent);
            }
            pair.net.sent.clear();
        }
        assertEquals(70_000, pair.letters[1].tags(Lane.INPUT).stream().distinct().count());
        assertEquals(70_000, pair.letters[1].tags(Lane.CONTROL).stream().distinct().count());
        assertEquals(140_000, pair.letters[1].all.size());
        assertEquals(3 * replayed, recorded.size());
        assertEquals(2 * replayed, pair.count(1, DatagramEvent.GUARD));
        assertEquals(replayed, pair.count(0, DatagramEvent.GUARD));
    }

    /** In the connection that they belong to, before the packets themselves arrive, and while it comes about. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldRefuseEveryPacketWithAFlippedBit(final boolean keyed) {
        final Pair flipping = keyed ? Pair.keyed() : new Pair();
        final long[] flipped = {0, 0};
        final boolean[] busy = {false};
        final Set<Integer> kinds = new HashSet<>();
        flipping.net.fate = flight -> {
            if (!busy[0] && kinds.add((flight.bytes()[0] & 0xFF) << 8 | flight.bytes().length & 0xFF)) {
                busy[0] = true;
                for (int bit = 0; bit < flight.bytes().length * Byte.SIZE; bit++) {
                    final byte[] bytes = flight.bytes().clone();
                    bytes[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                    flipping.net.send(flight.from(), flight.to(), bytes);
                    flipped[flight.to().equals(HandNet.address(0)) ? 0 : 1]++;
                }
                for (int length = 0; length < flight.bytes().length; length++) {
                    flipping.net.send(flight.from(), flight.to(), Arrays.copyOf(flight.bytes(), length));
                    flipped[flight.to().equals(HandNet.address(0)) ? 0 : 1]++;
                }
                busy[0] = false;
            }
            return 1;
        };
        assertTrue(flipping.runUntil(100, () -> flipping.transports[0].isConnected(1)
            && flipping.transports[1].isConnected(0)));
        for (int i = 1; i <= 12; i++) {
            for (int from = 0; from < 2; from++) {
                flipping.send(from, Lane.INPUT, i, Letters.payload(i * 98, i));
                flipping.send(from, Lane.CONTROL, i, Letters.payload(i * 98, i));
            }
            flipping.run(10);
        }
        flipping.run(1_500);
        for (int peer = 0; peer < 2; peer++) {
            for (final Lane lane : Lane.values()) {
                assertEquals(LongStream.rangeClosed(1, 12).boxed().toList(), flipping.letters[peer].tags(lane));
            }
            for (final Letters.Letter letter : flipping.letters[peer].all) {
                assertEquals(Letters.payload((int) letter.tag() * 98, (int) letter.tag()), letter.payload());
            }
        }
        flipping.transports[0].close();
        flipping.run(50);
        long refused = flipping.count(1, DatagramEvent.STRANGE);
        for (final DatagramEvent event : REFUSALS) {
            refused += flipping.count(0, event) + flipping.count(1, event);
        }
        final Set<Integer> flags = new HashSet<>();
        kinds.forEach(kind -> flags.add(kind >> 8));
        assertTrue(flags.containsAll(List.of(0x10, 0x28, 0x40, 0x68, 0x80, 0xA0, 0xA8)), flags.toString());
        // Init and Challenge of handshakes that cross, and ENDs behind the first one, are refused besides.
        assertTrue(refused >= flipped[0] + flipped[1] && refused <= flipped[0] + flipped[1] + 20,
            refused + " of " + (flipped[0] + flipped[1]));
    }

    /** A session that comes back has other keys: what they refuse must not stand in the way of what follows. */
    @Test
    void shouldGoOnBehindReliableMessagesThatTheSessionRefuses() {
        pair.connect().run(50);
        pair.seal(1, 9);
        for (int i = 1; i <= 100; i++) {
            pair.send(0, Lane.CONTROL, i, Letters.payload(1_000, i));
            pair.send(0, Lane.INPUT, i, Letters.payload(1_000, i));
            pair.run(10);
        }
        assertEquals(List.of(), pair.letters[1].all);
        assertTrue(pair.count(1, DatagramEvent.GUARD) > 300);
        pair.seal(0, 9);
        pair.send(0, Lane.CONTROL, 1, Letters.payload(1_000, 1));
        pair.send(0, Lane.INPUT, 1, Letters.payload(1_000, 1));
        pair.run(100);
        assertEquals(List.of(1L), pair.letters[1].tags(Lane.CONTROL));
        assertEquals(List.of(1L), pair.letters[1].tags(Lane.INPUT));
        assertUntouched("");
    }

    @Test
    void shouldHandOverNothingSealedWithoutASeal() {
        final Pair one = new Pair();
        one.seal(0, 7);
        one.connect();
        one.send(0, Lane.INPUT, 5, Letters.payload(30, 1));
        one.run(20);
        assertEquals(List.of(), one.letters[1].all);
        assertEquals(1, one.count(1, DatagramEvent.GUARD));
        assertTrue(one.transports[1].isConnected(0));
    }

    @Test
    void shouldNotOpenBetweenPeersOfWhomOneHasKeys() {
        final Pair mixed = new Pair();
        mixed.keys[0] = Pair.keys(7);
        mixed.start(0);
        mixed.run(5_000);
        for (int peer = 0; peer < 2; peer++) {
            assertFalse(mixed.transports[peer].isConnected(1 - peer));
            assertTrue(mixed.count(peer, DatagramEvent.GUARD) > 20);
        }
    }

    /** What is taken from a packet that is refused: nothing, so a plain look at all counts suffices. */
    @Test
    void shouldCountWhatItRefuses() {
        pair.connect().run(50);
        final long seasoning = Forge.seasoning(pair);
        pair.net.send(HandNet.address(1), HandNet.address(0),
            Forge.packet(1, Packet.place(Packet.ACK, 0, seasoning & 0xFFFF)));
        pair.run(11);
        assertEquals(1, pair.count(0, DatagramEvent.GUARD));
        assertEquals(0, pair.count(0, DatagramEvent.STALE_ACKNOWLEDGEMENT));
    }
}
