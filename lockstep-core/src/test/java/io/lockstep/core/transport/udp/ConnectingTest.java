package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.transport.GoldenPacket;
import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.Lane;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How connections come about and end, and what strangers, liars and repeaters can do to them: nothing. */
class ConnectingTest {

    private static final long SEED = 0xC077;
    private static final int STRANGER = 1_000;
    /** The first four bytes of two packets that a peer asks with, and of the answer to the second one. */
    private static final int INIT = 0xA800_0000;
    private static final int RESPONSE = 0xA800_0001;
    private static final int ACCEPT = 0x6800_0001;

    private static final PacketSigner OTHER = PacketSigner.unkeyed(1);

    /** An END of peer 1's. */
    private static byte[] end(final long seasoning) {
        return Forge.packet(OTHER, 0, seasoning, Packet.place(Packet.END, 0, 0));
    }

    static void assertTalking(final Pair pair, final String context) {
        pair.letters[0].all.clear();
        pair.letters[1].all.clear();
        for (int from = 0; from < 2; from++) {
            pair.send(from, Lane.CONTROL, from, Letters.payload(700, 3));
            pair.send(from, Lane.INPUT, 10 + from, Letters.payload(30, 3));
        }
        pair.run(1_000);
        assertEquals(List.of(1L), pair.letters[0].tags(Lane.CONTROL), context);
        assertEquals(List.of(0L), pair.letters[1].tags(Lane.CONTROL), context);
        assertEquals(List.of(11L), pair.letters[0].tags(Lane.INPUT), context);
        assertEquals(List.of(10L), pair.letters[1].tags(Lane.INPUT), context);
    }

    @Test
    void shouldConnectWithinTwoRoundTrips() {
        final Pair pair = new Pair();
        pair.run(42);
        assertTrue(pair.transports[0].isConnected(1));
        assertTrue(pair.transports[1].isConnected(0));
        assertTalking(pair, "");
    }

    @Test
    void shouldShakeHandsAsTheSpecificationSays() {
        final Pair pair = new Pair();
        pair.net.fate = flight -> flight.from().equals(HandNet.address(0)) && flight.bytes()[0] == (byte) 0xA8 ? 0 : 1;
        pair.connect();
        final List<ByteBuffer> shake = pair.net.sent.stream()
            .filter(flight -> !(flight.from().equals(HandNet.address(0)) && flight.bytes()[0] == (byte) 0xA8))
            .map(flight -> ByteBuffer.wrap(flight.bytes())).toList();
        assertEquals(List.of(0xA800_0000, 0x6800_0000, 0xA800_0001, 0x6800_0001),
            shake.stream().map(bytes -> bytes.getInt(0)).toList());
        final long salt = shake.get(0).getLong(4);
        assertEquals(1, salt & 31, "the initiator's number");
        assertEquals(0, shake.get(0).getLong(12));
        assertEquals(List.of(salt, salt, salt, salt), shake.stream().map(bytes -> bytes.getLong(4)).toList());
        final long pepper = shake.get(1).getLong(12);
        assertEquals(List.of(pepper, pepper), shake.stream().skip(2).map(bytes -> bytes.getLong(12)).toList());
        assertEquals(List.of(28, 28, 28, 28), shake.stream().map(ByteBuffer::capacity).toList());
    }

    @Test
    void shouldConnectThroughAnyLossAndJitter() {
        for (long seed = SEED; seed < SEED + 300; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final Pair pair = new Pair();
            pair.net.fate = flight -> random.nextInt(3);
            pair.net.latencyNs = () -> random.nextInt(120) * HandNet.MS;
            final boolean connected = pair.runUntil(30_000,
                () -> pair.transports[0].isConnected(1) && pair.transports[1].isConnected(0));
            assertTrue(connected, "seed " + seed);
            pair.run(2_000);
            pair.net.fate = flight -> 1;
            pair.net.latencyNs = () -> 10 * HandNet.MS;
            pair.run(1_000);
            assertTalking(pair, "seed " + seed);
        }
    }

