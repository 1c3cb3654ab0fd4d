package io.lockstep.core.transport.udp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.lockstep.core.internal.transport.Packet;
import io.lockstep.core.security.PacketSigner;
import io.lockstep.core.transport.Lane;
import io.lockstep.core.transport.Transport.SendResult;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages over a connection: whole, once, in order where that is promised, whatever happens to packets. */
class DatagramTransportTest {

    /** Time until each end has heard the other in a new connection. */
    private static final int KEEP_ALIVE_MS = 1_100;
    private static final long SEED = 0x0D47_A6;

    @Test
    void shouldCarryEverySizeWithItsTagOnBothLanes() {
        final Pair pair = new Pair().connect();
        for (final Lane lane : Lane.values()) {
            pair.letters[1].all.clear();
            for (int length = 0; length <= 1184; length++) {
                for (int i = 0; i < 100 && pair.send(0, lane, tag(length), Letters.payload(length, length))
                    != SendResult.SENT; i++) {
                    pair.run(1);
                }
                pair.run(1);
            }
            pair.run(100);
            assertEquals(1185, pair.letters[1].all.size());
            for (int length = 0; length <= 1184; length++) {
                final Letters.Letter letter = pair.letters[1].all.get(length);
                assertEquals(0, letter.peer());
                assertEquals(lane, letter.lane());
                assertEquals(tag(length), letter.tag());
                assertEquals(Letters.payload(length, length), letter.payload());
            }
        }
        assertEquals(0, pair.count(0, DatagramEvent.RESENT));
    }

    private static long tag(final int length) {
        return 0x8000_0000_0000_0001L + length * 0x1_0000_0001L;
    }

    @Test
    void shouldPutAMessageIntoThePacketsOfTheSpecification() {
        final Pair pair = new Pair().connect();
        pair.net.sent.clear();
        pair.send(0, Lane.INPUT, 0x0807060504030201L, ByteBuffer.wrap(new byte[] {0x55}));
        pair.send(0, Lane.CONTROL, 7, Letters.payload(1001, 1));
        pair.run(30);

        final List<ByteBuffer> ours = pair.net.sent.stream().filter(flight -> flight.from().equals(HandNet.address(0)))
            .map(flight -> ByteBuffer.wrap(flight.bytes())).toList();
        final int first = ours.get(0).getInt(0) & 0xFFFF;
        assertEquals(4, ours.size());
        assertEquals(0x2400_0000 | first, ours.get(0).getInt(0));
        assertEquals(ByteBuffer.wrap(new byte[] {0x55, 1, 2, 3, 4, 5, 6, 7, 8}), ours.get(0).slice(4, 9));
        assertEquals(0x8000_0000 | first, ours.get(1).getInt(0));
        assertEquals(0x8001_0000 | first, ours.get(2).getInt(0));
        assertEquals(0xA002_0000 | first, ours.get(3).getInt(0));
        assertEquals(Letters.payload(496, 1), ours.get(1).slice(4, 496));
        assertEquals(List.of(21, 508, 508, 12 + 1001 + 8 - 2 * 496), ours.stream().map(ByteBuffer::capacity).toList());
        final List<Integer> acknowledged = pair.net.sent.stream()
            .filter(flight -> flight.from().equals(HandNet.address(1)))
            .map(flight -> ByteBuffer.wrap(flight.bytes()).getInt()).toList();
        assertEquals(List.of(0x4000_0000 | first, 0x4001_0000 | first, 0x4002_0000 | first), acknowledged);
    }

