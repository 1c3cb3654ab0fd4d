package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.transport.Lane;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests peers whose address changes, and attackers without keys that pretend such a change. */
class MovedPeersTest {

    private static final int HOST = 0;
    private static final int GUEST = 1;
    private static final SocketAddress HOST_ADDRESS = HandNet.address(HOST);
    private static final SocketAddress GUEST_ADDRESS = HandNet.address(GUEST);
    private static final int ELSEWHERE = 500;
    private static final int ATTACKER = 1_000;
    private static final SocketAddress ATTACKER_ADDRESS = HandNet.address(ATTACKER);
    /** The first four bytes of the packet by which the host accepts a proof. */
    private static final int ACCEPT = 0x6800_0001;
    private static final int TICK_MS = 16;
    /** Round trip on the network of these tests, and a tick. */
    private static final int ROUND_TRIP_MS = 20 + 2 * TICK_MS;
    private static final int RESUME_MS = 2_000;

    /** The keys by which the peers know each other. */
    enum Keys {
        NONE(Pair::new),
        MATCH_KEY(Pair::keyed),
        ROSTER(Pair::withRoster);

        private final Supplier<Pair> pair;

        Keys(final Supplier<Pair> pair) {
            this.pair = pair;
        }

        Pair pair() {
            final Pair made = pair.get();
            if (this == NONE) {
                made.seal(HOST, 7);
                made.seal(GUEST, 7);
            }
            return made;
        }
    }

    private long inputs = 1;

    /** Plays for some time; returns after how many milliseconds both ends had an input of then or later. */
    private int play(final Pair pair, final int ms) {
        final long first = inputs;
        int both = -1;
        for (int at = 0; at < ms; at++) {
            if (at % TICK_MS == 0) {
                pair.send(HOST, Lane.INPUT, inputs, Letters.payload(30, 1));
                pair.send(GUEST, Lane.INPUT, inputs, Letters.payload(30, 1));
                inputs++;
            }
            pair.run(1);
            both = both < 0 && has(pair, HOST, first) && has(pair, GUEST, first) ? at : both;
        }
        return both < 0 ? Integer.MAX_VALUE : both;
    }

    private static boolean has(final Pair pair, final int peer, final long atLeast) {
        final List<Letters.Letter> all = pair.letters[peer].all;
        return !all.isEmpty() && all.get(all.size() - 1).tag() >= atLeast;
    }

    private static void assertNobodyLost(final Pair pair) {
        for (int peer = 0; peer < 2; peer++) {
            assertEquals(1, pair.count(peer, DatagramEvent.OPENED));
            assertTrue(pair.transports[peer].isConnected(1 - peer));
        }
    }

    @ParameterizedTest
    @CsvSource({"NONE,0", "NONE,1", "MATCH_KEY,0", "MATCH_KEY,1", "ROSTER,0", "ROSTER,1"})
    void shouldFollowAPeerToAnotherAddressWithinARoundTrip(final Keys keys, final int moved) {
        final Pair pair = keys.pair().connect();
        play(pair, 500);
        for (int move = 0; move < 5; move++) {
            pair.net.move(pair.ends[moved], ELSEWHERE + move);
            final int took = play(pair, 1_500);
            assertTrue(took <= ROUND_TRIP_MS, "move " + move + " took " + took + " ms");
        }
        assertNobodyLost(pair);
        assertEquals(5, pair.count(1 - moved, DatagramEvent.MOVED));
        assertEquals(List.of(HandNet.address(ELSEWHERE + 4)), pair.ends[1 - moved].connected);
    }

    /** As a laptop that sleeps after both ends have changed networks: neither is where it was configured. */
    @ParameterizedTest
    @EnumSource(Keys.class)
    void shouldFindEachOtherAgainWhereBothWereLast(final Keys keys) {
        final Pair pair = keys.pair().connect();
        play(pair, 500);
        pair.net.move(pair.ends[HOST], ELSEWHERE);
        play(pair, 1_500);
        pair.net.move(pair.ends[GUEST], ELSEWHERE + 1);
        play(pair, 1_500);
        pair.net.fate = flight -> 0;
        pair.run(20_000);
        assertFalse(pair.transports[HOST].isConnected(GUEST));
        pair.net.fate = flight -> 1;
        final int took = play(pair, RESUME_MS);
        assertTrue(took <= RESUME_MS, "took " + took + " ms");
    }