    /** Round trips are longer than a retry: both handshakes are under way at once, and old packets come late. */
    @ParameterizedTest
    @ValueSource(ints = {45, 60})
    void shouldEndUpInOneConnectionWhenHandshakesCross(final int lossPercent) {
        for (long seed = SEED; seed < SEED + 500; seed++) {
            final SplittableRandom random = new SplittableRandom(seed);
            final Pair pair = new Pair();
            pair.net.fate = flight -> random.nextInt(100) < lossPercent ? 0 : 1 + random.nextInt(20) / 19;
            pair.net.latencyNs = () -> (60 + random.nextInt(120)) * HandNet.MS;
            assertTrue(pair.runUntil(30_000, () -> pair.transports[0].isConnected(1)
                && pair.transports[1].isConnected(0)), "seed " + seed);
            pair.run(2_000);
            pair.net.fate = flight -> 1;
            pair.net.latencyNs = () -> 10 * HandNet.MS;
            pair.run(1_000);
            assertTalking(pair, "seed " + seed);
        }
    }

    /** Nobody takes its proofs; the tries before do not count among those of the proof. */
    @Test
    void shouldAskAnewAfterTenProofsHoweverLongItAskedBefore() {
        final Pair pair = new Pair();
        pair.net.fate = flight -> 0;
        pair.run(3_000);
        pair.net.fate = flight -> isStep(flight, 1, INIT) || isStep(flight, 0, RESPONSE) ? 0 : 1;
        pair.run(500);
        pair.net.sent.clear();
        pair.run(1_500);
        assertFalse(sent(pair, 0, INIT).isEmpty(), "it asks again");
    }

    /** It was connected meanwhile, by the handshake of the other one. */
    @Test
    void shouldAskOftenAgainAfterASilenceHoweverLongItAskedBefore() {
        final Pair pair = new Pair();
        pair.net.fate = flight -> 0;
        pair.run(10_000);
        pair.net.fate = flight -> isStep(flight, 0, INIT) ? 0 : 1;
        pair.connect();
        pair.net.fate = flight -> 0;
        assertTrue(pair.runUntil(20_000, () -> !pair.transports[0].isConnected(1)));
        pair.net.sent.clear();
        pair.run(2_000);
        assertTrue(sent(pair, 0, INIT).size() >= 15, "it asks ten times a second");
    }

    /** Returns whether a peer has sent this step of a handshake. */
    private static boolean isStep(final HandNet.Flight flight, final int from, final int step) {
        return flight.from().equals(HandNet.address(from)) && ByteBuffer.wrap(flight.bytes()).getInt(0) == step;
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void shouldReachAPeerThatWasStartedAgain(final int restarted) {
        for (int delayMs = 0; delayMs < 200; delayMs += 7) {
            final Pair pair = new Pair().connect();
            for (int i = 0; i < 100; i++) {
                pair.send(0, Lane.CONTROL, i, Letters.payload(800, i));
                pair.send(1, Lane.CONTROL, i, Letters.payload(800, i));
                pair.run(1);
            }
            pair.start(restarted); // nobody says END
            pair.run(delayMs);
            final Pair again = pair;
            assertTrue(pair.runUntil(500, () -> again.transports[restarted].isConnected(1 - restarted)));
            pair.run(500);
            assertTalking(pair, "restarted after " + delayMs);
        }
    }

    /** Messages to the process before are neither on their way nor to be waited for. */
    @Test
    void shouldTalkHoweverOftenAPeerWasStartedAgain() {
        final Pair pair = new Pair().connect();
        for (int start = 0; start < 10; start++) {
            for (int i = 0; i < 10; i++) {
                pair.send(0, Lane.CONTROL, i, Letters.payload(800, i));
            }
            pair.run(1);
            pair.start(1);
            assertTrue(pair.runUntil(500, () -> pair.transports[1].isConnected(0)));
            assertTalking(pair, "started again " + start + " times");
        }
    }

    @Test
    void shouldNotBeHeldUpByAPeerThatStartsLate() {
        final Pair pair = new Pair();
        pair.transports[1].close();
        pair.run(60_000);
        pair.start(1);
        assertTrue(pair.runUntil(100, () -> pair.transports[0].isConnected(1) && pair.transports[1].isConnected(0)),
            "it begins by itself");
        assertTalking(pair, "");
    }

    @Test
    void shouldConnectInTheMidstOfAFloodOfInits() {
        final Pair pair = new Pair();
        pair.transports[1].close();
        final SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 60_000; i++) {
            final SocketAddress from = HandNet.address(i % 3 == 0 ? 1 : STRANGER + i % 10_000);
            pair.net.send(from, HandNet.address(0), Forge.init(OTHER, random.nextLong() & ~31 | 1));
            if (i % 50 == 0) {
                pair.run(1);
            }
            if (i == 30_000) {
                pair.start(1);
            }
            if (i == 33_000) {
                assertTrue(pair.transports[0].isConnected(1), "within 60 ms");
                pair.net.sent.clear();
            }
        }
        assertTrue(pair.transports[0].isConnected(1));
        assertTrue(pair.transports[1].isConnected(0));
        assertEquals(1, pair.count(0, DatagramEvent.OPENED));
        assertTalking(pair, "");
    }