    @Test
    void shouldCountBytesAsTheyStandOnTheWire() {
        final DatagramTransport transport = new Pair().transports[0];
        assertEquals(28 + 4 + 8 + 8, transport.wireBytes(0), "with a tag, as nobody seals");
        assertEquals(28 + 508, transport.wireBytes(488));
        transport.seal(new TestSeal(0, 1));
        assertEquals(28 + 1 + 6, transport.wireBytes(0));
        assertEquals(28 + 1 + 32 + 6, transport.wireBytes(Lane.INPUT, 32));
        final DatagramTransport keyed = Pair.keyed().transports[0];
        keyed.seal(new TestSeal(0, 1));
        assertEquals(28 + 1 + 32 + 8, keyed.wireBytes(Lane.INPUT, 32));
        assertEquals(28 + 4 + 32 + 8 + 8, transport.wireBytes(Lane.CONTROL, 32));
        assertEquals(28 + 1 + 496 + 6, transport.wireBytes(496));
        assertEquals(28 + 508, transport.wireBytes(Lane.CONTROL, 488));
        assertEquals(2 * 40 + 497, transport.wireBytes(497));
        assertEquals(2 * 40 + 489 + 8, transport.wireBytes(Lane.CONTROL, 489));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldSendAsManyBytesAsItSays(final boolean sealed) {
        final Pair pair = sealed ? Pair.keyed() : new Pair();
        pair.connect().run(50);
        for (final Lane lane : Lane.values()) {
            for (int length = 0; length <= 1184; length += 8) {
                pair.net.sent.clear();
                pair.send(0, lane, length + 1, Letters.payload(length, 1));
                assertEquals(pair.net.sent.stream().mapToInt(flight -> flight.bytes().length + 28).sum(),
                    pair.transports[0].wireBytes(lane, length), lane + " " + length);
                pair.run(30);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"0.05,0,0", "0.2,0.1,20", "0.4,0.3,60"})
    void shouldDeliverReliableMessagesOnceAndInOrder(final double loss, final double twice, final int jitterMs) {
        for (long seed = SEED; seed < SEED + 8; seed++) {
            final Pair pair = new Pair().connect();
            worsen(pair.net, new SplittableRandom(seed), loss, twice, jitterMs);
            long sent = 0;
            for (int ms = 0; ms < 60_000 && pair.letters[1].all.size() < 300; ms++) {
                if (sent < 300 && pair.send(0, Lane.CONTROL, sent, Letters.payload((int) (sent * 7 % 1185), 0))
                    == SendResult.SENT) {
                    sent++;
                }
                pair.run(1);
            }
            assertEquals(300, sent, "seed " + seed);
            assertEquals(300, pair.letters[1].all.size(), "seed " + seed);
            assertEquals(LongStream.range(0, 300).boxed().toList(), pair.letters[1].tags(Lane.CONTROL), "seed " + seed);
            assertTrue(pair.transports[0].isConnected(1), "seed " + seed);
        }
    }

    private static void worsen(final HandNet net, final SplittableRandom random, final double loss, final double twice,
                               final int jitterMs) {
        net.fate = flight -> random.nextDouble() < loss ? 0 : random.nextDouble() < twice ? 2 : 1;
        net.latencyNs = () -> (20 + random.nextInt(jitterMs + 1)) * HandNet.MS;
    }

    @Test
    void shouldCarryALongReliablePayloadWholeThroughHeavyLoss() {
        final Pair pair = new Pair(65_536).connect();
        worsen(pair.net, new SplittableRandom(SEED), 0.2, 0, 10);
        for (int i = 0; i < 2; i++) {
            assertEquals(SendResult.SENT, pair.send(0, Lane.CONTROL, i, Letters.payload(65_536, i)));
        }
        assertEquals(SendResult.BACK_PRESSURED, pair.send(0, Lane.CONTROL, 9, Letters.payload(65_536, 1)));
        assertTrue(pair.runUntil(5_000, () -> pair.letters[1].all.size() == 2));
        for (int i = 0; i < 2; i++) {
            assertEquals(Letters.payload(65_536, i), pair.letters[1].all.get(i).payload());
        }
    }

    @Test
    void shouldNotLetUnreliableMessagesWaitForReliableOnes() {
        final Pair pair = new Pair().connect();
        pair.net.fate = flight -> (flight.bytes()[0] & 0x80) != 0 ? 0 : 1;
        pair.send(0, Lane.CONTROL, 1, Letters.payload(1184, 1));
        for (int i = 0; i < 100; i++) {
            assertEquals(SendResult.SENT, pair.send(0, Lane.INPUT, i, Letters.payload(32, i)));
            pair.run(10);
            assertEquals(i + 1, pair.letters[1].tags(Lane.INPUT).size());
        }
        assertEquals(List.of(), pair.letters[1].tags(Lane.CONTROL));
        pair.net.fate = flight -> 1;
        pair.run(1_000);
        assertEquals(List.of(1L), pair.letters[1].tags(Lane.CONTROL));
    }

    @Test
    void shouldHandOverUnreliableMessagesAtMostOnceWholeAndNewerOnesOnly() {
        final Pair pair = new Pair().connect();
        worsen(pair.net, new SplittableRandom(SEED), 0.1, 0.5, 30);
        for (int i = 0; i < 2_000; i++) {
            pair.send(0, Lane.INPUT, i, Letters.payload(i % 1185, i));
            pair.run(16);
        }
        pair.run(100);
        final List<Long> tags = pair.letters[1].tags(Lane.INPUT);
        assertEquals(tags.stream().sorted().distinct().toList(), tags);
        assertTrue(tags.size() > 1_200, "only " + tags.size());
        for (final Letters.Letter letter : pair.letters[1].all) {
            assertEquals(Letters.payload((int) letter.tag() % 1185, (int) letter.tag()), letter.payload());
        }
        assertTrue(pair.count(1, DatagramEvent.DUPLICATE) > 500);
        assertTrue(pair.count(1, DatagramEvent.INCOMPLETE) > 10);
        assertTrue(pair.count(1, DatagramEvent.LATE) > 10);
    }

    @Test
    void shouldSayWhatCameInsteadOfAPeerUntilItIsConnected() {
        final Pair pair = new Pair();
        assertEquals("no packet came from any address", pair.transports[0].hint(1));
        pair.net.send(HandNet.address(1), HandNet.address(0), new byte[3]);
        pair.net.pass(1_000_000_000L);
        pair.transports[0].poll(0, (peer, lane, tag, payload) -> { });
        assertEquals("packets came that are not of this transport: the other end may use another one",
            pair.transports[0].hint(1));
        pair.connect();
        assertNull(pair.transports[0].hint(1));
    }

    /** A packet of an earlier connection may arrive when it will. */
    @Test
    void shouldNotTakeAnythingForLateAfterAStrayPacket() {
        for (int ahead = -40_000; ahead < 40_000; ahead += 331) {
            final Pair pair = new Pair().connect();
            pair.net.sent.clear();
            pair.send(0, Lane.INPUT, 1, Letters.payload(8, 1));
            pair.run(20);
            final int sequence = ByteBuffer.wrap(pair.net.sent.get(0).bytes()).getInt() + ahead & 0xFFFF;
            pair.net.send(HandNet.address(0), HandNet.address(1), Forge.packet(PacketSigner.unkeyed(0), 1,
                0xABCD_EF12_3456_7890L, Packet.place(Packet.FIN | Packet.SIG, 0, sequence), new byte[16]));
            pair.run(20);
            for (int i = 0; i < 100; i++) {
                pair.send(0, Lane.INPUT, 2, Letters.payload(8, 1));
            }
            pair.run(20);
            final long heard = pair.letters[1].tags(Lane.INPUT).stream().filter(tag -> tag == 2).count();
            assertEquals(100, heard, "after a packet " + ahead + " ahead");
        }
    }

    @Test
    void shouldCountOnAcrossTheWrapOfSequences() {
        final Pair pair = new Pair().connect();
        pair.net.latencyNs = () -> 0;
        final int messages = 140_000;
        for (int i = 0; i < messages; i++) {
            assertEquals(SendResult.SENT, pair.send(0, Lane.CONTROL, i, Letters.payload(1, i)));
            assertEquals(SendResult.SENT, pair.send(0, Lane.INPUT, i, Letters.payload(1, i)));
            pair.net.pass(1);
            pair.poll();
            pair.net.sent.clear();
        }
        pair.run(10);
        assertEquals(messages, pair.letters[1].tags(Lane.CONTROL).size());
        assertTrue(LongStream.range(0, messages).boxed().toList().equals(pair.letters[1].tags(Lane.CONTROL)));
        assertEquals(messages, pair.letters[1].tags(Lane.INPUT).size());
        assertEquals(0, pair.count(1, DatagramEvent.DUPLICATE));
    }

    @ParameterizedTest
    @CsvSource({"5", "50", "300"})
    void shouldResendAfterARoundTripAndNotBefore(final int latencyMs) {
        final Pair pair = new Pair().connect();
        pair.net.latencyNs = () -> latencyMs * HandNet.MS;
        for (int i = 0; i < 60; i++) {
            pair.send(0, Lane.CONTROL, i, Letters.payload(8, i));
            pair.run(100);
        }
        final long before = pair.count(0, DatagramEvent.RESENT);
        for (int i = 0; i < 60; i++) {
            pair.send(0, Lane.CONTROL, i, Letters.payload(8, i));
            pair.run(100);
        }
        assertEquals(before, pair.count(0, DatagramEvent.RESENT), "resent without need");

        pair.run(2L * latencyMs);
        pair.net.fate = flight -> 0;
        pair.send(0, Lane.CONTROL, 1, Letters.payload(8, 1));
        pair.run(2L * latencyMs);
        assertEquals(before, pair.count(0, DatagramEvent.RESENT), "resent before the answer could come");
        pair.run(2L * latencyMs + 40);
        assertEquals(before + 1, pair.count(0, DatagramEvent.RESENT));
        assertTrue(pair.transports[0].roundTripNs(1) >= 2 * latencyMs * HandNet.MS);
    }

    @Test
    void shouldRefuseMoreThanItsWindowHolds() {
        final Pair pair = new Pair().connect();
        pair.run(KEEP_ALIVE_MS);
        pair.net.fate = flight -> 0;
        int accepted = 0;
        while (pair.send(0, Lane.CONTROL, accepted, Letters.payload(1184, 0)) == SendResult.SENT) {
            accepted++;
        }
        assertEquals(32, accepted, "messages of several packets take half of the window");
        while (pair.send(0, Lane.CONTROL, accepted, Letters.payload(400, 0)) == SendResult.SENT) {
            accepted++;
        }
        assertEquals(64, accepted);
        pair.run(5_000);
        assertEquals(SendResult.BACK_PRESSURED, pair.send(0, Lane.CONTROL, 0, Letters.payload(1184, 0)));
        assertEquals(SendResult.SENT, pair.send(0, Lane.INPUT, 0, Letters.payload(1184, 0)));
        pair.net.fate = flight -> 1;
        pair.run(3_000);
        assertEquals(LongStream.range(0, 64).boxed().toList(), pair.letters[1].tags(Lane.CONTROL));
    }

    @Test
    void shouldAnswerBackPressuredWhenTheSocketTakesNothing() {
        final Pair pair = new Pair().connect();
        pair.ends[0].refuses = true;
        assertEquals(SendResult.BACK_PRESSURED, pair.send(0, Lane.INPUT, 1, Letters.payload(8, 1)));
        assertEquals(SendResult.SENT, pair.send(0, Lane.CONTROL, 1, Letters.payload(8, 1)));
        assertEquals(2, pair.count(0, DatagramEvent.UNSENDABLE));
        pair.ends[0].refuses = false;
        pair.run(500);
        assertEquals(List.of(1L), pair.letters[1].tags(Lane.CONTROL));
        assertEquals(List.of(), pair.letters[1].tags(Lane.INPUT));
    }

    @Test
    void shouldDropAMessageThatIsLongerThanItTakesAndGoOn() {
        final Pair pair = new Pair();
        pair.maxPayload = 4_000;
        pair.start(0);
        pair.connect();
        pair.send(0, Lane.CONTROL, 1, Letters.payload(4_000, 1));
        pair.send(0, Lane.CONTROL, 2, Letters.payload(8, 1));
        pair.send(0, Lane.INPUT, 3, Letters.payload(4_000, 1));
        pair.run(500);
        assertEquals(List.of(2L), pair.letters[1].all.stream().map(Letters.Letter::tag).toList());
        assertEquals(2, pair.count(1, DatagramEvent.WRONG_LENGTH));
    }

    @Test
    void shouldStayConnectedWithoutAnythingToSay() {
        final Pair pair = new Pair().connect();
        pair.run(60_000);
        assertTrue(pair.transports[0].isConnected(1));
        assertEquals(1, pair.count(0, DatagramEvent.OPENED));
        assertEquals(1, pair.count(1, DatagramEvent.OPENED));
    }

    @Test
    void shouldCloseAfterFifteenSecondsOfSilence() {
        final Pair pair = new Pair().connect();
        pair.run(KEEP_ALIVE_MS);
        pair.net.fate = flight -> 0;
        pair.run(14_900);
        assertTrue(pair.transports[0].isConnected(1));
        pair.run(1_200);
        assertFalse(pair.transports[0].isConnected(1));
        assertEquals(SendResult.NOT_CONNECTED, pair.send(0, Lane.INPUT, 1, Letters.payload(8, 1)));
        assertEquals(1, pair.count(0, DatagramEvent.TIMED_OUT));
        assertEquals(List.of(), pair.ends[0].connected);

        pair.net.fate = flight -> 1;
        pair.connect();
        pair.send(0, Lane.CONTROL, 5, Letters.payload(8, 1));
        pair.run(100);
        assertEquals(List.of(5L), pair.letters[1].tags(Lane.CONTROL));
    }

    @Test
    void shouldCloseAfterFiveSecondsWithoutAFirstPacket() {
        final Pair pair = new Pair().connect();
        pair.net.fate = flight -> 0;
        pair.run(4_900);
        assertTrue(pair.transports[0].isConnected(1));
        pair.run(200);
        assertFalse(pair.transports[0].isConnected(1));
        assertEquals(1, pair.count(0, DatagramEvent.TIMED_OUT));
        pair.net.fate = flight -> 1;
        pair.connect();
    }

    @Test
    void shouldSurviveAPauseShorterThanTheSilence() {
        final Pair pair = new Pair().connect();
        pair.run(KEEP_ALIVE_MS);
        for (int i = 0; i < 110; i++) {
            pair.send(1, Lane.INPUT, i, Letters.payload(8, i));
            pair.net.pass(100 * HandNet.MS);
            pair.transports[1].poll(pair.net.nowNs, pair.letters[1]);
        }
        pair.net.pass(3_000 * HandNet.MS);
        pair.poll();
        pair.run(100);
        assertEquals(1, pair.count(0, DatagramEvent.OPENED));
        assertEquals(110, pair.letters[0].all.size());
    }

    @Test
    void shouldDeliverWhatWasPendingAndThenEndTheConnection() {
        final Pair pair = new Pair().connect();
        pair.net.fate = flight -> 0;
        for (int i = 0; i < 10; i++) {
            pair.send(0, Lane.CONTROL, i, Letters.payload(1184, i));
        }
        pair.net.fate = flight -> 1;
        pair.transports[0].close();
        pair.transports[0].close();
        pair.run(11);
        assertEquals(LongStream.range(0, 10).boxed().toList(), pair.letters[1].tags(Lane.CONTROL));
        assertFalse(pair.transports[1].isConnected(0));
        assertEquals(1, pair.count(1, DatagramEvent.ENDED));
        assertTrue(pair.ends[0].closed);
        assertEquals(SendResult.CLOSED, pair.send(0, Lane.INPUT, 1, Letters.payload(8, 1)));
        assertEquals(0, pair.transports[0].poll(pair.net.nowNs, pair.letters[0]));
    }

    @Test
    void shouldAnswerFromAHandlerAndCloseAfterThePoll() {
        final Pair pair = new Pair().connect();
        pair.send(0, Lane.CONTROL, 1, Letters.payload(8, 1));
        pair.net.pass(20 * HandNet.MS);
        pair.transports[1].poll(pair.net.nowNs, (peer, lane, tag, payload) -> {
            assertEquals(SendResult.SENT, pair.transports[1].send(peer, lane, 99, payload));
            pair.transports[1].close();
            assertFalse(pair.ends[1].closed);
        });
        assertTrue(pair.ends[1].closed);
        pair.run(100);
        assertEquals(List.of(99L), pair.letters[0].tags(Lane.CONTROL));
    }

    @Test
    void shouldGiveTheHandlersExceptionToTheCallerOfPoll() {
        final Pair pair = new Pair().connect();
        for (final Lane lane : Lane.values()) {
            pair.send(0, lane, 1, Letters.payload(1000, 1));
            pair.net.pass(20 * HandNet.MS);
            final IllegalStateException thrown = assertThrows(IllegalStateException.class, () -> {
                for (int i = 0; i < 3; i++) {
                    pair.transports[1].poll(pair.net.nowNs,
                        (peer, on, tag, payload) -> pair.transports[1].poll(0, pair.letters[1]));
                }
            });
            assertEquals("poll called from a handler", thrown.getMessage());
            pair.run(500);
        }
        assertEquals(List.of(), pair.letters[1].all, "delivered again");
    }

    @Test
    void shouldRefuseWhatTheCallerGotWrong() {
        final DatagramTransport transport = new Pair().transports[0];
        assertEquals("peer 2 is not one of this transport's", assertThrows(IllegalArgumentException.class,
            () -> transport.send(2, Lane.INPUT, 1, Letters.payload(8, 1))).getMessage());
        assertEquals("payload of 1185 B, at most 1184", assertThrows(IllegalArgumentException.class,
            () -> transport.send(1, Lane.INPUT, 1, Letters.payload(1185, 1))).getMessage());
        assertEquals(SendResult.NOT_CONNECTED, transport.send(1, Lane.INPUT, 1, Letters.payload(8, 1)));
    }

    @Test
    void shouldShowWhatIsBrokenForGood() {
        final Pair pair = new Pair().connect();
        assertNull(pair.transports[0].failure());
        pair.ends[0].failure = "unplugged";
        assertEquals("unplugged", pair.transports[0].failure());
        assertEquals(SendResult.CLOSED, pair.send(0, Lane.INPUT, 1, Letters.payload(8, 1)));
        assertEquals(0, pair.transports[0].poll(pair.net.nowNs, pair.letters[0]));
    }
    /** A message that the socket refuses shows no peer this address, so a keep-alive follows. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void shouldKeepTheConnectionAliveOnlyWhileTheSocketTakesNothingElse(final boolean taken) {
        final Pair pair = new Pair().connect();
        pair.run(100);
        pair.net.sent.clear();
        for (int i = 0; i < 50; i++) {
            pair.ends[0].refuses = !taken;
            assertEquals(taken ? SendResult.SENT : SendResult.BACK_PRESSURED,
                pair.send(0, Lane.INPUT, 1 + i, Letters.payload(8, 1)));
            pair.ends[0].refuses = false;
            pair.run(100);
        }
        assertEquals(taken ? 50 : 5, pair.net.sent.stream()
            .filter(flight -> flight.from().equals(HandNet.address(0))).count());
    }
}