    /** The host has a connection, the guest has none: only the host can ask, since the guest asks where it was. */
    @ParameterizedTest
    @EnumSource(Keys.class)
    void shouldConnectAPeerThatMovesBeforeItsAcceptanceArrives(final Keys keys) {
        final Pair pair = keys.pair();
        pair.net.fate = flight -> flight.from().equals(HOST_ADDRESS)
            && ByteBuffer.wrap(flight.bytes()).getInt(0) == ACCEPT ? 0 : 1;
        assertTrue(pair.runUntil(RESUME_MS, () -> pair.transports[HOST].isConnected(GUEST)));
        pair.net.move(pair.ends[HOST], ELSEWHERE);
        assertFalse(pair.transports[GUEST].isConnected(HOST));
        pair.run(1);
        pair.net.fate = flight -> 1;
        final int patienceMs = (int) (Connection.FIRST_PACKET_NS / HandNet.MS);
        assertTrue(pair.runUntil(patienceMs + RESUME_MS, () -> pair.transports[GUEST].isConnected(HOST)));
        assertTrue(play(pair, RESUME_MS) <= ROUND_TRIP_MS);
    }

    /** A peer that only resends and acknowledges shows its address by keep-alives. */
    @Test
    void shouldFollowAPeerThatHasNoInputs() {
        final Pair pair = Pair.keyed().connect();
        pair.run(2_000);
        pair.net.move(pair.ends[GUEST], ELSEWHERE);
        for (int i = 0; i < 3; i++) {
            pair.send(GUEST, Lane.CONTROL, i, Letters.payload(700, i));
            pair.send(HOST, Lane.CONTROL, i, Letters.payload(700, i));
        }
        assertTrue(pair.runUntil(RESUME_MS + 1_000, () -> pair.letters[HOST].all.size() == 3
            && pair.letters[GUEST].all.size() == 3));
        assertNobodyLost(pair);
    }

    /** The host refuses each input of a guest that has yet to hear of its epoch, and says so at the address before. */
    @Test
    void shouldFollowAPeerOfAnotherEpochByItsKeepAlives() {
        final Pair pair = Pair.keyed().connect();
        play(pair, 500);
        pair.seal(HOST, 8);
        pair.net.move(pair.ends[GUEST], ELSEWHERE);
        play(pair, RESUME_MS + 1_000);
        assertEquals(1, pair.count(HOST, DatagramEvent.MOVED));
        assertNobodyLost(pair);
    }

    @ParameterizedTest
    @EnumSource
    void shouldNotFollowWhatIsRepeatedFromElsewhere(final Keys keys) {
        final Pair pair = keys.pair().connect();
        play(pair, 500);
        pair.run(1_500);
        for (final HandNet.Flight flight : List.copyOf(pair.net.sent)) {
            pair.net.send(ATTACKER_ADDRESS, flight.to(), flight.bytes());
        }
        play(pair, 500);
        assertEquals(0, pair.count(HOST, DatagramEvent.MOVED) + pair.count(GUEST, DatagramEvent.MOVED));
        assertNobodyLost(pair);
    }

    /** An attacker whose copy of each packet arrives first gets copies, and the peers lose nothing. */
    @ParameterizedTest
    @CsvSource({"NONE,1", "MATCH_KEY,1", "MATCH_KEY,3", "ROSTER,1"})
    void shouldPlayOnWhileAFasterAttackerRepeatsEveryPacket(final Keys keys, final int addresses) {
        final Pair pair = keys.pair().connect();
        play(pair, 500);
        final int[] copies = {0};
        pair.net.fate = flight -> {
            if (flight.to().equals(HOST_ADDRESS) && !flight.from().toString().contains("10.0.3.")) {
                pair.net.latencyNs = () -> HandNet.MS;
                pair.net.send(HandNet.address(ATTACKER + copies[0]++ % addresses), flight.to(), flight.bytes());
                pair.net.latencyNs = () -> 10 * HandNet.MS;
            }
            return 1;
        };
        for (int i = 0; i < 20; i++) {
            final int took = play(pair, 200);
            assertTrue(took <= ROUND_TRIP_MS, took + " ms");
        }
        assertTrue(pair.count(HOST, DatagramEvent.MOVED) > 0);
        // The last copy may have come from any address.
        pair.net.fate = flight -> 1;
        assertTrue(play(pair, 200) <= ROUND_TRIP_MS);
        assertNobodyLost(pair);
        play(pair, 1_500);
        assertEquals(List.of(GUEST_ADDRESS), pair.ends[HOST].connected);
    }

