package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.DatagramSeal;
import io.lockstep.core.transport.Lane;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What somebody sends who sees every packet, sends from any address, and has none of the keys: it does nothing. */
class ForgedPacketsTest {

    private static final long SEED = 0xF06;
    private static final int STRANGER = 1_000;
    private static final int NOISE = 50_000;
    private static final int FLOOD = 500;
    private static final SocketAddress VICTIM = HandNet.address(0);
    private static final SocketAddress SPOOFED = HandNet.address(1);

    /** How an attacker makes up the tag of a packet that should be peer 1's. */
    enum Forger {
        ANYTHING,
        CHECKSUM,
        ANOTHER_KEY;

        byte[] packet(final long path, final long place, final byte... content) {
            return switch (this) {
                case ANYTHING -> Forge.packet(0x0123_4567_89AB_CDEFL, place, content);
                case CHECKSUM -> Forge.packet(PacketSigner.unkeyed(1), 0, path, place, content);
                case ANOTHER_KEY -> Forge.packet(Pair.keys(8).signer(1), 0, path, place, content);
            };
        }
    }

    private final Pair pair = Pair.keyed();
    private long inputs = 1;
    private long controls = 1;

    /** Both play; and then everything that was sent to the victim has arrived there, in order. */
    private void assertPlaysOn(final int ticks) {
        pair.letters[0].all.clear();
        final long firstInput = inputs;
        final long firstControl = controls;
        for (int i = 0; i < ticks; i++) {
            pair.send(1, Lane.INPUT, inputs, Letters.payload((int) (inputs++ % 700), 1));
            pair.send(1, Lane.CONTROL, controls, Letters.payload((int) (controls++ % 700), 1));
            pair.run(15);
        }
        pair.run(100);
        assertEquals(LongStream.range(firstInput, inputs).boxed().toList(), pair.letters[0].tags(Lane.INPUT));
        assertEquals(LongStream.range(firstControl, controls).boxed().toList(), pair.letters[0].tags(Lane.CONTROL));
        assertEquals(1, pair.count(0, DatagramEvent.OPENED));
    }