    @Test
    void shouldNeverAnswerMoreThanWasAsked() {
        final Pair pair = new Pair();
        pair.transports[1].close();
        final SplittableRandom random = new SplittableRandom(SEED);
        final List<GoldenPacket> golden = GoldenPacket.all();
        for (int i = 0; i < 20_000; i++) {
            final byte[] bytes = golden.get(random.nextInt(golden.size())).datagram().clone();
            if (random.nextBoolean()) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            final SocketAddress stranger = HandNet.address(STRANGER + random.nextInt(100));
            pair.net.sent.clear();
            pair.net.send(stranger, HandNet.address(0), bytes);
            pair.net.pass(10 * HandNet.MS);
            pair.transports[0].poll(pair.net.nowNs, pair.letters[0]);
            final int answered = pair.net.sent.stream().skip(1).filter(flight -> flight.to().equals(stranger))
                .mapToInt(flight -> flight.bytes().length).sum();
            assertTrue(answered <= bytes.length, "seed " + SEED + ", packet " + i + ": " + answered);
        }
        assertEquals(List.of(), pair.letters[0].all);
        assertFalse(pair.transports[0].isConnected(1));
    }

    @Test
    void shouldNotBeEndedByAnybodyElse() {
        final Pair pair = new Pair().connect();
        final long seasoning = Forge.seasoning(pair);
        for (int i = 0; i < 1_000; i++) {
            pair.net.send(HandNet.address(1), HandNet.address(0), end(seasoning ^ 1L << i % 64));
            pair.net.send(HandNet.address(STRANGER), HandNet.address(0), end(seasoning));
        }
        pair.net.send(HandNet.address(1), HandNet.address(0), Arrays.copyOf(end(seasoning), 4));
        pair.run(20);
        assertTrue(pair.transports[0].isConnected(1));
        assertEquals(1_000, pair.count(0, DatagramEvent.GUARD));
        assertEquals(1_000, pair.count(0, DatagramEvent.STRANGE));
        assertEquals(1, pair.count(0, DatagramEvent.MALFORMED));
        pair.net.send(HandNet.address(1), HandNet.address(0), end(seasoning));
        pair.run(11);
        assertFalse(pair.transports[0].isConnected(1));
    }

    @Test
    void shouldIgnoreEverythingThatIsReplayed() {
        final Pair pair = new Pair().connect();
        for (int i = 0; i < 200; i++) {
            pair.send(0, Lane.CONTROL, i, Letters.payload(i * 5, i));
            pair.send(1, Lane.INPUT, i, Letters.payload(i * 5, i));
            pair.run(3);
        }
        pair.run(500);
        final List<HandNet.Flight> recorded = new ArrayList<>(pair.net.sent);
        final int delivered0 = pair.letters[0].all.size();
        final int delivered1 = pair.letters[1].all.size();
        for (final HandNet.Flight flight : recorded) {
            pair.net.send(flight.from(), flight.to(), flight.bytes());
            pair.run(1);
        }
        pair.run(100);
        assertEquals(delivered0, pair.letters[0].all.size());
        assertEquals(delivered1, pair.letters[1].all.size());
        assertEquals(1, pair.count(0, DatagramEvent.OPENED));
        assertEquals(1, pair.count(1, DatagramEvent.OPENED));
        assertTalking(pair, "");
    }