    /** An attacker that poses as the guest at its old address does not keep the host from the new one. */
    @Test
    void shouldFollowAPeerAlthoughItsFormerAddressIsForged() {
        final Pair pair = Pair.keyed().connect();
        play(pair, 500);
        pair.net.fate = flight -> {
            if (flight.to().equals(HOST_ADDRESS) && !flight.from().equals(GUEST_ADDRESS)) {
                pair.net.send(GUEST_ADDRESS, flight.to(), flight.bytes());
            }
            return 1;
        };
        pair.net.move(pair.ends[GUEST], ELSEWHERE);
        assertTrue(play(pair, 1_000) <= ROUND_TRIP_MS);
        assertTrue(play(pair, 3_000) <= ROUND_TRIP_MS);
        assertNobodyLost(pair);
    }

    /** A router gives every second packet another address. */
    @Test
    void shouldPlayOverTwoAddressesInTurns() {
        final Pair pair = Pair.keyed().connect();
        play(pair, 500);
        final int[] moved = {0};
        pair.net.fate = flight -> {
            if (flight.from().equals(GUEST_ADDRESS) && moved[0]++ % 2 == 0) {
                pair.net.send(ATTACKER_ADDRESS, flight.to(), flight.bytes());
                return 0;
            }
            return 1;
        };
        for (int i = 0; i < 10; i++) {
            assertTrue(play(pair, 200) <= ROUND_TRIP_MS + TICK_MS);
        }
        assertNobodyLost(pair);
    }

    /** The newest packet of one guest, repeated from the address of another one, harms neither. */
    @Test
    void shouldTellPeersApartAtOneAddress() {
        final HandNet net = new HandNet();
        final DatagramTransport[] all = new DatagramTransport[3];
        final Letters[] letters = new Letters[3];
        for (int peer = 0; peer < 3; peer++) {
            final DatagramTransportConfig config = new DatagramTransportConfig().localPeer(peer).seed(1 + peer)
                .keys(Pair.keys(7));
            for (int other = 0; other < 3; other++) {
                if (other != peer) {
                    config.peer(other, HandNet.address(other));
                }
            }
            all[peer] = DatagramTransport.over(config, net.end(peer));
            letters[peer] = new Letters();
        }
        for (int ms = 0; ms < 2_000; ms++) {
            net.pass(HandNet.MS);
            for (int peer = 0; peer < 3; peer++) {
                all[peer].poll(net.nowNs, letters[peer]);
                for (int other = 0; ms >= 500 && ms % TICK_MS == 0 && other < 3; other++) {
                    if (other != peer) {
                        all[peer].send(other, Lane.INPUT, ms, Letters.payload(30, 1));
                    }
                }
            }
            if (ms == 500) {
                letters[HOST].all.clear();
                net.fate = flight -> {
                    if (flight.from().equals(GUEST_ADDRESS) && flight.to().equals(HOST_ADDRESS)) {
                        net.send(HandNet.address(2), HOST_ADDRESS, flight.bytes());
                    }
                    return 1;
                };
            }
        }
        assertTrue(all[HOST].count(DatagramEvent.MOVED) > 0);
        for (int guest = 1; guest < 3; guest++) {
            final int from = guest;
            assertTrue(all[HOST].isConnected(guest));
            assertTrue(letters[HOST].all.stream().filter(letter -> letter.peer() == from).count() >= 91);
            assertTrue(letters[guest].all.stream().filter(letter -> letter.peer() == HOST).count() >= 91);
        }
    }

    /** An attacker on the path without keys: it relays from its own address, and may stop at any time. */
    private static final class Relay {
        final Pair pair;
        final HandNet.End end;
        boolean swallows = true;
        boolean relays = true;
        boolean relaysBack = true;

        Relay(final Pair pair) {
            this.pair = pair;
            end = pair.net.end(ATTACKER);
            pair.net.fate = flight -> {
                final boolean passes = flight.from().equals(GUEST_ADDRESS) && flight.to().equals(HOST_ADDRESS);
                if (passes && relays) {
                    pair.net.send(ATTACKER_ADDRESS, HOST_ADDRESS, flight.bytes());
                }
                // The host's own Inits would lead around the attacker.
                return passes && swallows || flight.from().equals(HOST_ADDRESS) && flight.to().equals(GUEST_ADDRESS)
                    && swallows ? 0 : 1;
            };
        }

        /** Passes on the packets that the host sent to it, as if they came directly. */
        void pass() {
            for (HandNet.Flight flight = end.arrived.poll(); flight != null; flight = end.arrived.poll()) {
                if (relaysBack) {
                    pair.ends[GUEST].arrived.add(
                        new HandNet.Flight(HOST_ADDRESS, GUEST_ADDRESS, flight.bytes(), flight.dueNs(), 0));
                }
            }
        }