    private void forge(final byte[] packet) {
        pair.net.send(SPOOFED, VICTIM, packet);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotLetForgedInputsMoveTheWindow(final Forger forger) {
        pair.connect();
        assertPlaysOn(20);
        final long seasoning = Forge.seasoning(pair);
        for (int i = 0; i < 40; i++) {
            forge(forger.packet(seasoning, Packet.WHOLE, new byte[40]));
        }
        pair.run(11);
        assertEquals(40, pair.count(0, DatagramEvent.GUARD));
        assertPlaysOn(100);
    }

    /** The seal of a session's handshake, which has no key. */
    @Test
    void shouldNotLetGreetingsMoveTheWindow() {
        pair.connect();
        assertPlaysOn(20);
        final long seasoning = Forge.seasoning(pair);
        final DatagramSeal anybodys = new TestSeal(1, 8);
        for (int i = 0; i < 40; i++) {
            final ByteBuffer content = Letters.payload(40, i);
            forge(Forge.packet(anybodys.seal(0, Lane.INPUT, DatagramSeal.NO_LINK, seasoning, Packet.WHOLE, content),
                Packet.WHOLE, content.array()));
        }
        pair.run(11);
        assertEquals(40, pair.count(0, DatagramEvent.GUARD));
        assertPlaysOn(100);
    }

    @Test
    void shouldCarryGreetingsOnBothLanes() {
        pair.connect();
        for (final Lane lane : Lane.values()) {
            pair.send(1, lane, DatagramSeal.NO_LINK, Letters.payload(700, 3));
        }
        pair.run(20);
        assertEquals(List.of(0L), pair.letters[0].tags(Lane.INPUT));
        assertEquals(List.of(0L), pair.letters[0].tags(Lane.CONTROL));
        assertPlaysOn(10);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotTakeForgedPacketsOfAnyKind(final Forger forger) {
        pair.connect();
        final long seasoning = Forge.seasoning(pair);
        long forged = 0;
        for (int round = 0; round < 30; round++) {
            assertPlaysOn(2);
            for (int ahead = -2; ahead <= 12; ahead++) {
                final long input = (seasoning & 0xFFFF) - 1 + inputs + ahead;
                final long control = (seasoning & 0xFFFF) - 1 + controls + ahead;
                forge(forger.packet(seasoning, Packet.place(0, 0, input), new byte[Packet.MAX_CHUNK_BYTES]));
                forge(forger.packet(seasoning, Packet.WHOLE, new byte[50]));
                forge(forger.packet(seasoning, Packet.place(Packet.FIN | Packet.SIG, 0, input), new byte[50]));
                forge(forger.packet(seasoning, Packet.place(Packet.FIN, 1, input), new byte[9]));
                forge(forger.packet(seasoning, Packet.place(Packet.KEEPS_ALIVE, 0, input)));
                forge(forger.packet(seasoning, Packet.place(Packet.REL | Packet.FIN, 0, control), new byte[30]));
                forge(forger.packet(seasoning, Packet.place(Packet.REL, 0, control),
                    new byte[Packet.MAX_CHUNK_BYTES]));
                forge(forger.packet(seasoning, Packet.place(Packet.REL | Packet.FIN, 1, control), new byte[8]));
                forge(forger.packet(seasoning, Packet.place(Packet.ACK, 0, control)));
                forge(forger.packet(seasoning, Packet.place(Packet.END, 0, 0)));
                forged += 10;
            }
            pair.run(11);
        }
        assertPlaysOn(50);
        assertEquals(forged, pair.count(0, DatagramEvent.GUARD));
        assertEquals(0, pair.count(0, DatagramEvent.INCOMPLETE) + pair.count(0, DatagramEvent.CONTRADICTION)
            + pair.count(0, DatagramEvent.BEYOND_WINDOW) + pair.count(0, DatagramEvent.LATE));
    }

    @ParameterizedTest
    @EnumSource
    void shouldResendWhatAForgedAcknowledgementSaysHasArrived(final Forger forger) {
        pair.connect().run(100);
        final long seasoning = Forge.seasoning(pair);
        pair.net.fate = flight -> flight.from().equals(VICTIM) ? 0 : 1;
        for (int i = 0; i < 20; i++) {
            pair.send(0, Lane.CONTROL, i, Letters.payload(1184, i));
            for (int chunk = 0; chunk < 3; chunk++) {
                forge(forger.packet(seasoning, Packet.place(Packet.ACK, chunk, (seasoning & 0xFFFF) + i)));
            }
        }
        pair.run(100);
        pair.net.fate = flight -> 1;
        pair.run(1_000);
        assertEquals(LongStream.range(0, 20).boxed().toList(), pair.letters[1].tags(Lane.CONTROL));
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotBeKeptAliveByAnybodyElse(final Forger forger) {
        pair.connect();
        assertPlaysOn(20);
        pair.run(5_000);
        final List<HandNet.Flight> recorded =
            pair.net.sent.stream().filter(flight -> flight.to().equals(VICTIM)).toList();
        final long seasoning = Forge.seasoning(pair);
        pair.transports[1] = new Pair().transports[1]; // the peer falls silent
        int at = 0;
        for (int i = 0; i < 160; i++) {
            pair.run(100);
            final long ahead = (seasoning & 0xFFFF) - 1 + inputs + i;
            forge(forger.packet(seasoning, Packet.place(Packet.KEEPS_ALIVE, 0, ahead)));
            forge(forger.packet(seasoning, Packet.WHOLE, new byte[9]));
            forge(forger.packet(seasoning, Packet.place(Packet.REL | Packet.FIN, 0, ahead), new byte[9]));
            for (int j = 0; j < 5; j++) {
                forge(recorded.get(at++ % recorded.size()).bytes());
            }
        }
        assertTrue(at > recorded.size(), "all of them");
        assertFalse(pair.transports[0].isConnected(1));
        assertEquals(1, pair.count(0, DatagramEvent.TIMED_OUT));
    }

    /** Of any length; and from one address as many of 40 bytes as fit into a socket's buffer at a time. */
    @Test
    void shouldPlayOnInNoise() {
        pair.connect();
        final SplittableRandom random = new SplittableRandom(SEED);
        final int[] sizes = {0, 1, 7, 8, 16, 40, 504, 1_400};
        for (int round = 0; round < NOISE / FLOOD; round++) {
            for (int i = 0; i < FLOOD; i++) {
                final byte[] noise = new byte[i % 2 == 0 ? 40 : sizes[random.nextInt(sizes.length)]];
                random.nextBytes(noise);
                pair.net.send(i % 2 == 0 ? HandNet.address(STRANGER) : SPOOFED, VICTIM, noise);
            }
            assertPlaysOn(2);
        }
        assertEquals(0, pair.count(0, DatagramEvent.TIMED_OUT) + pair.count(0, DatagramEvent.CONTRADICTION));
    }

    /** The seat of a peer that has not come yet; each thief is the same program, without keys or with others. */
    @Test
    void shouldKeepASeatForItsOwner() {
        final Pair owners = Pair.keyed();
        owners.transports[1].close();
        final HandNet.End far = owners.net.end(STRANGER);
        final DatagramTransport[] thieves = {thief(far, 8), thief(far, 0), thief(owners.net.end(1), 8)};
        owners.net.sent.clear();
        for (int ms = 0; ms < 20_000; ms++) {
            owners.net.pass(HandNet.MS);
            owners.transports[0].poll(owners.net.nowNs, owners.letters[0]);
            thieves[ms / 100 % 3].poll(owners.net.nowNs, owners.letters[1]);
        }
        for (final DatagramTransport thief : thieves) {
            assertFalse(thief.isConnected(0));
        }
        assertTrue(owners.count(0, DatagramEvent.GUARD) > 20);
        assertEquals(0, owners.net.sent.stream().filter(flight -> flight.from().equals(VICTIM)
            && flight.bytes()[0] != (byte) 0xA8).count(), "no answer");

        owners.start(1);
        assertTrue(owners.runUntil(1_100, () -> owners.transports[0].isConnected(1)
            && owners.transports[1].isConnected(0)));
    }

    private static DatagramTransport thief(final HandNet.End end, final int key) {
        final DatagramTransportConfig config =
            new DatagramTransportConfig().localPeer(1).peer(0, VICTIM).seed(77 + key);
        return DatagramTransport.over(key == 0 ? config : config.keys(Pair.keys(key)), end);
    }

    @Test
    void shouldAnswerNoInitWithoutTheKey() {
        pair.transports[1].close();
        pair.poll();
        pair.net.sent.clear();
        final SplittableRandom random = new SplittableRandom(SEED);
        final PacketSigner[] signers = {PacketSigner.unkeyed(1), Pair.keys(8).signer(1), Pair.keys(7).signer(2)};
        for (int i = 0; i < 60_000; i++) {
            final SocketAddress from = i % 3 == 0 ? SPOOFED : HandNet.address(STRANGER + i % 10_000);
            pair.net.send(from, VICTIM, Forge.init(signers[i % 3], random.nextLong() & ~31 | 1));
            if (i % 1_000 == 999) {
                pair.net.pass(11 * HandNet.MS);
                pair.transports[0].poll(pair.net.nowNs, pair.letters[0]);
            }
        }
        assertEquals(60_000, pair.count(0, DatagramEvent.GUARD));
        assertEquals(0, pair.net.sent.stream().filter(flight -> flight.bytes()[0] == 0x68).count());
        pair.start(1);
        pair.run(1_100);
        assertPlaysOn(5);
    }

    /** A proof that was right, and used, is sent again when the peer has fallen silent and its seat is free. */
    @Test
    void shouldTakeAProofOnce() {
        pair.connect();
        assertPlaysOn(5);
        final List<HandNet.Flight> proofs = pair.net.sent.stream().filter(flight -> flight.to().equals(VICTIM)
            && (flight.bytes()[0] & 0xFF) == Packet.ASKS).toList();
        pair.transports[1] = new Pair().transports[1];
        pair.run(3_000);
        pair.net.sent.clear();
        for (int i = 0; i < 14_000; i++) {
            final HandNet.Flight proof = proofs.get(i % proofs.size());
            pair.net.send(i % 2 == 0 ? proof.from() : HandNet.address(STRANGER), VICTIM, proof.bytes());
            pair.run(1);
        }
        assertFalse(pair.transports[0].isConnected(1));
        assertEquals(1, pair.count(0, DatagramEvent.OPENED));
    }

    /** Proofs by which a peer that was started again has taken its own place, one after the other. */
    @Test
    void shouldTakeNoProofOfAConnectionBefore() {
        pair.connect();
        for (int i = 0; i < 3; i++) {
            pair.start(1);
            assertTrue(pair.runUntil(200, () -> pair.transports[1].isConnected(0)));
            pair.run(50);
        }
        assertEquals(4, pair.count(0, DatagramEvent.OPENED));
        for (final HandNet.Flight flight : List.copyOf(pair.net.sent)) {
            if (flight.to().equals(VICTIM) && (flight.bytes()[0] & 0xFF) == Packet.ASKS) {
                forge(flight.bytes());
                pair.run(1);
            }
        }
        pair.run(20);
        assertEquals(4, pair.count(0, DatagramEvent.OPENED));
        ConnectingTest.assertTalking(pair, "");
    }

    /** An attacker who sees a handshake sends what it sees from elsewhere, and sends old packets into new ones. */
    @Test
    void shouldConnectWhileEveryHandshakeIsReplayed() {
        for (int start = 0; start < 20; start++) {
            pair.start(start % 2);
            final List<HandNet.Flight> recorded = pair.net.sent.stream()
                .filter(flight -> (flight.bytes()[0] & Packet.OWN) != 0).toList();
            final Set<byte[]> old = Collections.newSetFromMap(new IdentityHashMap<>());
            recorded.forEach(flight -> old.add(flight.bytes()));
            boolean connected = false;
            for (int ms = 0; ms < 2_500 && !connected; ms++) {
                for (int i = ms % 7; i < recorded.size(); i += 7) {
                    final HandNet.Flight flight = recorded.get(i);
                    pair.net.send(flight.from(), flight.to(), flight.bytes());
                    pair.net.send(HandNet.address(STRANGER + i), flight.to(), flight.bytes());
                    pair.net.send(flight.to(), flight.from(), flight.bytes());
                }
                pair.net.sent.removeIf(flight -> old.contains(flight.bytes()));
                pair.net.sent.addAll(0, recorded);
                pair.run(1);
                connected = pair.transports[0].isConnected(1) && pair.transports[1].isConnected(0);
            }
            assertTrue(connected, "start " + start);
            pair.run(100);
            ConnectingTest.assertTalking(pair, "start " + start);
            assertEquals(List.of(), pair.letters[0].all.stream().filter(letter -> letter.peer() != 1).toList());
        }
    }
}