    @Test
    void shouldSurviveEveryTruncationAndFlipOfItsPackets() {
        final Pair pair = new Pair().connect();
        pair.send(0, Lane.CONTROL, 7, Letters.payload(600, 1));
        pair.send(0, Lane.INPUT, 7, Letters.payload(20, 1));
        pair.run(100);
        for (final HandNet.Flight flight : new ArrayList<>(pair.net.sent)) {
            final byte[] bytes = flight.bytes();
            for (int length = 0; length < bytes.length; length++) {
                pair.net.send(flight.from(), flight.to(), Arrays.copyOf(bytes, length));
            }
            for (int bit = 0; bit < Math.min(bytes.length, 40) * Byte.SIZE; bit++) {
                final byte[] flipped = bytes.clone();
                flipped[bit / Byte.SIZE] ^= (byte) (1 << bit % Byte.SIZE);
                pair.net.send(flight.from(), flight.to(), flipped);
            }
            pair.run(1);
        }
        pair.run(100);
        assertTrue(pair.transports[0].isConnected(1));
        assertTrue(pair.transports[1].isConnected(0));
        assertEquals(1, pair.count(0, DatagramEvent.OPENED));
        assertTrue(pair.count(1, DatagramEvent.MALFORMED) > 500);
    }

    @Test
    void shouldGiveAwayASeatOnlyWhenItHasFallenSilent() {
        final Pair pair = new Pair().connect();
        final HandNet.End thief = pair.net.end(STRANGER);
        final DatagramTransport other = DatagramTransport.over(
            new DatagramTransportConfig().localPeer(1).peer(0, HandNet.address(0)).seed(77), thief);
        final Letters letters = new Letters();
        for (int i = 0; i < 3_000; i++) {
            pair.run(1);
            other.poll(pair.net.nowNs, letters);
        }
        assertFalse(other.isConnected(0));
        assertTrue(pair.count(0, DatagramEvent.BAD_HANDSHAKE) > 10);
        assertTalking(pair, "");

        for (int i = 0; i < 4_000 && !other.isConnected(0); i++) {
            pair.net.pass(HandNet.MS);
            pair.transports[0].poll(pair.net.nowNs, pair.letters[0]);
            other.poll(pair.net.nowNs, letters);
        }
        assertTrue(other.isConnected(0), "who moved to another address");
        assertEquals(List.of(HandNet.address(STRANGER)), pair.ends[0].connected);
    }

    @Test
    void shouldRefuseHandshakesThatNobodyBegan() {
        final Pair pair = new Pair().connect();
        final SocketAddress us = HandNet.address(0);
        pair.net.send(HandNet.address(1), us, Forge.handshake(OTHER, 0, Packet.ANSWERS, 0, 5, 5)); // Challenge
        pair.net.send(HandNet.address(1), us, Forge.handshake(OTHER, 0, Packet.ASKS, 1, 1, 5)); // ChallengeResponse
        pair.net.send(HandNet.address(STRANGER), us, Forge.handshake(OTHER, 0, Packet.ANSWERS, 1, 1, 5)); // Accept
        pair.net.send(HandNet.address(STRANGER), us, Forge.init(OTHER, 9)); // from a peer there is none of
        pair.net.send(HandNet.address(STRANGER), us, Forge.init(OTHER, 0)); // from ourselves
        pair.run(20);
        assertEquals(5, pair.count(0, DatagramEvent.BAD_HANDSHAKE));
        assertEquals(0, pair.count(0, DatagramEvent.GUARD));
        assertTalking(pair, "");
    }
    /** Returns the packets that a peer has sent and that begin so. */
    private static List<ByteBuffer> sent(final Pair pair, final int peer, final int step) {
        return pair.net.sent.stream().filter(flight -> flight.from().equals(HandNet.address(peer)))
            .map(flight -> ByteBuffer.wrap(flight.bytes())).filter(bytes -> bytes.getInt(0) == step).toList();
    }