        void connect() {
            for (int ms = 0; ms < 5_000 && !(pair.transports[HOST].isConnected(GUEST)
                && pair.transports[GUEST].isConnected(HOST)); ms++) {
                pair.run(1);
                pass();
            }
        }
    }

    /** The attacker's behaviour after the host has opened the connection to it. */
    enum End {
        /** It stops. */
        STOPS,
        /** It passes on the host's packets; the host hears the guest only directly. */
        HOLDS_BACK_THE_GUEST,
        /** It passes on the guest's packets, from its own address and after the original. */
        HOLDS_BACK_THE_HOST
    }

    @ParameterizedTest
    @CsvSource({"MATCH_KEY,STOPS", "MATCH_KEY,HOLDS_BACK_THE_GUEST", "MATCH_KEY,HOLDS_BACK_THE_HOST",
        "ROSTER,STOPS", "ROSTER,HOLDS_BACK_THE_GUEST", "ROSTER,HOLDS_BACK_THE_HOST", "NONE,STOPS"})
    void shouldReturnToThePeerWhenARelayThatOpenedTheConnectionStops(final Keys keys, final End how) {
        final Pair pair = keys.pair();
        final Relay relay = new Relay(pair);
        relay.connect();
        assertEquals(List.of(ATTACKER_ADDRESS), pair.ends[HOST].connected, "the relay is a wire");
        for (int ms = 0; ms < 500; ms++) {
            if (ms % TICK_MS == 0) {
                pair.send(HOST, Lane.INPUT, inputs, Letters.payload(30, 1));
                pair.send(GUEST, Lane.INPUT, inputs, Letters.payload(30, 1));
                inputs++;
            }
            pair.run(1);
            relay.pass();
        }
        assertTrue(pair.letters[HOST].all.size() > 20 && pair.letters[GUEST].all.size() > 20, "a wire");

        relay.swallows = false;
        relay.relays = how == End.HOLDS_BACK_THE_HOST;
        relay.relaysBack = how == End.HOLDS_BACK_THE_GUEST;
        final long first = inputs;
        int took = 0;
        while (took < RESUME_MS && !(has(pair, HOST, first) && has(pair, GUEST, first))) {
            if (took % TICK_MS == 0) {
                pair.send(HOST, Lane.INPUT, inputs, Letters.payload(30, 1));
                pair.send(GUEST, Lane.INPUT, inputs, Letters.payload(30, 1));
                inputs++;
            }
            pair.run(1);
            relay.pass();
            took++;
        }
        assertTrue(took <= ROUND_TRIP_MS, "back after " + took + " ms");
        assertNobodyLost(pair);
    }

    /** The attacker relays the proof and withholds the answer: the guest asks the host itself. */
    @ParameterizedTest
    @EnumSource(value = Keys.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
    void shouldConnectWhenARelayStopsBeforeTheAnswer(final Keys keys) {
        final Pair pair = keys.pair();
        final Relay relay = new Relay(pair);
        for (int ms = 0; ms < 2_000 && !pair.transports[HOST].isConnected(GUEST); ms++) {
            pair.run(1);
            relay.pass();
        }
        assertTrue(pair.transports[HOST].isConnected(GUEST));
        assertFalse(pair.transports[GUEST].isConnected(HOST));
        relay.swallows = false;
        relay.relays = false;
        relay.relaysBack = false;
        assertTrue(pair.runUntil(RESUME_MS, () -> pair.transports[GUEST].isConnected(HOST)));
        assertTrue(play(pair, 200) <= ROUND_TRIP_MS);
        assertNobodyLost(pair);
    }

    /** Packets that were held back change no address once newer ones have come. */
    @Test
    void shouldNotFollowPacketsThatWereHeldBack() {
        final Pair pair = Pair.keyed().connect();
        final List<HandNet.Flight> held = new ArrayList<>();
        pair.net.fate = flight -> {
            final boolean hold = flight.to().equals(HOST_ADDRESS) && held.size() < 40;
            if (hold) {
                held.add(flight);
            }
            return hold ? 0 : 1;
        };
        play(pair, 1_000);
        held.forEach(flight -> pair.net.send(ATTACKER_ADDRESS, HOST_ADDRESS, flight.bytes()));
        play(pair, 200);
        assertEquals(40, held.size());
        assertEquals(0, pair.count(HOST, DatagramEvent.MOVED));
        assertTrue(held.stream().anyMatch(flight -> (flight.bytes()[0] & Packet.LNK) != 0));
    }
}