    @Test
    void shouldOpenOnlyByTheAnswerToItsOwnProof() {
        final Pair pair = new Pair();
        pair.transports[1].close();
        pair.run(1);
        final SocketAddress us = HandNet.address(0);
        final long salt = sent(pair, 0, INIT).get(0).getLong(4);
        pair.net.send(HandNet.address(1), us, Forge.handshake(OTHER, 0, Packet.ANSWERS, 1, salt, 0));
        pair.run(20);
        assertFalse(pair.transports[0].isConnected(1), "without a proof");
        pair.net.send(HandNet.address(1), us, Forge.handshake(OTHER, 0, Packet.ANSWERS, 0, salt, 5));
        pair.run(20);
        assertEquals(5, sent(pair, 0, RESPONSE).get(0).getLong(12));
        pair.net.send(HandNet.address(1), us, Forge.handshake(OTHER, 0, Packet.ANSWERS, 1, salt, 6));
        pair.net.send(HandNet.address(1), us, Forge.handshake(OTHER, 0, Packet.ANSWERS, 1, salt ^ 32, 5));
        pair.run(20);
        assertFalse(pair.transports[0].isConnected(1), "by answers to other proofs");
        assertEquals(3, pair.count(0, DatagramEvent.BAD_HANDSHAKE));
        pair.net.send(HandNet.address(1), us, Forge.handshake(OTHER, 0, Packet.ANSWERS, 1, salt, 5));
        pair.run(20);
        assertTrue(pair.transports[0].isConnected(1));
    }

    /** Peer 1 alone asks: the Inits of peer 0 get lost. */
    @Test
    void shouldAskAnewWhenNobodyAcceptsItsProof() {
        final Pair pair = new Pair();
        pair.net.fate = flight -> 0;
        pair.run(1);
        pair.net.fate = flight -> flight.from().equals(HandNet.address(0)) && flight.bytes()[0] == (byte) 0xA8 ? 0 : 1;
        final long salt = sent(pair, 1, INIT).get(0).getLong(4);
        pair.net.send(HandNet.address(0), HandNet.address(1),
            Forge.handshake(PacketSigner.unkeyed(0), 1, Packet.ANSWERS, 0, salt, 5));
        pair.connect();
        final List<ByteBuffer> responses = sent(pair, 1, RESPONSE);
        assertEquals(Connection.RESPONSE_TRIES,
            responses.stream().filter(bytes -> bytes.getLong(12) == 5).count(), "proofs of the false challenge");
        assertEquals(Connection.RESPONSE_TRIES + 1, responses.size());
        assertTalking(pair, "");
    }

    /** Both ask at the same moment, and each has the other's proof. */
    @Test
    void shouldGoOnWithTheHandshakeOfTheHigherNumberWhenBothCross() {
        final Pair pair = new Pair().connect();
        pair.run(100);
        assertEquals(1, sent(pair, 0, RESPONSE).size());
        assertEquals(1, sent(pair, 1, RESPONSE).size());
        assertEquals(1, sent(pair, 0, ACCEPT).size());
        assertEquals(0, sent(pair, 1, ACCEPT).size());
        assertTalking(pair, "");
    }

    @Test
    void shouldHearOfTheEndThoughAllWordsOfItButOneAreLost() {
        final Pair pair = new Pair().connect();
        pair.run(100);
        final int[] ends = new int[1];
        pair.net.fate = flight -> ++ends[0] < Connection.ENDS ? 0 : 1;
        pair.transports[0].close();
        pair.run(11);
        assertEquals(1, pair.count(1, DatagramEvent.ENDED), ends[0] + " were sent");
        assertFalse(pair.transports[1].isConnected(0));
    }
}
